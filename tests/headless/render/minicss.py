"""The CSS subset of minihtml, rewritten so that it styles one fragment and nothing else.

Every value is checked against the grammar of its property and colours are resolved to `#rrggbb`, so nothing that
minihtml does not know, and nothing hostile, reaches the page: what does not pass is dropped, as Sublime drops it.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator, Mapping, Optional

from ..core.colors import ColorError, parse_color, split_top_level

FONT_PX = 13
"""The editor's font size, which is minihtml's `rem`."""

_LENGTH = re.compile(r"(-?\d*\.?\d+)(rem|em|px|pt|%)?$")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_COMPOUND = re.compile(r"([a-zA-Z][a-zA-Z0-9]*)?((?:[.#][\w-]+)*)$")
_FAMILY = re.compile(r"(?:[\w -]+|\"[\w -]+\"|'[\w -]+')$")
_BORDER_STYLES = ("none", "solid", "dashed", "dotted")
_SIDES = ("top", "right", "bottom", "left")

Value = Callable[[str, Mapping[str, str]], Optional[str]]


class CssScope:
    """Renames the classes and ids of one fragment, so that they meet neither the page's own nor another fragment's."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name  # the class of the fragment's outermost element
        self.kind = kind  # "dark" or "light", the class that minihtml gives to <html>

    def class_name(self, name: str) -> str:
        return f"u-{name}"

    def id_name(self, name: str) -> str:
        return f"{self.name}-{name}"

    def selector(self, text: str) -> str | None:
        """A selector of tags, classes, ids, descendants and children, rewritten; None if it is anything else."""
        parts = [f".{self.name}"]
        for token in re.sub(r"\s*>\s*", " > ", text.strip()).split():
            if token == ">":
                parts.append(token)
                continue
            match = _COMPOUND.match(token)
            if not match:
                return None
            parts.append(self._compound((match.group(1) or "").lower(), match.group(2)))
        if len(parts) < 2 or ">" in (parts[1], parts[-1]):
            return None
        return " ".join(parts)

    def _compound(self, tag: str, rest: str) -> str:
        names = re.findall(r"([.#])([\w-]+)", rest)
        out = f".mini-{tag}" if tag in ("html", "body") else tag
        return out + "".join(
            f".{self.class_name(name)}" if mark == "." else f"#{self.id_name(name)}" for mark, name in names
        )


def rewrite_sheet(css: str, scope: CssScope, variables: dict[str, str]) -> str:
    """The rules of a `<style>` element for one fragment; custom properties of `html` are added to `variables`."""
    rules = list(_rules(_COMMENT.sub("", css)))
    for selectors, body in rules:
        if any(_is_root(selector, scope.kind) for selector in selectors.split(",")):
            variables.update({name[2:]: value for name, value in _declarations(body) if name.startswith("--")})
    out = []
    for selectors, body in rules:
        scoped = [selector for selector in map(scope.selector, selectors.split(",")) if selector]
        declarations = rewrite_declarations(body, variables)
        if scoped and declarations:
            out.append(f"{', '.join(scoped)} {{ {declarations} }}")
    return "\n".join(out)


def rewrite_declarations(css: str, variables: Mapping[str, str]) -> str:
    """The declarations that minihtml knows, with checked values, as `name: value; …`; "" if there are none."""
    out = []
    for name, value in _declarations(_COMMENT.sub("", css)):
        check = PROPERTIES.get(name)
        checked = check(value, variables) if check else None
        if checked is not None:
            out.append(f"{name}: {checked}")
    return "; ".join(out)


def _rules(css: str) -> Iterator[tuple[str, str]]:
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


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        if colon and value.strip():
            yield name.strip().lower(), value.strip()


def _is_root(selector: str, kind: str) -> bool:
    return selector.strip() in ("html", f"html.{kind}", f".{kind}")


