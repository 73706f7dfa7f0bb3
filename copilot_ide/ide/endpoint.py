"""One window's endpoint: its socket, its lock file, and the CLI sessions connected to it (all on the I/O thread)."""

from __future__ import annotations

import contextlib
import functools
import hmac
import logging
import secrets
import selectors
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from .connection import Connection
from .editor import Editor, Selection, WindowId
from .http import Refusal, RequestHead
from .lock_file import LockFile, authorization
from .loop import IoLoop, Timer
from .mcp import McpServer
from .transport import create_transport

log = logging.getLogger("copilot_ide.http")

MAX_BODY_BYTES = 64 * 1024 * 1024
KEEP_ALIVE_S = 30.0
ACCEPT_RETRY_S = 1.0
PATHS = ("/mcp", "/")
METHODS = ("POST", "GET", "DELETE")


@dataclass(frozen=True)
class Folders:
    """What the lock file says of the window."""

    paths: Sequence[str]
    trusted: bool


class Endpoint:
    """See the module. ``open`` once, ``close`` once; an endpoint is not reused."""

    def __init__(self, loop: IoLoop, editor: Editor, window_id: WindowId, lock_directory: Path) -> None:
        self._loop = loop
        self._lock_directory = lock_directory
        self._authorization = authorization(secrets.token_urlsafe(32)).encode("ascii")
        self._connections: set[Connection] = set()
        self._mcp = McpServer(loop, editor, window_id)
        self._tick_timer: Timer | None = None
        self._retry_timer: Timer | None = None

    # -- life

    def open(self, folders: Folders) -> None:
        """Listen, then let the lock file appear. Raises OSError, with nothing left behind."""
        self._transport = create_transport()
        try:
            self._listener = self._transport.listen()
            try:
                self._lock_file = LockFile(self._lock_directory)
                self.describe(folders)
            except BaseException:
                self._listener.close()
                raise
        except BaseException:
            self._transport.close()
            raise
        self._listen()
        self._tick_timer = self._loop.call_later(KEEP_ALIVE_S, self._tick)

    @property
    def lock_path(self) -> str:
        """Where the lock file is."""
        return str(self._lock_file.path)

    def describe(self, folders: Folders) -> None:
        """Write, or rewrite in place, what the lock file says of the window. Raises OSError."""
        nonce = self._authorization.decode("ascii").partition(" ")[2]
        self._lock_file.write(self._transport.scheme, self._transport.address, nonce, folders.paths, folders.trusted)

    def close(self) -> None:
        """Delete the lock file first, so that nobody connects to what is ending; then end sessions and socket."""
        with contextlib.ExitStack() as last_first:  # whatever fails, the rest is done
            last_first.callback(self._transport.close)
            last_first.callback(self._listener.close)
            last_first.callback(self._loop.unwatch, self._listener)
            for connection in list(self._connections):
                last_first.callback(connection.close)
            last_first.callback(self._mcp.end_all)
            for timer in (self._tick_timer, self._retry_timer):
                if timer is not None:
                    timer.cancel()
            last_first.callback(self._lock_file.delete)

    def push_selection(self, selection: Selection) -> None:
        """Tell every session what is selected now."""
        self._mcp.push_selection(selection)

    def _tick(self) -> None:
        """Keep quiet streams open and forget sessions whose process has died without a word."""
        self._tick_timer = self._loop.call_later(KEEP_ALIVE_S, self._tick)
        self._mcp.end_dead()
        for connection in list(self._connections):
            connection.keep_alive()

    # -- HTTP

    def _listen(self) -> None:
        self._loop.watch(self._listener, selectors.EVENT_READ, self._accept)

    def _accept(self, _mask: int) -> None:
        try:
            while True:
                sock, _address = self._listener.accept()
                connection = Connection(self._loop, sock, self, MAX_BODY_BYTES)
                self._connections.add(connection)
                connection.on_close(functools.partial(self._connections.discard, connection))
        except (BlockingIOError, ConnectionAbortedError):
            return  # that was all
        except OSError as error:  # no descriptors left, say: it would be ready again at once, and the loop would spin
            log.warning("cannot accept a connection: %s", error)
            self._loop.unwatch(self._listener)
            self._retry_timer = self._loop.call_later(ACCEPT_RETRY_S, self._listen)

    def check(self, head: RequestHead) -> Refusal | None:
        """What can be refused without the body; the nonce comes first (see ``connection.RequestHandler``)."""
        sent = head.values("authorization")
        if len(sent) != 1 or not hmac.compare_digest(sent[0].encode("latin-1"), self._authorization):
            return Refusal(401, "expected the Authorization header of the lock file")
        if head.value("host") != "localhost" or head.values("origin"):
            return Refusal(403, "expected Host: localhost and no Origin")
        if head.target not in PATHS:
            return Refusal(404, "expected the path /mcp")
        if head.method not in METHODS:
            return Refusal(405, "expected POST, GET or DELETE")
        if head.method == "POST" and not (head.value("content-type") or "").lower().startswith("application/json"):
            return Refusal(415, "expected content-type: application/json")
        return None

    def handle(self, connection: Connection, head: RequestHead, body: bytes) -> None:
        """Serve a request that passed ``check`` (see ``connection.RequestHandler``)."""
        if head.method == "POST":
            self._mcp.post(connection, head, body)
        elif head.method == "GET":
            self._mcp.open_stream(connection, head)
        else:
            self._mcp.delete(connection, head)
