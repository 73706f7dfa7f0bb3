"""Rows as they are drawn: folds join rows, word wrap splits them."""

from __future__ import annotations

import re
import unicodedata
from typing import Callable, Iterator, NamedTuple, Sequence, Tuple

Place = Tuple[int, int]
"""Row and column."""


# Control characters, marks that reorder text, and lone surrogates, which no UTF-8 page can hold.
UNPRINTABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def spelled(char: str) -> str:
    """What is shown for an unprintable character: its number."""
    return f"<0x{ord(char):02x}>"


class Piece(NamedTuple):
    """The part of a text row, from column `first` up to `after`, that a drawn row shows."""

    row: int
    first: int
    after: int


class DrawnRow(NamedTuple):
    """What one drawn row shows: pieces of one or, joined by folds, several text rows.

    `indent` is the width in cells of the blank before it, for the rows that go on a wrapped one (`continued`).
    """

    pieces: list[Piece]
    continued: bool = False
    indent: int = 0

    @property
    def row(self) -> int:
        return self.pieces[0].row

    @property
    def folded(self) -> bool:
        return len(self.pieces) > 1


def cell_width(char: str, at: int, tab_size: int) -> int:
    """Cells that a character takes which begins at cell `at`."""
    if char == "\t":
        return tab_size - at % tab_size
    if " " <= char < "\x7f":
        return 1
    if UNPRINTABLE.match(char):
        return len(spelled(char))
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cells(text: str, tab_size: int) -> int:
    """Width of a text from the beginning of a row, in cells."""
    if text.isascii() and text.isprintable():
        return len(text)
    width = 0
    for char in text:
        width += cell_width(char, width, tab_size)
    return width


def indent_of(line: str, width: int, tab_size: int) -> int:
    """Cells by which the rows that go on a wrapped line are indented: as the line, up to half the width."""
    return min(cells(line[: len(line) - len(line.lstrip(" \t"))], tab_size), width // 2)


def breaks(line: str, width: int, tab_size: int) -> list[int]:
    """Columns at which a line of text is broken to fit into `width` cells: behind blanks, else anywhere."""
    plain = line.isascii() and line.isprintable()
    if plain and len(line) <= width:
        return []
    indent = indent_of(line, width, tab_size)
    return _plain_breaks(line, width, indent) if plain else _breaks(line, width, indent, tab_size)


def _plain_breaks(line: str, width: int, indent: int) -> list[int]:
    """`breaks` where every character takes one cell."""
    found: list[int] = []
    start, room = 0, width
    while len(line) - start > room:
        end = start + room
        while end < len(line) and line[end] == " ":  # blanks may stand over the edge
            end += 1
        if end == len(line):
            break
        blank = line.rfind(" ", start, end) + 1
        start = blank if blank > start else end
        found.append(start)
        room = width - indent
    return found


def _breaks(line: str, width: int, indent: int, tab_size: int) -> list[int]:
    found: list[int] = []
    used = start = blank = 0
    for col, char in enumerate(line):
        size = cell_width(char, used, tab_size)
        while used + size > width and char not in " \t" and col > start:
            start = blank if blank > start else col
            found.append(start)
            used = indent + cells(line[start:col], tab_size)
            size = cell_width(char, used, tab_size)
        used += size
        if char in " \t":
            blank = col + 1
    return found


def folded_row(row: int, line: Callable[[int], str], folds: Sequence[tuple[Place, Place]]) -> list[Piece]:
    """The pieces drawn together from `row` on; `folds` as (row, column) of start and end, in order."""
    pieces: list[Piece] = []
    first = 0
    for start, end in folds:
        if start[0] == row and start[1] >= first:
            pieces.append(Piece(row, first, start[1]))
            row, first = end
    pieces.append(Piece(row, first, len(line(row))))
    return pieces


def wrapped(pieces: list[Piece], line: Callable[[int], str], width: int | None, tab_size: int) -> Iterator[DrawnRow]:
    """The drawn rows of what folds have joined; `width` in cells, None for no wrapping. Joined rows do not wrap."""
    if width is None or len(pieces) > 1:
        yield DrawnRow(pieces)
        return
    piece = pieces[0]
    text = line(piece.row)
    starts = [0, *breaks(text, width, tab_size)]
    indent = indent_of(text, width, tab_size)
    for index, (first, after) in enumerate(zip(starts, [*starts[1:], len(text)])):
        yield DrawnRow([Piece(piece.row, first, after)], index > 0, indent if index else 0)
