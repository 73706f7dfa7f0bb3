"""What comes with the editor: default preferences and key bindings of the built-in commands."""

from __future__ import annotations

import json
from typing import Any

from .preferences import PREFERENCES


def _bind(keys: str, command: str, args: Any = None, context: Any = None) -> dict[str, Any]:
    binding: dict[str, Any] = {"keys": keys.split(" "), "command": command}
    if args is not None:
        binding["args"] = args
    if context is not None:
        binding["context"] = context
    return binding


_SHOWN = [{"key": "auto_complete_visible", "operator": "equal", "operand": True}]

_KEYS: list[dict[str, Any]] = [
    _bind("enter", "insert", {"characters": "\n"}),
    _bind("tab", "insert", {"characters": "\t"}),
    _bind("backspace", "left_delete"),
    _bind("delete", "right_delete"),
    _bind("left", "move", {"by": "characters", "forward": False}),
    _bind("right", "move", {"by": "characters", "forward": True}),
    _bind("up", "move", {"by": "lines", "forward": False}),
    _bind("down", "move", {"by": "lines", "forward": True}),
    _bind("shift+left", "move", {"by": "characters", "forward": False, "extend": True}),
    _bind("shift+right", "move", {"by": "characters", "forward": True, "extend": True}),
    _bind("shift+up", "move", {"by": "lines", "forward": False, "extend": True}),
    _bind("shift+down", "move", {"by": "lines", "forward": True, "extend": True}),
    _bind("home", "move_to", {"to": "bol"}),
    _bind("end", "move_to", {"to": "eol"}),
    _bind("ctrl+home", "move_to", {"to": "bof"}),
    _bind("ctrl+end", "move_to", {"to": "eof"}),
    _bind("ctrl+a", "select_all"),
    _bind("ctrl+z", "undo"),
    _bind("ctrl+shift+z", "redo"),
    _bind("ctrl+y", "redo_or_repeat"),
    _bind("ctrl+c", "copy"),
    _bind("ctrl+x", "cut"),
    _bind("ctrl+v", "paste"),
    _bind("ctrl+n", "new_file"),
    _bind("ctrl+shift+n", "new_window"),
    _bind("ctrl+s", "save"),
    _bind("ctrl+w", "close"),
    _bind("ctrl+shift+w", "close_window"),
    _bind("ctrl+pagedown", "next_view"),
    _bind("ctrl+pageup", "prev_view"),
    _bind("ctrl+shift+p", "show_overlay", {"overlay": "command_palette"}),
    *[_bind(f"ctrl+{n + 1}", "focus_group", {"group": n}) for n in range(4)],
    _bind("escape", "single_selection", None, [{"key": "num_selections", "operator": "not_equal", "operand": 1}]),
    _bind("escape", "hide_panel", {"cancel": True}, [{"key": "panel_visible", "operator": "equal", "operand": True}]),
    _bind("ctrl+space", "auto_complete"),
    _bind("tab", "commit_completion", None, _SHOWN),
    _bind("enter", "commit_completion", None, _SHOWN),
    _bind("escape", "hide_auto_complete", None, _SHOWN),
    _bind("escape", "hide_popup", None, [{"key": "popup_visible", "operator": "equal", "operand": True}]),
    _bind("escape", "hide_overlay", None, [{"key": "overlay_visible", "operator": "equal", "operand": True}]),
    _bind("enter", "select", None, [{"key": "overlay_visible", "operator": "equal", "operand": True}]),
    _bind("enter", "select", None, [{"key": "panel_has_focus", "operator": "equal", "operand": True}]),
]

BUILT_IN_RESOURCES: dict[str, str] = {
    "Packages/Default/Preferences.sublime-settings": json.dumps(PREFERENCES, indent=4),
    "Packages/Default/Default.sublime-keymap": json.dumps(_KEYS, indent=4),
    "Packages/Default/Default.sublime-commands": json.dumps(
        [
            {"caption": "File: New", "command": "new_file"},
            {"caption": "File: Save", "command": "save"},
            {"caption": "File: Revert", "command": "revert"},
            {"caption": "File: Close", "command": "close"},
        ]
    ),
    "Packages/Default/Main.sublime-menu": json.dumps(
        [
            {
                "caption": "File",
                "id": "file",
                "children": [
                    {"caption": "New File", "command": "new_file"},
                    {"caption": "Save", "command": "save"},
                    {"caption": "Close File", "command": "close"},
                ],
            },
            {"caption": "Edit", "id": "edit", "children": [{"caption": "Undo", "command": "undo"}]},
            {"caption": "Tools", "id": "tools", "children": []},
            {
                "caption": "Preferences",
                "id": "preferences",
                "children": [
                    {"caption": "Package Settings", "id": "package-settings", "children": []},
                ],
            },
        ]
    ),
}
