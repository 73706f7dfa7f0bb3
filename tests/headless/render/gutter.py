"""The gutter: icons, line numbers, fold arrows."""

from __future__ import annotations

from typing import Iterable, Mapping

from ..core.rows import DrawnRow
from .escape import escape
from .regions import Icon

_SHAPES = {
    "dot": '<circle cx="8" cy="8" r="3.6" fill="currentColor"/>',
    "circle": '<circle cx="8" cy="8" r="4" fill="none" stroke="currentColor" stroke-width="1.6"/>',
    "bookmark": '<path d="M4.5 2.5h7v11L8 10.4 4.5 13.5z" fill="currentColor"/>',
    "cross": '<path d="M4 4l8 8M12 4l-8 8" fill="none" stroke="currentColor" stroke-width="2"/>',
}
_IMAGE = '<rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor"/>'
"""Stands for an icon that is a picture in a package."""


class Gutter:
    """The gutter of one sheet."""

    def __init__(
        self,
        icons: Iterable[Icon],
        current_rows: Iterable[int],
        numbers: bool,
        marks: Mapping[int, str],
    ) -> None:
        """`marks` are the changes against the reference document by row: "added", "modified" or "deleted"."""
        self._icons = {icon.row: icon for icon in icons}  # there is room for one, the last added is on top
        self._current = set(current_rows)
        self._numbers = numbers
        self._marks = marks

    def draw(self, line: DrawnRow) -> str:
        """The gutter's part of a drawn row."""
        mark = self._marks.get(line.row)
        drawn = f'<i class="diff {mark}"></i>' if mark and not (line.continued and mark == "deleted") else ""
        if line.continued:
            return f'<div class="gutter">{drawn}</div>'
        icon = self._icon(self._icons[line.row]) if line.row in self._icons else ""
        number = str(line.row + 1) if self._numbers else ""
        current = " current" if line.row in self._current else ""
        arrow = '<span class="arrow">›</span>' if line.folded else ""
        return f'<div class="gutter">{icon}<span class="number{current}">{number}</span>{arrow}{drawn}</div>'

    def blank(self) -> str:
        """The gutter beside a phantom."""
        return '<div class="gutter"></div>'

    def _icon(self, icon: Icon) -> str:
        shape = _SHAPES.get(icon.name, _IMAGE)
        return (
            f'<svg class="icon" viewBox="0 0 16 16" data-icon="{escape(icon.name)}" style="color:{icon.color}">'
            f"{shape}</svg>"
        )
