"""Bands: selections and regions as what they cover on each row, and the edges of the shape that they form."""

from __future__ import annotations

from typing import NamedTuple

from .document import Document, Position

CORNER_PX = 3


class Paint(NamedTuple):
    """How a band looks; colours are CSS."""

    fill: str = ""
    text: str = ""  # replaces the syntax colour
    outline: str = ""
    underline: str = ""  # value of `text-decoration`
    name: str = ""  # class and key, for those who read the page


class Band:
    """The stretch from `start` up to `end`, newlines included."""

    def __init__(self, document: Document, start: Position, end: Position, paint: Paint) -> None:
        self._document = document
        self.start = start
        self.end = end
        self.paint = paint

    def columns(self, row: int) -> tuple[int, int] | None:
        """First column and column after the last on `row`, the newline being a column; None if there are none."""
        if not self.start.row <= row <= self.end.row:
            return None
        first = self.start.col if row == self.start.row else 0
        after = self.end.col if row == self.end.row else len(self._document.lines[row]) + 1
        return (first, after) if first < after else None

    def splits(self, row: int) -> set[int]:
        """Columns of `row` where the look of the band may change: its own ends there and those of the rows around."""
        own = self.columns(row)
        if own is None:
            return set()
        near = [self.columns(row - 1), self.columns(row + 1)] if self.paint.fill or self.paint.outline else []
        cuts = {col for columns in [own, *near] if columns for col in columns}
        return {col for col in cuts if own[0] <= col <= own[1]}

    def css(self, row: int, first: int, after: int) -> dict[str, str]:
        """Declarations for the columns `first` up to `after` of `row`: all in the band, none of its splits between."""
        paint, own = self.paint, self.columns(row)
        css = {"text-decoration": paint.underline} if paint.underline else {}
        if own is None or not (paint.fill or paint.outline):
            return css
        top, bottom = (not self._covers(row - 1, first), not self._covers(row + 1, first))
        left, right = first == own[0], after == own[1]
        if paint.fill:
            css["background-color"] = paint.fill
        if paint.outline:
            lines = ((top, "0 1px"), (bottom, "0 -1px"), (left, "1px 0"), (right, "-1px 0"))
            shadows = [f"inset {offset} {paint.outline}" for drawn, offset in lines if drawn]
            css.update({"box-shadow": ",".join(shadows)} if shadows else {})
        corners = (top and left, top and right, bottom and right, bottom and left)
        if any(corners):
            css["border-radius"] = " ".join(f"{CORNER_PX}px" if corner else "0" for corner in corners)
        return css

    def _covers(self, row: int, col: int) -> bool:
        columns = self.columns(row)
        return columns is not None and columns[0] <= col < columns[1]
