"""The mark in the status bar. Nothing is shown where nothing is connected."""

from __future__ import annotations

import sublime

KEY = "copilot_ide"


def text(sessions: int, waiting: int, failed: bool) -> str:
    """The mark for a window: a failure, proposals that wait for the user, or connected sessions (any thread)."""
    if failed:
        return "Copilot !"
    if waiting:
        return f"Copilot ✎{waiting}"
    if sessions:
        return "Copilot ●" if sessions == 1 else f"Copilot ●{sessions}"
    return ""


def show(window: sublime.Window, mark: str) -> None:
    """Show ``mark`` in ``window``. Status belongs to a view: every view has to carry it (main thread)."""
    for view in window.views(include_transient=True):
        if view.get_status(KEY) != mark:
            view.set_status(KEY, mark)


def clear() -> None:
    """Take every mark away (main thread)."""
    for window in sublime.windows():
        for view in window.views(include_transient=True):
            view.erase_status(KEY)
