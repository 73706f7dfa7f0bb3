"""Arithmetic on spans: `(a, b)` in code points, `b` being the caret's side, so `a > b` is a reversed selection."""

from __future__ import annotations

from typing import Tuple

Span = Tuple[int, int]


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
