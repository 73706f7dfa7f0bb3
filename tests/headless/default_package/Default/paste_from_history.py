"""What was copied, for Paste from History."""

from __future__ import annotations

LIMIT = 15


class ClipboardHistory:
    """The last copied texts, the newest first."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def push_text(self, text: str) -> None:
        """Note a copied text; one that was noted before moves to the front, an empty one is not noted."""
        if text:
            self._texts = [text, *(each for each in self._texts if each != text)][:LIMIT]

    def get(self) -> list[str]:
        return list(self._texts)
