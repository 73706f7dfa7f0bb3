"""Settings: ``Copilot IDE.sublime-settings``, overridden by ``"settings": {"copilot_ide": {…}}`` of a project."""

from __future__ import annotations

from typing import Any, Callable

import sublime

FILE = "Copilot IDE.sublime-settings"
PROJECT_KEY = "copilot_ide"
_TAG = "copilot_ide"


def get(key: str, window: sublime.Window) -> Any:
    """The value of ``key`` for ``window``; the defaults are in the settings file of the package (any thread)."""
    overrides: Any = window.project_data()
    for part in ("settings", PROJECT_KEY):  # written by hand: it may hold anything
        overrides = overrides.get(part) if isinstance(overrides, dict) else None
    if isinstance(overrides, dict) and key in overrides:
        return overrides[key]
    return sublime.load_settings(FILE).get(key)


def on_change(callback: Callable[[], None]) -> None:
    """Call ``callback`` on the main thread after any change of the settings file, until ``forget``."""
    sublime.load_settings(FILE).add_on_change(_TAG, callback)


def forget() -> None:
    """End ``on_change``."""
    sublime.load_settings(FILE).clear_on_change(_TAG)
