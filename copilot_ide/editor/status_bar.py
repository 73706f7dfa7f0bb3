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


def show(view: sublime.View, mark: str) -> None:
    """Show ``mark`` while ``view`` has the focus (main thread)."""
    if mark:
        view.set_status(KEY, mark)
    else:
        view.erase_status(KEY)


def clear() -> None:
    """Take every mark away, also those of views that had the focus once (main thread)."""
    for window in sublime.windows():
        for view in window.views(include_transient=True):
            view.erase_status(KEY)
