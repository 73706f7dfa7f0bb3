"""What a package did wrong, collected while it runs."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One misbehaviour. `kind` is a fixed word, `what` a sentence, `where` a traceback or a place ("" if unknown)."""

    kind: str
    what: str
    where: str = ""

    def describe(self) -> str:
        return f"fault: {self.kind}: {self.what}" + (f"\n{self.where.rstrip()}" if self.where else "")


class Faults:
    """A thread-safe list of faults."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._items: list[Fault] = []

    def add(self, kind: str, what: str, where: str = "") -> None:
        with self._lock:
            self._items.append(Fault(kind, what, where))

    def all(self) -> list[Fault]:
        with self._lock:
            return list(self._items)

    def take(self, kind: str = "", containing: str = "") -> list[Fault]:
        """Remove and return the faults of a kind whose text has `containing`: how a test says that it expected them."""
        with self._lock:
            taken = [f for f in self._items if kind in ("", f.kind) and containing in f.what + f.where]
            self._items = [f for f in self._items if f not in taken]
            return taken

    def clear(self) -> None:
        with self._lock:
            self._items.clear()

    def to_json(self) -> list[dict[str, Any]]:
        return [dict(fault._asdict()) for fault in self.all()]
