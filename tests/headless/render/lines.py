"""One drawn line of text: tokens, bands, carets, marks, inline phantoms and fold markers, cut into runs of one look."""

from __future__ import annotations

import re
from typing import Iterable

from ..core.rows import DrawnRow, Piece, folded_row, wrapped
from ..core.scheme import Scheme
from .bands import Band
from .document import Document, Position
from .escape import escape
from .regions import Mark
from .tokens import Run

MAX_COLUMNS = 1000
"""Columns drawn of a longer line: more than any window shows."""


_UNDERLINES = {"stippled": "dotted", "squiggly": "wavy"}

GUIDE_REACH = 50
"""Rows that an empty row looks up and down for an indentation."""


def layout_rows(
    document: Document, folds: list[tuple[Position, Position]], first_row: int, count: int, wrap_cells: int | None
) -> list[DrawnRow]:
    """Up to `count` drawn rows from the one that shows `first_row`; `folds` in text order, not overlapping."""
    for start, end in folds:
        if start.row < first_row <= end.row:
            first_row = start.row
    rows: list[DrawnRow] = []
    row = first_row
    while row < len(document.lines) and len(rows) < count:
        pieces = folded_row(row, document.lines.__getitem__, folds)
        rows += wrapped(pieces, document.lines.__getitem__, wrap_cells, document.tab_size)
        row = pieces[-1].row + 1
    return rows[:count]


class LinePainter:
    """Draws the lines of one sheet."""

    def __init__(
        self,
        document: Document,
        scheme: Scheme,
        tokens: dict[int, list[Run]],
        bands: Iterable[Band] = (),
        carets: Iterable[Position] = (),
        marks: Iterable[Mark] = (),
        inline: dict[Position, str] | None = None,
        from_column: int = 0,
    ) -> None:
        """`bands` from the lowest to the topmost; `inline` is markup to put before a position.

        `from_column` is the first column in view when the text is scrolled sideways: what is far from it is left out.
        """
        self._document = document
        self._scheme = scheme
        self._tokens = tokens
        self._bands = list(bands)
        self._carets = set(carets)
        self._marks: dict[Position, Mark] = {mark.at: mark for mark in marks}
        self._inline = inline or {}
        self._limit = from_column + MAX_COLUMNS

    def draw(self, line: DrawnRow) -> str:
        """The line's markup, without a wrapper."""
        marker = '<span class="fold"><i>…</i></span>'
        goes_on = not line.folded and line.pieces[0].after < len(self._document.lines[line.row])
        return marker.join(self._piece(piece, goes_on) for piece in line.pieces)

    def _piece(self, piece: Piece, goes_on: bool) -> str:
        text = self._document.lines[piece.row]
        length = len(text)
        # The newline is a column after the last, seen only under a band.
        after = piece.after + 1 if piece.after == length else piece.after
        after = min(after, piece.first + self._limit)
        bands = [band for band in self._bands if band.columns(piece.row)]
        tokens = [run for run in self._tokens.get(piece.row, ()) if run.first < after]
        special = self._special_columns(piece, goes_on)
        cuts = {piece.first, after, min(length, after), *special}
        cuts.update(col for run in tokens for col in (run.first, run.after))
        cuts.update(col for band in bands for col in band.splits(piece.row))
        columns = sorted(col for col in cuts if piece.first <= col <= after)
        out, styles = [], {run.first: run for run in tokens}
        current: Run | None = None
        for first, end in zip(columns, [*columns[1:], after]):
            current = styles.get(first, current)
            if current and first >= current.after:
                current = None
            out.append(self._before(Position(piece.row, first), special))
            if first < end:
                out.append(self._run(piece.row, first, end, current, bands))
        return "".join(out)

    def _special_columns(self, piece: Piece, goes_on: bool) -> set[int]:
        places = [*self._carets, *self._marks, *self._inline]
        # What stands where a wrapped line is broken is drawn at the beginning of its next row.
        last = piece.after - goes_on
        return {at.col for at in places if at.row == piece.row and piece.first <= at.col <= last}

    def _before(self, at: Position, special: set[int]) -> str:
        if at.col not in special:
            return ""
        out = self._inline.get(at, "")
        mark = self._marks.get(at)
        if mark:
            out += f'<span class="mark{" over" if mark.overwrite else ""}" style="color:{mark.color}"></span>'
        return out + ('<span class="caret"></span>' if at in self._carets else "")

    def _run(self, row: int, first: int, after: int, token: Run | None, bands: list[Band]) -> str:
        text = self._document.lines[row][first:after]
        css: dict[str, str] = {}
        classes: list[str] = []
        if token:
            style = self._scheme.style(token.scope)
            if style.foreground:
                css["color"] = style.foreground.css()
            if style.background:
                css["background-color"] = style.background.css()
            if "italic" in style.font_style:
                css["font-style"] = "italic"
            if "bold" in style.font_style:
                css["font-weight"] = "bold"
            if "underline" in style.font_style:
                kind = next((line for name, line in _UNDERLINES.items() if name in style.font_style), "solid")
                css["text-decoration"] = f"underline {kind}"
        for band in bands:
            columns = band.columns(row)
            if not columns or not columns[0] <= first < columns[1]:
                continue
            css.update(band.css(row, first, after))
            if band.paint.text:
                css["color"] = band.paint.text
            classes.append(band.paint.name)
        newline = first >= len(self._document.lines[row])
        if newline:
            if not any(name in css for name in ("background-color", "box-shadow")):
                return ""
            css.pop("text-decoration", None)
            classes.append("newline")
        shown = " " if newline else escape(text)
        if "selection" in classes and not newline:  # white space shows in what is selected
            shown = re.sub("[ \\t]+", lambda match: f'<i class="blank">{match.group()}</i>', shown)
        if not css and not classes:
            return shown
        attributes = f' class="{escape(" ".join(classes))}"' if classes else ""
        if css:
            attributes += f' style="{";".join(f"{name}:{value}" for name, value in css.items())}"'
        return f"<span{attributes}>{shown}</span>"

    def guide_cells(self, line: DrawnRow) -> int:
        """Width in cells of the indentation that gets guides; an empty line takes the smaller one of its neighbours."""
        if self._document.lines[line.row].strip():
            return self._indent(line.row)
        return min(self._neighbour_indent(line.row, -1), self._neighbour_indent(line.row, 1))

    def _indent(self, row: int) -> int:
        text = self._document.lines[row]
        return self._document.cells(row, len(text) - len(text.lstrip(" \t")))

    def _neighbour_indent(self, row: int, step: int) -> int:
        for near in range(row + step, row + step * GUIDE_REACH, step):
            if not 0 <= near < len(self._document.lines):
                break
            if self._document.lines[near].strip():
                return self._indent(near)
        return 0
