"""HTTP/1.1 server side without I/O, over h11: bytes in, events out; answers in, bytes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple, Union

import h11

MAX_HEADER_BYTES = 64 * 1024

Headers = Sequence[Tuple[str, str]]


@dataclass(frozen=True)
class RequestHead:
    """Method, target and headers of a request, before any of its body was looked at."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]  # names in lower case

    def values(self, name: str) -> list[str]:
        """Every value sent for ``name`` (lower case)."""
        return [value for key, value in self.headers if key == name]

    def value(self, name: str) -> str | None:
        """The first value sent for ``name`` (lower case), or None."""
        return next(iter(self.values(name)), None)


@dataclass(frozen=True)
class RequestBody:
    """The whole body of the request whose head came before."""

    data: bytes


@dataclass(frozen=True)
class Refusal:
    """A request that cannot be served: answer ``status`` with ``reason`` and close the connection."""

    status: int
    reason: str


HttpEvent = Union[RequestHead, RequestBody, Refusal]


class HttpConnection:
    """One keep-alive connection. Feed it with ``receive``, take events with ``next_event`` until it returns None.

    After a RequestHead the caller may answer at once (and close) or go on for the RequestBody. The next request of the
    same connection is only read when the answer to the one before is complete. What answers returns the bytes to send.
    """

    def __init__(self, max_body_bytes: int) -> None:
        self._max_body_bytes = max_body_bytes
        self._h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEADER_BYTES)
        self._body = bytearray()
        self._method = ""  # of the request that is being answered

    @property
    def must_close(self) -> bool:
        """Whether the connection cannot serve another request: close it once everything is sent."""
        return self._h11.our_state in (h11.MUST_CLOSE, h11.CLOSED, h11.ERROR)

    def receive(self, data: bytes) -> None:
        """Take bytes from the peer."""
        self._h11.receive_data(data)

    def next_event(self) -> HttpEvent | None:
        """The next event in what was received, or None if more bytes (or an answer) are needed first."""
        while True:
            try:
                event = self._h11.next_event()
            except h11.RemoteProtocolError as error:
                return Refusal(error.error_status_hint, f"malformed request: {error}")
            if isinstance(event, h11.Request):
                self._body.clear()
                headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in event.headers)
                self._method = event.method.decode("ascii")
                return RequestHead(self._method, event.target.decode("latin-1"), headers)
            if isinstance(event, h11.Data):
                self._body += event.data
                if len(self._body) > self._max_body_bytes:
                    return Refusal(413, f"the request body is larger than {self._max_body_bytes} bytes")
            elif isinstance(event, h11.EndOfMessage):
                body = bytes(self._body)
                self._body.clear()
                return RequestBody(body)
            else:  # NEED_DATA, PAUSED, ConnectionClosed
                return None

    def continue_if_awaited(self) -> bytes:
        """``100 Continue`` if the client wants to hear that before it sends the body."""
        if not self._h11.they_are_waiting_for_100_continue:
            return b""
        return self._send(h11.InformationalResponse(status_code=100, headers=[]))

    def response(self, status: int, headers: Headers, body: bytes = b"") -> bytes:
        """A whole answer; of one to HEAD only the head."""
        head = self._send(h11.Response(status_code=status, headers=[*headers, ("content-length", str(len(body)))]))
        return head + (b"" if self._method == "HEAD" else self._send(h11.Data(data=body))) + self.end_stream()

    def start_stream(self, status: int, headers: Headers) -> bytes:
        """The head of an answer whose body comes in pieces (chunked)."""
        return self._send(h11.Response(status_code=status, headers=list(headers)))

    def stream(self, data: bytes) -> bytes:
        """A piece of a body begun with ``start_stream``."""
        return self._send(h11.Data(data=data))

    def end_stream(self) -> bytes:
        """The end of an answer; the connection is ready for the next request, or ``must_close``."""
        tail = self._send(h11.EndOfMessage())
        if self._h11.our_state is h11.DONE and self._h11.their_state is h11.DONE:
            self._h11.start_next_cycle()
        return tail

    def _send(self, event: h11.Event) -> bytes:
        return self._h11.send(event) or b""
