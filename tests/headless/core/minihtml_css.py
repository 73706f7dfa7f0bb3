"""The CSS that minihtml knows: properties with checked values, selectors, and the rules of a style sheet.

What the documentation does not list is dropped, as Sublime drops it: other properties, units and values,
pseudo-classes, at-rules. Colours come out as `#rrggbb[aa]`, so nothing hostile passes.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from .colors import ColorError, parse_color, split_top_level

SIDES = ("top", "right", "bottom", "left")
CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")

_LENGTH = re.compile(r"(-?)(\d*\.?\d+)(rem|em|px|pt)?$")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_COMPOUND = re.compile(r"([a-zA-Z][a-zA-Z0-9]*)?((?:[.#][\w-]+)*)$")
_FAMILY = re.compile(r"(?:[\w -]+|\"[\w -]+\"|'[\w -]+')$")
_VARIABLE = re.compile(r"var\(\s*-*([\w-]+)\s*\)")
_MAX_LENGTH = 10_000.0

Check = Callable[[str, Mapping[str, str]], Optional[str]]
Declarations = List[Tuple[str, str]]


class Compound(NamedTuple):
    """`tag.class#id`; `child` if it must be the child of what stands before it, else any descendant."""

    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    child: bool


class Rule(NamedTuple):
    """One selector with its declarations. `weight` is its specificity: ids, classes, tags."""

    selector: tuple[Compound, ...]
    weight: tuple[int, int, int]
    declarations: Declarations


def parse_sheet(css: str) -> list[Rule]:
    """The rules of a `<style>` element in their order, a rule per selector."""
    rules = []
    for selectors, body in _blocks(_COMMENT.sub("", css)):
        declarations = parse_declarations(body)
        for text in selectors.split(","):
            selector = _selector(text)
            if selector:
                weight = tuple(
                    sum(counts) for counts in zip(*((len(c.ids), len(c.classes), bool(c.tag)) for c in selector))
                )
                rules.append(Rule(selector, weight, declarations))  # type: ignore[arg-type]
    return rules


def parse_declarations(css: str) -> Declarations:
    """`name: value; …` as pairs, values unchecked."""
    pairs = (declaration.partition(":") for declaration in _COMMENT.sub("", css).split(";"))
    return [(name.strip().lower(), value.strip()) for name, colon, value in pairs if colon and value.strip()]


def longhands(name: str, value: str, variables: Mapping[str, str]) -> dict[str, str]:
    """Checked values by their longest names (`margin` gives four); {} for what minihtml does not know."""
    if name in _BOXES:
        # A variable stands for the whole value only.
        values = [_positive(part, {}) for part in split_top_level(_substitute(value, variables))]
        if len(values) > 4 or None in values:
            return {}
        return dict(zip(_BOXES[name], (values[i] or "" for i in _SPREAD[len(values)])))
    if name == "border" or name in _BORDERS:
        return _border(_BORDERS.get(name, SIDES), value, variables)
    if name in ("border-style", "border-color"):
        part = name[len("border-") :]
        checked = (_style if part == "style" else _color)(value, variables)
        return {f"border-{side}-{part}": checked for side in SIDES} if checked else {}
    check = _CHECKS.get(name)
    checked = check(value, variables) if check else None
    return {name: checked} if checked else {}


def pixels(value: str, font_px: float, rem_px: float) -> float:
    """A checked length in pixels; `font_px` is the size that `em` means. "" is 0."""
    match = _LENGTH.match(value)
    if not match:
        return 0.0
    scale = {"em": font_px, "rem": rem_px, "pt": 4 / 3}.get(match.group(3) or "", 1.0)
    number = min(_MAX_LENGTH, float(match.group(2)) * scale)
    return -number if match.group(1) else number


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Selector list and body of each rule at the top level; blocks with braces inside (`@media`) are passed over."""
    depth, start, open_at, nested = 0, 0, 0, False
    for at, char in enumerate(css):
        if char == "{":
            nested = depth > 0
            open_at = open_at if depth else at
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                if not nested:
                    yield css[start:open_at], css[open_at + 1 : at]
                start, nested = at + 1, False


