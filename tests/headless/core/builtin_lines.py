"""Built-in commands that work on whole lines. Main thread."""

from __future__ import annotations

import random
import re
import textwrap
from typing import TYPE_CHECKING, Callable, Iterable

from . import indentation
from .comments import markers_of
from .editing import Args, TextCommand, edits, line_span, replace_still, row_blocks, rows_of, selected_rows
from .spans import begin, end
from .view import View

if TYPE_CHECKING:
    from .app import Core


def _set_leading(view: View, row: int, white: str) -> None:
    old = indentation.leading(view.buffer.text.line(row))
    start = view.buffer.text.line_start(row)
    if white.startswith(old):
        view.buffer.replace(start + len(old), start + len(old), white[len(old) :])
    elif old.startswith(white):
        view.buffer.replace(start, start + len(old) - len(white), "")
    elif white != old:
        view.buffer.replace(start, start + len(old), white)


@edits
def indent(core: Core, view: View, args: Args) -> None:
    """One level more; blank lines are left alone when there are others."""
    rows = selected_rows(view)
    filled = [row for row in rows if view.buffer.text.line(row).strip()]
    for row in filled or rows:
        white = indentation.leading(view.buffer.text.line(row))
        _set_leading(view, row, indentation.shifted(view, white, 1))


@edits
def unindent(core: Core, view: View, args: Args) -> None:
    for row in selected_rows(view):
        white = indentation.leading(view.buffer.text.line(row))
        if white:
            _set_leading(view, row, indentation.shifted(view, white, -1))


@edits
def reindent(core: Core, view: View, args: Args) -> None:
    """The indentation that the line above asks for; a lone empty line gets at least a tab (`force_indent`)."""
    rows = selected_rows(view)
    whole = len(rows) == 1 and not args.get("single_line") and view.buffer.text.line(rows[0]).strip()
    for row in range(view.buffer.text.line_count) if whole else rows:
        line = view.buffer.text.line(row)
        white = indentation.wanted(view, row)
        if not line and not white and len(rows) == 1 and args.get("force_indent", True):
            white = indentation.unit(view)
        if line.strip() or len(rows) == 1:
            _set_leading(view, row, white)


@edits
def duplicate_line(core: Core, view: View, args: Args) -> None:
    """Repeat each selection, or the line of a caret; what was selected moves to the second copy."""
    text = view.buffer.text
    for span in reversed(list(view.selection)):
        if span[0] == span[1]:
            low, high = line_span(view, text.row_col(span[1])[0])
            view.buffer.replace(low, low, text.substr(low, high) + "\n")
        else:
            view.buffer.replace(begin(span), begin(span), text.substr(*span))


@edits
def join_lines(core: Core, view: View, args: Args) -> None:
    """Each covered line and the next become one, with one space between."""
    text = view.buffer.text
    joints: set[int] = set()
    for span in view.selection:
        rows = rows_of(view, span)
        joints.update(rows[:-1] if len(rows) > 1 else rows)
    for row in sorted(joints, reverse=True):
        if row + 1 < text.line_count:
            before, after = text.line(row), text.line(row + 1)
            low = text.line_start(row) + len(before.rstrip(" \t"))
            high = text.line_start(row + 1) + len(indentation.leading(after))
            replace_still(view, low, high, " " if before.strip() and after.strip() else "")


def _swap(view: View, up: bool) -> None:
    text = view.buffer.text
    moved: set[int] = set()
    for first, last in row_blocks(view) if up else reversed(row_blocks(view)):
        other = first - 1 if up else last + 1
        if not 0 <= other < text.line_count:
            continue
        moved.update(range(first, last + 1))
        low, high = (other, last) if up else (first, other)
        lines = [text.line(row) for row in range(low, high + 1)]
        lines = lines[1:] + lines[:1] if up else lines[-1:] + lines[:-1]
        carets = [(*text.row_col(a), *text.row_col(b)) for a, b in view.selection]
        view.buffer.replace(text.line_start(low), line_span(view, high)[1], "\n".join(lines))
        step = -1 if up else 1

        def place(row: int, col: int, block: tuple[int, int] = (first, last), step: int = step) -> int:
            # a selection may end at the start of the row after its last one
            inside = block[0] <= row <= block[1] or (row == block[1] + 1 and col == 0)
            row += step if inside else 0
            return text.line_start(row) + min(col, len(text.line(row)))

        view.set_selection([(place(a, b), place(c, d)) for a, b, c, d in carets])


