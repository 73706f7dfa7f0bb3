"""A small ``/ide`` client of our own that does on the wire what the Copilot CLI 1.0.102 does.

It stands in for the CLI where npm is missing, and where a test needs an exact call rather than a whole terminal: same
lock file rules, same order of requests, same headers, chunked bodies, a second connection beside the event stream.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import secrets
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping

from .lock_rules import Lock, find_lock
from .unix_http import Answer, UnixConnection, events

PATH = "/mcp"
CLIENT_INFO = {"name": "copilot-cli", "version": "1.0.102"}

_IDLE_LIMIT_S = 5.0  # after which the CLI closes an idle connection
_STREAM_RETRY_S = 1.0  # after which the CLI opens a dropped event stream again
_MODEL_TOOLS = ("get_selection", "get_diagnostics")  # called by the model, hence with more _meta
_PROTOCOL_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
}
_FAILED = (OSError, http.client.HTTPException, AssertionError)


class NotConnected(Exception):
    """No lock file matched, or the editor refused the connection."""


@dataclass
class PendingDiff:
    """A proposal that waits for the editor's answer."""

    path: Path
    new_text: str
    tab_name: str
    _done: threading.Event = field(default_factory=threading.Event)
    _closed: bool = False
    _outcome: str = ""

    def outcome(self, timeout_s: float = 15.0) -> str:
        """Wait for the end of it and return ``SAVED``, ``REJECTED``, ``CLOSED`` (by close_diff) or ``UNDECIDED``.

        Undecided is every answer that the CLI ignores, after which its own prompt goes on.
        """
        if not self._done.wait(timeout_s):
            raise AssertionError(f"{self.tab_name} was not answered in {timeout_s} s")
        return self._outcome


