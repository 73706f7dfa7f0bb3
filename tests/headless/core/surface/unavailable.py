"""Functions of `sublime_api` that the host does not have: each raises NotImplementedError with its name."""

from __future__ import annotations

UNAVAILABLE = [
    "choose_font_dialog",
    "get_macro",
    "log_build_systems",
    "log_control_tree",
    "log_fps",
    "log_indexing",
    "log_input",
    "log_result_regex",
    "view_preserve_auto_complete_on_focus_lost",
    "window_system_handle",
]
