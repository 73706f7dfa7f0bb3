"""Lines of a pipe, read by a thread of their own and only as far as they are asked for."""

from __future__ import annotations

import os
import queue
import threading
from typing import Callable

_CHUNK = 1 << 16


class Lines:
    """Hands out one line at a time. `want`, `take` and `rest` belong to one thread, `on_line` is called on another.

    Between `take` and the next `want` nothing is read, so `rest` is all that was read ahead.
    """

    def __init__(self, descriptor: int, read_before: bytes, on_line: Callable[[], object]) -> None:
        self._descriptor = descriptor
        self._rest = read_before
        self._on_line = on_line
        self._asked = threading.Semaphore(0)
        self._waiting = False
        self._ended = False
        self._found: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._run, name="sublime-control", daemon=True).start()

    def want(self) -> None:
        """Have the next line read, unless that is already under way."""
        if not self._waiting and not self._ended:
            self._waiting = True
            self._asked.release()

    @property
    def ready(self) -> bool:
        """Whether `take` would not wait."""
        return self._ended or not self._found.empty()

    def take(self) -> bytes | None:
        """The next line that is not blank, without its end; None at the end of the input. Waits."""
        self.want()
        if self._ended:
            return None
        line = self._found.get()
        self._waiting, self._ended = False, not line
        return line or None

    def end(self) -> None:
        """From now on behave as if the input had ended."""
        self._ended = True

    @property
    def rest(self) -> bytes:
        """What was read but not handed out."""
        return self._rest

    def _run(self) -> None:
        while True:
            self._asked.acquire()
            self._found.put(self._next())
            self._on_line()

    def _next(self) -> bytes:
        """The next line, b"" at the end."""
        parts: list[bytes] = []
        while True:
            head, newline, self._rest = self._rest.partition(b"\n")
            parts.append(head)
            if not newline:
                self._rest = self._read()
                if self._rest:
                    continue
            line = b"".join(parts).strip()
            if line or not newline:
                return line
            parts = []

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""
