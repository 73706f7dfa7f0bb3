"""The text of a buffer: code points with an index of lines that stays cheap to edit.

Lines are kept in blocks; an edit rewrites one block, and finding a point or a row walks the (short) list of blocks by
bisection. A buffer of 100,000 lines thus costs some microseconds per keystroke rather than a copy of everything.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Callable

_BLOCK_LINES = 400


def _split_lines(text: str) -> list[str]:
    """Lines with their `\\n`; the last one has none and may be empty."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + [lines[-1]]


class _Block:
    """Some consecutive lines, with lazily computed offsets of their starts."""

    __slots__ = ("_starts", "_text", "length", "lines", "measures")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._text: str | None = None
        self.length = sum(map(len, lines))
        self._starts: list[int] | None = None
        self.measures: dict[object, list[int]] = {}

    @property
    def starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *accumulate(map(len, self.lines[:-1]))] if self.lines else []
        return self._starts

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "".join(self.lines)
        return self._text


class Text:
    """Mutable text. Points are code points from 0 to `size`; rows and columns count from 0. Not thread-safe."""

    def __init__(self, text: str = "") -> None:
        self._blocks: list[_Block] = []
        self._point_index: list[int] = []
        self._row_index: list[int] = []
        self._whole: str | None = None
        self.size = 0
        self.line_count = 1
        self.version = object()
        self._set_lines(_split_lines(text))

    def _set_lines(self, lines: list[str]) -> None:
        self._blocks = [_Block(lines[i : i + _BLOCK_LINES]) for i in range(0, len(lines), _BLOCK_LINES)]
        self._reindex()

    def _reindex(self) -> None:
        self._point_index = [0, *accumulate(block.length for block in self._blocks)]
        self._row_index = [0, *accumulate(len(block.lines) for block in self._blocks)]
        self._indexed()

    def _indexed(self) -> None:
        self.size = self._point_index[-1]
        self.line_count = self._row_index[-1]
        self._whole = None
        self.version = object()  # another one after every edit

    def _move_index(self, block: int, points: int, rows: int) -> None:
        """The blocks from one on begin so many points and rows later."""
        self._point_index[block:] = [point + points for point in self._point_index[block:]]
        if rows:
            self._row_index[block:] = [row + rows for row in self._row_index[block:]]
        self._indexed()

    def clamp(self, point: int) -> int:
        return max(0, min(point, self.size))

    def whole(self) -> str:
        """Everything; cached until the next edit."""
        if self._whole is None:
            self._whole = "".join([block.text for block in self._blocks])
        return self._whole

    def _locate(self, point: int) -> tuple[int, int, int]:
        """(block, line in block, column) of a clamped point."""
        i = min(bisect_right(self._point_index, point) - 1, len(self._blocks) - 1)
        block = self._blocks[i]
        rest = point - self._point_index[i]
        j = bisect_right(block.starts, rest) - 1
        return i, j, rest - block.starts[j]

    def row_col(self, point: int) -> tuple[int, int]:
        i, j, col = self._locate(self.clamp(point))
        return self._row_index[i] + j, col

    def _row_block(self, row: int) -> tuple[int, int]:
        i = min(bisect_right(self._row_index, row) - 1, len(self._blocks) - 1)
        return i, row - self._row_index[i]

    def line_start(self, row: int) -> int:
        """Point of the row's first character; rows past the end give `size`."""
        if row < 0:
            return 0
        if row >= self.line_count:
            return self.size
        i, j = self._row_block(row)
        return self._point_index[i] + self._blocks[i].starts[j]

    def line(self, row: int) -> str:
        """The row's text without its newline; "" past the end."""
        if not 0 <= row < self.line_count:
            return ""
        i, j = self._row_block(row)
        return self._blocks[i].lines[j].rstrip("\n")

    def line_spans(self, first: int, last: int) -> list[tuple[int, int]]:
        """Start and end of the rows `first` to `last`, without their newlines."""
        out: list[tuple[int, int]] = []
        last = min(last, self.line_count - 1)
        while first <= last:
            i, j = self._row_block(first)
            block, base = self._blocks[i], self._point_index[i]
            starts = [*block.starts[j : j + last + 2 - first], block.length]
            found = [(base + a, base + b - 1) for a, b in zip(starts, starts[1:])][: last + 1 - first]
            out += found
            first += len(found)
        if out and last == self.line_count - 1:
            out[-1] = (out[-1][0], self.size)  # there is no newline behind the last one
        return out

    def substr(self, a: int, b: int) -> str:
        a, b = self.clamp(min(a, b)), self.clamp(max(a, b))
        if a == b:
            return ""
        if self._whole is not None:
            return self._whole[a:b]
        first, last = self._locate(a)[0], self._locate(b)[0]
        start = self._point_index[first]
        return "".join([block.text for block in self._blocks[first : last + 1]])[a - start : b - start]

    def raw_line(self, row: int) -> str:
        """The row's text with its newline; "" past the end."""
        if not 0 <= row < self.line_count:
            return ""
        i, j = self._row_block(row)
        return self._blocks[i].lines[j]

    def measured(self, key: object, measure: Callable[[str], int]) -> list[int]:
        """`measure` of every line without its newline; results are kept by `key` for what is not edited."""
        out: list[int] = []
        for block in self._blocks:
            found = block.measures.get(key)
            if found is None:
                if len(block.measures) > 3:
                    block.measures.clear()
                found = block.measures[key] = [measure(line.rstrip("\n")) for line in block.lines]
            out += found
        return out

    def replace(self, a: int, b: int, text: str) -> str:
        """Put `text` in place of [a, b); returns what was there."""
        a, b = self.clamp(min(a, b)), self.clamp(max(a, b))
        old = self.substr(a, b)
        first_block, first_line, first_col = self._locate(a)
        last_block, last_line, last_col = self._locate(b)
        head = self._blocks[first_block].lines[first_line][:first_col]
        tail = self._blocks[last_block].lines[last_line][last_col:]
        middle = _split_lines(head + text + tail)
        if tail.endswith("\n"):
            middle.pop()  # the split leaves an empty last line, which is the next line of the text
        lines = self._blocks[first_block].lines[:first_line] + middle + self._blocks[last_block].lines[last_line + 1 :]
        if len(lines) <= 2 * _BLOCK_LINES:
            blocks = [_Block(lines)] if lines else []
        else:
            blocks = [_Block(lines[i : i + _BLOCK_LINES]) for i in range(0, len(lines), _BLOCK_LINES)]
        self._blocks[first_block : last_block + 1] = blocks
        if first_block == last_block and len(blocks) == 1:
            self._move_index(first_block + 1, len(text) - len(old), text.count("\n") - old.count("\n"))
        else:
            self._reindex()
        return old


def utf16_len(text: str) -> int:
    """UTF-16 code units of `text`."""
    return len(text) + sum(1 for char in text if ord(char) > 0xFFFF)


def utf8_len(text: str) -> int:
    """UTF-8 code units of `text`."""
    return len(text.encode("utf-8", "surrogatepass"))


def common_prefix(a: str, b: str) -> int:
    """Number of code points that both begin with."""
    low, high = 0, min(len(a), len(b))
    while low < high:  # by bisection: comparing slices is quick
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def col_from_units(line: str, units: int, wide: bool) -> int:
    """Column in code points after `units` UTF-16 (`wide`) or UTF-8 units; past the line's end it goes on counting."""
    seen = 0
    for col, char in enumerate(line):
        if seen >= units:
            return col
        seen += (2 if ord(char) > 0xFFFF else 1) if wide else utf8_len(char)
    return len(line) + max(0, units - seen)
