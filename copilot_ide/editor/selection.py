"""What is selected, in the protocol's terms, and the pushing of it to the sessions."""

from __future__ import annotations

import time
from typing import Callable

import sublime

from ..ide.editor import CurrentSelection, Position, Selection
from ..ide.uri import file_uri, wire_path
from . import runtime, settings
from .own_views import is_own

MAX_DEBOUNCE_MS = 10_000
MAX_TEXT = 1024 * 1024  # characters of a selection that are sent


def is_shareable(view: sublime.View | None) -> bool:
    """Whether ``view`` is a file or buffer of the user's: no panel, no input, nothing of ours (any thread)."""
    return view is not None and view.is_valid() and view.element() is None and not is_own(view)


def read_selection(view: sublime.View) -> Selection | None:
    """The first non-empty region of ``view``, else its first caret; None if it has neither (any thread)."""
    regions = list(view.sel())
    if not regions:
        return None
    region = next((region for region in regions if not region.empty()), regions[0])
    name = view.file_name()
    if name is None:
        path = url = "untitled:" + (view.name() or f"Untitled-{view.buffer_id()}")
    else:
        path, url = wire_path(name), file_uri(name)
    shown = sublime.Region(region.begin(), min(region.end(), region.begin() + MAX_TEXT))
    return {
        "text": view.substr(shown),
        "filePath": path,
        "fileUrl": url,
        "selection": {
            "start": _position(view, region.begin()),
            "end": _position(view, region.end()),
            "isEmpty": region.empty(),
        },
    }


def _position(view: sublime.View, point: int) -> Position:
    line, character = view.rowcol_utf16(point)
    return {"line": line, "character": character}


def _emptied(selection: Selection | None) -> Selection | None:
    """The same place with nothing selected: there is no way to tell the CLI that there is no file any more."""
    if selection is None:
        return None
    start = selection["selection"]["start"]
    return {**selection, "text": "", "selection": {"start": start, "end": start, "isEmpty": True}}


class SelectionTracker:
    """Pushes the selection of each window to its sessions: debounced while it moves, at once when the user leaves.

    Selections are read on the main thread: only there is a tab of ours never seen between its making and its marking.
    """

    def __init__(self, has_sessions: Callable[[int], bool], push: Callable[[int, Selection], None]) -> None:
        self._has_sessions = has_sessions
        self._push = push
        # by window id
        self._remembered: dict[int, tuple[sublime.View, Selection]] = {}
        self._pushed: dict[int, Selection] = {}
        self._due_s: dict[int, float] = {}  # when the selection will have stood still long enough
        self._delay_ms: dict[int, int] = {}
        self._scheduled: set[int] = set()

    def current(self, window: sublime.Window) -> CurrentSelection | None:
        """What is selected in ``window`` now, or else the last that was, marked as not current (main thread)."""
        view = window.active_view()
        selection = read_selection(view) if view is not None and is_shareable(view) else None
        if view is not None and selection is not None:
            self._remembered[window.id()] = (view, selection)
            return {"current": True, **selection}
        seen, last = self._remembered.get(window.id(), (None, None))
        return {"current": False, **last} if last is not None and seen is not None and seen.is_valid() else None

    def moved(self, view: sublime.View) -> None:
        """The selection of ``view`` may have changed: push it when it has stood still for ``debounce_ms`` (worker)."""
        window = view.window()
        if window is None or not self._has_sessions(window.id()):
            return
        window_id = window.id()
        if window_id not in self._scheduled:  # the setting is not looked up at every step of a caret
            self._delay_ms[window_id] = min(max(0, settings.get("debounce_ms", window)), MAX_DEBOUNCE_MS)
        delay_ms = self._delay_ms[window_id]
        self._due_s[window_id] = time.monotonic() + delay_ms / 1000
        self._schedule(window, delay_ms)

    def left(self, view: sublime.View) -> None:
        """The user goes from or to ``view``: push without waiting for more (any thread)."""
        window = view.window()
        if window is not None:
            runtime.on_main(self._push_news, window)

    def closed(self) -> None:
        """A view is gone: if it was shared and nothing came in its place, let the sessions forget its text."""
        for window in sublime.windows():
            runtime.on_main(self._push_news, window)

    def _push_news(self, window: sublime.Window) -> None:
        if not self._has_sessions(window.id()):
            return
        selection = self.current(window)
        if selection is None:
            news = _emptied(self._pushed.get(window.id()))
        else:
            news = self._remembered[window.id()][1] if selection["current"] else None
        if news is not None and news != self._pushed.get(window.id()):
            self._pushed[window.id()] = news
            self._push(window.id(), news)

    def told_anew(self, window_id: int) -> None:
        """A session came or went: who is there now may not know what was pushed last (main thread)."""
        self._pushed.pop(window_id, None)

    def forget(self, window_id: int) -> None:
        """The window is gone (main thread)."""
        for by_window in (self._remembered, self._pushed, self._due_s, self._delay_ms):
            by_window.pop(window_id, None)

    def _schedule(self, window: sublime.Window, delay_ms: int) -> None:
        # one timer a window however fast the caret moves: it waits again for what is left when it rings early
        if window.id() not in self._scheduled:
            self._scheduled.add(window.id())
            runtime.on_main(self._settle, window, delay_ms=delay_ms)

    def _settle(self, window: sublime.Window) -> None:
        self._scheduled.discard(window.id())
        remaining_ms = int((self._due_s.get(window.id(), 0.0) - time.monotonic()) * 1000)
        if remaining_ms > 0:
            self._schedule(window, remaining_ms)
        elif window.is_valid():
            self._push_news(window)
