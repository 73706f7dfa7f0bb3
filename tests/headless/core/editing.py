"""What the built-in commands share: one undo step with its events, the rows of a selection, showing the caret."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator

from . import geometry
from .spans import Span, begin, end
from .view import View

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
TextCommand = Callable[[Any, View, Args], None]


@contextmanager
def editing(core: Core, view: View, command: str, args: Any = None) -> Iterator[None]:
    """One undo step, with its events at the end."""
    token = core.commands.new_token()
    core.commands.begin_edit(view, token, command, args)
    try:
        yield
    finally:
        core.commands.end_edit(view, token)


def edits(function: TextCommand) -> TextCommand:
    """Make a command of a function that changes text: one undo step; a read-only view stays as it is."""

    @functools.wraps(function)
    def command(core: Core, view: View, args: Args) -> None:
        if view.buffer.read_only:
            return
        with editing(core, view, function.__name__.strip("_"), args or None):
            function(core, view, args)
        reveal(view)

    return command


def insert_text(core: Core, view: View, text: str, command: str = "insert") -> None:
    """Put `text` in place of every selection; carets stand behind it."""
    if view.buffer.read_only:
        return
    with editing(core, view, command, {"characters": text}):
        put(view, [text] * len(view.selection))
    reveal(view)


def put(view: View, texts: list[str]) -> None:
    """Replace each selection by its text; carets stand behind them. Inside of an edit."""
    put_at(view, list(zip(list(view.selection), texts)))


def put_at(view: View, pieces: list[tuple[Span, str]]) -> None:
    """Replace spans, given in order, by texts; a caret stands behind each. Inside of an edit."""
    grown = 0
    carets: list[Span] = []
    for span, text in pieces:
        low, high = begin(span) + grown, end(span) + grown
        view.buffer.replace(low, high, text)
        carets.append((low + len(text), low + len(text)))
        grown += len(text) - (high - low)
    view.set_selection(carets)


def replace_still(view: View, a: int, b: int, text: str) -> None:
    """Replace a span so that carets at its edges stay at its edges; those within go to its start. Inside of an edit."""
    grown = len(text) - (b - a)

    def moved(point: int) -> int:
        if point <= a:
            return point
        return point + grown if point >= b else a

    spans = [(moved(x), moved(y)) for x, y in view.selection]
    view.buffer.replace(a, b, text)
    view.set_selection(spans)


def reveal(view: View) -> None:
    """Scroll as far as needed to show the last caret."""
    if view.selection:
        geometry.show(view, view.selection[-1][1], center=False)


def go(view: View, span: Span, center: bool = True) -> None:
    """Make `span` the only selection and show it."""
    view.set_selection([span])
    geometry.show(view, span[1], center=center)


def line_span(view: View, row: int) -> Span:
    """A row's text, without its newline."""
    start = view.buffer.text.line_start(row)
    return (start, start + len(view.buffer.text.line(row)))


def full_line_span(view: View, row: int) -> Span:
    """A row's text with its newline, if it has one."""
    return (view.buffer.text.line_start(row), view.buffer.text.line_start(row + 1))


def rows_of(view: View, span: Span) -> range:
    """The rows that a span covers: one that ends before a row's first character does not cover that row."""
    row_col = view.buffer.text.row_col
    first, (last, col) = row_col(begin(span))[0], row_col(end(span))
    return range(first, last if last > first and col == 0 else last + 1)


def selected_rows(view: View) -> list[int]:
    """Every row that a selection covers, from top to bottom."""
    return sorted({row for span in view.selection for row in rows_of(view, span)})


def row_blocks(view: View) -> list[tuple[int, int]]:
    """The selected rows as (first, last) of each run of neighbours."""
    blocks: list[tuple[int, int]] = []
    for row in selected_rows(view):
        if blocks and row <= blocks[-1][1] + 1:
            blocks[-1] = (blocks[-1][0], row)
        else:
            blocks.append((row, row))
    return blocks
