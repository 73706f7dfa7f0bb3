"""Comment markers of the common languages, and the command that puts them in and takes them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .editing import Args, TextCommand, edits, row_blocks, rows_of
from .indentation import leading
from .spans import begin, end
from .view import View

if TYPE_CHECKING:
    from .app import Core


class Markers(NamedTuple):
    """What begins a comment to the line's end, and the pairs around a block comment."""

    line: tuple[str, ...] = ()
    block: tuple[tuple[str, str], ...] = ()


_SLASHES = Markers(("//",), (("/*", "*/"),))
_HASH = Markers(("#",))
_TAGS = Markers((), (("<!--", "-->"),))
_WITH_SLASHES = "js ts tsx jsx c c++ objc cs go rust java swift kotlin scala php json scss dart groovy d"
_WITH_HASH = "python shell ruby perl yaml toml makefile r cmake dockerfile elixir nim julia"
_BY_SCOPE: dict[str, Markers] = {
    **{f"source.{name}": _SLASHES for name in _WITH_SLASHES.split()},
    **{f"source.{name}": _HASH for name in _WITH_HASH.split()},
    "embedding.php": _SLASHES,
    "text.git": _HASH,
    "text.html": _TAGS,
    "text.xml": _TAGS,
    "source.css": Markers((), (("/*", "*/"),)),
    "source.lua": Markers(("--",), (("--[[", "]]"),)),
    "source.haskell": Markers(("--",), (("{-", "-}"),)),
    "source.sql": Markers(("--",), (("/*", "*/"),)),
    "source.ini": Markers((";",)),
    "source.lisp": Markers((";",)),
    "source.clojure": Markers((";",)),
    "source.erlang": Markers(("%",)),
    "text.tex": Markers(("%",)),
}


def markers_of(view: View) -> Markers:
    """The markers of the view's language; none where there are no comments."""
    scope = view.core.keymap.scope(view)
    best = max((s for s in _BY_SCOPE if scope == s or scope.startswith(s + ".")), key=len, default="")
    return _BY_SCOPE.get(best, Markers())


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
