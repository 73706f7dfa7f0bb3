"""Files of open buffers are watched: clean views reload, dirty ones are marked. So are the user's settings files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from .app import Core
    from .buffer import Buffer

INTERVAL_MS = 100


class FileWatch:
    """Looks at the files every `INTERVAL_MS` on the main loop."""

    def __init__(self, core: Core) -> None:
        self._core = core
        # Who else looks at the disk then.
        self.others: list[Callable[[], Any]] = []

    def start(self) -> None:
        self._core.loop.queue.post(self._tick, INTERVAL_MS, "file watch", internal=True)

    def _tick(self) -> None:
        if not self._core.closing:
            self.start()
            self.look()

    def look(self) -> None:
        """Compare every open file with what its buffer came from. Main thread."""
        self._core.settings_files.look()
        for look in self.others:
            look()
        for buffer in list(self._core.buffers.values()):
            if buffer.file_name and not buffer.loading:
                self._compare(buffer)

    def _compare(self, buffer: Buffer) -> None:
        stat = buffer.stat()
        buffer.deleted_on_disk = stat is None and buffer.disk_stat is not None
        if stat == buffer.disk_stat or stat is None:
            return
        if buffer.dirty:
            buffer.changed_on_disk = True
            buffer.disk_stat = stat
        elif buffer.views:
            self._core.documents.reread(buffer.views[0], "on_reload")
