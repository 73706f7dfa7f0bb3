"""What Sublime tells the package: windows, focus, carets, closed tabs, quitting."""

from __future__ import annotations

import weakref
from typing import Any

import sublime
import sublime_plugin

from . import app as app_module
from . import own_views


def _moved(view: sublime.View) -> None:
    app = app_module.get()
    if app is not None:
        app.selection.moved(view)


def _is_written_by_hand(view: sublime.View) -> bool:
    is_terminal = view.settings().get("terminus_view")
    return view.is_scratch() and not (view.is_read_only() or is_terminal or own_views.is_own(view))


class CopilotIdeViewListener(sublime_plugin.ViewEventListener):
    """Follows the carets of one view, clones included."""

    # by view id; Sublime keeps a listener as long as the view is one for it
    listening: weakref.WeakValueDictionary[int, CopilotIdeViewListener] = weakref.WeakValueDictionary()

    @classmethod
    def is_applicable(cls, settings: sublime.Settings) -> bool:
        """Every view but widgets and our own."""
        return not settings.get("is_widget") and settings.get(own_views.KIND) is None

    @classmethod
    def applies_to_primary_view_only(cls) -> bool:
        """Clones have carets of their own."""
        return False

    def __init__(self, view: sublime.View) -> None:
        super().__init__(view)
        self.listening[view.id()] = self

    def on_selection_modified_async(self) -> None:
        """Worker."""
        _moved(self.view)


class CopilotIdeListener(sublime_plugin.EventListener):
    """Everything that is not about the carets of a view with a listener of its own."""

    def on_selection_modified_async(self, view: sublime.View) -> None:
        """A clone that Goto Anything opened has no ViewEventListener."""
        if view.id() not in CopilotIdeViewListener.listening:
            _moved(view)

    def on_modified(self, view: sublime.View) -> None:
        """Remember where somebody types: a review must not take the focus there.

        Text also changes when a file is reloaded (its view is not dirty then), and where a program writes: panels,
        terminals (scratch views that are read-only, or Terminus's).
        """
        app, window = app_module.get(), view.window()
        if app is None or window is None:
            return
        element = view.element()
        if element is not None:
            if element.endswith(":input"):
                app.reviews.typed_in_panel(window)
        elif view == window.active_view() and (view.is_dirty() or _is_written_by_hand(view)):
            app.reviews.typed(window)

    def on_activated(self, view: sublime.View) -> None:
        """Another tab, or another window: also the moment to look for changed folders, which have no event."""
        app, window = app_module.get(), view.window()
        if app is not None and window is not None:
            app.forget_closed_windows()  # the event for that is not reliable
            app.sync_window(window)
            app.update_status_bar(window)
            app.selection.left(view)

    def on_deactivated(self, view: sublime.View) -> None:
        """The user leaves, perhaps for the terminal, which must know the selection (or for a sheet without a view)."""
        app, window = app_module.get(), view.window()
        if app is not None and window is not None:
            app.sync_window(window)  # a folder may have been added just for that
            app.selection.left(view)

    def on_new_window(self, window: sublime.Window) -> None:
        """Let the window be found."""
        self._sync_window(window)

    def on_pre_close_window(self, window: sublime.Window) -> None:
        """It is still in the list of windows now."""
        app = app_module.get()
        if app is not None:
            app.forget_closed_windows_soon()

    def on_load_project(self, window: sublime.Window) -> None:
        """Other folders, other settings."""
        self._sync_window(window)

    def on_post_save_project(self, window: sublime.Window) -> None:
        """Other folders, other settings."""
        self._sync_window(window)

    def on_post_window_command(self, window: sublime.Window, command_name: str, args: dict[str, Any] | None) -> None:
        """It may have added or removed a folder."""
        self._sync_window(window)

    def on_close(self, view: sublime.View) -> None:
        """A tab is gone: was it half of a review, or what was shared?"""
        app = app_module.get()
        if app is not None:
            app.reviews.view_closed(view)
            app.selection.closed()

    def on_exit(self) -> None:
        """The API is gone, but the lock files are still there."""
        app = app_module.get()
        if app is not None:
            app.exit()

    def _sync_window(self, window: sublime.Window) -> None:
        app = app_module.get()
        if app is not None:
            app.sync_window(window)
