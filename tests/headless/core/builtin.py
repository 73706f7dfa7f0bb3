"""The table of the editor's own commands: what the modules of the built-in commands have."""

from __future__ import annotations

from typing import Any, Callable

from . import (
    builtin_build,
    builtin_clipboard,
    builtin_diff,
    builtin_files,
    builtin_find,
    builtin_goto,
    builtin_lines,
    builtin_macros,
    builtin_marks,
    builtin_move,
    builtin_panels,
    builtin_select,
    builtin_snippets,
    builtin_tabs,
    builtin_tags,
    builtin_text,
    comments,
)

_MODULES = (
    builtin_text,
    builtin_clipboard,
    builtin_move,
    builtin_select,
    builtin_lines,
    comments,
    builtin_snippets,
    builtin_tags,
    builtin_find,
    builtin_marks,
    builtin_diff,
    builtin_goto,
    builtin_macros,
    builtin_files,
    builtin_tabs,
    builtin_build,
    builtin_panels,
)


def _joined(table: str) -> dict[str, Callable[..., Any]]:
    return {name: command for module in _MODULES for name, command in getattr(module, table, {}).items()}


BUILT_IN_COMMANDS = {
    "text": _joined("TEXT_COMMANDS"),
    "window": _joined("WINDOW_COMMANDS"),
    "application": _joined("APPLICATION_COMMANDS"),
}
