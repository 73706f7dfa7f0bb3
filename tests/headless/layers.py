"""Which Python layers go on the core, `sublime.py` and `sublime_plugin.py`, and how their mishaps reach the host."""

from __future__ import annotations

import functools
import importlib
import importlib.abc  # Sublime's own layer takes these two for granted
import importlib.util
import os
import sys
import traceback
from pathlib import Path
from typing import Any, Callable

from .core import Core

VARIABLE = "COPILOT_IDE_REAL_API"
OWN = Path(__file__).resolve().parent / "api"
MODULES = ("sublime_api", "sublime", "sublime_plugin", "sublime_types")


def folder() -> Path:
    """Where the layers come from: the directory that COPILOT_IDE_REAL_API names, else the host's own.

    Raises FileNotFoundError if the variable names a place without them.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        return OWN
    missing = [name for name in ("sublime.py", "sublime_plugin.py") if not Path(named, name).is_file()]
    if missing:
        raise FileNotFoundError(f"{VARIABLE}={named}: there is no {' and no '.join(missing)}")
    return Path(named).resolve()


def load(core: Core) -> Any:
    """Import the layers, which are on `sys.path` with `sublime_api` in place; gives back `sublime_plugin`."""
    streams = sys.stdout, sys.stderr  # Sublime's own layer puts writers to its console there
    importlib.invalidate_caches()
    importlib.import_module("sublime")
    plugins: Any = importlib.import_module("sublime_plugin")
    sys.stdout, sys.stderr = streams
    plugins.add_profiling = plugins.trap_exceptions = functools.partial(_guarded, core)
    plugins.traceback = _Reports(core)
    return plugins


def _guarded(core: Core, handler: Callable[..., Any], origin: str = "") -> Callable[..., Any]:
    """What a layer wraps an event handler in: the host times it and records what it raises."""

    @functools.wraps(handler, updated=())
    def guarded(*args: Any) -> Any:
        return core.invoke(handler, args, origin or handler.__name__)

    guarded.__func__ = handler  # type: ignore[attr-defined]  # as a layer's own wrappers have it
    return guarded


class _Reports:
    """Stands in for the `traceback` module in a layer: an exception that the layer swallows and prints is a fault."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def print_exc(self) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            self._core.report(error)

    def print_exception(self, kind: Any, error: BaseException, trace: Any) -> None:
        self._core.report(error)

    def __getattr__(self, name: str) -> Any:
        return getattr(traceback, name)
