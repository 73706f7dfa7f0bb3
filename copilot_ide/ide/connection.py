"""One client socket on the I/O thread: reads requests, writes answers, notices when the peer is gone."""

from __future__ import annotations

import json
import logging
import selectors
import socket
from typing import Any, Callable, Protocol

from .http import Headers, HttpConnection, Refusal, RequestBody, RequestHead
from .loop import IoLoop
from .sse import KEEP_ALIVE, encode_event

log = logging.getLogger("copilot_ide.http")

READ_BYTES = 256 * 1024
MAX_AHEAD_BYTES = 1024 * 1024  # of a client that sends its next requests before the answer
MAX_UNSENT_BYTES = 16 * 1024 * 1024  # of a client that stopped reading; then it is dropped


class RequestHandler(Protocol):
    """Who serves the requests of a connection (I/O thread)."""

    def check(self, head: RequestHead) -> Refusal | None:
        """Refuse a request before its body is read, or None to go on."""
        ...

    def handle(self, connection: Connection, head: RequestHead, body: bytes) -> None:
        """Answer a request, now or later, with ``respond`` or ``start_stream`` … ``end_stream``."""
        ...


class Connection:
    """See the module. All methods run on the I/O thread; after ``close`` nothing is sent any more."""

    def __init__(self, loop: IoLoop, sock: socket.socket, handler: RequestHandler, max_body_bytes: int) -> None:
        self._loop = loop
        self._socket = sock
        self._handler = handler
        self._http = HttpConnection(max_body_bytes)
        self._unsent = bytearray()
        self._head: RequestHead | None = None
        self._answering = False
        self._ahead_bytes = 0  # received while an answer is pending
        self._streaming = False
        self._close_when_sent = False
        self._on_close: list[Callable[[], None]] = []
        self.closed = False
        sock.setblocking(False)
        self._watched = 0
        self._watch(selectors.EVENT_READ)

    def on_close(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` when the connection ends, from either side; at once if it has ended already."""
        if self.closed:
            callback()
        else:
            self._on_close.append(callback)

    def forget_on_close(self, callback: Callable[[], None]) -> None:
        """Undo ``on_close``."""
        if callback in self._on_close:
            self._on_close.remove(callback)

    def respond(self, status: int, headers: Headers, body: bytes = b"") -> None:
        """A whole answer."""
        if not self.closed:
            self._send(self._http.response(status, headers, body))
            self._answered()

    def respond_json(self, status: int, message: dict[str, Any]) -> None:
        """A whole answer of JSON."""
        self.respond(status, [("content-type", "application/json")], json.dumps(message).encode("ascii"))

    def refuse(self, refusal: Refusal, headers: Headers = ()) -> None:
        """Answer with an error in words and close: what else the client sent is not read."""
        if not self.closed:
            log.info("refused a request: %d %s", refusal.status, refusal.reason)
            self._close_when_sent = True
            text = refusal.reason.encode("utf-8", "replace") + b"\n"
            base = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
            self._send(self._http.response(refusal.status, [*base, *headers], text))

    def start_stream(self, headers: Headers) -> None:
        """Begin an answer of server-sent events."""
        if not self.closed:
            head = self._http.start_stream(200, [("content-type", "text/event-stream"), *headers])
            self._streaming = True
            self._send(head)

    def send_event(self, message: dict[str, Any]) -> None:
        """One JSON-RPC message on the stream."""
        self._stream(encode_event(message))

    def keep_alive(self) -> None:
        """A comment on the stream if one is open, so that no time-out of the client ends it."""
        if self._streaming:
            self._stream(KEEP_ALIVE)

    def end_stream(self) -> None:
        """The answer is complete; the connection serves the next request."""
        if not self.closed and self._streaming:
            self._streaming = False
            self._send(self._http.end_stream())
            self._answered()

    def close_when_sent(self) -> None:
        """Close once the client has been sent everything."""
        self._close_when_sent = True
        self._flush()

    def close(self) -> None:
        """Close now."""
        if self.closed:
            return
        self.closed = True
        self._loop.unwatch(self._socket)
        self._socket.close()
        callbacks, self._on_close = self._on_close, []
        for callback in callbacks:
            callback()

    def _ready(self, mask: int) -> None:
        if mask & selectors.EVENT_WRITE:
            self._flush()
        if mask & selectors.EVENT_READ and not self.closed:
            self._read()

    def _read(self) -> None:
        try:
            data = self._socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # the client never half-closes: it is gone, or it was a probe
            self.close()
            return
        self._http.receive(data)
        if self._answering:
            self._ahead_bytes += len(data)
            if self._ahead_bytes > MAX_AHEAD_BYTES:
                log.warning("a client sends without waiting for its answer: its connection is dropped")
                self.close()
        self._serve()

    def _serve(self) -> None:
        try:
            self._serve_requests()
        except Exception:
            # whatever it was, this client cannot be answered any more, and the others must be
            log.exception("unexpected error while a request was served")
            self.close()

    def _serve_requests(self) -> None:
        while not (self.closed or self._answering or self._close_when_sent):
            event = self._http.next_event()
            if event is None:
                return
            if isinstance(event, RequestHead):
                self._head = event
                refusal = self._handler.check(event)
                if refusal:
                    self.refuse(refusal)
                else:
                    self._send(self._http.continue_if_awaited())
            elif isinstance(event, RequestBody):
                assert self._head is not None
                self._answering = True
                self._handler.handle(self, self._head, event.data)
            else:
                self.refuse(event)

    def _answered(self) -> None:
        self._answering = False
        self._ahead_bytes = 0
        if self._http.must_close:
            self.close_when_sent()
        else:
            # not at once: an answer may be given from within _serve, whose loop then goes on itself
            self._loop.call_soon(self._serve)

    def _stream(self, data: bytes) -> None:
        if not self.closed and self._streaming:
            self._send(self._http.stream(data))

    def _send(self, data: bytes) -> None:
        self._unsent += data
        self._flush()
        if len(self._unsent) > MAX_UNSENT_BYTES:
            log.warning("a client stopped reading: its connection is dropped")
            self.close()

    def _flush(self) -> None:
        if self.closed:
            return
        try:
            while self._unsent:
                sent = self._socket.send(self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            self._watch(selectors.EVENT_READ | selectors.EVENT_WRITE)
            return
        except OSError:
            self.close()
            return
        if self._close_when_sent:
            self.close()
        else:
            self._watch(selectors.EVENT_READ)

    def _watch(self, events: int) -> None:
        if events != self._watched:
            self._watched = events
            self._loop.watch(self._socket, events, self._ready)
