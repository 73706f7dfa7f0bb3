"""How a view's text differs from what it is compared with: its reference document, else its file on disk."""

from __future__ import annotations

import difflib
import math
from typing import NamedTuple, Sequence

from .view import View


class Hunk(NamedTuple):
    """The rows [first, last) of the text stand for the lines `old`; no rows where lines were deleted."""

    first: int
    last: int
    old: tuple[str, ...]


def reference_of(view: View) -> str | None:
    """What the text is compared with; None if there is nothing."""
    buffer = view.buffer
    if buffer.reference is not None:
        return buffer.reference
    if not buffer.file_name or buffer.scratch:
        return None
    try:
        return buffer.read_file().text
    except OSError:
        return None


def hunks_of(view: View) -> list[Hunk]:
    """Every changed run of lines, from top to bottom."""
    old = reference_of(view)
    text = view.buffer.text
    if old is None or old == text.whole():
        return []
    return changes(old.split("\n"), [text.line(row) for row in range(text.line_count)])


def changes(before: Sequence[str], now: Sequence[str], limit: float = math.inf) -> list[Hunk]:
    """Every run of lines of `now` that is not as it was `before`, from top to bottom.

    If there are more than `limit` lines from the first to the last change, they are one hunk.
    """
    most = min(len(before), len(now))
    first = next((row for row in range(most) if before[row] != now[row]), most)
    last = next((row for row in range(most - first) if before[-1 - row] != now[-1 - row]), most - first)
    old, new = before[first : len(before) - last], now[first : len(now) - last]
    if max(len(old), len(new)) > limit:
        return [Hunk(first, first + len(new), tuple(old))]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        Hunk(first + b1, first + b2, tuple(old[a1:a2]))
        for tag, a1, a2, b1, b2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def touches(hunk: Hunk, first: int, last: int) -> bool:
    """Whether the rows from `first` to `last` are in a hunk; a deletion belongs to the rows on both sides of it."""
    if hunk.first == hunk.last:
        return first <= hunk.first and last >= hunk.first - 1
    return first < hunk.last and last >= hunk.first
