"""Modal dialogs: somebody has to answer them, or the caller gets the cancelling answer and a fault is recorded."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from .app import Core


class Dialogs:
    """`answers` are taken first come first served; else `on_ask` is asked, if somebody set it. Main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.answers: deque[Any] = deque()
        self.on_ask: Callable[[dict[str, Any]], Any] | None = None
        self.open: dict[str, Any] | None = None

    def ask(self, kind: str, text: str, buttons: list[str], cancelled: Any) -> Any:
        """Show a dialog and wait: a button's caption, a path or None for a file dialog."""
        dialog = {"kind": kind, "text": text, "buttons": buttons}
        if self.answers:
            return self.answers.popleft()
        if self.on_ask is None:
            self._core.faults.add("unanswered dialog", f"{kind}: {text}")
            return cancelled
        previous, self.open = self.open, dialog
        try:
            return self.on_ask(dialog)
        finally:
            self.open = previous
