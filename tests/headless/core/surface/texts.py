"""Functions that read a view's text."""

from __future__ import annotations

import re
from typing import Any, Tuple

from .. import words
from ..results import results_of
from ..text import col_from_units, utf8_len, utf16_len
from .base import Functions

LITERAL, IGNORECASE, WHOLEWORD, REVERSE, WRAP = 1, 2, 4, 8, 16
Span = Tuple[int, int]


class TextFunctions(Functions):
    """Text, rows and columns, lines, words, searching."""

    def view_size(self, view_id: int) -> int:
        buffer = self._buffer_of(view_id)
        return buffer.text.size if buffer else 0

    def view_cached_substr(self, view_id: int, a: int, b: int) -> str:
        buffer = self._buffer_of(view_id)
        return buffer.text.substr(a, b) if buffer else ""

    # -- rows and columns -----------------------------------------------------------------------------------------

    def view_row_col(self, view_id: int, point: int) -> tuple[int, int]:
        buffer = self._buffer_of(view_id)
        return buffer.text.row_col(point) if buffer else (0, 0)

    def _row_units(self, view_id: int, point: int, wide: bool) -> tuple[int, int]:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return (0, 0)
        row, col = buffer.text.row_col(point)
        head = buffer.text.line(row)[:col]
        return (row, utf16_len(head) if wide else utf8_len(head))

    def view_row_col_utf8(self, view_id: int, point: int) -> tuple[int, int]:
        return self._row_units(view_id, point, False)

    def view_row_col_utf16(self, view_id: int, point: int) -> tuple[int, int]:
        return self._row_units(view_id, point, True)

    def view_text_point(self, view_id: int, row: int, col: int, clamp_column: bool) -> int:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return 0
        text = buffer.text
        if clamp_column:
            col = min(col, len(text.line(row)))
        return text.clamp(text.line_start(row) + col)

    def _units_point(self, view_id: int, row: int, units: int, clamp_column: bool, wide: bool) -> int:
        buffer = self._buffer_of(view_id)
        col = col_from_units(buffer.text.line(row), units, wide) if buffer else 0
        return self.view_text_point(view_id, row, col, clamp_column)

    def view_text_point_utf8(self, view_id: int, row: int, col: int, clamp_column: bool) -> int:
        return self._units_point(view_id, row, col, clamp_column, False)

    def view_text_point_utf16(self, view_id: int, row: int, col: int, clamp_column: bool) -> int:
        return self._units_point(view_id, row, col, clamp_column, True)

    def view_code_units_at(self, view_id: int, point: int) -> tuple[int, int]:
        head = self.view_cached_substr(view_id, 0, point)
        return (utf8_len(head), utf16_len(head))

    def view_total_code_units(self, view_id: int) -> tuple[int, int]:
        return self.view_code_units_at(view_id, self.view_size(view_id))

    # -- lines and words ------------------------------------------------------------------------------------------

    def _line_span(self, view_id: int, a: int, b: int, newline: bool) -> Span:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return (0, 0)
        text = buffer.text
        first, last = text.row_col(min(a, b))[0], text.row_col(max(a, b))[0]
        if newline:
            stop = text.line_start(last + 1) if last + 1 < text.line_count else text.size
        else:
            stop = text.line_start(last) + len(text.line(last))
        start = text.line_start(first)
        return (start, stop) if a <= b else (stop, start)

    def view_line_from_point(self, view_id: int, point: int) -> Any:
        return self._region(self._line_span(view_id, point, point, False))

    def view_line_from_region(self, view_id: int, region: Any) -> Any:
        return self._region(self._line_span(view_id, region.a, region.b, False))

    def view_full_line_from_point(self, view_id: int, point: int) -> Any:
        return self._region(self._line_span(view_id, point, point, True))

    def view_full_line_from_region(self, view_id: int, region: Any) -> Any:
        low, high = min(region.a, region.b), max(region.a, region.b)
        buffer = self._buffer_of(view_id)
        if buffer and high > low and buffer.text.row_col(high)[1] == 0:
            start = self._line_span(view_id, low, low, True)[0]
            span = (start, high)  # it already ends with a newline
            return self._region(span if region.a <= region.b else (high, start))
        return self._region(self._line_span(view_id, region.a, region.b, True))

    def view_lines(self, view_id: int, region: Any) -> list[Any]:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return []
        text = buffer.text
        low, high = min(region.a, region.b), max(region.a, region.b)
        first, last = text.row_col(low)[0], text.row_col(high)[0]
        return self._regions(text.line_spans(first, last))

    def view_split_by_newlines(self, view_id: int, region: Any) -> list[Any]:
        low, high = min(region.a, region.b), max(region.a, region.b)
        lines = self.view_lines(view_id, region)
        return self._regions([(max(low, line.a), min(high, line.b)) for line in lines])

    def view_word_from_point(self, view_id: int, point: int) -> Any:
        view = self._view(view_id)
        return self._region(words.word_at(view, point) if view else (0, 0))

    def view_word_from_region(self, view_id: int, region: Any) -> Any:
        view = self._view(view_id)
        if view is None:
            return self._region((0, 0))
        low, high = min(region.a, region.b), max(region.a, region.b)
        return self._region((words.word_at(view, low)[0], words.word_at(view, high)[1]))

    def view_classify(self, view_id: int, point: int) -> int:
        view = self._view(view_id)
        return words.classify(view, point) if view else 0

    def view_find_by_class(
        self, view_id: int, point: int, forward: bool, classes: int, separators: str, sub_separators: str
    ) -> int:
        view = self._view(view_id)
        return words.find_by_class(view, point, forward, int(classes), separators) if view else 0

    def view_expand_by_class(
        self, view_id: int, a: int, b: int, classes: int, separators: str, sub_separators: str
    ) -> Any:
        view = self._view(view_id)
        return self._region(words.expand_by_class(view, a, b, int(classes), separators) if view else (0, 0))

    def view_indentation_level(self, view_id: int, point: int) -> int:
        view = self._view(view_id)
        if view is None:
            return 0
        line = view.buffer.text.line(view.buffer.text.row_col(point)[0])
        tab = int(view.settings.get("tab_size", 4))
        expanded = line.expandtabs(tab)
        return (len(expanded) - len(expanded.lstrip())) // tab

    def view_indented_region(self, view_id: int, point: int) -> Any:
        """The lines around a point that are indented at least as its own; nothing where that is not indented."""
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return self._region((0, 0))
        text = buffer.text
        first = last = text.row_col(point)[0]
        level = self.view_indentation_level(view_id, point)
        if level == 0:
            return self._region((point, point))

        def belongs(row: int) -> bool:
            return not text.line(row).strip() or self.view_indentation_level(view_id, text.line_start(row)) >= level

        while first > 0 and belongs(first - 1):
            first -= 1
        while last + 1 < text.line_count and belongs(last + 1):
            last += 1
        while not text.line(first).strip():  # blank lines at the edges are not part of it
            first += 1
        while not text.line(last).strip():
            last -= 1
        return self._region((text.line_start(first), text.line_start(last + 1)))

    def view_extract_completions(self, view_id: int, prefix: str, point: int) -> list[str]:
        """Words of the text that begin with `prefix`, in any case, those next to `point` first."""
        view = self._view(view_id)
        if view is None:
            return []
        origin = point if point >= 0 else (view.selection[0][1] if view.selection else 0)
        nearest: dict[str, int] = {}
        wanted = re.compile(rf"(?<!\w){re.escape(prefix)}\w*", re.I)
        for match in wanted.finditer(view.buffer.text.whole()):
            word, distance = match.group(), abs(match.start() - origin)
            # A word is offered for what goes beyond the prefix.
            if len(word) > len(prefix):
                nearest[word] = min(distance, nearest.get(word, distance))
        return sorted(nearest, key=lambda word: (nearest[word], word))

    # -- searching ------------------------------------------------------------------------------------------------

    def _pattern(self, pattern: str, flags: int) -> re.Pattern[str]:
        if flags & LITERAL:
            pattern = re.escape(pattern)
        if flags & WHOLEWORD:
            pattern = rf"\b(?:{pattern})\b"
        return re.compile(pattern, re.M | (re.I if flags & IGNORECASE else 0))

    def view_find(self, view_id: int, pattern: str, start: int, flags: int) -> Any:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return self._region(None)
        compiled, text = self._pattern(pattern, int(flags)), buffer.text.whole()
        if flags & REVERSE:
            found = [m.span() for m in compiled.finditer(text) if m.end() <= start]
            if not found and flags & WRAP:
                found = [m.span() for m in compiled.finditer(text)]
            return self._region(found[-1] if found else None)
        match = compiled.search(text, start) or (compiled.search(text) if flags & WRAP else None)
        return self._region(match.span() if match else None)

    def _matches(self, view_id: int, pattern: str, flags: int, within: list[Any] | None) -> list[re.Match[str]]:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return []
        found = [m for m in self._pattern(pattern, int(flags)).finditer(buffer.text.whole()) if m.end() > m.start()]
        if within is not None:
            found = [m for m in found if any(r.begin() <= m.start() and m.end() <= r.end() for r in within)]
        return found

    def view_find_all(self, view_id: int, pattern: str, flags: int, within: list[Any] | None) -> list[Any]:
        return self._regions([m.span() for m in self._matches(view_id, pattern, flags, within)])

    def view_find_all_with_contents(
        self, view_id: int, pattern: str, flags: int, fmt: str, within: list[Any] | None
    ) -> list[tuple[Any, str]]:
        template = re.sub(r"\$(\d)", r"\\g<\1>", fmt)
        matches = self._matches(view_id, pattern, flags, within)
        return [(self._region(m.span()), m.expand(template)) for m in matches]

    def view_find_all_results(self, view_id: int) -> list[tuple[str, int, int]]:
        return [found[:3] for found in self.view_find_all_results_with_text(view_id)]

    def view_find_all_results_with_text(self, view_id: int) -> list[tuple[str, int, int, str]]:
        """File, line and column from 1, and message of every result that the view's text names."""
        view = self._view(view_id)
        return [result[:4] for result in results_of(view)] if view else []
