"""What every part of one page shares."""

from __future__ import annotations

from itertools import count

from .minihtml import render_minihtml
from ..core.scheme import Scheme


class PageContext:
    """The scheme of a page, and names for its minihtml fragments."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._numbers = count(1)

    def minihtml(self, source: str) -> str:
        """A minihtml fragment as markup whose styles apply to itself only."""
        return render_minihtml(source, self.scheme, f"mini-{next(self._numbers)}")
