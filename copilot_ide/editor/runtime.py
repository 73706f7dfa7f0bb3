"""The threads of the plugin host, and the one way onto the main thread.

Names: *main* is Sublime's main thread, which draws and must never wait; *worker* is the async thread that all packages
share, where Sublime calls ``*_async`` handlers; the *I/O thread* is ``ide.loop``'s, entered by ``IoLoop.call_soon``.
After ``stop`` nothing is called any more, so that a late answer cannot reach a package that was unloaded.
"""

from __future__ import annotations

from typing import Any, Callable

import sublime

_running = False


def start() -> None:
    """Let calls through (main thread)."""
    global _running
    _running = True


def stop() -> None:
    """Drop calls that are under way and refuse new ones (main thread)."""
    global _running
    _running = False


def on_main(callback: Callable[..., None], *args: Any, delay_ms: int = 0) -> None:
    """Call ``callback(*args)`` on the main thread, never at once (any thread)."""
    if _running:
        sublime.set_timeout(lambda: _call(callback, args), delay_ms)


def _call(callback: Callable[..., None], args: Any) -> None:
    if _running:
        callback(*args)