@edits
def swap_line_up(core: Core, view: View, args: Args) -> None:
    _swap(view, up=True)


@edits
def swap_line_down(core: Core, view: View, args: Args) -> None:
    _swap(view, up=False)


def _rearrange(view: View, change: Callable[[list[str]], Iterable[str]]) -> None:
    """Put the lines of each selection, or of the whole text if nothing is selected, into another order."""
    spans = [span for span in view.selection if span[0] != span[1]] or [(0, view.buffer.text.size)]
    for span in reversed(spans):
        rows = rows_of(view, span)
        low, high = view.buffer.text.line_start(rows[0]), line_span(view, rows[-1])[1]
        new = "\n".join(change([view.buffer.text.line(row) for row in rows]))
        replace_still(view, low, high, new)


def _unique(lines: list[str]) -> list[str]:
    return list(dict.fromkeys(lines))


@edits
def sort_lines(core: Core, view: View, args: Args) -> None:
    def change(lines: list[str]) -> list[str]:
        if args.get("remove_duplicates"):
            lines = _unique(lines)
        key = None if args.get("case_sensitive") else str.lower
        return sorted(lines, key=key, reverse=bool(args.get("reverse")))

    _rearrange(view, change)


def _permuted(lines: list[str], operation: str) -> list[str]:
    if operation == "reverse":
        return lines[::-1]
    if operation == "unique":
        return _unique(lines)
    if operation == "shuffle":
        return random.sample(lines, len(lines))
    raise NotImplementedError(f"permute {operation}")


@edits
def permute_lines(core: Core, view: View, args: Args) -> None:
    _rearrange(view, lambda lines: _permuted(lines, args["operation"]))


def _permute_texts(view: View, change: Callable[[list[str]], list[str]]) -> None:
    spans = [span for span in view.selection if span[0] != span[1]]
    texts = change([view.buffer.text.substr(*span) for span in spans])
    texts += [""] * (len(spans) - len(texts))
    for span, text in reversed(list(zip(spans, texts))):
        replace_still(view, begin(span), end(span), text)


@edits
def permute_selection(core: Core, view: View, args: Args) -> None:
    """The selected texts change places."""
    _permute_texts(view, lambda texts: _permuted(texts, args["operation"]))


@edits
def sort_selection(core: Core, view: View, args: Args) -> None:
    key = None if args.get("case_sensitive") else str.lower
    _permute_texts(view, lambda texts: sorted(texts, key=key))


@edits
def wrap_lines(core: Core, view: View, args: Args) -> None:
    """Break the paragraphs of the selection anew at `width`, the first ruler or column 78; comment markers stay."""
    rulers = view.settings.get("rulers") or []
    first_ruler = rulers[0][0] if rulers and isinstance(rulers[0], list) else rulers[0] if rulers else 0
    width = int(args.get("width") or view.settings.get("wrap_width") or first_ruler or 78)
    markers = "|".join(re.escape(marker) for marker in markers_of(view).line)
    prefix = re.compile(rf"[ \t]*(?:(?:{markers})[ \t]*)?" if markers else r"[ \t]*")
    for first, last in reversed(_paragraphs(view, prefix)):
        lines = [view.buffer.text.line(row) for row in range(first, last + 1)]
        heads = [_head(prefix, line) for line in lines]
        words = " ".join(line[len(head) :] for line, head in zip(lines, heads))
        later = heads[1] if len(heads) > 1 else heads[0]
        wrapped = textwrap.wrap(
            words,
            width,
            initial_indent=heads[0],
            subsequent_indent=later,
            tabsize=indentation.tab_size(view),
            break_long_words=False,
            break_on_hyphens=False,
        )
        view.buffer.replace(view.buffer.text.line_start(first), line_span(view, last)[1], "\n".join(wrapped))


