"""The time that plugin code takes: CPU of its thread and wall time, in seconds."""

from __future__ import annotations

import threading
import time
from typing import NamedTuple


class Times(NamedTuple):
    """One reading of both clocks, or the difference of two."""

    cpu: float
    wall: float

    @classmethod
    def now(cls) -> Times:
        return cls(time.thread_time(), time.monotonic())

    def plus(self, other: Times) -> Times:
        return Times(self.cpu + other.cpu, self.wall + other.wall)

    def minus(self, other: Times) -> Times:
        return Times(self.cpu - other.cpu, self.wall - other.wall)


class Account(threading.local):
    """What a running handler is not to blame for: handlers inside it, the editor's own work, the collector."""

    others = Times(0.0, 0.0)
    _start = others

    def on_collection(self, phase: str, info: object) -> None:
        """A callback for `gc.callbacks`: most of the garbage is not that of the handler which happens to set it off."""
        if phase == "start":
            self._start = Times.now()
        else:
            self.others = self.others.plus(Times.now().minus(self._start))