def _selector(text: str) -> tuple[Compound, ...]:
    """Tags, classes, ids, descendants and children; () if it is anything else."""
    out: list[Compound] = []
    child = False
    for token in re.sub(r"\s*>\s*", " > ", text.strip()).split():
        match = _COMPOUND.match(token)
        if token == ">" and out and not child:
            child = True
        elif match and token != ">":
            names = re.findall(r"([.#])([\w-]+)", match.group(2))
            classes, ids = (frozenset(name for mark, name in names if mark == wanted) for wanted in ".#")
            out.append(Compound((match.group(1) or "").lower(), classes, ids, child))
            child = False
        else:
            return ()
    return () if child else tuple(out)


def _substitute(value: str, variables: Mapping[str, str]) -> str:
    """Replace a value that is one `var(--x)` by what the variable says, a few levels deep."""
    for _ in range(4):
        match = _VARIABLE.match(value)
        if not match or match.end() != len(value):
            break
        value = variables.get(match.group(1), "").strip()
    return value


def _color(value: str, variables: Mapping[str, str]) -> str | None:
    try:
        return parse_color(value, variables).css()
    except ColorError:
        return None


def _length(value: str, variables: Mapping[str, str]) -> str | None:
    value = _substitute(value, variables)
    match = _LENGTH.match(value)
    return value if match and (match.group(3) or not float(match.group(2))) else None


def _positive(value: str, variables: Mapping[str, str]) -> str | None:
    length = _length(value, variables)
    return None if length is None or length.startswith("-") else length


def _one_of(*keywords: str) -> Check:
    def check(value: str, variables: Mapping[str, str]) -> str | None:
        value = _substitute(value, variables).lower()
        return value if value in keywords else None

    return check


def _font_family(value: str, variables: Mapping[str, str]) -> str | None:
    families = [family.strip() for family in _substitute(value, variables).split(",")]
    return ", ".join(families) if all(map(_FAMILY.match, families)) else None


def _border(sides: tuple[str, ...], value: str, variables: Mapping[str, str]) -> dict[str, str]:
    out = {"width": "0", "style": "none"}
    for part in split_top_level(_substitute(value, variables)):
        for kind, check in (("width", _positive), ("style", _style), ("color", _color)):
            checked = check(part, variables)
            if checked:
                out[kind] = checked
                break
        else:
            return {}
    return {f"border-{side}-{kind}": text for side in sides for kind, text in out.items()}


_style = _one_of("none", "solid")

_SPREAD = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}
"""Which of one to four values the four sides (or corners) get."""

_BOXES = {
    "margin": [f"margin-{side}" for side in SIDES],
    "padding": [f"padding-{side}" for side in SIDES],
    "border-width": [f"border-{side}-width" for side in SIDES],
    "border-radius": [f"border-{corner}-radius" for corner in CORNERS],
}
_BORDERS = {f"border-{side}": (side,) for side in SIDES}

_CHECKS: dict[str, Check] = {
    "display": _one_of("none", "inline", "block", "inline-block", "list-item"),
    "position": _one_of("static", "relative"),
    "color": _color,
    "background-color": _color,
    "font-family": _font_family,
    "font-size": _positive,
    "font-style": _one_of("normal", "italic"),
    "font-weight": _one_of("normal", "bold"),
    "line-height": _positive,
    "text-align": _one_of("left", "right", "center"),
    "text-decoration": _one_of("none", "underline"),
    "white-space": _one_of("normal", "nowrap", "pre", "pre-wrap"),
    "list-style-type": _one_of("circle", "square", "disc"),
    **dict.fromkeys(SIDES, _length),
    **dict.fromkeys((name for names in _BOXES.values() for name in names), _positive),
    **dict.fromkeys((f"border-{side}-color" for side in SIDES), _color),
    **dict.fromkeys((f"border-{side}-style" for side in SIDES), _style),
}