def _head(prefix: re.Pattern[str], line: str) -> str:
    match = prefix.match(line)
    return match.group(0) if match else ""


def _paragraphs(view: View, prefix: re.Pattern[str]) -> list[tuple[int, int]]:
    """(first, last) row of every paragraph that a selection touches."""
    text = view.buffer.text

    def filled(row: int) -> bool:
        line = text.line(row) if 0 <= row < text.line_count else ""
        return bool(line[len(_head(prefix, line)) :].strip())

    out: list[tuple[int, int]] = []
    for row in selected_rows(view):
        if not filled(row) or (out and row <= out[-1][1]):
            continue
        first = last = row
        while filled(first - 1):
            first -= 1
        while filled(last + 1):
            last += 1
        out.append((first, last))
    return out


@edits
def trim_trailing_white_space(core: Core, view: View, args: Args) -> None:
    for row in range(view.buffer.text.line_count):
        line, start = view.buffer.text.line(row), view.buffer.text.line_start(row)
        kept = len(line.rstrip(" \t"))
        if kept < len(line):
            view.buffer.replace(start + kept, start + len(line), "")


def _convert(view: View, change: Callable[[str], str]) -> None:
    for row in range(view.buffer.text.line_count):
        white = indentation.leading(view.buffer.text.line(row))
        if change(white) != white:
            start = view.buffer.text.line_start(row)
            view.buffer.replace(start, start + len(white), change(white))


@edits
def expand_tabs(core: Core, view: View, args: Args) -> None:
    """Indentation by tabs becomes spaces."""
    if args.get("set_translate_tabs"):
        view.settings.set("translate_tabs_to_spaces", True)
    _convert(view, lambda white: white.expandtabs(indentation.tab_size(view)))


@edits
def unexpand_tabs(core: Core, view: View, args: Args) -> None:
    """Indentation by spaces becomes tabs."""
    if args.get("set_translate_tabs"):
        view.settings.set("translate_tabs_to_spaces", False)
    size = indentation.tab_size(view)
    _convert(
        view, lambda white: "\t" * (len(white.expandtabs(size)) // size) + " " * (len(white.expandtabs(size)) % size)
    )


def detect_indentation(core: Core, view: View, args: Args) -> None:
    """Set tab size and kind of indentation by the lines that are there; nothing without ten indented ones."""
    heads = [indentation.leading(view.buffer.text.line(row)) for row in range(min(view.buffer.text.line_count, 1000))]
    tabs = sum(head.startswith("\t") for head in heads)
    spaces = [len(head) for head in heads if head.startswith(" ")]
    if tabs + len(spaces) < int(args.get("threshold", 10)):
        return
    if tabs >= len(spaces):
        view.settings.set("translate_tabs_to_spaces", False)
        found = "Tabs"
    else:
        size = next((n for n in (8, 4, 2, 3) if sum(s % n == 0 for s in spaces) >= 0.8 * len(spaces)), 2)
        view.settings.set("translate_tabs_to_spaces", True)
        view.settings.set("tab_size", size)
        found = f"{size} spaces"
    if view.window and args.get("show_message", True):
        view.window.status_message = f"Detect Indentation: {found}"


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (
        indent,
        unindent,
        reindent,
        duplicate_line,
        join_lines,
        swap_line_up,
        swap_line_down,
        sort_lines,
        permute_lines,
        permute_selection,
        sort_selection,
        wrap_lines,
        trim_trailing_white_space,
        expand_tabs,
        unexpand_tabs,
        detect_indentation,
    )
}