class BuiltinClient:
    """One CLI session for ``folder``, with the lock files under ``home``. Its methods may be called from any thread."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.session_id = str(uuid.uuid4())
        self._ide_directory = home / ".copilot" / "ide"
        self._folder = folder
        self._lock: Lock | None = None
        self._mcp_session_id: str | None = None
        self._ids = itertools.count()
        self._progress_tokens = itertools.count()
        self._idle: list[tuple[float, UnixConnection]] = []
        self._condition = threading.Condition()
        self._notifications: list[dict[str, Any]] = []
        self._stream: UnixConnection | None = None
        self._closing = threading.Event()
        self._lost = threading.Event()

    @property
    def lock(self) -> Lock:
        """The lock file in use. Raises NotConnected before ``connect``."""
        if self._lock is None:
            raise NotConnected("connect first")
        return self._lock

    def connect(self, timeout_s: float = 10.0) -> list[str]:
        """Find the editor, go through the whole start-up sequence and return the names of the tools that it lists.

        Waits for a lock file that fits, as the CLI watches for one. Raises NotConnected.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            self._lock = find_lock(self._ide_directory, self._folder)
            if self._lock is not None:
                break
            if time.monotonic() > deadline:
                raise NotConnected(f"no lock file in {self._ide_directory} fits {self._folder}")
            time.sleep(0.02)
        connection = self._take_connection()
        discover = {"_meta": {**_PROTOCOL_META, "io.modelcontextprotocol/clientCapabilities": {}}}
        # Every answer but 401 to this newer handshake makes the CLI fall back to initialize.
        if self._post(connection, self._request("server/discover", discover)).status == 401:
            raise NotConnected("401 on server/discover")
        asked = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT_INFO}
        answer = self._post(connection, self._request("initialize", asked))
        if answer.status != 200 or "result" not in answer.message:
            raise NotConnected(f"{answer.status} on initialize: {answer.message}")
        self._post(connection, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        opened = threading.Event()
        threading.Thread(target=self._read_streams, args=(connection, opened), daemon=True).start()
        opened.wait(10)
        listed = self._ask("tools/list", {"_meta": {"progressToken": next(self._progress_tokens)}})
        return [tool["name"] for tool in listed["tools"]]

    def notifications(self, method: str) -> list[dict[str, Any]]:
        """Return the parameters of the notifications of that method that came so far, oldest first."""
        with self._condition:
            return [note.get("params", {}) for note in self._notifications if note["method"] == method]

    def wait_notification(
        self, method: str, fits: Callable[[dict[str, Any]], bool] = lambda params: True, timeout_s: float = 10.0
    ) -> dict[str, Any]:
        """Return the parameters of the newest notification of that method, once they fit."""

        def newest() -> dict[str, Any] | None:
            came = self.notifications(method)
            return came[-1] if came and fits(came[-1]) else None

        with self._condition:
            found = self._condition.wait_for(newest, timeout_s)
            if found is None:
                raise AssertionError(f"no such {method} in {timeout_s} s; came so far: {self._notifications}")
            return found

    def wait_selection(self, label: str | None = None, timeout_s: float = 10.0) -> dict[str, Any]:
        """Return the newest selection, once it reads ``label`` in the CLI's footer (``calc.py:1-3``; None: any)."""
        return self.wait_notification(
            "selection_changed", lambda params: label in (None, selection_label(params)), timeout_s
        )

    def wait_lost(self, timeout_s: float = 10.0) -> None:
        """Return once the editor has taken its lock file away and the event stream has ended."""
        if not self._lost.wait(timeout_s):
            raise AssertionError(f"still connected after {timeout_s} s")

    def call_tool(self, name: str, arguments: dict[str, Any], timeout_s: float = 60.0) -> Any:
        """Call a tool of the editor and return its answer, parsed if it is JSON. AssertionError for a tool error."""
        result = self._call(name, arguments, timeout_s)
        text = _text_of(result)
        if result.get("isError"):
            raise AssertionError(f"{name}: {text}")
        try:
            return json.loads(text)
        except ValueError:
            return text

    def update_session_name(self, name: str) -> None:
        """Tell the session's name, as the CLI does at the first prompt."""
        self.call_tool("update_session_name", {"name": name})

    def open_diff(self, path: Path, new_text: str, timeout_s: float = 300.0) -> PendingDiff:
        """Propose ``new_text`` for the file in a thread of its own. After SAVED that thread writes the file."""
        diff = PendingDiff(path, new_text, f"[Copilot CLI] - {path.name} ({secrets.token_hex(3)})")
        self.propose(diff, timeout_s)
        return diff

    def propose(self, diff: PendingDiff, timeout_s: float = 300.0) -> None:
        """Send open_diff for a proposal that the caller has named, in a thread of its own."""
        threading.Thread(target=self._propose, args=(diff, timeout_s), daemon=True).start()

    def close_diff(self, diff: PendingDiff) -> Any:
        """Close the proposal, as the CLI does when its user answered in the terminal."""
        diff._closed = True
        return self.call_tool("close_diff", {"tab_name": diff.tab_name})

    def close(self) -> None:
        """End the session with DELETE, as ``/exit`` does, and close every connection. Does nothing the second time."""
        if self._closing.is_set():
            return
        self._closing.set()
        if self._mcp_session_id is not None:
            with contextlib.suppress(*_FAILED):  # the editor may have gone first
                connection = self._take_connection(5.0)
                self._send(connection, "DELETE", {})
                connection.getresponse().read()
                connection.close()
        with self._condition:
            for _, connection in self._idle:
                connection.close()
            self._idle.clear()
        if self._stream is not None:
            self._stream.abort()

    def __enter__(self) -> BuiltinClient:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _propose(self, diff: PendingDiff, timeout_s: float) -> None:
        arguments = {
            "original_file_path": str(diff.path),
            "new_file_contents": diff.new_text,
            "tab_name": diff.tab_name,
        }
        try:
            decision = _decision(self._call("open_diff", arguments, timeout_s))
        except _FAILED:
            decision = "UNDECIDED"  # a dropped or refused call: the CLI's own prompt goes on
        try:
            if diff._closed:
                decision = "CLOSED"
            elif decision == "SAVED":
                with open(diff.path, "w", encoding="utf-8", newline="") as file:
                    file.write(diff.new_text)
            elif decision == "UNDECIDED" and not self._closing.is_set():
                with contextlib.suppress(*_FAILED):
                    self.close_diff(diff)
        except OSError as error:
            decision = f"{decision}, but {error}"
        diff._outcome = decision
        diff._done.set()

    def _call(self, name: str, arguments: dict[str, Any], timeout_s: float) -> dict[str, Any]:
        meta: dict[str, Any] = {"progressToken": next(self._progress_tokens)}
        if name in _MODEL_TOOLS:
            capabilities = {"sampling": {}, "elicitation": {"form": {}, "url": {}}}
            meta = {**_PROTOCOL_META, "io.modelcontextprotocol/clientCapabilities": capabilities, **meta}
        return self._ask("tools/call", {"_meta": meta, "name": name, "arguments": arguments}, timeout_s)

    def _ask(self, method: str, params: dict[str, Any], timeout_s: float = 60.0) -> dict[str, Any]:
        connection = self._take_connection(timeout_s)
        answer = self._post(connection, self._request(method, params))
        self._give_back(connection)
        if answer.status != 200 or "result" not in answer.message:
            raise AssertionError(f"{method}: {answer.status} {answer.message}")
        return answer.message["result"]

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}

    def _take_connection(self, timeout_s: float = 60.0) -> UnixConnection:
        with self._condition:
            while self._idle:
                since, connection = self._idle.pop()
                if time.monotonic() - since < _IDLE_LIMIT_S and connection.is_idle():
                    connection.set_timeout(timeout_s)
                    return connection
                connection.close()
        return UnixConnection(self.lock.socket_path, timeout_s)

    def _give_back(self, connection: UnixConnection) -> None:
        with self._condition:
            self._idle.append((time.monotonic(), connection))

    def _post(self, connection: UnixConnection, message: dict[str, Any]) -> Answer:
        headers = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
        body = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "backslashreplace")
        self._send(connection, "POST", headers, body)
        answer = Answer(connection.getresponse(), message.get("id"))
        self._mcp_session_id = answer.session_id or self._mcp_session_id  # from whatever answer, as the CLI does
        return answer

    def _send(
        self, connection: UnixConnection, method: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> None:
        connection.putrequest(method, PATH, skip_host=True, skip_accept_encoding=True)
        sent = {
            "X-Copilot-Session-Id": self.session_id,
            "X-Copilot-PID": str(os.getpid()),
            "X-Copilot-Parent-PID": str(os.getppid()),
            **self.lock.headers,
            **headers,
        }
        if self._mcp_session_id is not None:
            sent["mcp-session-id"] = self._mcp_session_id
        sent.update({"Host": "localhost", "Connection": "keep-alive"})
        if body is not None:
            sent["Transfer-Encoding"] = "chunked"
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(None if body is None else b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))

    def _read_streams(self, connection: UnixConnection, opened: threading.Event) -> None:
        """Read one event stream after the other until the client or the editor ends the session."""
        while not self._closing.is_set() and self.lock.path.exists():
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                self._stream = connection
                connection.set_timeout(None)
                self._send(connection, "GET", {"accept": "text/event-stream"})
                response = connection.getresponse()
                opened.set()
                if response.status != 200:
                    break  # no stream to be had: the tools still work
                for message in events(response):
                    self._receive(message)
            connection.close()
            opened.set()
            if self.lock.path.exists():
                self._closing.wait(_STREAM_RETRY_S)
            connection = UnixConnection(self.lock.socket_path, 60.0)
        opened.set()
        if not self.lock.path.exists():
            self._lost.set()

    def _receive(self, message: dict[str, Any]) -> None:
        if "id" in message:
            known: dict[str, Any] = {"ping": {}, "roots/list": {"roots": []}}
            answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
            if message["method"] in known:
                answer["result"] = known[message["method"]]
            else:
                answer["error"] = {"code": -32601, "message": "Method not found"}
            connection = self._take_connection()
            self._post(connection, answer)
            self._give_back(connection)
            return
        with self._condition:
            self._notifications.append(message)
            self._condition.notify_all()


def selection_label(params: dict[str, Any]) -> str:
    """Return what the CLI's footer shows after ``@`` for selection_changed: ``a.py``, ``a.py:2`` or ``a.py:1-3``."""
    name = os.path.basename(params["filePath"])
    selection = params["selection"]
    if selection.get("isEmpty"):
        return name
    first = selection["start"]["line"] + 1
    last = first + params["text"].count("\n")
    return f"{name}:{first}" if first == last else f"{name}:{first}-{last}"


def _text_of(result: dict[str, Any]) -> str:
    return "".join(item.get("text", "") for item in result.get("content", []) if item.get("type") == "text")


def _decision(result: dict[str, Any]) -> str:
    """Return what the CLI reads in an answer to open_diff; it ignores everything that is not complete."""
    try:
        value = json.loads(_text_of(result))
        complete = all(value[name] is not None for name in ("success", "result", "trigger", "message"))
    except (ValueError, KeyError, TypeError):
        return "UNDECIDED"
    decided = complete and not result.get("isError") and value["result"] in ("SAVED", "REJECTED")
    return value["result"] if decided else "UNDECIDED"
