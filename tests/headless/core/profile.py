"""Where the main thread's time goes, and who calls which function of the API."""

from __future__ import annotations

from collections import Counter
from types import FrameType
from typing import Any


class Profile:
    """Sums since it was made. CPU is thread CPU in seconds, without the editor's own work."""

    def __init__(self) -> None:
        self._cpu: dict[str, list[float]] = {}
        self._calls: Counter[tuple[str, str]] = Counter()

    def add_handler(self, name: str, cpu_s: float) -> None:
        """Count one run of plugin code on the main thread."""
        self._cpu.setdefault(name, []).append(cpu_s)

    def count_call(self, name: str, frame: FrameType | None) -> None:
        """Count an API call; its caller is the nearest code outside the API layers."""
        while frame is not None and frame.f_globals.get("__name__", "").startswith(("sublime", "_sublime")):
            frame = frame.f_back
        caller = f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name}" if frame else "?"
        self._calls[name, caller] += 1

    def read(self) -> dict[str, Any]:
        """Handlers by CPU and calls by number, the most first."""
        handlers = [
            {"handler": name, "runs": len(runs), "cpu_ms": sum(runs) * 1000, "max_ms": max(runs) * 1000}
            for name, runs in self._cpu.items()
        ]
        handlers.sort(key=lambda row: -row["cpu_ms"])
        calls = [{"function": f, "caller": c, "calls": n} for (f, c), n in self._calls.most_common()]
        return {"handlers": handlers, "calls": calls}
