"""A CLI session: from its ``initialize`` to its DELETE or the end of its process."""

from __future__ import annotations

import logging
from typing import Any, Callable

from . import json_rpc
from .connection import Connection
from .editor import Diff, SessionInfo

log = logging.getLogger("copilot_ide.mcp")


class ToolCall:
    """A ``tools/call`` that waits for its answer on an open stream (I/O thread)."""

    def __init__(self, connection: Connection, request_id: json_rpc.RequestId, tool: str) -> None:
        self._connection = connection
        self._tool = tool
        self._abandoned: Callable[[], None] | None = None
        self.request_id = request_id
        self._done = False

    def when_abandoned(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` if the client goes away before the answer; at once if it has gone already."""
        self._abandoned = callback
        self._connection.on_close(callback)

    def finish(self, result: dict[str, Any]) -> None:
        """Answer, once; a second answer is ignored."""
        if not self._done:
            self._done = True
            if self._abandoned is not None:
                self._connection.forget_on_close(self._abandoned)
            log.debug("→ %s: %s", self._tool, "error" if result.get("isError") else "answered")
            self._connection.send_event(json_rpc.result(self.request_id, result))
            self._connection.end_stream()


class OpenDiff:
    """An ``open_diff`` call that waits for the user."""

    def __init__(self, diff: Diff, call: ToolCall) -> None:
        self.diff = diff
        self.call = call


class Session:
    """What one connected CLI has told us, and what it waits for (I/O thread)."""

    def __init__(self, session_id: str, pid: int | None) -> None:
        self.id = session_id
        self.pid = pid
        self.name = ""
        self.stream: Connection | None = None  # where pushes go
        self.diffs: dict[str, OpenDiff] = {}  # by tab name

    @property
    def info(self) -> SessionInfo:
        """As the editor knows it."""
        return SessionInfo(self.id, self.name, self.pid)
