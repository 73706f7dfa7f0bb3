"""One drawn line of text: tokens, bands, carets, marks, inline phantoms and fold markers, cut into runs of one look."""

from __future__ import annotations

from typing import Iterable, NamedTuple

from .bands import Band
from .document import Document, Position
from .escape import escape
from .regions import Mark
from ..core.scheme import Scheme
from .tokens import Run

MAX_COLUMNS = 2000
"""Columns drawn of a longer line: more than any window shows."""


GUIDE_REACH = 50
"""Rows that an empty row looks up and down for an indentation."""


class Piece(NamedTuple):
    """The part of a row that a drawn line shows."""

    row: int
    first: int
    after: int


class Line(NamedTuple):
    """What one drawn line shows: one row, or the ends of several joined by folds."""

    pieces: list[Piece]

    @property
    def row(self) -> int:
        return self.pieces[0].row

    @property
    def folded(self) -> bool:
        return len(self.pieces) > 1


def layout_lines(document: Document, folds: list[tuple[Position, Position]], first_row: int, count: int) -> list[Line]:
    """Up to `count` drawn lines from the one that shows `first_row`; `folds` in text order, not overlapping."""
    lines: list[Line] = []
    for start, end in folds:
        if start.row < first_row <= end.row:
            first_row = start.row
    row = first_row
    while row < len(document.lines) and len(lines) < count:
        pieces: list[Piece] = []
        first = 0
        for start, end in folds:
            if start.row == row and start.col >= first and start != end:
                pieces.append(Piece(row, first, start.col))
                row, first = end
        pieces.append(Piece(row, first, len(document.lines[row])))
        lines.append(Line(pieces))
        row += 1
    return lines


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
    ) -> None:
        """`bands` from the lowest to the topmost; `inline` is markup to put before a position."""
        self._document = document
        self._scheme = scheme
        self._tokens = tokens
        self._bands = list(bands)
        self._carets = set(carets)
        self._marks: dict[Position, Mark] = {mark.at: mark for mark in marks}
        self._inline = inline or {}

    def draw(self, line: Line) -> str:
        """The line's markup, without a wrapper."""
        marker = '<span class="fold">…</span>'
        return marker.join(self._piece(piece) for piece in line.pieces)

    def _piece(self, piece: Piece) -> str:
        text = self._document.lines[piece.row]
        length = len(text)
        # The newline is a column after the last, seen only under a band.
        after = piece.after + 1 if piece.after == length else piece.after
        after = min(after, piece.first + MAX_COLUMNS)
        bands = [band for band in self._bands if band.columns(piece.row)]
        tokens = [run for run in self._tokens.get(piece.row, ()) if run.first < after]
        special = self._special_columns(piece)
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

    def _special_columns(self, piece: Piece) -> set[int]:
        places = [*self._carets, *self._marks, *self._inline]
        return {at.col for at in places if at.row == piece.row and piece.first <= at.col <= piece.after}

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
        if not css and not classes:
            return escape(text)
        attributes = f' class="{escape(" ".join(classes))}"' if classes else ""
        if css:
            attributes += f' style="{";".join(f"{name}:{value}" for name, value in css.items())}"'
        return f"<span{attributes}>{' ' if newline else escape(text)}</span>"

    def guide_cells(self, line: Line) -> int:
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
