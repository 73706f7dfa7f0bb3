"""The two threads that run plugin code: the main loop, turned by whoever owns the host, and the async worker."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections import deque
from typing import Any, Callable, Tuple

Task = Tuple[float, int, bool, str, Callable[[], Any]]


class TaskQueue:
    """Tasks by due time, first in first out among equals. Thread-safe."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._heap: list[Task] = []
        self._numbers = itertools.count()
        self.running = False

    def post(self, task: Callable[[], Any], delay_ms: float = 0, origin: str = "", internal: bool = False) -> None:
        """Queue `task`; `internal` ones (the host's own timers) do not count as pending work."""
        with self.changed:
            due = time.monotonic() + max(0.0, delay_ms) / 1000
            heapq.heappush(self._heap, (due, next(self._numbers), internal, origin, task))
            self.changed.notify_all()

    def take_due(self) -> Task | None:
        with self.changed:
            if self._heap and self._heap[0][0] <= time.monotonic():
                self.running = not self._heap[0][2]
                return heapq.heappop(self._heap)
            return None

    def done(self) -> None:
        with self.changed:
            self.running = False
            self.changed.notify_all()

    def seconds_to_next(self) -> float | None:
        with self.changed:
            return max(0.0, self._heap[0][0] - time.monotonic()) if self._heap else None

    def pending(self, horizon_s: float | None = 0.0) -> list[str]:
        """Origins of queued tasks due within `horizon_s` (None: whenever), the running one included."""
        with self.changed:
            limit = None if horizon_s is None else time.monotonic() + horizon_s
            waiting = [t[3] for t in sorted(self._heap[:]) if not t[2] and (limit is None or t[0] <= limit)]
            return (["running"] if self.running else []) + waiting

    def wake(self) -> None:
        with self.changed:
            self.changed.notify_all()


class _SyncCall:
    """A call that another thread made and waits for."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function
        self.finished = threading.Event()
        self.value: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.value = self.function()
        except BaseException as error:
            self.error = error
        self.finished.set()


class MainLoop:
    """The main thread's queue. The thread that creates it is the main thread."""

    def __init__(self, run_task: Callable[[Callable[[], Any], str], Any]) -> None:
        self.queue = TaskQueue()
        self.thread = threading.current_thread()
        self._run_task = run_task
        self._sync: deque[_SyncCall] = deque()
        self._closed = False

    @property
    def here(self) -> bool:
        """Whether the caller is on the main thread."""
        return threading.current_thread() is self.thread

    def call(self, function: Callable[[], Any]) -> Any:
        """Run `function` on the main thread and give back its result. Any thread; blocks the caller until it ran."""
        if self.here:
            return function()
        call = _SyncCall(function)
        with self.queue.changed:
            if self._closed:
                raise SystemExit
            self._sync.append(call)
            self.queue.changed.notify_all()
        call.finished.wait()
        if call.error is not None:
            raise call.error
        return call.value

    def run_one(self) -> bool:
        """Run one due piece of work; False if there was none. Main thread."""
        with self.queue.changed:
            call = self._sync.popleft() if self._sync else None
        if call:
            call.run()
            return True
        task = self.queue.take_due()
        if task is None:
            return False
        try:
            self._run_task(task[4], task[3])
        finally:
            self.queue.done()
        return True

    def run_until(self, condition: Callable[[], Any], timeout_s: float | None = None, poll_s: float = 0.02) -> Any:
        """Turn the loop until `condition()` is truthy and return that; a falsy value after `timeout_s`. Main thread."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            value = condition()
            if value or (deadline is not None and time.monotonic() >= deadline):
                return value
            if self.run_one():
                continue
            pause = poll_s
            due = self.queue.seconds_to_next()
            if due is not None:
                pause = min(pause, due)
            if deadline is not None:
                pause = min(pause, max(0.0, deadline - time.monotonic()))
            with self.queue.changed:
                if not self._sync and pause > 0:
                    self.queue.changed.wait(pause)

    @property
    def has_sync_calls(self) -> bool:
        return bool(self._sync)

    def close(self) -> None:
        """Let go of every thread that waits for the main thread: it ends with SystemExit."""
        with self.queue.changed:
            self._closed = True
            calls, self._sync = list(self._sync), deque()
        for call in calls:
            call.error = SystemExit()
            call.finished.set()


class Worker:
    """The async thread that all packages share."""

    def __init__(self, run_task: Callable[[Callable[[], Any], str], Any]) -> None:
        self.queue = TaskQueue()
        self._run_task = run_task
        self._stopping = False
        self.on_idle: Callable[[], Any] = lambda: None
        self.thread = threading.Thread(target=self._run, name="sublime-worker", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while True:
            task = self.queue.take_due()
            if task is not None:
                try:
                    self._run_task(task[4], task[3])
                except SystemExit:
                    return
                finally:
                    self.queue.done()
                    self.on_idle()
                continue
            with self.queue.changed:
                if self._stopping:
                    return
                due = self.queue.seconds_to_next()
                if due is None or due > 0:
                    self.queue.changed.wait(due)

    def stop(self) -> None:
        """Ask the thread to end after what it is running."""
        self._stopping = True
        self.queue.wake()
