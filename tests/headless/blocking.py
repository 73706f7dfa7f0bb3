"""Notices when a thread that runs plugin code sits in one blocking call (sleep, lock, socket, subprocess) for long."""

from __future__ import annotations

import sys
import threading
import time
import traceback

from .core import Core

MAIN_LIMIT_S = 0.1
WORKER_LIMIT_S = 1.0
_PERIOD_S = 0.03


class BlockWatch:
    """Looks at both threads some thirty times a second, where /proc tells whether a thread sleeps.

    A thread counts as blocked while it sleeps without having been scheduled once: waiting for the interpreter's lock
    wakes up every few milliseconds, and a machine that is merely slow has it runnable. A modal dialog is no fault.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        if sys.platform == "linux":
            self._thread = threading.Thread(target=self._run, name="sublime-block-watch", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stopping.set()

    def _run(self) -> None:
        core = self._core
        watched = [
            _Watched(core.loop.thread, lambda: core.handlers_on_main > 0 and not core.dialogs.open, MAIN_LIMIT_S),
            _Watched(core.worker.thread, lambda: core.worker.queue.running and not core.dialogs.open, WORKER_LIMIT_S),
        ]
        while not self._stopping.wait(_PERIOD_S):
            for thread in watched:
                place = thread.look()
                if place and not core.closing:
                    core.faults.add("blocking call", f"{thread.name} was blocked for {thread.blocked_s:.1f} s", place)


class _Watched:
    def __init__(self, thread: threading.Thread, in_plugin_code: object, limit_s: float) -> None:
        self._thread = thread
        self._in_plugin_code = in_plugin_code
        self._limit_s = limit_s
        self._since = 0.0
        self._switches = -1
        self._reported = False
        self.blocked_s = 0.0
        self.name = "the worker" if thread.name == "sublime-worker" else "the main thread"

    def look(self) -> str:
        """The stack of a block that just passed the limit, else ""."""
        sleeping, switches = self._status() if self._in_plugin_code() else (False, -1)  # type: ignore[operator]
        now = time.monotonic()
        if not sleeping or switches != self._switches:
            self._since, self._switches, self._reported = now, switches, False
            return ""
        self.blocked_s = now - self._since
        if self._reported or self.blocked_s < self._limit_s:
            return ""
        self._reported = True
        frame = sys._current_frames().get(self._thread.ident or 0)
        return "".join(traceback.format_stack(frame)[-8:]) if frame else "?"

    def _status(self) -> tuple[bool, int]:
        try:
            with open(f"/proc/self/task/{self._thread.native_id}/status", encoding="ascii", errors="replace") as file:
                fields = dict(line.split(":", 1) for line in file if ":" in line)
        except OSError:
            return False, -1
        switches = int(fields.get("voluntary_ctxt_switches", "0")) + int(fields.get("nonvoluntary_ctxt_switches", "0"))
        return fields.get("State", "").strip().startswith("S"), switches
