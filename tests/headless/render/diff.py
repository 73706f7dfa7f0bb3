"""What a text has changed against its reference document, as the gutter shows it."""

from __future__ import annotations

from ..core.hunks import changes

MAX_ROWS = 2000
"""Longer changed stretches are not looked into."""


def changed_rows(reference: str | None, lines: list[str]) -> dict[int, str]:
    """ "added", "modified" or "deleted" (above the row) by row; {} without a reference."""
    marks: dict[int, str] = {}
    for hunk in changes(reference.split("\n"), lines, MAX_ROWS) if reference is not None else ():
        if hunk.first == hunk.last:
            marks[hunk.first] = "deleted"
        for row in range(hunk.first, hunk.last):
            # As many as there were are modified, the rest is added.
            marks[row] = "modified" if row - hunk.first < len(hunk.old) else "added"
    return marks
