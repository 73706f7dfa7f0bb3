"""The I/O thread: one ``selectors`` loop for every socket of the package."""

from __future__ import annotations

import collections
import contextlib
import heapq
import itertools
import logging
import selectors
import socket
import threading
import time
from typing import Any, Callable

log = logging.getLogger("copilot_ide.io")

ReadyCallback = Callable[[int], None]


class Timer:
    """A call that ``IoLoop.call_later`` will make unless it is cancelled (I/O thread)."""

    def __init__(self, callback: Callable[..., None], args: tuple[Any, ...]) -> None:
        self.callback = callback
        self.args = args
        self.cancelled = False

    def cancel(self) -> None:
        """Forget the call. Harmless when it was made already."""
        self.cancelled = True


class IoLoop:
    """A thread that waits for sockets, timers and calls from other threads.

    ``start``, ``call_soon`` and ``stop`` may be used on any thread, everything else on the I/O thread only. A callback
    must not block; one that raises is logged and the loop goes on.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._wake_receiver.setblocking(False)
        self._wake_sender.setblocking(False)
        self._selector.register(self._wake_receiver, selectors.EVENT_READ, self._drain_wake_ups)
        self._calls: collections.deque[tuple[Callable[..., None], tuple[Any, ...]]] = collections.deque()
        self._timers: list[tuple[float, int, Timer]] = []
        self._timer_order = itertools.count()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="copilot-ide-io", daemon=True)

    def start(self) -> None:
        """Start the thread. Once only."""
        self._thread.start()

    def call_soon(self, callback: Callable[..., None], *args: Any) -> None:
        """Call ``callback(*args)`` on the I/O thread: the one way onto it. Does nothing after ``stop`` (any thread)."""
        self._calls.append((callback, args))
        with contextlib.suppress(OSError):  # full: the loop is about to wake up anyway; closed: it has stopped
            self._wake_sender.send(b"\0")

    def call_later(self, delay_s: float, callback: Callable[..., None], *args: Any) -> Timer:
        """Call ``callback(*args)`` on the I/O thread after ``delay_s`` seconds (I/O thread)."""
        timer = Timer(callback, args)
        heapq.heappush(self._timers, (time.monotonic() + delay_s, next(self._timer_order), timer))
        return timer

    def watch(self, sock: socket.socket, events: int, callback: ReadyCallback) -> None:
        """Call ``callback(mask)`` whenever ``sock`` is ready for ``events``; replaces an earlier watch (I/O thread)."""
        if sock in self._selector.get_map():
            self._selector.modify(sock, events, callback)
        else:
            self._selector.register(sock, events, callback)

    def unwatch(self, sock: socket.socket) -> None:
        """Stop watching ``sock``; to be called before it is closed (I/O thread)."""
        if sock in self._selector.get_map():
            self._selector.unregister(sock)

    def stop(self, timeout_s: float = 2.0) -> bool:
        """Run what ``call_soon`` was given so far and end the thread. True if it ended in time (any other thread)."""
        self.call_soon(self._request_stop)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _request_stop(self) -> None:
        self._stopping = True

    def _drain_wake_ups(self, _mask: int) -> None:
        try:
            while self._wake_receiver.recv(4096):
                pass
        except BlockingIOError:
            pass

    def _run(self) -> None:
        try:
            while not self._stopping:
                for key, mask in self._selector.select(self._seconds_to_next_timer()):
                    self._guard(key.data, mask)
                self._run_due_timers()
                for _ in range(len(self._calls)):
                    callback, args = self._calls.popleft()
                    self._guard(callback, *args)
        finally:
            self._selector.close()
            self._wake_receiver.close()
            self._wake_sender.close()

    def _seconds_to_next_timer(self) -> float | None:
        if self._calls:
            return 0
        if not self._timers:
            return None
        return max(0.0, self._timers[0][0] - time.monotonic())

    def _run_due_timers(self) -> None:
        now = time.monotonic()
        while self._timers and self._timers[0][0] <= now:
            timer = heapq.heappop(self._timers)[2]
            if not timer.cancelled:
                self._guard(timer.callback, *timer.args)

    def _guard(self, callback: Callable[..., None], *args: Any) -> None:
        try:
            callback(*args)
        except Exception:
            log.exception("unexpected error on the I/O thread")
