"""What a text has changed against its reference document, as the gutter shows it."""

from __future__ import annotations

from difflib import SequenceMatcher

MAX_ROWS = 2000
"""Longer changed stretches count as modified throughout."""


def changed_rows(reference: str | None, lines: list[str]) -> dict[int, str]:
    """ "added", "modified" or "deleted" (above the row) by row; {} without a reference."""
    if reference is None:
        return {}
    old = reference.split("\n")
    first, most = 0, min(len(old), len(lines))
    while first < most and old[first] == lines[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == lines[-1 - last]:
        last += 1
    before, after = old[first : len(old) - last], lines[first : len(lines) - last]
    if max(len(before), len(after)) > MAX_ROWS:
        return dict.fromkeys(range(first, first + len(after)), "modified")
    marks: dict[int, str] = {}
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "delete":
            marks[first + c] = "deleted"
        elif tag != "equal":
            kept = b - a  # of the new rows, as many as there were are modified, the rest is added
            for row in range(c, d):
                marks[first + row] = "modified" if row - c < kept else "added"
    return marks
