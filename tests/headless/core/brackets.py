"""Brackets that belong together, by counting; strings and comments are not told apart."""

from __future__ import annotations

PAIRS = {"(": ")", "[": "]", "{": "}"}
CLOSING = {closing: opening for opening, closing in PAIRS.items()}
_LOOK = 200_000


def opening_before(text: str, point: int, closing: str) -> int | None:
    """Where the bracket stands that `closing`, at `point`, would close; None if there is none."""
    wanted, depth = CLOSING[closing], 0
    for at in range(point - 1, max(-1, point - _LOOK), -1):
        if text[at] == closing:
            depth += 1
        elif text[at] == wanted:
            if depth == 0:
                return at
            depth -= 1
    return None


def closing_after(text: str, point: int, opening: str) -> int | None:
    """Where the bracket stands that closes `opening`, which stands before `point`."""
    wanted, depth = PAIRS[opening], 0
    for at in range(point, min(len(text), point + _LOOK)):
        if text[at] == opening:
            depth += 1
        elif text[at] == wanted:
            if depth == 0:
                return at
            depth -= 1
    return None


def around(text: str, low: int, high: int) -> tuple[int, int] | None:
    """The innermost pair with [low, high) between its brackets: points before the opening and closing one."""
    depth: dict[str, int] = dict.fromkeys(PAIRS, 0)
    for at in range(low - 1, max(-1, low - _LOOK), -1):
        char = text[at]
        if char in CLOSING:
            depth[CLOSING[char]] += 1
        elif char in PAIRS:
            if depth[char]:
                depth[char] -= 1
                continue
            closing = closing_after(text, at + 1, char)
            if closing is not None and closing >= high:
                return at, closing
    return None


def partner(text: str, point: int) -> int | None:
    """The point to jump to from a bracket next to `point`: just inside of its partner, or just outside of it."""
    after, before = text[point : point + 1], text[point - 1 : point] if point else ""
    if after in CLOSING:
        opening = opening_before(text, point, after)
        return None if opening is None else opening + 1
    if before in PAIRS:
        return closing_after(text, point, before)
    if before in CLOSING:
        return opening_before(text, point - 1, before)
    if after in PAIRS:
        closing = closing_after(text, point + 1, after)
        return None if closing is None else closing + 1
    return None
