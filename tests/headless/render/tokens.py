"""Syntax colouring: tokens as the state has them, by exact code point columns."""

from __future__ import annotations

from typing import NamedTuple


class Run(NamedTuple):
    """Columns of one row with the same scopes."""

    first: int
    after: int
    scope: str
