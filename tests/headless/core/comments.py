"""Comments: their markers, as the packages' metadata has them, and the command that puts them in and takes them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .editing import Args, TextCommand, edits, row_blocks, rows_of
from .indentation import leading
from .spans import begin, end
from .view import View

if TYPE_CHECKING:
    from .app import Core

_SUFFIXES = ["", *(f"_{number}" for number in range(1, 10))]


class Markers(NamedTuple):
    """What begins a comment to the line's end, and the pairs around a block comment."""

    line: list[str]
    block: list[tuple[str, str]]


def markers_of(view: View) -> Markers:
    """The markers at the first caret, without blanks around them; none where there are no comments."""
    scope = view.scope_name(begin(view.selection[0]) if view.selection else 0)
    variables = view.core.metadata.get("shellVariables", scope) or []
    values = {variable["name"]: str(variable.get("value", "")).strip() for variable in variables}
    pairs = [(values.get("TM_COMMENT_START" + suffix), values.get("TM_COMMENT_END" + suffix)) for suffix in _SUFFIXES]
    return Markers(
        [start for start, end in pairs if start and not end], [(start, end) for start, end in pairs if start and end]
    )


@edits
def toggle_comment(core: Core, view: View, args: Args) -> None:
    """Comment the lines of the selection, or uncomment them if all are; with `block` what is selected."""
    markers = markers_of(view)
    if (args.get("block") and markers.block) or not markers.line:
        if markers.block:
            _toggle_block(view, *markers.block[0], lines=not args.get("block"))
        return
    for first, last in reversed(row_blocks(view)):
        _toggle_lines(view, range(first, last + 1), markers.line[0])


def _toggle_lines(view: View, rows: range, marker: str) -> None:
    text = view.buffer.text
    filled = [row for row in rows if text.line(row).strip()] or list(rows)
    if all(text.line(row).lstrip(" \t").startswith(marker) for row in filled):
        for row in reversed(filled):
            start = text.line_start(row) + len(leading(text.line(row)))
            size = len(marker) + (text.substr(start + len(marker), start + len(marker) + 1) == " ")
            view.buffer.replace(start, start + size, "")
        return
    col = min(len(leading(text.line(row))) for row in filled)
    for row in reversed(filled):
        at = text.line_start(row) + col
        view.buffer.replace(at, at, marker + " ")


def _toggle_block(view: View, opening: str, closing: str, lines: bool) -> None:
    text = view.buffer.text
    for span in reversed(list(view.selection)):
        low, high = begin(span), end(span)
        if lines or low == high:
            rows = rows_of(view, span)
            low = text.line_start(rows[0]) + len(leading(text.line(rows[0])))
            high = text.line_start(rows[-1]) + len(text.line(rows[-1]).rstrip())
        inner = text.substr(low, high)
        if inner.startswith(opening) and inner.endswith(closing) and len(inner) >= len(opening) + len(closing):
            tail = len(closing) + inner[: -len(closing)].endswith(" ")
            head = len(opening) + inner[len(opening) :].startswith(" ")
            view.buffer.replace(high - tail, high, "")
            view.buffer.replace(low, low + head, "")
        else:
            view.buffer.replace(high, high, " " + closing)
            view.buffer.replace(low, low, opening + " ")


TEXT_COMMANDS: dict[str, TextCommand] = {"toggle_comment": toggle_comment}
