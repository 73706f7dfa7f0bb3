"""Arithmetic on spans: `(a, b)` in code points, `b` being the caret's side, so `a > b` is a reversed selection."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import Sequence, Tuple

Span = Tuple[int, int]
Edit = Tuple[int, int, int]
"""Where, how many code points were removed, how many added."""


def begin(span: Span) -> int:
    return min(span)


def end(span: Span) -> int:
    return max(span)


def shift(span: Span, at: int, removed: int, added: int) -> Span:
    """`span` after `removed` code points at `at` became `added` ones.

    A caret, or the start of a region, that stands where text goes in moves behind it; the end of a region stays.
    """

    def move(point: int, sticky: bool) -> int:
        if removed and point > at:
            point = max(at, point - removed)
        if added and (point > at or (point == at and not sticky)):
            point += added
        return point

    a, b = span
    if a == b:
        return (move(a, False), move(b, False))
    low, high = move(min(a, b), False), move(max(a, b), True)
    high = max(low, high)
    return (low, high) if a <= b else (high, low)


def shift_all(spans: list[Span], edits: Sequence[Edit]) -> list[Span]:
    """`spans` after edits that came one after the other."""
    apart = _apart(edits) if len(edits) > 1 else None
    if apart is None:
        for at, removed, added in edits:
            spans = [span if span[0] < at and span[1] < at else shift(span, at, removed, added) for span in spans]
        return spans
    places = [at for at, _, _ in apart]
    grown = [0, *accumulate(added - removed for _, removed, added in apart)]

    def move(point: int, sticky: bool) -> int:
        before = bisect_left(places, point)
        moved = point + grown[before]
        if before:
            at, removed, added = apart[before - 1]
            if removed and at + removed >= point:  # it was removed, or stood right behind
                moved = at + grown[before - 1] + (0 if sticky else added)
        if not sticky and before < len(places) and places[before] == point:
            moved += apart[before][2]
        return moved

    out: list[Span] = []
    for a, b in spans:
        if a == b:
            low = high = move(a, False)
        else:
            low, high = move(min(a, b), False), move(max(a, b), True)
            high = max(low, high)
        out.append((low, high) if a <= b else (high, low))
    return out


def _apart(edits: Sequence[Edit]) -> list[Edit] | None:
    """Edits that touch different places, by where they are in the text before all of them; None if some meet."""
    backwards = edits[0][0] > edits[-1][0]
    out: list[Edit] = []
    shifted = 0
    for at, removed, added in edits:
        at -= shifted
        if not backwards:
            shifted += added - removed
        out.append((at, removed, added))
    if backwards:
        out.reverse()
    for (at, removed, _), (following, _, _) in zip(out, out[1:]):
        if at + removed > following or at >= following:
            return None
    return out


def insert(spans: list[Span], span: Span) -> list[Span]:
    """Spans that are merged already, with one more."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if begin(spans[middle]) < begin(span):
            low = middle + 1
        else:
            high = middle
    # Only its neighbours can meet it, and what follows as far as it reaches.
    first, last = max(0, low - 1), low
    while last < len(spans) and begin(spans[last]) <= end(span):
        last += 1
    return [*spans[:first], *merge([*spans[first:last], span]), *spans[last:]]


def merge(spans: list[Span]) -> list[Span]:
    """Sorted, with overlapping spans joined; touching non-empty spans stay apart, a caret at an edge is absorbed."""
    out: list[Span] = []
    for span in sorted(spans, key=lambda s: (begin(s), end(s))):
        if out:
            last = out[-1]
            touching = begin(span) == end(last)
            overlaps = begin(span) < end(last) or (touching and (span[0] == span[1] or last[0] == last[1]))
            if overlaps:
                low, high = begin(last), max(end(last), end(span))
                backwards = span[0] > span[1] if span[0] != span[1] else last[0] > last[1]
                out[-1] = (high, low) if backwards else (low, high)
                continue
        out.append(span)
    return out


def subtract(spans: list[Span], hole: Span) -> list[Span]:
    """`spans` without the part that `hole` covers."""
    out: list[Span] = []
    low, high = begin(hole), end(hole)
    for span in spans:
        a, b = begin(span), end(span)
        if b < low or a > high or (a == b and low == high != a):
            out.append(span)
            continue
        if a == b:
            if not low <= a <= high:
                out.append(span)
            continue
        pieces = [(a, min(b, low)), (max(a, high), b)]
        out += [p if span[0] <= span[1] else (p[1], p[0]) for p in pieces if p[0] < p[1]]
    return out
