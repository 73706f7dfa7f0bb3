"""HTTP over a Unix socket, and the two forms of answer to a JSON-RPC message: JSON and an event stream."""

from __future__ import annotations

import contextlib
import http.client
import json
import select
import socket
from typing import Any, Iterator


class UnixConnection(http.client.HTTPConnection):
    """A keep-alive connection to the socket at ``path``, made at the first request. ``timeout_s`` limits each wait."""

    def __init__(self, path: str, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)

    def set_timeout(self, timeout_s: float | None) -> None:
        """Change the limit; None waits for ever."""
        self.timeout = timeout_s
        if self.sock is not None:
            self.sock.settimeout(timeout_s)

    def is_idle(self) -> bool:
        """Tell whether the connection is open and quiet (readable would mean: closed by the other side)."""
        return self.sock is not None and not select.select([self.sock], [], [], 0)[0]

    def abort(self) -> None:
        """Wake the thread that reads from it; that thread closes it. Any thread."""
        sock = self.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


class Answer:
    """The answer to a POSTed JSON-RPC message, read to its end: HTTP status, session id header, message or ``{}``."""

    def __init__(self, response: http.client.HTTPResponse, request_id: object) -> None:
        self.status = response.status
        self.session_id = response.getheader("mcp-session-id")
        self.message: dict[str, Any] = {}
        if (response.getheader("content-type") or "").startswith("text/event-stream"):
            for message in events(response):
                if message.get("id") == request_id:
                    self.message = message
            return
        body = response.read()
        with contextlib.suppress(ValueError):
            parsed = json.loads(body)
            self.message = parsed if isinstance(parsed, dict) else {}


def events(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """Yield the JSON messages of an event stream as they come, until it ends."""
    data: list[str] = []
    for raw in iter(response.readline, b""):
        line = raw.decode("utf-8").rstrip("\r\n")
        if line.startswith("data:"):
            data.append(line[5:].lstrip(" "))
        elif not line and data:
            yield json.loads("\n".join(data))
            data = []
