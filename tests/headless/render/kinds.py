"""Kinds of completions and list items: the letter in front of them and its colour."""

from __future__ import annotations

from typing import Any

from ..core.scheme import Scheme
from .escape import escape

_COLORS = {
    1: "pinkish",  # keyword
    2: "purplish",  # type
    3: "redish",  # function
    4: "bluish",  # namespace
    5: "yellowish",  # navigation
    6: "orangish",  # markup
    7: "cyanish",  # variable
    8: "greenish",  # snippet
    9: "redish",
    10: "orangish",
    11: "yellowish",
    12: "greenish",
    13: "cyanish",
    14: "bluish",
    15: "purplish",
    16: "pinkish",
}
"""The theme's colour of each kind id; all others are grey."""

# What stands for a kind that names no letter.
_LETTERS = {1: "k", 2: "t", 3: "f", 4: "a", 5: "n", 6: "m", 7: "v", 8: "s"}


def draw_kind(kind: Any, scheme: Scheme) -> str:
    """The box with the letter of `[id, letter, name]`, else with that of the kind; a dot if there is none."""
    number, letter = (kind[0], kind[1]) if isinstance(kind, (list, tuple)) and len(kind) > 1 else (0, "")
    number = number if isinstance(number, int) else 0
    name = _COLORS.get(number)
    color = scheme[name].css() if name else "var(--dim)"
    return f'<span class="kind" style="--kind:{color}">{escape(str(letter)[:1] or _LETTERS.get(number, "·"))}</span>'
