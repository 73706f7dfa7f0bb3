"""The functions of the C module `sublime_api`, on a `Core`.

Names and argument order are those of build 4200, so that Sublime's own Python layers fit on top as well as ours. Ids of
things that are gone give 0, "" or an empty list, as in Sublime.
"""

from __future__ import annotations

import functools
import sys
from contextlib import nullcontext
from types import FrameType, ModuleType
from typing import Any, Callable

from ..app import Core
from .application import ApplicationFunctions
from .base import is_for_main_thread, is_unlocked, since
from .edits import EditFunctions
from .layouts import LayoutFunctions
from .records import RecordFunctions
from .scopes import ScopeFunctions
from .settings import SettingsFunctions
from .sheets import SheetFunctions
from .styles import StyleFunctions
from .symbols import SymbolFunctions
from .texts import TextFunctions
from .unavailable import UNAVAILABLE
from .views import ViewFunctions
from .windows import WindowFunctions


class Surface(
    ApplicationFunctions,
    SettingsFunctions,
    WindowFunctions,
    SheetFunctions,
    ViewFunctions,
    TextFunctions,
    ScopeFunctions,
    SymbolFunctions,
    StyleFunctions,
    LayoutFunctions,
    RecordFunctions,
    EditFunctions,
):
    """Every function, unguarded."""


class StaleCallers:
    """Finds calls that come from code of a package that was unloaded or replaced."""

    def __init__(self) -> None:
        self._packages: dict[str, str] = {}
        self.active = False

    def watch(self, package: str, state: str) -> None:
        """`state` is "loaded", "unloading" or "unloaded"; a reloaded package's old modules stay stale."""
        # Until the first of these there is nothing stale, and looking at every call's callers would only cost time.
        self.active = self.active or package in self._packages
        self._packages[package] = state

    def find(self, frame: FrameType | None) -> str:
        """ "module:line" of the innermost stale caller, "" if there is none."""
        depth = 0
        while frame is not None and depth < 40:
            name = frame.f_globals.get("__name__", "")
            state = self._packages.get(name.split(".", 1)[0])
            if state == "unloading":
                return ""
            if state is not None:
                module = sys.modules.get(name)
                if state == "unloaded" or module is None or vars(module) is not frame.f_globals:
                    return f"{name}:{frame.f_lineno}"
            frame, depth = frame.f_back, depth + 1
        return ""


def _unavailable(name: str) -> Callable[..., Any]:
    def function(*args: Any) -> Any:
        raise NotImplementedError(f"sublime_api.{name}")

    return function


def build_module(core: Core, stale: StaleCallers) -> ModuleType:
    """The module object to put into `sys.modules` as `sublime_api`. Its functions may be called from any thread."""
    surface = Surface(core)
    core.convert_changes = surface.text_changes
    module = ModuleType("sublime_api")
    for name in dir(surface):
        if name.startswith("_") or name in ("core", "text_changes"):
            continue
        function = getattr(surface, name)
        if since(function) <= core.build:
            setattr(module, name, _guarded(core, stale, name, function))
    for name in UNAVAILABLE:
        setattr(module, name, _unavailable(name))
    return module


def _guarded(core: Core, stale: StaleCallers, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    main_only = is_for_main_thread(function)
    loop, lock = core.loop, nullcontext() if is_unlocked(function) else core.lock

    @functools.wraps(function)
    def guarded(*args: Any) -> Any:
        if stale.active and not core.closing:
            caller = stale.find(sys._getframe(1))
            if caller:
                core.faults.add("api after unload", f"{name} called from {caller}")
        if core.profile:
            core.profile.count_call(name, sys._getframe(1))
        if main_only:
            if not loop.here:
                return loop.call(lambda: function(*args))
            with core.own_work():
                return function(*args)
        with core.own_work(), lock:
            return function(*args)

    return guarded
