"""The least editor that a CLI can connect to: one lock file, one socket, answers given by the test.

It proves the kit itself (real CLI, terminal, scripted model, built-in client) without the package.
"""

from __future__ import annotations

import json
import os
import queue
import socketserver
import tempfile
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple, Sequence

IDE_NAME = "Fake IDE"


class Request(NamedTuple):
    """A request as it came: JSON-RPC method, ``GET`` or ``DELETE``; headers in order; message (GET, DELETE: empty)."""

    name: str
    headers: list[tuple[str, str]]
    message: dict[str, Any]


class FakeIde:
    """Serves one endpoint for ``folders`` and announces it under ``home``/.copilot/ide until ``close``."""

    def __init__(self, home: Path, folders: Sequence[Path]) -> None:
        self._condition = threading.Condition()
        self._requests: list[Request] = []
        self._calls: list[dict[str, Any]] = []
        self._streams: list[queue.Queue[str]] = []
        self._decisions: dict[str, str] = {}
        self.nonce = f"Nonce {uuid.uuid4()}"
        self._directory = tempfile.TemporaryDirectory(prefix="fake-ide-")
        socket_path = os.path.join(self._directory.name, "mcp.sock")
        self._server = _Server(self, socket_path)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self.lock_path = home / ".copilot" / "ide" / f"{uuid.uuid4()}.lock"
        self.lock_path.parent.mkdir(parents=True, exist_ok=True)
        lock = {
            "socketPath": socket_path,
            "scheme": "unix",
            "headers": {"Authorization": self.nonce},
            "pid": os.getpid(),
            "ideName": IDE_NAME,
            "timestamp": int(time.time() * 1000),
            "workspaceFolders": [str(folder) for folder in folders],
            "isTrusted": False,
        }
        self.lock_path.write_text(json.dumps(lock), encoding="utf-8")

    def requests(self) -> list[Request]:
        """Return what was asked so far, oldest first."""
        with self._condition:
            return list(self._requests)

    def wait_request(self, name: str, timeout_s: float = 15.0) -> None:
        """Return once a request of that name came."""
        with self._condition:
            if not self._condition.wait_for(lambda: name in self._names(), timeout_s):
                raise AssertionError(f"no {name} in {timeout_s} s; came: {self._names()}")

    def push(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification on every open stream, waiting for the first one."""
        event = json.dumps({"jsonrpc": "2.0", "method": method, "params": params})
        with self._condition:
            if not self._condition.wait_for(lambda: self._streams, 15):
                raise AssertionError(f"nobody opened a stream; came: {self._names()}")
            for stream in self._streams:
                stream.put(event)

    def wait_call(self, name: str, timeout_s: float = 15.0) -> dict[str, Any]:
        """Take the oldest call of the tool ``name`` out of the record and return its arguments."""

        def index() -> int:
            return next((i for i, call in enumerate(self._calls) if call["name"] == name), -1)

        with self._condition:
            if not self._condition.wait_for(lambda: index() >= 0, timeout_s):
                raise AssertionError(f"no call of {name} in {timeout_s} s; came: {self._names()}")
            return self._calls.pop(index())["arguments"]

    def decide(self, tab_name: str, result: str) -> None:
        """Answer the pending open_diff of that tab with ``SAVED`` or ``REJECTED``."""
        with self._condition:
            self._decisions[tab_name] = result
            self._condition.notify_all()

    def close(self) -> None:
        """Take the lock file away, end every stream and stop serving."""
        self.lock_path.unlink()
        with self._condition:
            for stream in self._streams:
                stream.put("")
        self._server.shutdown()
        self._server.server_close()
        self._directory.cleanup()

    def __enter__(self) -> FakeIde:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _names(self) -> list[str]:
        return [request.name for request in self._requests]

    def _note(self, request: Request) -> None:
        with self._condition:
            self._requests.append(request)
            self._condition.notify_all()

    def _open_stream(self) -> queue.Queue[str]:
        stream: queue.Queue[str] = queue.Queue()
        with self._condition:
            self._streams.append(stream)
            self._condition.notify_all()
        return stream

    def _forget_stream(self, stream: queue.Queue[str]) -> None:
        with self._condition:
            self._streams.remove(stream)

    def _call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        with self._condition:
            self._calls.append({"name": name, "arguments": arguments})
            self._condition.notify_all()
            if name == "close_diff":
                self._decisions[arguments["tab_name"]] = "REJECTED"
                self._condition.notify_all()
            if name != "open_diff":
                return {"success": True}
            tab_name = arguments["tab_name"]
            self._condition.wait_for(lambda: tab_name in self._decisions, 60)
            result = self._decisions.get(tab_name, "REJECTED")
        trigger = "accepted_via_button" if result == "SAVED" else "rejected_via_button"
        return {"success": True, "result": result, "trigger": trigger, "tab_name": tab_name, "message": result}


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, ide: FakeIde, path: str) -> None:
        super().__init__(path, _Handler)
        self.ide = ide

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in mid-answer is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        message = json.loads(self._read_chunked())
        if not self._authorised():
            return
        self._note(message["method"], message)
        if "id" not in message:
            self._send(202, b"")
            return
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        params = message.get("params", {})
        if message["method"] == "initialize":
            info = {"name": "fake", "version": "0"}
            answer["result"] = {"protocolVersion": params["protocolVersion"], "capabilities": {}, "serverInfo": info}
        elif message["method"] == "tools/list":
            answer["result"] = {"tools": []}
        elif message["method"] == "tools/call":
            value = self.server.ide._call(params["name"], params["arguments"])
            answer["result"] = {"content": [{"type": "text", "text": json.dumps(value)}]}
        else:
            answer["error"] = {"code": -32601, "message": "Method not found"}
        event = f"event: message\ndata: {json.dumps(answer)}\n\n"
        self._start_stream()
        self._send_chunk(event)
        self._send_chunk("")

    def do_GET(self) -> None:
        if not self._authorised():
            return
        self._start_stream()
        self.wfile.flush()
        stream = self.server.ide._open_stream()
        self._note("GET", {})
        try:
            while True:
                data = stream.get()
                self._send_chunk(f"event: message\ndata: {data}\n\n" if data else "")
                if not data:
                    return
        finally:
            self.server.ide._forget_stream(stream)

    def do_DELETE(self) -> None:
        if self._authorised():
            self._note("DELETE", {})
            self._send(200, b"")

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are recorded, not printed."""

    def _note(self, name: str, message: dict[str, Any]) -> None:
        self.server.ide._note(Request(name, self.headers.items(), message))

    def _authorised(self) -> bool:
        if self.path == "/mcp" and self.headers.get("Authorization") == self.server.ide.nonce:
            return True
        self._send(401, b"unauthorised")
        return False

    def _read_chunked(self) -> bytes:
        body = b""
        while True:
            size = int(self.rfile.readline(), 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if not size:
                return body

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _start_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("mcp-session-id", self.headers["X-Copilot-Session-Id"])
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _send_chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
