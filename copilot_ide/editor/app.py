"""The package while it is loaded: which windows there are, who is connected to them, which reviews wait."""

from __future__ import annotations

import atexit
import contextlib
import time
from dataclasses import dataclass, field
from typing import Sequence

import sublime

from ..ide import transport
from ..ide.editor import Diff, DiffKey, DiffReply, Selection, SelectionReply, SessionInfo, WindowId
from ..ide.server import IdeServer
from . import log, own_views, runtime, settings, status_bar
from .reviews import Reviews
from .selection import SelectionTracker

RETRY_S = 10.0  # after which an endpoint that could not be made is tried again


@dataclass
class WindowState:
    """What the package knows of a window (main thread)."""

    folders: tuple[str, ...]
    trusted: bool
    lock_path: str = ""
    problem: str = ""
    tried_s: float = 0.0  # when the endpoint was last asked for, by the monotonic clock
    sessions: Sequence[SessionInfo] = field(default_factory=tuple)


class App:
    """Owns what lives from ``plugin_loaded`` to ``plugin_unloaded`` (main thread, if not said otherwise)."""

    def __init__(self) -> None:
        self.unavailable = transport.unavailable()
        self.windows: dict[WindowId, WindowState] = {}
        self.reviews = Reviews(self.update_status_bars)
        self.server: IdeServer | None = None
        self.selection = SelectionTracker(self._has_sessions, self._push_selection)

    def start(self) -> None:
        """Begin to be found."""
        log.start()
        runtime.start()
        _close_restored_reviews()
        if not self.unavailable:
            self.server = IdeServer(_Bridge(self))
            self.server.start()
            atexit.register(self.exit)  # at quit nothing else is sure to be called
        settings.on_change(self._settings_changed)
        self._settings_changed()

    def stop(self) -> None:
        """End everything that ``start`` and later calls began."""
        with contextlib.ExitStack() as last_first:  # whatever fails, the rest is done
            last_first.callback(log.stop)
            last_first.callback(status_bar.clear)
            last_first.callback(self.exit)
            last_first.callback(self.reviews.close_all)
            last_first.callback(settings.forget)

    def exit(self) -> None:
        """End the connections and call nothing any more; needs no Sublime API, which is gone at exit (any thread)."""
        atexit.unregister(self.exit)
        runtime.stop()
        if self.server is not None:
            self.server.stop()

    def sync_windows(self) -> None:
        """Bring the endpoints in line with the windows that there are, their folders and the settings."""
        self.forget_closed_windows()
        for window in sublime.windows():
            self.sync_window(window)

    def forget_closed_windows(self) -> None:
        """Take the endpoints of windows away that are there no more."""
        present = {window.id() for window in sublime.windows()}
        for window_id in [known for known in self.windows if known not in present]:
            self._forget_window(window_id)

    def forget_closed_windows_soon(self) -> None:
        """The same after what is happening now: a window that is closing is still listed."""
        runtime.on_main(self.forget_closed_windows)

    def sync_window(self, window: sublime.Window) -> None:
        """Bring one window's endpoint in line. No event tells of other folders: this is called often, and is quick."""
        window_id = window.id()
        if self.server is None:
            return
        # a project may come from anybody: it can hide its window, but neither show it nor declare itself trusted
        if not (settings.get("discovery") and settings.get("discovery", window)):
            if window_id in self.windows:
                self._forget_window(window_id)
            return
        folders, trusted = tuple(window.folders()), settings.get("trust_workspace")
        state = self.windows.get(window_id)
        now_s = time.monotonic()
        if state is None:
            state = self.windows[window_id] = WindowState(folders, trusted)
        elif (state.folders, state.trusted) == (folders, trusted) and (
            not state.problem or now_s - state.tried_s < RETRY_S
        ):
            return
        state.folders, state.trusted, state.tried_s = folders, trusted, now_s
        self.server.open_window(window_id, folders, trusted)

    def _forget_window(self, window_id: WindowId) -> None:
        del self.windows[window_id]
        self.selection.forget(window_id)
        if self.server is not None:
            self.server.close_window(window_id)
        self.update_status_bars()

    def update_status_bars(self) -> None:
        """Show each window's mark."""
        for window in sublime.windows():
            self.update_status_bar(window)

    def update_status_bar(self, window: sublime.Window) -> None:
        """Show the window's mark: in the view with the focus, whose status is the one that is seen."""
        view = window.active_view()
        if view is not None:
            state = self.windows.get(window.id())
            sessions, failed = (len(state.sessions), bool(state.problem)) if state else (0, False)
            status_bar.show(view, status_bar.text(sessions, len(self.reviews.waiting(window)), failed))

    def sessions_changed(self, window_id: WindowId, sessions: Sequence[SessionInfo]) -> None:
        """The server says who is connected to a window."""
        state = self.windows.get(window_id)
        if state is not None:
            state.sessions = sessions
            self.selection.told_anew(window_id)
            self.update_status_bars()

    def endpoint_changed(self, window_id: WindowId, lock_path: str, problem: str) -> None:
        """The server says how a window can be found, or why not."""
        state = self.windows.get(window_id)
        if state is not None:
            state.lock_path, state.problem = lock_path, problem
            self.update_status_bars()

    def _settings_changed(self) -> None:
        log.set_level(settings.get("log_level"))
        self.sync_windows()

    def _has_sessions(self, window_id: WindowId) -> bool:
        state = self.windows.get(window_id)
        return state is not None and bool(state.sessions)

    def _push_selection(self, window_id: WindowId, selection: Selection) -> None:
        if self.server is not None:
            self.server.push_selection(window_id, selection)


class _Bridge:
    """``ide.editor.Editor`` over Sublime: everything hops to the main thread (I/O thread)."""

    def __init__(self, app: App) -> None:
        self._app = app

    def get_selection(self, window_id: WindowId, reply: SelectionReply) -> None:
        runtime.on_main(lambda: reply(self._app.selection.current(sublime.Window(window_id))))

    def open_diff(self, diff: Diff, reply: DiffReply) -> None:
        runtime.on_main(self._app.reviews.request, diff, reply)

    def close_diff(self, key: DiffKey) -> None:
        runtime.on_main(self._app.reviews.withdraw, key)

    def sessions_changed(self, window_id: WindowId, sessions: Sequence[SessionInfo]) -> None:
        runtime.on_main(self._app.sessions_changed, window_id, sessions)

    def endpoint_changed(self, window_id: WindowId, lock_path: str, problem: str) -> None:
        runtime.on_main(self._app.endpoint_changed, window_id, lock_path, problem)


def _close_restored_reviews() -> None:
    """Tabs of reviews that Sublime restored from its last run: nobody waits for them any more."""
    for window in sublime.windows():
        for view in window.views():
            if own_views.kind_of(view) in (own_views.REVIEW_BEFORE, own_views.REVIEW_PROPOSED):
                view.close()


_app: App | None = None


def start() -> None:
    """For ``plugin_loaded``."""
    global _app
    stop()
    _app = App()
    _app.start()


def stop() -> None:
    """For ``plugin_unloaded``."""
    global _app
    if _app is not None:
        try:
            _app.stop()
        finally:
            _app = None


def get() -> App | None:
    """The running app; None before ``plugin_loaded`` and after ``plugin_unloaded`` (any thread)."""
    return _app
