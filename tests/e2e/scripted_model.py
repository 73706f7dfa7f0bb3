"""An OpenAI-compatible chat completions server on loopback that plays a script instead of thinking.

Every request of a client that offers tools takes the next turn of the script. Requests without tools are the client's
side jobs (a title for the session, say): they get a fixed answer and take no turn.
"""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator, Sequence, Union

# A turn is the model's whole answer: text, or tool calls as {"name": …, "arguments": {…}}.
Turn = Union[str, Sequence["dict[str, Any]"]]

MODEL = "scripted"
SIDE_ANSWER = "Scripted session"
SCRIPT_ENDED = "The script has no turn left."


def text_of(message: dict[str, Any]) -> str:
    """Return the text of one chat message, whether its content is a string or a list of parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


class ScriptedModel:
    """Serves ``/v1/chat/completions`` and ``/v1/models`` on 127.0.0.1 from its own threads until ``close``."""

    def __init__(self, script: Sequence[Turn] = ()) -> None:
        self._condition = threading.Condition()
        self._script: list[Turn] = list(script)
        self._requests: list[dict[str, Any]] = []
        self._server = _Server(self)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def base_url(self) -> str:
        """What to give to a client as its provider's address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def turns_left(self) -> int:
        """Number of turns that nobody has asked for yet."""
        with self._condition:
            return len(self._script)

    def add(self, *turns: Turn) -> None:
        """Append turns to the script."""
        with self._condition:
            self._script.extend(turns)

    def requests(self) -> list[dict[str, Any]]:
        """Return the bodies of the chat requests that took a turn, oldest first."""
        with self._condition:
            return list(self._requests)

    def wait_request(self, number: int, timeout_s: float = 15.0) -> dict[str, Any]:
        """Return the body of the request ``number`` (from 0), waiting for it; AssertionError if it does not come."""
        with self._condition:
            if not self._condition.wait_for(lambda: len(self._requests) > number, timeout_s):
                raise AssertionError(f"only {len(self._requests)} requests of the model in {timeout_s} s")
            return self._requests[number]

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> ScriptedModel:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _answer(self, body: dict[str, Any]) -> Turn:
        if not body.get("tools"):
            return SIDE_ANSWER
        with self._condition:
            self._requests.append(body)
            self._condition.notify_all()
            return self._script.pop(0) if self._script else SCRIPT_ENDED


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ScriptedModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in mid-answer is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        if self.path.partition("?")[0] == "/v1/models":
            self._send_json(200, {"object": "list", "data": [{"id": MODEL, "object": "model", "owned_by": "tests"}]})
        else:
            self._send_json(404, {"error": {"message": f"no {self.path} here"}})

    def do_POST(self) -> None:
        body = json.loads(self._read_body())
        if self.path.partition("?")[0] != "/v1/chat/completions":
            self._send_json(404, {"error": {"message": f"no {self.path} here"}})
            return
        turn = self.server.model._answer(body)
        if body.get("stream"):
            self._send_stream(_chunks(turn, body))
        else:
            self._send_json(200, _completion(turn, body))

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are recorded, not printed."""

    def _read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if not size:
                return body

    def _send_json(self, status: int, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _send_stream(self, chunks: Iterator[dict[str, Any]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True


def _tool_calls(turn: Turn) -> list[dict[str, Any]]:
    if isinstance(turn, str):
        return []
    return [
        {
            "id": f"call_{time.monotonic_ns()}_{index}",
            "type": "function",
            "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])},
        }
        for index, call in enumerate(turn)
    ]


_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def _completion(turn: Turn, body: dict[str, Any]) -> dict[str, Any]:
    calls = _tool_calls(turn)
    message: dict[str, Any] = {"role": "assistant", "content": turn if isinstance(turn, str) else None}
    if calls:
        message["tool_calls"] = calls
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body.get("model", MODEL),
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
        "usage": _USAGE,
    }


def _chunks(turn: Turn, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    def chunk(delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
        return {
            "id": "chatcmpl-scripted",
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": body.get("model", MODEL),
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
        }

    calls = _tool_calls(turn)
    yield chunk({"role": "assistant", "content": ""})
    if isinstance(turn, str):
        for word in turn.splitlines(keepends=True):
            yield chunk({"content": word})
    for index, call in enumerate(calls):
        yield chunk({"tool_calls": [{"index": index, **call}]})
    yield {**chunk({}, "tool_calls" if calls else "stop"), "usage": _USAGE}
