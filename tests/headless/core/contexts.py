"""The conditions of key bindings that the editor itself knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable

from . import selectors
from .builtin_snippets import snippet_before
from .spans import begin, end
from .view import View
from .windows import FIND_PANELS, Window

if TYPE_CHECKING:
    from .app import Core

_OPERATORS = ["equal", "not_equal", "regex_match", "not_regex_match", "regex_contains", "not_regex_contains"]


def holds(core: Core, condition: dict[str, Any], view: View | None, window: Window) -> bool:
    """Whether one condition of a binding is true; keys that the editor does not know are the plugins' to answer."""
    key = condition["key"]
    operator = _OPERATORS.index(condition.get("operator", "equal"))
    operand = condition.get("operand", True)
    match_all = bool(condition.get("match_all", False))
    values = _values(core, key, view, window, operand)
    if values is None:
        if view is None:
            return False
        return bool(core.emit("on_query_context", view.id, key, operator, operand, match_all))
    results = [_compare(value, operator, operand) for value in values]
    return all(results) if match_all else any(results)


def _compare(value: Any, operator: int, operand: Any) -> bool:
    if operator in (0, 1):
        return (value == operand and isinstance(value, bool) is isinstance(operand, bool)) is (operator == 0)
    text = value if isinstance(value, str) else ""
    found = (re.fullmatch if operator in (2, 3) else re.search)(str(operand), text)
    return bool(found) is (operator in (2, 4))


def _values(core: Core, key: str, view: View | None, window: Window, operand: Any) -> list[Any] | None:
    """The values of a key, one per selection where it depends on that; None for a plugin's key."""
    if key in _OF_WINDOW:
        return [_OF_WINDOW[key](core, window)]
    if key in _ABSENT:
        return [False]
    if key.startswith("setting."):
        return [view.settings.get(key[len("setting.") :], False)] if view else []
    if view is None:
        return None
    if key in _OF_SELECTION:
        return [_OF_SELECTION[key](view, a, b) for a, b in view.selection]
    if key in ("selector", "eol_selector"):
        return [_matched(core, view, span[1], key == "eol_selector", str(operand)) for span in view.selection]
    if key in _OF_VIEW:
        return [_OF_VIEW[key](core, view)]
    return None


def _matched(core: Core, view: View, point: int, at_line_end: bool, selector: str) -> str | None:
    """The selector itself if it fits the scope there: so that comparing with it works."""
    if at_line_end:
        row = view.buffer.text.row_col(point)[0]
        point = view.buffer.text.line_start(row) + len(view.buffer.text.line(row))
    return selector if selectors.score(view.scope_name(point), selector) else None


# -- windows ------------------------------------------------------------------------------------------------------


def _panel_type(core: Core, window: Window) -> str:
    """find, input, output or console; the input of an io panel makes it an input panel."""
    name = window.active_panel
    if name in FIND_PANELS:
        return "find"
    panel = window.output_panel
    if name == "input" or (panel and panel.input_view and window.focus is panel.input_view):
        return "input"
    return "output" if name.startswith("output.") else name


def _overlay_name(core: Core, window: Window) -> str:
    element = window.overlay.view.element.split(":")[0] if window.overlay else ""
    return "goto" if element == "goto_anything" else element


_OF_WINDOW: dict[str, Callable[[Any, Window], Any]] = {
    "panel_visible": lambda core, window: bool(window.active_panel),
    "panel": lambda core, window: window.active_panel,
    "panel_type": _panel_type,
    "panel_has_focus": lambda core, window: window.focus is not None and window.overlay is None,
    "overlay_visible": lambda core, window: window.overlay is not None,
    "overlay_has_focus": lambda core, window: window.overlay is not None and window.focus is window.overlay.view,
    "overlay_name": _overlay_name,
    "auto_complete_visible": lambda core, window: core.completions.shown is not None,
    "auto_complete_primed": lambda core, window: core.completions.shown is not None,
    "group_has_multiselect": lambda core, window: len(window.groups[window.active_group].selected) > 1,
    "group_has_transient_sheet": lambda core, window: any(
        sheet.transient for sheet in window.groups[window.active_group].sheets
    ),
    "last_command": lambda core, window: core.commands.last_command,
}
# Macros cannot be recorded, and the text of doc comments and of blocks below the caret is not looked at.
_ABSENT = ("is_recording_macro", "is_javadoc", "indented_block")

# -- views --------------------------------------------------------------------------------------------------------


def _line_to(view: View, point: int) -> str:
    row, col = view.buffer.text.row_col(point)
    return view.buffer.text.line(row)[:col]


def _line_from(view: View, point: int) -> str:
    row, col = view.buffer.text.row_col(point)
    return view.buffer.text.line(row)[col:]


_OF_SELECTION: dict[str, Callable[[View, int, int], Any]] = {
    "selection_empty": lambda view, a, b: a == b,
    "text": lambda view, a, b: view.buffer.text.substr(a, b),
    "preceding_text": lambda view, a, b: _line_to(view, begin((a, b))),
    "following_text": lambda view, a, b: _line_from(view, end((a, b))),
}


def _last_modifying(core: Core, view: View) -> str:
    return next((step.command for step in reversed(view.buffer.history.undo_stack) if not step.soft), "")


_OF_VIEW: dict[str, Callable[[Any, View], Any]] = {
    "num_selections": lambda core, view: len(view.selection),
    "popup_visible": lambda core, view: view.popup is not None,
    "read_only": lambda core, view: view.buffer.read_only,
    "is_read_only": lambda core, view: view.buffer.read_only,
    "has_next_field": lambda core, view: bool(view.snippet and view.snippet.has_next),
    "has_prev_field": lambda core, view: bool(view.snippet and view.snippet.has_prev),
    "has_snippet": lambda core, view: snippet_before(core, view) is not None,
    "last_modifying_command": _last_modifying,
}
