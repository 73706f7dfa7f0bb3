"""Settings: ``Copilot IDE.sublime-settings``, overridden by ``"settings": {"copilot_ide": {…}}`` of a project."""

from __future__ import annotations

from typing import Any, Callable

import sublime

FILE = "Copilot IDE.sublime-settings"
PROJECT_KEY = "copilot_ide"
DEFAULTS: dict[str, Any] = {  # as in the settings file of the package; they say of which type a value must be
    "discovery": True,
    "trust_workspace": False,
    "debounce_ms": 200,
    "closed_tab": "undecided",
    "log_level": "info",
}
_TAG = "copilot_ide"


def get(key: str, window: sublime.Window | None = None) -> Any:
    """The value of ``key``, for ``window`` if given; a value of another type than the default's counts as not set.

    Any thread.
    """
    default = DEFAULTS[key]
    overrides: Any = window.project_data() if window is not None else None
    for part in ("settings", PROJECT_KEY):  # written by hand: it may hold anything
        overrides = overrides.get(part) if isinstance(overrides, dict) else None
    candidates = [overrides.get(key)] if isinstance(overrides, dict) else []
    for value in [*candidates, sublime.load_settings(FILE).get(key)]:
        if type(value) is type(default):
            return value
    return default


def on_change(callback: Callable[[], None]) -> None:
    """Call ``callback`` on the main thread after any change of the settings file, until ``forget``."""
    sublime.load_settings(FILE).add_on_change(_TAG, callback)


def forget() -> None:
    """End ``on_change``."""
    sublime.load_settings(FILE).clear_on_change(_TAG)
