"""A `.sublime-color-scheme` file as colours by scope."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .colors import Color, parse_color

MINIHTML_NAMES = (
    "background",
    "foreground",
    "accent",
    "redish",
    "orangish",
    "yellowish",
    "greenish",
    "cyanish",
    "bluish",
    "purplish",
    "pinkish",
)
"""Colours that minihtml knows as `var(--name)`."""


class Style(NamedTuple):
    """How a scope is drawn; None means: as the text around it."""

    foreground: Color | None = None
    background: Color | None = None
    font_style: str = ""


class _Rule(NamedTuple):
    selector: str
    style: Style


class Scheme:
    """Resolved colour scheme. `load_scheme` makes one."""

    def __init__(self, data: dict) -> None:
        variables = data["variables"]
        self._globals: dict[str, Color] = {
            name: parse_color(value, variables) for name, value in data["globals"].items()
        }
        self._rules: list[_Rule] = []
        for rule in data["rules"]:
            colors = [
                parse_color(rule[key], variables) if key in rule else None for key in ("foreground", "background")
            ]
            style = Style(colors[0], colors[1], rule.get("font_style", ""))
            self._rules += [_Rule(selector.strip(), style) for selector in rule["scope"].split(",")]
        self._cache: dict[str, Style] = {}
        self.background = self["background"]
        self.foreground = self["foreground"]
        self.kind = "dark" if self.background.lightness() < 0.5 else "light"

    def __getitem__(self, name: str) -> Color:
        """The colour of a name under "globals"."""
        return self._globals[name]

    def variables(self) -> dict[str, str]:
        """minihtml's predefined variables, name (without dashes) to `#rrggbb`."""
        return {name: self[name].css() for name in MINIHTML_NAMES}

    def style(self, scope: str) -> Style:
        """The style of a scope, or of a stack of them separated by spaces, of which the last styled one counts most.

        Each property comes from the longest selector that names the scope or a dotted prefix of it.
        """
        if scope not in self._cache:
            self._cache[scope] = self._resolve(scope)
        return self._cache[scope]

    def _resolve(self, scope: str) -> Style:
        best: dict[str, tuple[tuple[int, int], object]] = {}
        for place, name in enumerate(scope.split()):
            for selector, style in self._rules:
                if not (name == selector or name.startswith(selector + ".")):
                    continue
                weight = (place, len(selector))
                for field, value in style._asdict().items():
                    if value and (field not in best or weight >= best[field][0]):
                        best[field] = (weight, value)
        return Style(**{field: value for field, (_, value) in best.items()})  # type: ignore[arg-type]


@lru_cache(maxsize=None)
def load_scheme(name: str) -> Scheme:
    """The scheme called `name` ("dark" or "light") from this folder. Raises ValueError for any other name."""
    if name not in ("dark", "light"):
        raise ValueError(f'scheme must be "dark" or "light", not {name!r}')
    path = Path(__file__).with_name(f"{name}.sublime-color-scheme")
    return Scheme(json.loads(path.read_text(encoding="utf-8")))
