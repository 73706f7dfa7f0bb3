"""A buffer: text, undo, and the file behind it. Views look at it; what a view alone has is in view.py."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from . import codecs
from .spans import Span, shift
from .text import Text, common_prefix, utf8_len, utf16_len

if TYPE_CHECKING:
    from .app import Core
    from .view import View

_LOG_LIMIT = 5000


class Change(NamedTuple):
    """`old` at `at` became `new`."""

    at: int
    old: str
    new: str


class Position(NamedTuple):
    """Where something was when it was recorded."""

    point: int
    row: int
    col: int
    col_utf16: int
    col_utf8: int


class ChangeNotice(NamedTuple):
    """What a text change listener learns about one change."""

    begin: Position
    end: Position
    len_utf16: int
    len_utf8: int
    text: str


@dataclass
class Step:
    """One step of the undo stack."""

    command: str
    args: Any
    state: int
    changes: list[Change] = field(default_factory=list)
    before: dict[int, list[Span]] = field(default_factory=dict)
    after: dict[int, list[Span]] = field(default_factory=dict)


class Buffer:
    """Changes come through `replace` only, which keeps every view's positions right."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.id = core.new_id()
        self.text = Text()
        self.views: list[View] = []
        self.file_name = ""
        self.encoding = "UTF-8"
        self.line_endings = "Unix"
        self.read_only = False
        self.scratch = False
        self.loading = False
        self.reference: str | None = None
        self.undo_stack: list[Step] = []
        self.redo_stack: list[Step] = []
        self.change_count = 0
        self.listeners: dict[int, Any] = {}
        self.notices: list[ChangeNotice] = []
        self.disk_stat: tuple[int, int, int] | None = None
        self.changed_on_disk = False
        self.deleted_on_disk = False
        self._log: list[Change] = []
        self._log_start = 0
        self._open: list[Step] = []
        self._state = 0
        self._saved_state = 0
        self._states = 0

    # -- text -----------------------------------------------------------------------------------------------------

    def replace(self, a: int, b: int, new: str) -> None:
        """Put `new` in place of the code points [a, b), as part of the open edit."""
        with self.core.lock:
            a, b = self.text.clamp(min(a, b)), self.text.clamp(max(a, b))
            if a == b and not new:
                return
            if self.listeners:
                self._note(a, b, new)
            old = self.text.replace(a, b, new)
            change = Change(a, old, new)
            for view in self.views:
                view.shift(a, len(old), len(new))
            self._log.append(change)
            if len(self._log) > _LOG_LIMIT:
                drop = len(self._log) - _LOG_LIMIT // 2
                self._log, self._log_start = self._log[drop:], self._log_start + drop
            self.change_count += 1
            if self._open:
                self._open[0].changes.append(change)

    def _note(self, a: int, b: int, new: str) -> None:
        def position(point: int) -> Position:
            row, col = self.text.row_col(point)
            line = self.text.line(row)[:col]
            return Position(point, row, col, utf16_len(line), utf8_len(line))

        old = self.text.substr(a, b)
        self.notices.append(ChangeNotice(position(a), position(b), utf16_len(old), utf8_len(old), new))

    @property
    def log_position(self) -> int:
        """Number of changes so far, for `transform_from`."""
        return self._log_start + len(self._log)

    def transform_from(self, span: Span, position: int) -> Span:
        """Where a span of the text as it was at a `log_position` is now."""
        for change in self._log[max(0, position - self._log_start) :]:
            span = shift(span, change.at, len(change.old), len(change.new))
        return span

    # -- undo -----------------------------------------------------------------------------------------------------

    @property
    def in_edit(self) -> bool:
        return bool(self._open)

    def begin_edit(self, command: str, args: Any) -> None:
        """Open a step; inner edits belong to the outermost one."""
        step = Step(command, args, 0)
        step.before = {view.id: list(view.selection) for view in self.views}
        self._open.append(step)

    def end_edit(self) -> bool:
        """Close the innermost edit. True if the outermost one closed and had changes."""
        step = self._open.pop()
        if self._open or not step.changes:
            return False
        step.after = {view.id: list(view.selection) for view in self.views}
        self._states += 1
        self._state = step.state = self._states
        self.redo_stack.clear()
        last = self.undo_stack[-1] if self.undo_stack else None
        if last and self._continues(last, step):
            last.changes += step.changes
            last.args = {"characters": last.args["characters"] + step.args["characters"]}
            last.after, last.state = step.after, step.state
        else:
            self.undo_stack.append(step)
        return True

    def _continues(self, last: Step, step: Step) -> bool:
        """Whether `step` is more typing right behind `last`."""
        if step.command != "insert" or last.command != "insert" or last.state == self._saved_state:
            return False
        typed = "".join(change.new for change in step.changes)
        return last.after == step.before and not typed.isspace()

    def undo(self) -> bool:
        if not self.undo_stack:
            return False
        step = self.undo_stack.pop()
        for change in reversed(step.changes):
            self.replace(change.at, change.at + len(change.new), change.old)
        self.redo_stack.append(step)
        self._state = self.undo_stack[-1].state if self.undo_stack else 0
        self._restore(step.before)
        return True

    def redo(self) -> bool:
        if not self.redo_stack:
            return False
        step = self.redo_stack.pop()
        for change in step.changes:
            self.replace(change.at, change.at + len(change.old), change.new)
        self.undo_stack.append(step)
        self._state = step.state
        self._restore(step.after)
        return True

    def _restore(self, selections: dict[int, list[Span]]) -> None:
        for view in self.views:
            if view.id in selections:
                view.set_selection(selections[view.id])

    def clear_undo(self) -> None:
        dirty = self._state != self._saved_state
        self.undo_stack.clear()
        self.redo_stack.clear()
        self._state, self._saved_state = (self._state, -1) if dirty else (0, 0)

    # -- file -----------------------------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        if self.scratch or self.loading:
            return False
        if self.deleted_on_disk and self.core.choices.deleted_file_is_dirty:
            return True
        return self._state != self._saved_state

    def mark_saved(self) -> None:
        self._saved_state = self._state
        self.changed_on_disk = self.deleted_on_disk = False

    def stat(self) -> tuple[int, int, int] | None:
        try:
            found = os.stat(self.file_name)
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    def read_file(self) -> codecs.Decoded:
        """The file's text as it is on disk now. Raises OSError."""
        with open(self.file_name, "rb") as file:
            data = file.read()
        return codecs.decode(data)

    def adopt(self, decoded: codecs.Decoded, undoable: bool) -> None:
        """Take over what was read: the smallest replacement, so that positions elsewhere stay."""
        old = self.text.whole()
        new = decoded.text
        if old != new:
            head = common_prefix(old, new)
            tail = common_prefix(old[head:][::-1], new[head:][::-1])
            if undoable:
                self.begin_edit("revert", None)
            self.replace(head, len(old) - tail, new[head : len(new) - tail])
            if undoable:
                self.end_edit()
        self.encoding, self.line_endings = decoded.encoding, decoded.line_endings
        self.disk_stat = self.stat()
        self.mark_saved()

    def load(self) -> None:
        """Take over the file as the buffer's first text; a file that is not there yet leaves it empty."""
        try:
            self.adopt(self.read_file(), undoable=False)
        except OSError:
            pass
        self.notices.clear()
        self.loading = False
        self.change_count = 0

    def restore(self, text: str, encoding: str, line_endings: str) -> None:
        """Take over text that was never saved."""
        self.replace(0, self.text.size, text)
        self.encoding, self.line_endings = encoding, line_endings
        self.disk_stat = self.stat()
        if text or self.file_name:
            self._saved_state = -1

    def write_file(self) -> None:
        """Write the text to `file_name`. Raises OSError or UnicodeEncodeError."""
        data = codecs.encode(self.text.whole(), self.encoding, self.line_endings)
        with open(self.file_name, "wb") as file:
            file.write(data)
        self.disk_stat = self.stat()
        self.mark_saved()
