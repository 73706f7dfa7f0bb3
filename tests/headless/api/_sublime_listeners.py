"""Base classes of listeners, the events that they may hear of, and who is registered for them."""

from __future__ import annotations

from typing import Any, Iterator

import sublime
import sublime_api

VIEW_EVENTS = [
    "on_load",
    "on_revert",
    "on_reload",
    "on_pre_close",
    "on_close",
    "on_pre_save",
    "on_post_save",
    "on_pre_move",
    "on_post_move",
    "on_modified",
    "on_selection_modified",
    "on_activated",
    "on_deactivated",
]
LISTENER_ONLY_VIEW_EVENTS = ["on_new", "on_clone"]
BUFFER_EVENTS = ["on_new_buffer", "on_associate_buffer", "on_close_buffer"]
WINDOW_EVENTS = [
    "on_new_window",
    "on_pre_close_window",
    "on_new_project",
    "on_load_project",
    "on_pre_save_project",
    "on_post_save_project",
    "on_pre_close_project",
]

# Events that have no asynchronous twin.
SYNC_ONLY = {
    "on_pre_close",
    "on_close",
    "on_pre_move",
    "on_pre_close_window",
    "on_pre_save_project",
    "on_pre_close_project",
}


def with_async(events: list[str]) -> list[str]:
    return [*events, *(name + "_async" for name in events if name not in SYNC_ONLY)]


def _callback_names() -> Iterator[str]:
    yield from with_async([*VIEW_EVENTS, *LISTENER_ONLY_VIEW_EVENTS, *BUFFER_EVENTS, *WINDOW_EVENTS])
    yield from ("on_hover", "on_query_context", "on_query_completions", "on_init", "on_exit")
    yield from ("on_text_command", "on_post_text_command", "on_window_command", "on_post_window_command")


# What a ViewEventListener hears of.
OF_VIEWS = with_async(VIEW_EVENTS) + [
    "on_hover",
    "on_query_context",
    "on_query_completions",
    "on_text_command",
    "on_post_text_command",
]

# Packages look into the following, though no stub publishes them.
all_callbacks: dict[str, list[EventListener]] = {name: [] for name in _callback_names()}
text_change_listener_callbacks = {
    name + suffix for name in ("on_text_changed", "on_revert", "on_reload") for suffix in ("", "_async")
}
view_event_listeners: dict[int, list[ViewEventListener]] = {}
text_change_listeners: dict[int, list[TextChangeListener]] = {}


class EventListener:
    """One instance hears about every view and window."""


class ViewEventListener:
    """One instance per view that it applies to."""

    @classmethod
    def is_applicable(cls, settings: Any) -> bool:
        return True

    @classmethod
    def applies_to_primary_view_only(cls) -> bool:
        return True

    def __init__(self, view: Any) -> None:
        self.view = view


class TextChangeListener:
    """Hears about the changes of one buffer, once attached to it."""

    @classmethod
    def is_applicable(cls, buffer: Any) -> bool:
        return True

    def __init__(self) -> None:
        self._listener_key: int | None = None
        self.buffer: Any = None

    def attach(self, buffer: Any) -> None:
        if not isinstance(buffer, sublime.Buffer):
            raise TypeError("a TextChangeListener attaches to a Buffer")
        if self._listener_key is not None:
            raise ValueError("this TextChangeListener is attached already")
        self.buffer = buffer
        text_change_listeners.setdefault(buffer.buffer_id, []).append(self)
        self._listener_key = sublime_api.buffer_add_text_listener(buffer.buffer_id, self)

    def detach(self) -> None:
        if self._listener_key is None:
            raise ValueError("this TextChangeListener is not attached")
        sublime_api.buffer_clear_text_listener(self.buffer.buffer_id, self._listener_key)
        listeners = text_change_listeners.get(self.buffer.buffer_id, [])
        listeners[:] = [listener for listener in listeners if listener is not self]
        self._listener_key = None

    def is_attached(self) -> bool:
        return self._listener_key is not None
