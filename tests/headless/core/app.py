"""The editor's state and its two threads. Everything else in this package works on a `Core`."""

from __future__ import annotations

import gc
import inspect
import os
import sys
import threading
import traceback
from contextlib import contextmanager
from typing import Any, Callable, Iterator

from .buffer import Buffer, ChangeNotice
from .choices import Choices
from .clocks import Account, Times
from .commands import Commands
from .completions import Completions
from .defaults import BUILT_IN_RESOURCES
from .dialogs import Dialogs
from .documents import Documents
from .faults import Faults
from .find import Search
from .keymap import Keymap
from .menus import Menus
from .profile import Profile
from .queues import MainLoop, Worker
from .resources import Resources
from .schemes import Schemes
from .scopes.metadata import Metadata
from .scopes.symbols import Index
from .settings import PREFERENCES, Settings, SettingsFiles
from .syntaxes import Syntaxes
from .view import KEEP_ON_SELECTION_MODIFIED, View
from .watch import FileWatch
from .windows import Sheet, Window

SLOW_HANDLER_S = 0.1


class Core:
    """One running editor. Create it on the thread that will turn the main loop.

    `plugins` is where events go: an object (the `sublime_plugin` module) with the functions that the application calls.
    """

    def __init__(self, data_path: str, build: int = 4200, choices: Choices | None = None) -> None:
        self.build = build
        self._console = sys.stderr  # Sublime's own Python layer replaces sys.stderr with a writer to `log`
        self.choices = choices or Choices()
        self.lock = threading.RLock()
        self.faults = Faults()
        self.plugins: Any = None
        self.closing = False
        self.handlers_on_main = 0
        self.profile: Profile | None = None
        self._last_id = 0
        self._account = Account()
        gc.callbacks.append(self._account.on_collection)
        self.views: dict[int, View] = {}
        self.buffers: dict[int, Buffer] = {}
        self.sheets: dict[int, Sheet] = {}
        self.windows: dict[int, Window] = {}
        self.settings_by_id: dict[int, Settings] = {}
        self.loop = MainLoop(self._run_task)
        self.worker = Worker(self._run_task)
        self.worker.on_idle = self.loop.queue.wake
        self.data_path = data_path
        self.resources = Resources(os.path.join(data_path, "Packages"), BUILT_IN_RESOURCES)
        self.syntaxes = Syntaxes(self.resources)
        self.metadata = Metadata(self.resources, self.bad_resource)
        self.index = Index(self)
        self.schemes = Schemes(self)
        self.settings_files = SettingsFiles(self)
        self.preferences = self.settings_files.load(PREFERENCES)
        self.dialogs = Dialogs(self)
        self.documents = Documents(self)
        self.commands = Commands(self)
        self.completions = Completions(self)
        self.keymap = Keymap(self)
        self.menus = Menus(self)
        self.watch = FileWatch(self)
        self.log_commands = False
        self.clipboard = ""
        self.clipboard_lines = ""  # the clipboard's text if it was copied without a selection
        self.killed = ""
        self.search = Search()
        self.clipboard_history: list[str] = []
        self.closed_files: list[tuple[int, str]] = []  # (window, path), the last closed one at the end
        self.opened_urls: list[str] = []
        self.active = True
        self.active_window: Window | None = None
        self._focused: View | None = None
        self._touched: set[int] = set()
        self._flush_queued = False
        # Turns change notices into what text change listeners get.
        self.convert_changes: Callable[[list[ChangeNotice]], Any] = list

    def new_id(self) -> int:
        """A number that was never used before in this editor."""
        with self.lock:
            self._last_id += 1
            return self._last_id

    def log(self, message: str) -> None:
        """Write a line to the console."""
        print(message, file=self._console, flush=True)

    def bad_resource(self, name: str, error: Exception) -> None:
        """Say in the console that a package's file cannot be read, and record it."""
        self.log(f"error parsing {name}: {error!r}")
        self.faults.add("bad resource", f"{name}: {error!r}")

    # -- plugin code ----------------------------------------------------------------------------------------------

    def _run_task(self, task: Callable[[], Any], origin: str) -> None:
        self.invoke(task, (), origin or "callback")

    def invoke(self, function: Callable[..., Any], args: tuple = (), origin: str = "", limited: bool = True) -> Any:
        """Run plugin code: an exception is printed and recorded; so is much CPU on the main thread, if `limited`.

        Gives back what `function` gave, None after an exception. Any thread.
        """
        account = self._account
        outer, account.others = account.others, Times(0.0, 0.0)
        here = self.loop.here
        self.handlers_on_main += here
        start = Times.now()
        try:
            return function(*args)
        except (Exception, SystemExit) as error:
            if self.closing and isinstance(error, SystemExit):
                raise  # how threads that wait for the main thread are let go of
            self.report(error, f"{origin} {describe(function)}")
            return None
        finally:
            total = Times.now().minus(start)
            own = total.minus(account.others)
            account.others = outer.plus(total)
            self.handlers_on_main -= here
            if here and self.profile:
                self.profile.add_handler(f"{origin} {describe(function)}", own.cpu)
            if own.wall > SLOW_HANDLER_S and here and limited and not self.closing:
                self._note_slow(f"{origin} {describe(function)}", own)

    def _note_slow(self, handler: str, own: Times) -> None:
        """Much CPU is a fault; wall time alone may be the machine's, or a wait that is looked at elsewhere."""
        text = f"{handler}: {own.cpu * 1000:.0f} ms of CPU, {own.wall * 1000:.0f} ms in all"
        if own.cpu > SLOW_HANDLER_S:
            self.faults.add("slow main handler", text)
        else:
            self.log(f"slow: {text}")

    @contextmanager
    def own_work(self) -> Iterator[None]:
        """Keep what the editor itself does in here out of the running handler's account."""
        before, start = self._account.others, Times.now()
        try:
            yield
        finally:
            self._account.others = before.plus(Times.now().minus(start))

    def report(self, error: BaseException, place: str = "") -> None:
        """Print and record an exception of plugin code; `place` says what raised it, if that is known. Any thread."""
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        self.log(text.rstrip())
        last = text.strip().splitlines()[-1]
        self.faults.add("exception", f"{place}: {last}" if place else last, text)

    # -- events ---------------------------------------------------------------------------------------------------

    def emit(self, name: str, *args: Any) -> Any:
        """Call the plugin host's `name`, such as "on_activated", on the main thread, now."""
        if self.plugins is None or self.closing:
            return None
        return self.invoke(getattr(self.plugins, name), args, name)

    def emit_async(self, name: str, *args: Any) -> None:
        """Queue the plugin host's `name`_async on the worker."""
        if self.plugins is None or self.closing:
            return
        handler = getattr(self.plugins, name + "_async")
        self.worker.queue.post(lambda: handler(*args), origin=name + "_async")

    def emit_both(self, name: str, *args: Any) -> None:
        self.emit(name, *args)
        self.emit_async(name, *args)

    def update_focus(self) -> None:
        """Fire on_deactivated and on_activated if another view has the focus than at the last call. Main thread."""
        window = self.active_window if self.active else None
        focused = window.focused_view if window else None
        if focused is self._focused:
            return
        old, self._focused = self._focused, focused
        if old and old.id in self.views:
            if old.popup:
                old.hide_popup()
            self.emit_both("on_deactivated", old.id)
        if focused and focused.id in self.views and focused is self._focused:
            self.emit_both("on_activated", focused.id)

    @property
    def focused_view(self) -> View | None:
        return self._focused

    def selection_touched(self, view: View) -> None:
        """Note that on_selection_modified is due: after the running edit, else at the next turn of the loop."""
        self._touched.add(view.id)
        if not view.buffer.in_edit and not self._flush_queued:
            self._flush_queued = True
            self.loop.queue.post(self.flush_selections, origin="on_selection_modified")

    def flush_selections(self) -> None:
        """Fire the on_selection_modified events that are due. Main thread."""
        self._flush_queued = False
        touched, self._touched = sorted(self._touched), set()
        for view_id in touched:
            if view_id in self.views:
                popup = self.views[view_id].popup
                if popup and not popup.flags & KEEP_ON_SELECTION_MODIFIED:
                    self.views[view_id].hide_popup()
                self.emit_both("on_selection_modified", view_id)

    def text_changed(self, buffer: Buffer) -> None:
        """Tell everybody that an edit of `buffer` ended. Main thread."""
        notices, buffer.notices = buffer.notices, []
        if notices:
            for listener in list(buffer.listeners.values()):
                self._notify_text_listener(listener, notices)
        for view in list(buffer.views):
            if view.sheet and view.sheet.transient:
                view.sheet.transient = False
            self.emit_both("on_modified", view.id)
        for window in list(self.windows.values()):
            for prompt in (window.overlay, window.input_panel):
                if prompt and prompt.view.buffer is buffer:
                    prompt.text_changed()
            for view in window.find_panel.views if window.find_panel else []:
                if view.buffer is buffer and window.find_panel:
                    window.find_panel.text_changed(view)

    def _notify_text_listener(self, listener: Any, notices: list[Any]) -> None:
        changes = self.convert_changes(notices)
        if hasattr(listener, "on_text_changed"):
            self.invoke(listener.on_text_changed, (changes,), "on_text_changed")
        if hasattr(listener, "on_text_changed_async"):
            self.worker.queue.post(lambda: listener.on_text_changed_async(changes), origin="on_text_changed_async")

    # -- running --------------------------------------------------------------------------------------------------

    def busy(self, horizon_s: float | None = 0.0) -> list[str]:
        """What is due on either queue (within `horizon_s`; None: at any time)."""
        waiting = self.loop.queue.pending(horizon_s) + self.worker.queue.pending(horizon_s)
        if self.completions.awaited:
            waiting.append("completions")
        return waiting + (["call from a thread"] if self.loop.has_sync_calls else [])

    def settle(self, timeout_s: float = 10.0, horizon_s: float | None = 0.0) -> list[str]:
        """Turn the loop until nothing is due on either queue; what was left after `timeout_s`. Main thread."""
        self.loop.run_until(lambda: not self.busy(horizon_s), timeout_s)
        return self.busy(horizon_s)

    def stop(self) -> None:
        """End both queues. Main thread."""
        self.closing = True
        gc.callbacks.remove(self._account.on_collection)
        for build in [build for window in self.windows.values() for build in window.builds]:
            build.kill()
        self.worker.stop()
        self.loop.close()


def describe(function: Any) -> str:
    """module.qualname of a callable, as far as it has them; a method is named after its object's class."""
    function = getattr(function, "func", function)
    owner = getattr(function, "__self__", None)
    if inspect.ismethod(function) and not isinstance(owner, type):
        return f"{type(owner).__module__}.{type(owner).__qualname__}.{function.__name__}"
    name = getattr(function, "__qualname__", type(function).__name__)
    return f"{getattr(function, '__module__', '?')}.{name}"
