"""Colour schemes as views see them: which file holds, and what packages add to a file of the same name."""

from __future__ import annotations

import plistlib
from typing import TYPE_CHECKING, Any, NamedTuple

from . import jsonc
from .colors import Color
from .scheme import Scheme, Style, scheme_file
from .view import View

if TYPE_CHECKING:
    from .app import Core

SYSTEM_STYLE = "dark"
"""What the system of the host prefers, where a setting says "auto"."""

# The host's own colours under the names of Sublime's default schemes, which packages add rules to.
_OWN = {"Mariana": "dark", "Breakers": "light"}
FILES = {
    f"Packages/Color Scheme - Default/{name}.sublime-color-scheme": scheme_file(own).read_text(encoding="utf-8")
    for name, own in _OWN.items()
}
_DEFAULT = "Mariana.sublime-color-scheme"

_FLAGS = ("glow", "underline", "stippled_underline", "squiggly_underline")


class Loaded(NamedTuple):
    """A scheme with its text."""

    name: str
    scheme: Scheme
    data: dict[str, Any]


class Schemes:
    """Schemes by file name, read once until `forget`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._loaded: dict[str, Loaded] = {}

    def forget(self) -> None:
        """Read the packages again at the next look."""
        self._loaded.clear()

    def name_for(self, view: View | None) -> str:
        """Base name of the scheme file that a view, or a new one, has."""
        settings = view.settings if view else self._core.preferences
        name = str(settings.get("color_scheme", "auto"))
        if name == "auto":
            name = str(settings.get(f"{SYSTEM_STYLE}_color_scheme", _DEFAULT))
        return name.rsplit("/", 1)[-1]

    def of(self, view: View | None) -> Loaded:
        """The scheme of a view, or of a new one; the default one if its file is not there."""
        name = self.name_for(view)
        if name not in self._loaded:
            data = self._read(name)
            if data is None:
                self._core.log(f"color scheme {name} not found")
                name = _DEFAULT
                data = self._read(name)
            assert data is not None
            scheme = Scheme(data)
            for problem in scheme.problems:
                self._core.log(f"{name}: {problem}")
            self._loaded[name] = Loaded(name, scheme, data)
        return self._loaded[name]

    def _read(self, name: str) -> dict[str, Any] | None:
        """What all packages say in files of that name, later ones over earlier ones; None if there is no file."""
        texts: list[Any] = []
        resources = self._core.resources
        for path in sorted(resources.find(name), key=lambda path: not resources.is_built_in(path)):
            data = resources.load_binary(path) or b""
            tmtheme = path.endswith("tmTheme")
            try:
                texts.append(_from_tmtheme(plistlib.loads(data)) if tmtheme else jsonc.loads(data.decode("utf-8")))
            except (ValueError, plistlib.InvalidFileException) as error:
                self._core.bad_resource(path, error)
        if not texts:
            return None
        merged: dict[str, Any] = {"variables": {}, "globals": {}, "rules": []}
        for text in texts:
            merged["variables"].update(text.get("variables", {}))
            merged["globals"].update(text.get("globals", {}))
            merged["rules"] += text.get("rules", [])
        return merged


def _from_tmtheme(data: dict[str, Any]) -> dict[str, Any]:
    """The older format's values under the names of the newer one."""
    out: dict[str, Any] = {"globals": {}, "rules": []}
    for item in data.get("settings", []):
        values = {_snake(key): value for key, value in item.get("settings", {}).items()}
        if "scope" in item:
            out["rules"].append({"scope": item["scope"], **values})
        else:
            out["globals"].update(values)
    return out


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def opaque(color: Color, scheme: Scheme) -> str:
    """`#rrggbb` of a colour as seen on the background."""
    return color.over(scheme.background).css()


def global_style(loaded: Loaded) -> dict[str, str]:
    """Every colour of the scheme that is not for a scope, as `View.style` gives it."""
    scheme, out = loaded.scheme, {}
    for name in loaded.data["globals"]:
        try:
            out[name] = opaque(scheme[name], scheme)
        except KeyError:  # not a colour
            pass
    for name in ("background", "foreground", "accent", "caret", "line_highlight", "selection", "gutter_foreground"):
        out.setdefault(name, opaque(scheme[name], scheme))
    return out


def scope_style(loaded: Loaded, scope: str) -> dict[str, Any]:
    """What `View.style_for_scope` gives."""
    scheme = loaded.scheme
    style: Style = scheme.style(scope)
    out: dict[str, Any] = {"foreground": opaque(style.foreground or scheme.foreground, scheme)}
    if style.background:
        out["background"] = opaque(style.background, scheme)
    words = style.font_style.split()
    out.update(bold="bold" in words, italic="italic" in words)
    out.update({flag: True for flag in _FLAGS if flag in words})
    out.update(source_line=-1, source_column=-1, source_file=loaded.name)
    return out
