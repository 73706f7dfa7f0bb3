"""A `.sublime-color-scheme` file as colours by scope."""

from __future__ import annotations

import colorsys
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from . import jsonc, selectors
from .colors import Color, ColorError, adjust, parse_color, split_top_level

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

_HUES = {"red": 0, "orang": 30, "yellow": 55, "green": 110, "cyan": 180, "blu": 215, "purpl": 275, "pink": 320}


class Style(NamedTuple):
    """How a scope is drawn; None means: as the text around it."""

    foreground: Color | None = None
    background: Color | None = None
    font_style: str = ""


class _Rule(NamedTuple):
    selector: str
    style: Style


class Scheme:
    """Resolved colour scheme. `load_scheme` makes one of a file."""

    def __init__(self, data: dict[str, Any]) -> None:
        """`data` is what the file says. Raises ColorError if a global is no colour; `problems` are rules."""
        variables = data.get("variables", {})
        stated = data.get("globals", {})
        self._css = {kind: str(stated.get(f"{kind}_css", "")) for kind in ("popup", "phantom", "sheet")}
        self._globals: dict[str, Color] = {}
        for name, value in stated.items():
            try:
                self._globals[name] = parse_color(str(value), variables)
            except ColorError:
                if not name.endswith(("_css", "_style", "_options", "_width", "_radius")):
                    raise
        self.background = self._globals.setdefault("background", Color(1, 1, 1))
        self.kind = "dark" if self.background.lightness() < 0.5 else "light"
        self.foreground = self._globals.setdefault("foreground", Color(*[float(self.kind == "dark")] * 3))
        self.problems: list[str] = []
        self._rules: list[_Rule] = []
        for rule in data.get("rules", []):
            try:
                self._rules.append(_rule(rule, variables))
            except ColorError as error:  # a package may count on variables that another scheme of that name has
                self.problems.append(f"{rule['scope']}: {error}")
        self._add_defaults(variables)
        self._cache: dict[str, Style] = {}

    def _add_defaults(self, variables: dict[str, str]) -> None:
        """What the file leaves out follows from what it says; minihtml's colours may also be its variables."""
        add, text = self._globals.setdefault, self.foreground
        for name in MINIHTML_NAMES:
            if name in variables:
                add(name, parse_color(variables[name], variables))
        for stem, hue in _HUES.items():
            add(stem + "ish", self._nearest(hue))
        add("accent", self["bluish"])
        add("caret", text)
        add("line_highlight", text.alpha(0.06))
        add("selection", text.alpha(0.2))
        add("inactive_selection", text.alpha(0.12))
        add("gutter", self.background)
        add("gutter_foreground", text.alpha(0.4))
        add("gutter_foreground_highlight", text)
        add("guide", text.alpha(0.15))
        add("active_guide", text.alpha(0.3))
        add("fold_marker", self["yellowish"])
        add("rulers", text.alpha(0.12))
        add("shadow", Color(0, 0, 0, 0.3))
        add("line_diff_added", self["greenish"])
        add("line_diff_modified", self["orangish"])
        add("line_diff_deleted", self["redish"])
        add("misspelling", self["redish"])

    def _nearest(self, hue: int) -> Color:
        """The rules' colour nearest to a hue, if it is near at all."""

        def distance(color: Color) -> float:
            h, _, s = colorsys.rgb_to_hls(*color[:3])
            return abs((h * 360 - hue + 180) % 360 - 180) + (0 if s > 0.25 else 360)

        used = [rule.style.foreground for rule in self._rules if rule.style.foreground]
        best = min(used, key=distance, default=None)
        if best and distance(best) < 25:
            return best
        return Color(*colorsys.hls_to_rgb(hue / 360, 0.65 if self.kind == "dark" else 0.38, 0.6))

    def __getitem__(self, name: str) -> Color:
        """The colour of a name under "globals"."""
        return self._globals[name]

    def get(self, name: str) -> Color | None:
        """The colour of a name under "globals", None if the file does not say."""
        return self._globals.get(name)

    def css_for(self, kind: str) -> str:
        """The scheme's CSS for minihtml in a "popup", "phantom" or "sheet"; phantoms fall back to that of popups."""
        css = self._css.get(kind, "")
        return css or (self._css["popup"] if kind == "phantom" else "")

    def variables(self) -> dict[str, str]:
        """minihtml's predefined variables, name (without dashes) to `#rrggbb`."""
        return {name: self[name].css() for name in MINIHTML_NAMES}

    def style(self, scope: str) -> Style:
        """The style of a scope, or of a stack of them separated by spaces.

        Each property comes from the rule whose selector matches best; of equally good ones the last counts.
        """
        if scope not in self._cache:
            self._cache[scope] = self._resolve(scope)
        return self._cache[scope]

    def _resolve(self, scope: str) -> Style:
        best: dict[str, tuple[int, Any]] = {}
        for selector, style in self._rules:
            weight = selectors.score(scope, selector) if scope else 0
            if not weight:
                continue
            for field, value in style._asdict().items():
                if value and (field not in best or weight >= best[field][0]):
                    best[field] = (weight, value)
        return Style(**{field: value for field, (_, value) in best.items()})


def _rule(rule: dict[str, Any], variables: dict[str, str]) -> _Rule:
    foreground = rule.get("foreground")
    if isinstance(foreground, list):  # hashed highlighting: every token a colour between these; here all get the first
        foreground = foreground[0]
    colors = [parse_color(text, variables) if text else None for text in (foreground, rule.get("background"))]
    if colors[0] and colors[1]:
        for adjuster in filter(None, split_top_level(rule.get("foreground_adjust", ""))):
            colors[0] = adjust(colors[0], adjuster, variables)
    return _Rule(rule["scope"], Style(colors[0], colors[1], rule.get("font_style", "")))


@lru_cache(maxsize=None)
def load_scheme(name: str) -> Scheme:
    """The scheme called `name` ("dark" or "light") from this folder. Raises ValueError for any other name."""
    if name not in ("dark", "light"):
        raise ValueError(f'scheme must be "dark" or "light", not {name!r}')
    return Scheme(jsonc.loads(scheme_file(name).read_text(encoding="utf-8")))


def scheme_file(name: str) -> Path:
    """Where the host's own scheme, "dark" or "light", is."""
    return Path(__file__).with_name(f"{name}.sublime-color-scheme")
