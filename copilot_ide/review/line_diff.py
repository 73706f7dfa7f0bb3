"""Which lines a proposal changes: a patience diff.

Lines that occur once on either side anchor the comparison, which keeps it quick and moves hunks to where a reader would
put them. Between anchors ``difflib`` does the rest, unless the stretch is so large that it would take long: then it is
one hunk.
"""

from __future__ import annotations

import bisect
import difflib
from dataclasses import dataclass
from typing import Sequence

MAX_DIFFLIB_CELLS = 250_000  # lines times lines


@dataclass(frozen=True)
class Hunk:
    """Rows ``base_start`` up to ``base_end`` become rows ``proposed_start`` up to ``proposed_end`` (ends excluded)."""

    base_start: int
    base_end: int
    proposed_start: int
    proposed_end: int


def diff_lines(base: Sequence[str], proposed: Sequence[str]) -> list[Hunk]:
    """The hunks that turn ``base`` into ``proposed``, in order, never touching each other. Any thread."""
    hunks: list[Hunk] = []
    stretches = [Hunk(0, len(base), 0, len(proposed))]
    while stretches:  # a stack, in order of position: recursion would be as deep as the file has anchors
        stretch = _trim(base, proposed, stretches.pop())
        if stretch.base_start == stretch.base_end or stretch.proposed_start == stretch.proposed_end:
            if stretch.base_start != stretch.base_end or stretch.proposed_start != stretch.proposed_end:
                hunks.append(stretch)
            continue
        anchors = _anchors(base, proposed, stretch)
        if anchors:
            stretches.extend(reversed(_between(stretch, anchors)))
        else:
            hunks.extend(_compare(base, proposed, stretch))
    return hunks


def _trim(base: Sequence[str], proposed: Sequence[str], stretch: Hunk) -> Hunk:
    b_start, b_end, p_start, p_end = stretch.base_start, stretch.base_end, stretch.proposed_start, stretch.proposed_end
    while b_start < b_end and p_start < p_end and base[b_start] == proposed[p_start]:
        b_start += 1
        p_start += 1
    while b_start < b_end and p_start < p_end and base[b_end - 1] == proposed[p_end - 1]:
        b_end -= 1
        p_end -= 1
    return Hunk(b_start, b_end, p_start, p_end)


def _unique_rows(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    rows: dict[str, int] = {}
    for row in range(start, end):
        rows[lines[row]] = -1 if lines[row] in rows else row
    return {line: row for line, row in rows.items() if row >= 0}


def _anchors(base: Sequence[str], proposed: Sequence[str], stretch: Hunk) -> list[tuple[int, int]]:
    """The longest run of unique common lines that rises on both sides, as (base row, proposed row)."""
    in_proposed = _unique_rows(proposed, stretch.proposed_start, stretch.proposed_end)
    in_base = _unique_rows(base, stretch.base_start, stretch.base_end)
    pairs = [(row, in_proposed[line]) for line, row in in_base.items() if line in in_proposed]
    # longest increasing subsequence by patience sorting: pairs rise by base row already
    tops: list[int] = []
    piles: list[int] = []
    previous = [-1] * len(pairs)
    for index, (_, row) in enumerate(pairs):
        pile = bisect.bisect_left(tops, row)
        previous[index] = piles[pile - 1] if pile else -1
        tops[pile : pile + 1] = [row]
        piles[pile : pile + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _between(stretch: Hunk, anchors: Sequence[tuple[int, int]]) -> list[Hunk]:
    stretches: list[Hunk] = []
    base_row, proposed_row = stretch.base_start, stretch.proposed_start
    for anchor_base, anchor_proposed in anchors:
        stretches.append(Hunk(base_row, anchor_base, proposed_row, anchor_proposed))
        base_row, proposed_row = anchor_base + 1, anchor_proposed + 1
    stretches.append(Hunk(base_row, stretch.base_end, proposed_row, stretch.proposed_end))
    return stretches


def _compare(base: Sequence[str], proposed: Sequence[str], stretch: Hunk) -> list[Hunk]:
    base_lines = base[stretch.base_start : stretch.base_end]
    proposed_lines = proposed[stretch.proposed_start : stretch.proposed_end]
    if len(base_lines) * len(proposed_lines) > MAX_DIFFLIB_CELLS:
        return [stretch]
    matcher = difflib.SequenceMatcher(None, base_lines, proposed_lines, autojunk=False)
    b, p = stretch.base_start, stretch.proposed_start
    return [
        Hunk(b + b_start, b + b_end, p + p_start, p + p_end)
        for tag, b_start, b_end, p_start, p_end in matcher.get_opcodes()
        if tag != "equal"
    ]
