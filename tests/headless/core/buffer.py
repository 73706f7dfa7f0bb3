"""A buffer: text, undo, and the file behind it. Views look at it; what a view alone has is in view.py."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from . import codecs
from .history import Change, History
from .spans import Span, shift
from .text import Text, common_prefix, utf8_len, utf16_len

if TYPE_CHECKING:
    from .app import Core
    from .view import View

_LOG_LIMIT = 5000


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
        self.history = History(self)
        self.change_count = 0
        self.listeners: dict[int, Any] = {}
        self.notices: list[ChangeNotice] = []
        self.disk_stat: tuple[int, int, int] | None = None
        self.changed_on_disk = False
        self.deleted_on_disk = False
        self._log: list[Change] = []
        self._log_start = 0
        self._saved_state = 0

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
            self.history.note_change(change)

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
        return self.history.is_open

    def begin_edit(self, command: str, args: Any) -> None:
        """Open a step of the history; inner edits belong to the outermost one."""
        self.history.begin(command, args)

    def end_edit(self) -> bool:
        """Close the innermost edit. True if the outermost one closed and had changes."""
        return self.history.end(self._saved_state)

    def clear_undo(self) -> None:
        dirty = self.history.state != self._saved_state
        self.history.clear()
        if dirty:
            self._saved_state = -1
        else:
            self.history.state = self._saved_state = 0

    # -- file -----------------------------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        if self.scratch or self.loading:
            return False
        if self.deleted_on_disk and self.core.choices.deleted_file_is_dirty:
            return True
        return self.history.state != self._saved_state

    def mark_saved(self) -> None:
        self._saved_state = self.history.state
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