def _substitute(value: str, variables: Mapping[str, str]) -> str:
    """Replace `var(--x)` by the variable's text, a few levels deep."""
    for _ in range(4):
        value = re.sub(r"var\(\s*-*([\w-]+)\s*\)", lambda match: variables.get(match.group(1), "")[:200], value[:2000])
    return value


def _color(value: str, variables: Mapping[str, str]) -> str | None:
    try:
        return parse_color(value, variables).css()
    except ColorError:
        name = value.strip().lower()
        return name if re.match(r"[a-z]{3,30}$", name) else None  # any other CSS colour name, or `inherit`


def _length(value: str, variables: Mapping[str, str]) -> str | None:
    match = _LENGTH.match(_substitute(value, variables).strip())
    if not match or not (match.group(2) or float(match.group(1)) == 0):
        return None
    number = max(-2000.0, min(2000.0, float(match.group(1))))
    return f"{number * FONT_PX:g}px" if match.group(2) == "rem" else f"{number:g}{match.group(2) or ''}"


def _one_of(*keywords: str) -> Value:
    return lambda value, _: value.lower() if value.lower() in keywords else None


def _either(*checks: Value) -> Value:
    return lambda value, variables: next((got for got in (check(value, variables) for check in checks) if got), None)


def _up_to_four(check: Value) -> Value:
    def several(value: str, variables: Mapping[str, str]) -> str | None:
        parts: list[str | None] = [check(part, variables) for part in split_top_level(_substitute(value, variables))]
        return " ".join(filter(None, parts)) if len(parts) <= 4 and all(parts) else None

    return several


def _border(value: str, variables: Mapping[str, str]) -> str | None:
    check = _either(_length, _one_of(*_BORDER_STYLES), _color)
    parts = [check(part, variables) for part in split_top_level(value)]
    return " ".join(filter(None, parts)) if len(parts) <= 3 and all(parts) else None


def _line_height(value: str, variables: Mapping[str, str]) -> str | None:
    return value if re.match(r"\d*\.?\d{1,4}$", value) else _length(value, variables)


def _font_family(value: str, variables: Mapping[str, str]) -> str | None:
    families = [family.strip() for family in _substitute(value, variables).split(",")]
    return ", ".join(families) if all(map(_FAMILY.match, families)) else None


_AUTO_LENGTH = _either(_length, _one_of("auto"))
_MARGIN = _up_to_four(_AUTO_LENGTH)

PROPERTIES: dict[str, Value] = {
    "display": _one_of("none", "inline", "block", "inline-block", "list-item"),
    "position": _one_of("static", "relative"),
    "margin": _MARGIN,
    "padding": _up_to_four(_length),
    "width": _AUTO_LENGTH,
    "height": _AUTO_LENGTH,
    "color": _color,
    "background-color": _color,
    "font-family": _font_family,
    "font-size": _length,
    "font-style": _one_of("normal", "italic"),
    "font-weight": _one_of("normal", "bold"),
    "line-height": _line_height,
    "text-align": _one_of("left", "right", "center"),
    "text-decoration": _one_of("none", "underline", "inherit"),
    "white-space": _one_of("normal", "nowrap", "pre-wrap"),
    "list-style-type": _one_of("circle", "square", "disc", "none"),
    "border": _border,
    "border-color": _color,
    "border-style": _one_of(*_BORDER_STYLES),
    "border-width": _up_to_four(_length),
    "border-radius": _up_to_four(_length),
    **dict.fromkeys(_SIDES, _length),
    **{f"margin-{side}": _AUTO_LENGTH for side in _SIDES},
    **{f"padding-{side}": _length for side in _SIDES},
    **{f"border-{side}": _border for side in _SIDES},
    **{f"border-{side}-width": _length for side in _SIDES},
    **{f"border-{side}-color": _color for side in _SIDES},
    **{f"border-{side}-style": _one_of(*_BORDER_STYLES) for side in _SIDES},
    **{f"border-{corner}-radius": _length for corner in ("top-left", "top-right", "bottom-left", "bottom-right")},
}
"""The properties that minihtml knows, with a check that gives back a safe value or None."""
