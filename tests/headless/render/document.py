"""The text of a sheet by row and column, both in code points, as Sublime counts."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple, Sequence

from ..core.rows import cells


class Position(NamedTuple):
    """Zero-based row and column, in code points."""

    row: int
    col: int


class Document:
    """Lines of a text, with the conversion from points."""

    def __init__(self, text: str, tab_size: int = 4) -> None:
        self.tab_size = tab_size
        self.lines: list[str] = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)][:-1]
        self.size = len(text)

    def position(self, point: int) -> Position:
        """The position of a point; points outside of the text are moved to its ends."""
        point = max(0, min(self.size, point))
        row = bisect_right(self._starts, point) - 1
        return Position(row, point - self._starts[row])

    def clamp(self, row: int, col: int) -> Position:
        """The nearest position that exists."""
        row = max(0, min(len(self.lines) - 1, row))
        return Position(row, max(0, min(len(self.lines[row]), col)))

    def ends(self, ends: Sequence[int]) -> tuple[Position, Position]:
        """Both ends, in text order, of `[a, b]` (points) or `[row, col, row, col]`."""
        if len(ends) == 4:
            first, second = self.clamp(*ends[:2]), self.clamp(*ends[2:])
        else:
            first, second = self.position(ends[0]), self.position(ends[1])
        return (first, second) if first <= second else (second, first)

    def cells(self, row: int, col: int) -> int:
        """Width of the line's first `col` code points in cells; tabs, wide and combining ones as they are drawn."""
        return cells(self.lines[row][:col], self.tab_size)
