"""Built-in commands that move carets and scroll. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from . import brackets, geometry
from .editing import Args, TextCommand, go, reveal
from .spans import Span, begin, end
from .view import View
from .words import (
    LINE_END,
    LINE_START,
    PUNCTUATION_END,
    PUNCTUATION_START,
    SUB_WORD_END,
    SUB_WORD_START,
    WORD_END,
    WORD_START,
    find_by_class,
)

if TYPE_CHECKING:
    from .app import Core

_STARTS = WORD_START | PUNCTUATION_START
_ENDS = WORD_END | PUNCTUATION_END
_WORD_UNITS = {
    "words": (False, False),
    "word_ends": (True, False),
    "subwords": (False, True),
    "subword_ends": (True, True),
}


def word_step(view: View, point: int, forward: bool, ends: bool, sub_words: bool = False) -> int:
    """The next start (or end) of a word, part of a word or punctuation; the edge of a line is a stop too."""
    classes = _ENDS if ends else _STARTS
    if sub_words:
        classes |= SUB_WORD_END if ends else SUB_WORD_START
    classes |= LINE_START if forward else LINE_END
    if not ends and forward:
        classes |= LINE_END
    return find_by_class(view, point, forward, classes)


def move(core: Core, view: View, args: Args) -> None:
    """`by` characters, words, word_ends, subwords, subword_ends, lines or pages; in a list, to another row of it."""
    by, forward = args["by"], bool(args.get("forward", True))
    overlay = view.window.overlay if view.window else None
    if overlay and overlay.view is view and by in ("lines", "pages"):
        overlay.step(1 if forward else -1)
        return
    shown = core.completions.shown
    if shown and shown.view is view and by in ("lines", "pages") and not args.get("extend"):
        shown.selected = (shown.selected + (1 if forward else -1)) % len(core.completions.items(shown))
        return
    if by not in ("characters", "lines", "pages", *_WORD_UNITS):
        raise NotImplementedError(f"move by {by}")
    _move_carets(view, bool(args.get("extend")), lambda point, span: _moved(view, point, span, by, forward, args))


def _moved(view: View, point: int, span: Span, by: str, forward: bool, args: Args) -> int:
    text = view.buffer.text
    if by == "characters":
        if span[0] != span[1] and not args.get("extend"):
            return end(span) if forward else begin(span)
        return _out_of_fold(view, text.clamp(point + (1 if forward else -1)), forward)
    if by in _WORD_UNITS:
        ends, sub_words = _WORD_UNITS[by]
        return word_step(view, point, forward, ends, sub_words)
    rows = 1 if by == "lines" else max(1, int(geometry.viewport_extent(view)[1] / geometry.line_height(view)) - 1)
    row, col = text.row_col(point)
    row += rows if forward else -rows
    if row < 0:
        return 0
    if row >= text.line_count:
        return text.size
    return _out_of_fold(view, text.line_start(row) + min(col, len(text.line(row))), forward)


def _out_of_fold(view: View, point: int, forward: bool) -> int:
    for a, b in view.folds:
        if a < point < b:
            return b if forward else a
    return point


def _move_carets(view: View, extend: bool, target: Callable[[int, Span], int]) -> None:
    spans: list[Span] = []
    for span in view.selection:
        point = target(span[1], span)
        spans.append((span[0] if extend else point, point))
    view.set_selection(spans)
    reveal(view)


def move_to(core: Core, view: View, args: Args) -> None:
    """`to` bol, eol (both stop at the text first), hardbol, hardeol, bof, eof or brackets."""
    text, to = view.buffer.text, args["to"]

    def target(point: int, span: Span) -> int:
        row, col = text.row_col(point)
        line, start = text.line(row), text.line_start(row)
        if to == "bol":
            first = len(line) - len(line.lstrip(" \t"))
            return start if col == first else start + first
        if to == "hardbol":
            return start
        if to in ("eol", "hardeol"):
            return start + len(line)
        if to in ("bof", "eof"):
            return 0 if to == "bof" else text.size
        if to == "brackets":
            return _to_bracket(view, point)
        raise NotImplementedError(f"move_to {to}")

    _move_carets(view, bool(args.get("extend")), target)


def _to_bracket(view: View, point: int) -> int:
    whole = view.buffer.text.whole()
    partner = brackets.partner(whole, point)
    if partner is not None:
        return partner
    pair = brackets.around(whole, point, point)
    return pair[1] if pair else point


def goto_line(core: Core, view: View, args: Args) -> None:
    point = view.buffer.text.line_start(int(args["line"]) - 1)
    go(view, (point, point))


def scroll_lines(core: Core, view: View, args: Args) -> None:
    """Move the text down by `amount` lines (up if negative); carets stay."""
    x, y = view.viewport
    geometry.set_viewport(view, (x, y - float(args["amount"]) * geometry.line_height(view)))


def show_at_center(core: Core, view: View, args: Args) -> None:
    if view.selection:
        geometry.show(view, view.selection[0][1], center=True)


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function for function in (move, move_to, goto_line, scroll_lines, show_at_center)
}
