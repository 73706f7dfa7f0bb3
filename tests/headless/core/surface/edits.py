"""Functions that change a view's text."""

from __future__ import annotations

from typing import Any

from ..view import View
from .base import Functions, on_main


class EditFunctions(Functions):
    """Edits, undo and change numbers. The Edit functions run on the main thread, where commands do."""

    @on_main
    def view_begin_edit(self, view_id: int, token: int, command: str, args: dict[str, Any] | None) -> None:
        view = self._view(view_id)
        if view:
            self.core.commands.begin_edit(view, token, command, args)

    @on_main
    def view_end_edit(self, view_id: int, token: int) -> None:
        self.core.commands.end_edit(self._view(view_id), token)

    def view_is_in_edit(self, view_id: int) -> bool:
        buffer = self._buffer_of(view_id)
        return bool(buffer and buffer.in_edit)

    def _writable(self, view_id: int, token: int) -> View | None:
        view = self._view(view_id)
        if view and not self.core.commands.edit_is_open(view, token):
            raise ValueError("the Edit object belongs to another view or is over")
        return view if view and not view.buffer.read_only else None

    def view_insert(self, view_id: int, token: int, point: int, text: str) -> int:
        view = self._writable(view_id, token)
        if view is None:
            return 0
        view.buffer.replace(point, point, _normal(text))
        return len(_normal(text))

    def view_erase(self, view_id: int, token: int, region: Any) -> None:
        view = self._writable(view_id, token)
        if view:
            view.buffer.replace(region.a, region.b, "")

    def view_replace(self, view_id: int, token: int, region: Any, text: str) -> None:
        view = self._writable(view_id, token)
        if view:
            view.buffer.replace(region.a, region.b, _normal(text))

    def view_change_count(self, view_id: int) -> int:
        buffer = self._buffer_of(view_id)
        return buffer.change_count if buffer else 0

    def view_change_id(self, view_id: int) -> tuple[int, int, int]:
        buffer = self._buffer_of(view_id)
        return (buffer.id, buffer.log_position, 0) if buffer else (0, 0, 0)

    def view_transform_region_from(self, view_id: int, region: Any, change_id: tuple[int, int, int]) -> Any:
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return region
        return self._region(buffer.transform_from((region.a, region.b), change_id[1]))

    def view_clear_undo_stack(self, view_id: int) -> None:
        buffer = self._buffer_of(view_id)
        if buffer and not buffer.in_edit:
            buffer.clear_undo()

    def view_command_history(self, view_id: int, index: int, modifying_only: bool) -> tuple[str, Any, int]:
        """(command, args, how often) of a step in the undo stack: 0 is the last one, 1 the next to redo."""
        buffer = self._buffer_of(view_id)
        if buffer is None:
            return ("", None, 0)
        history = buffer.history
        steps = list(history.undo_stack) if index <= 0 else list(reversed(history.redo_stack))
        if modifying_only:
            steps = [step for step in steps if not step.soft]
        position = len(steps) - 1 + index if index <= 0 else index - 1
        if not 0 <= position < len(steps):
            return ("", None, 0)
        step = steps[position]
        return (step.command, step.args, step.repeat)


def _normal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
