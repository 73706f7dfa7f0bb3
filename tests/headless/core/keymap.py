"""Key bindings with their contexts, from the packages' `Default*.sublime-keymap` files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from . import jsonc, selectors
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

_OPERATORS = ["equal", "not_equal", "regex_match", "not_regex_match", "regex_contains", "not_regex_contains"]
_MODIFIERS = ["ctrl", "alt", "shift", "super"]
_NAMES = {"return": "enter", "esc": "escape", "control": "ctrl", "option": "alt", "primary": "ctrl", "command": "super"}


class Binding(NamedTuple):
    """One entry of a keymap file."""

    keys: list[str]
    command: str
    args: dict[str, Any] | None
    context: list[dict[str, Any]]
    package: str


def normal(key: str) -> str:
    """A key combination with its modifiers in one order."""
    parts = [_NAMES.get(part, part) for part in re.split(r"\+(?!$)", key.lower())]
    return "+".join([m for m in _MODIFIERS if m in parts] + [p for p in parts if p not in _MODIFIERS])


class Keymap:
    """Looks a key up: the last binding whose context holds wins. Main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def bindings(self) -> list[Binding]:
        """Every binding for this platform, in loading order."""
        out: list[Binding] = []
        resources = self._core.resources
        names = list(resources.find("Default*.sublime-keymap"))
        for name in names:
            if name.rsplit("/", 1)[-1] not in ("Default.sublime-keymap", "Default (Linux).sublime-keymap"):
                continue
            package = name.split("/")[1]
            for row in jsonc.loads(resources.load(name) or "[]"):
                keys = [normal(key) for key in row["keys"]]
                out.append(Binding(keys, row["command"], row.get("args"), row.get("context", []), package))
        return out

    def find(
        self, keys: list[str], view: View | None, window: Window, bindings: list[Binding] | None = None
    ) -> Binding | None:
        """The binding that a sequence of keys would run; `bindings` saves reading the files again."""
        wanted = [normal(key) for key in keys]
        for binding in reversed(self.bindings() if bindings is None else bindings):
            if binding.keys == wanted and all(self._holds(c, view, window) for c in binding.context):
                return binding
        return None

    def _holds(self, condition: dict[str, Any], view: View | None, window: Window) -> bool:
        key = condition["key"]
        operator = _OPERATORS.index(condition.get("operator", "equal"))
        operand = condition.get("operand", True)
        match_all = bool(condition.get("match_all", False))
        values = self._values(key, view, window, operand)
        if values is None:
            if view is None:
                return False
            return bool(self._core.emit("on_query_context", view.id, key, operator, operand, match_all))
        results = [_compare(value, operator, operand) for value in values]
        return all(results) if match_all else any(results)

    def _values(self, key: str, view: View | None, window: Window, operand: Any) -> list[Any] | None:
        """The values of a built-in key, one per selection where it depends on that; None for a plugin's key."""
        simple = {
            "panel_visible": bool(window.active_panel),
            "panel": window.active_panel,
            "panel_has_focus": window.focus is not None and window.overlay is None,
            "overlay_visible": window.overlay is not None,
            "overlay_has_focus": window.overlay is not None,
            "auto_complete_visible": self._core.completions.shown is not None,
            "has_next_field": False,
            "has_prev_field": False,
            "has_snippet": False,
            "group_has_multiselect": len(window.groups[window.active_group].selected) > 1,
            "group_has_transient_sheet": any(s.transient for s in window.groups[window.active_group].sheets),
        }
        if key in simple:
            return [simple[key]]
        if view is None:
            return [] if key.startswith("setting.") else None
        if key.startswith("setting."):
            return [view.settings.get(key[len("setting.") :])]
        text = view.buffer.text
        per_selection = {
            "selection_empty": lambda a, b: a == b,
            "text": lambda a, b: text.substr(a, b),
            "preceding_text": lambda a, b: text.line(text.row_col(min(a, b))[0])[: text.row_col(min(a, b))[1]],
            "following_text": lambda a, b: text.line(text.row_col(max(a, b))[0])[text.row_col(max(a, b))[1] :],
        }
        if key in per_selection:
            return [per_selection[key](a, b) for a, b in view.selection]
        if key in ("selector", "eol_selector"):
            scope = self.scope(view)
            return [operand if selectors.score(scope, str(operand)) else None]
        whole = {
            "num_selections": len(view.selection),
            "popup_visible": view.popup is not None,
            "read_only": view.buffer.read_only,
            "is_read_only": view.buffer.read_only,
        }
        return [whole[key]] if key in whole else None

    def scope(self, view: View) -> str:
        """Base scope of a view's syntax."""
        syntax = self._core.syntaxes.get(str(view.settings.get("syntax")))
        return syntax.scope if syntax else "text.plain"


def _compare(value: Any, operator: int, operand: Any) -> bool:
    if operator in (0, 1):
        return (value == operand) is (operator == 0)
    text = value if isinstance(value, str) else ""
    found = (re.fullmatch if operator in (2, 3) else re.search)(str(operand), text)
    return bool(found) is (operator in (2, 4))
