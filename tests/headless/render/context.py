"""What every part of one page shares."""

from __future__ import annotations

from ..core import metrics
from ..core.scheme import Scheme
from .minihtml import render_minihtml

DEFAULT_FONT = metrics.font()


class PageContext:
    """The scheme of a page and what draws with it."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def minihtml(self, source: str, kind: str, font_px: float = DEFAULT_FONT.size) -> str:
        """A minihtml fragment as markup; `kind` is what it stands in: "phantom", "popup", "sheet" or "annotation"."""
        return render_minihtml(source, self.scheme, font_px, sheet=self.scheme.css_for(kind))

    def details(self, source: str) -> str:
        """The details of a list item: a few inline tags only."""
        return render_minihtml(source, self.scheme, DEFAULT_FONT.size - 1, inline=True)
