"""Colour arithmetic for schemes, the theme and minihtml: everything ends as a plain `#rrggbb[aa]`.

The expression language is the one that Sublime's schemes and minihtml share: hex, `rgb()`, `hsl()`, a few names,
`var(--x)` and `color(base adjuster…)`.
"""

from __future__ import annotations

import colorsys
import re
from typing import Mapping, NamedTuple

NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "lime": "#00ff00",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "transparent": "#00000000",
}

_CALL = re.compile(r"\s*([a-zA-Z-]+)\((.*)\)\s*$", re.DOTALL)
_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
_NUMBER = re.compile(r"([+-]?)\s*(\d*\.?\d+)(%|deg)?$")
_DEPTH_LIMIT = 12  # of nested calls and variables: untrusted text must not exhaust the stack


class ColorError(ValueError):
    """The text is no colour expression that Sublime would understand."""


class Color(NamedTuple):
    """Red, green, blue and alpha, each 0 to 1."""

    r: float
    g: float
    b: float
    a: float = 1.0

    def css(self) -> str:
        """`#rrggbb`, or `#rrggbbaa` where not opaque."""
        r, g, b, a = (round(255 * min(1.0, max(0.0, part))) for part in self)
        return f"#{r:02x}{g:02x}{b:02x}" + ("" if a == 255 else f"{a:02x}")

    def alpha(self, a: float) -> Color:
        """The same colour with alpha `a`."""
        return self._replace(a=a)

    def mix(self, other: Color, share: float) -> Color:
        """`share` (0 to 1) of this colour, the rest of `other`."""
        return Color(*(share * mine + (1 - share) * theirs for mine, theirs in zip(self, other)))

    def over(self, under: Color) -> Color:
        """The opaque colour seen when this one lies on the opaque `under`."""
        return self.alpha(1.0).mix(under, self.a)

    def lightness(self) -> float:
        """HSL lightness, 0 to 1."""
        return colorsys.rgb_to_hls(*self[:3])[1]


def parse_color(text: str, variables: Mapping[str, str], depth: int = 0) -> Color:
    """Evaluate a colour expression; `variables` maps names without leading dashes to expressions. Or ColorError."""
    text = text.strip()
    if depth > _DEPTH_LIMIT:
        raise ColorError("colour expression nests too deeply")
    match = _HEX.match(text)
    if match:
        digits = match.group(1)
        if len(digits) < 5:
            digits = "".join(2 * digit for digit in digits)
        return Color(*(int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)))
    if text.lower() in NAMED:
        return parse_color(NAMED[text.lower()], variables)
    match = _CALL.match(text)
    if not match:
        raise ColorError(f"not a colour: {text[:60]!r}")
    name, inner = match.group(1).lower(), match.group(2)
    if name == "var":
        value = variables.get(inner.strip().lstrip("-"))
        if value is None:
            raise ColorError(f"unknown variable: {inner.strip()[:60]!r}")
        return parse_color(value, variables, depth + 1)
    if name == "color":
        base, *adjusters = split_top_level(inner)
        color = parse_color(base, variables, depth + 1)
        for adjuster in adjusters:
            color = _adjust(color, adjuster, variables, depth)
        return color
    if name in ("rgb", "rgba", "hsl", "hsla"):
        return _components(name, inner)
    raise ColorError(f"unknown colour function: {name!r}")


def split_top_level(text: str) -> list[str]:
    """Split at spaces outside of parentheses and quotes; at least one (maybe empty) part."""
    parts, depth, quote, current = [], 0, "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        depth += (char == "(") - (char == ")")
        if char.isspace() and depth <= 0 and not quote:
            parts.append(current)
            current = ""
        else:
            current += char
    parts.append(current)
    return [part for part in parts if part] or [""]


def _components(name: str, inner: str) -> Color:
    parts = [part for part in re.split(r"[\s,/]+", inner.strip()) if part]
    if len(parts) not in (3, 4):
        raise ColorError(f"{name}() takes three or four components")
    a = _number(parts[3]) if len(parts) == 4 else 1.0
    if name.startswith("rgb"):
        r, g, b = (_number(part) / (1 if part.endswith("%") else 255) for part in parts[:3])
        return Color(r, g, b, a)
    hue, saturation, lightness = (_number(part) for part in parts[:3])
    return Color(*colorsys.hls_to_rgb(hue / 360 % 1.0, lightness, saturation), a)


def _number(text: str) -> float:
    match = _NUMBER.match(text)
    if not match:
        raise ColorError(f"not a number: {text[:60]!r}")
    value = float(match.group(2)) / (100 if match.group(3) == "%" else 1)
    return -value if match.group(1) == "-" else value


def _adjust(color: Color, adjuster: str, variables: Mapping[str, str], depth: int) -> Color:
    match = _CALL.match(adjuster)
    if not match:
        raise ColorError(f"not a colour adjuster: {adjuster[:60]!r}")
    name, arguments = match.group(1).lower(), split_top_level(match.group(2))
    if name in ("alpha", "a"):
        return color.alpha(_relative(color.a, arguments))
    if name in ("blend", "blenda") and len(arguments) >= 2:
        mixed = color.mix(parse_color(arguments[0], variables, depth + 1), _number(arguments[1]))
        return mixed if name == "blenda" else mixed.alpha(color.a)
    if name in ("lightness", "l", "saturation", "s"):
        hue, lightness, saturation = colorsys.rgb_to_hls(*color[:3])
        if name in ("lightness", "l"):
            lightness = _relative(lightness, arguments)
        else:
            saturation = _relative(saturation, arguments)
        return Color(*colorsys.hls_to_rgb(hue, lightness, saturation), color.a)
    if name == "min-contrast":
        return color  # Sublime nudges the lightness here; the picture keeps the author's colour
    raise ColorError(f"unknown colour adjuster: {name!r}")


def _relative(value: float, arguments: list[str]) -> float:
    """`0.5` or `50%` sets, `+ 10%`, `- 10%` and `* 50%` change; the result stays within 0 to 1."""
    text = " ".join(arguments)
    if text.startswith("*"):
        value *= _number(text[1:].strip())
    elif text.startswith(("+", "-")):
        value += _number(text)
    else:
        value = _number(text)
    return min(1.0, max(0.0, value))
