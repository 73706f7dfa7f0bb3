"""Key bindings with their contexts, from the packages' `Default*.sublime-keymap` files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from . import contexts, jsonc
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

_MODIFIERS = ["ctrl", "alt", "shift", "super"]
_NAMES = {
    "return": "enter",
    "esc": "escape",
    "control": "ctrl",
    "option": "alt",
    "primary": "ctrl",
    "command": "super",
    "equals": "=",
    "plus": "+",
    "minus": "-",
    "forward_slash": "/",
    "backquote": "`",
    " ": "space",
}
# A package's file for every platform comes before the one for this platform.
_FILES = ["Default.sublime-keymap", "Default (Linux).sublime-keymap"]
_ANY_CHARACTER = ["<character>"]


class Binding(NamedTuple):
    """One entry of a keymap file."""

    keys: list[str]
    command: str
    args: dict[str, Any] | None
    context: list[dict[str, Any]]
    package: str


def normal(key: str) -> str:
    """A key combination with its modifiers in one order; a character by itself stays as it is."""
    if len(key) == 1:
        return _NAMES.get(key, key)
    parts = [_NAMES.get(part, part) for part in re.split(r"\+(?!$)", key.lower())]
    return "+".join([m for m in _MODIFIERS if m in parts] + [p for p in parts if p not in _MODIFIERS])


class Keymap:
    """Looks a key up: the last binding whose context holds wins. Main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._parsed: dict[str, tuple[str, list[Binding]]] = {}

    def bindings(self) -> list[Binding]:
        """Every binding for this platform, in loading order: the user's come last."""
        names = self._core.resources.find("Default*.sublime-keymap")
        by_package: dict[str, list[str]] = {}
        for name in names:
            if name.rsplit("/", 1)[-1] in _FILES:
                by_package.setdefault(name.split("/")[1], []).append(name)
        ordered = [
            name
            for files in by_package.values()
            for name in sorted(files, key=lambda name: _FILES.index(name.rsplit("/", 1)[-1]))
        ]
        return [binding for name in ordered for binding in self._read(name)]

    def _read(self, name: str) -> list[Binding]:
        text = self._core.resources.load(name) or "[]"
        if name not in self._parsed or self._parsed[name][0] != text:
            self._parsed[name] = (text, self._parse(name, text))
        return self._parsed[name][1]

    def _parse(self, name: str, text: str) -> list[Binding]:
        package = name.split("/")[1]
        try:
            return [
                Binding(
                    [normal(k) for k in row["keys"]], row["command"], row.get("args"), row.get("context", []), package
                )
                for row in jsonc.loads(text)
            ]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._core.bad_resource(name, error)
            return []

    def find(
        self, keys: list[str], view: View | None, window: Window, bindings: list[Binding] | None = None
    ) -> Binding | None:
        """The binding that a sequence of keys would run; `bindings` saves reading the files again."""
        wanted = [normal(key) for key in keys]
        character = keys[0] if len(keys) == 1 and len(keys[0]) == 1 else ""
        for binding in reversed(self.bindings() if bindings is None else bindings):
            any_character = bool(character) and binding.keys == _ANY_CHARACTER
            if binding.keys != wanted and not any_character:
                continue
            if all(contexts.holds(self._core, condition, view, window) for condition in binding.context):
                if any_character:
                    return binding._replace(args={**(binding.args or {}), "character": character})
                return binding
        return None
