"""Colour expressions as Sublime's documentation of colour schemes and minihtml defines them, and their arithmetic.

Hex, `rgb()`, `rgba()`, `hsl()`, `hsla()`, `hwb()`, the CSS names, `var(--x)`, and `color(base adjuster…)` with `alpha`,
`saturation`, `lightness`, `blend`, `blenda` and `min-contrast`. Web notations beyond these are no colours.
"""

from __future__ import annotations

import colorsys
import re
from typing import Mapping, NamedTuple

_NAMES = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222
floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6
magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6
olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb
slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5
yellow ffff00 yellowgreen 9acd32 transparent 00000000
"""
NAMED = dict(re.findall(r"(\w+) (\w+)", _NAMES))
"""CSS colour names to hex digits."""

_CALL = re.compile(r"\s*([a-zA-Z-]+)\((.*)\)\s*$", re.DOTALL)
_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
_NUMBER = re.compile(r"([+-]?)\s*(\d*\.?\d+)(%)?$")
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
        """`share` (0 to 1) of this colour, the rest of `other`, in RGB."""
        return Color(*(share * mine + (1 - share) * theirs for mine, theirs in zip(self, other)))

    def mix_hsl(self, other: Color, share: float) -> Color:
        """`mix` in HSL, the hue going the short way round."""
        (h1, l1, s1), (h2, l2, s2) = colorsys.rgb_to_hls(*self[:3]), colorsys.rgb_to_hls(*other[:3])
        hue = h2 + ((h1 - h2 + 0.5) % 1.0 - 0.5) * share
        rgb = colorsys.hls_to_rgb(hue % 1.0, l2 + (l1 - l2) * share, s2 + (s1 - s2) * share)
        return Color(*rgb, other.a + (self.a - other.a) * share)

    def over(self, under: Color) -> Color:
        """The opaque colour seen when this one lies on the opaque `under`."""
        return self.alpha(1.0).mix(under, self.a)

    def lightness(self) -> float:
        """HSL lightness, 0 to 1."""
        return colorsys.rgb_to_hls(*self[:3])[1]

    def luminance(self) -> float:
        """Relative luminance of WCAG, 0 to 1."""
        linear = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in self[:3])
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))

    def contrast(self, other: Color) -> float:
        """Contrast ratio of WCAG, 1 to 21."""
        darker, lighter = sorted((self.luminance(), other.luminance()))
        return (lighter + 0.05) / (darker + 0.05)


_BLACK, _WHITE = Color(0, 0, 0), Color(1, 1, 1)


def parse_color(text: str, variables: Mapping[str, str], depth: int = 0) -> Color:
    """Evaluate a colour expression; `variables` maps names without leading dashes to expressions. Or ColorError."""
    text = text.strip()
    if depth > _DEPTH_LIMIT:
        raise ColorError("colour expression nests too deeply")
    name = text.lower()
    match = _HEX.match("#" + NAMED[name] if name in NAMED else text)
    if match:
        digits = match.group(1)
        if len(digits) < 5:
            digits = "".join(2 * digit for digit in digits)
        return Color(*(int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)))
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
            color = adjust(color, adjuster, variables, depth)
        return color
    if name in ("rgb", "rgba", "hsl", "hsla", "hwb"):
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
    parts = [part.strip() for part in inner.split(",")]
    if len(parts) not in ((3, 4) if name == "hwb" else (4,) if name.endswith("a") else (3,)):
        raise ColorError(f"{name}() with {len(parts)} components")
    a = _number(parts[3]) if len(parts) == 4 else 1.0
    first, second, third = (_number(part) for part in parts[:3])
    if name.startswith("rgb"):
        return Color(first / 255, second / 255, third / 255, a)
    if not (parts[1].endswith("%") and parts[2].endswith("%")):
        raise ColorError(f"{name}() takes two percentages")
    if name.startswith("hsl"):
        return Color(*colorsys.hls_to_rgb(first / 360 % 1.0, third, second), a)
    white, black = second / max(1.0, second + third), third / max(1.0, second + third)
    r, g, b = (part * (1 - white - black) + white for part in colorsys.hls_to_rgb(first / 360 % 1.0, 0.5, 1.0))
    return Color(r, g, b, a)


def _number(text: str) -> float:
    match = _NUMBER.match(text)
    if not match:
        raise ColorError(f"not a number: {text[:60]!r}")
    value = float(match.group(2)) / (100 if match.group(3) == "%" else 1)
    return -value if match.group(1) == "-" else value


def adjust(color: Color, adjuster: str, variables: Mapping[str, str], depth: int = 0) -> Color:
    """The colour after one adjuster such as `alpha(0.5)`. Raises ColorError."""
    match = _CALL.match(adjuster)
    if not match:
        raise ColorError(f"not a colour adjuster: {adjuster[:60]!r}")
    name, arguments = match.group(1).lower(), split_top_level(match.group(2))
    if name in ("alpha", "a"):
        return color.alpha(_relative(color.a, arguments))
    if name in ("blend", "blenda") and len(arguments) in (2, 3):
        other, space = parse_color(arguments[0], variables, depth + 1), arguments[2:]
        if space not in ([], ["rgb"], ["hsl"]):
            raise ColorError(f"unknown colour space: {space[0][:60]!r}")
        # The percentage says how much of the base is left.
        mixed = (color.mix_hsl if space == ["hsl"] else color.mix)(other, _number(arguments[1]))
        return mixed if name == "blenda" else mixed.alpha(color.a)
    if name in ("lightness", "l", "saturation", "s"):
        hue, lightness, saturation = colorsys.rgb_to_hls(*color[:3])
        if name in ("lightness", "l"):
            lightness = _relative(lightness, arguments)
        else:
            saturation = _relative(saturation, arguments)
        return Color(*colorsys.hls_to_rgb(hue, lightness, saturation), color.a)
    if name == "min-contrast" and len(arguments) == 2:
        return _contrasting(color, parse_color(arguments[0], variables, depth + 1), _number(arguments[1]))
    raise ColorError(f"unknown colour adjuster: {name!r}")


def _contrasting(color: Color, background: Color, wanted: float) -> Color:
    """The colour, moved towards white or black just as far as the contrast ratio needs."""
    if color.contrast(background) >= wanted:
        return color
    goal = (_WHITE if background.luminance() < 0.5 else _BLACK).alpha(color.a)
    low, high = 0.0, 1.0  # shares of the goal
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if goal.mix(color, middle).contrast(background) >= wanted else (middle, high)
    return goal.mix(color, high)


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
