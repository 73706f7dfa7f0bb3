"""One window's endpoint: its socket, its lock file, and the CLI sessions connected to it (all on the I/O thread)."""

from __future__ import annotations

import hmac
import logging
import os
import secrets
import selectors
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Sequence

from . import json_rpc, mcp
from .connection import Connection
from .editor import Diff, Editor, Selection, Verdict, WindowId
from .http import Refusal, RequestHead
from .lock_file import LockFile, authorization, process_is_alive
from .loop import IoLoop, Timer
from .session import OpenDiff, Session, ToolCall
from .tools import CLOSE_DIFF, GET_SELECTION, OPEN_DIFF, TOOLS, UPDATE_SESSION_NAME, argument_error
from .transport import create_transport

log = logging.getLogger("copilot_ide.mcp")

MAX_BODY_BYTES = 64 * 1024 * 1024
TOOL_TIMEOUT_S = 30.0  # less than the CLI's own 60 s, so that it hears a reason
KEEP_ALIVE_S = 30.0
PATHS = ("/mcp", "/")
METHODS = ("POST", "GET", "DELETE")
SESSION_NOT_FOUND = -32001  # as the MCP SDKs number it
MAX_NAME = 200


@dataclass(frozen=True)
class Folders:
    """What the lock file says of the window."""

    paths: Sequence[str]
    trusted: bool


class Endpoint:
    """See the module. ``open`` once, ``close`` once; an endpoint is not reused."""

    def __init__(self, loop: IoLoop, editor: Editor, window_id: WindowId, lock_directory: Path) -> None:
        self._loop = loop
        self._editor = editor
        self._window_id = window_id
        self._lock_directory = lock_directory
        self._authorization = authorization(secrets.token_urlsafe(32)).encode("ascii")
        self._connections: set[Connection] = set()
        self._sessions: dict[str, Session] = {}
        self._tick_timer: Timer | None = None

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
        self._loop.watch(self._listener, selectors.EVENT_READ, self._accept)
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
        self._lock_file.delete()
        if self._tick_timer:
            self._tick_timer.cancel()
        for session in list(self._sessions.values()):
            self._end_session(session)
        for connection in list(self._connections):
            connection.close()
        self._loop.unwatch(self._listener)
        self._listener.close()
        self._transport.close()

    def push_selection(self, selection: Selection) -> None:
        """Tell every session what is selected now."""
        for session in self._sessions.values():
            session.push("selection_changed", dict(selection))

    def _tick(self) -> None:
        """Keep quiet streams open and forget sessions whose process has died without a word."""
        for connection in list(self._connections):
            connection.keep_alive()
        for session in list(self._sessions.values()):
            if session.pid is not None and not process_is_alive(session.pid):
                self._end_session(session)
        self._tick_timer = self._loop.call_later(KEEP_ALIVE_S, self._tick)

    # -- HTTP

    def _accept(self, _mask: int) -> None:
        try:
            sock, _address = self._listener.accept()
        except OSError:  # the client was faster than we, or there are no descriptors left
            return
        connection = Connection(self._loop, sock, self, MAX_BODY_BYTES)
        self._connections.add(connection)
        connection.on_close(lambda: self._connections.discard(connection))

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
        if head.method == "POST" and not (head.value("content-type") or "").startswith("application/json"):
            return Refusal(415, "expected content-type: application/json")
        return None

    def handle(self, connection: Connection, head: RequestHead, body: bytes) -> None:
        """Serve a request that passed ``check`` (see ``connection.RequestHandler``)."""
        session = self._sessions.get(head.value("mcp-session-id") or "")
        if head.method == "POST":
            try:
                message = json_rpc.parse(body)
                self._dispatch(connection, head, session, message)
            except json_rpc.JsonRpcError as error:
                connection.respond_json(400, json_rpc.error(error.code, str(error), error.request_id))
        elif session is None:
            connection.respond_json(404, json_rpc.error(SESSION_NOT_FOUND, "no such session"))
        elif head.method == "GET":
            self._open_stream(connection, session)
        else:
            self._end_session(session)
            connection.respond(200, [("connection", "close")])

    def _open_stream(self, connection: Connection, session: Session) -> None:
        previous, session.stream = session.stream, connection
        if previous is not None:
            previous.end_stream()

        def forget() -> None:
            if session.stream is connection:
                session.stream = None
                self._sessions_changed()

        connection.on_close(forget)
        connection.start_stream(
            [
                ("cache-control", "no-cache, no-transform"),
                ("connection", "keep-alive"),
                ("mcp-session-id", session.id),
            ]
        )
        self._sessions_changed()

        # the CLI never asks for it, and shows nothing until it is told
        def push(selection: Selection | None) -> None:
            if selection is not None:
                params = {key: value for key, value in selection.items() if key != "current"}
                self._loop.call_soon(session.push, "selection_changed", params)

        self._editor.get_selection(self._window_id, push)

    # -- MCP

    def _dispatch(
        self, connection: Connection, head: RequestHead, session: Session | None, message: json_rpc.Message
    ) -> None:
        if isinstance(message, json_rpc.Request) and message.method == "initialize":
            session = self._initialize(head)
            self._answer(connection, session, message.id, mcp.initialize_result(message.params))
        elif isinstance(message, json_rpc.Request) and message.method == "server/discover":
            # the handshake of a later MCP revision; this answer at once makes the CLI go on with initialize
            self._method_not_found(connection, message)
        elif session is None:
            request_id = None if isinstance(message, json_rpc.Notification) else message.id
            connection.respond_json(404, json_rpc.error(SESSION_NOT_FOUND, "no such session", request_id))
        elif isinstance(message, json_rpc.Request):
            self._request(connection, session, message)
        else:
            if isinstance(message, json_rpc.Notification) and message.method == "notifications/cancelled":
                self._cancelled(session, message.params.get("requestId"))
            connection.respond(202, [("content-type", "text/plain")])

    def _request(self, connection: Connection, session: Session, request: json_rpc.Request) -> None:
        if request.method == "ping":
            self._answer(connection, session, request.id, {})
        elif request.method == "tools/list":
            self._answer(connection, session, request.id, mcp.tools_list_result())
        elif request.method == "tools/call":
            self._call_tool(connection, session, request)
        else:
            self._method_not_found(connection, request)

    def _method_not_found(self, connection: Connection, request: json_rpc.Request) -> None:
        text = f"unknown method {request.method[:MAX_NAME]}"
        connection.respond_json(200, json_rpc.error(json_rpc.METHOD_NOT_FOUND, text, request.id))

    def _start_answer(self, connection: Connection, session: Session) -> None:
        connection.start_stream([("cache-control", "no-cache"), ("mcp-session-id", session.id)])

    def _answer(
        self, connection: Connection, session: Session, request_id: json_rpc.RequestId, result: dict[str, Any]
    ) -> None:
        self._start_answer(connection, session)
        connection.send_event(json_rpc.result(request_id, result))
        connection.end_stream()

    def _initialize(self, head: RequestHead) -> Session:
        session_id = head.value("x-copilot-session-id") or str(uuid.uuid4())
        previous = self._sessions.get(session_id)
        if previous is not None:  # the CLI's MCP host reloads several times at start
            self._end_session(previous)
        pid_text = head.value("x-copilot-pid") or ""
        pid = int(pid_text) if pid_text.isdecimal() and len(pid_text) < 10 else None
        if pid is not None and not process_is_alive(pid):  # of another container, say
            pid = None
        session = Session(session_id, pid)
        self._sessions[session_id] = session
        return session

    def _end_session(self, session: Session) -> None:
        if self._sessions.pop(session.id, None) is None:
            return
        for tab_name in list(session.diffs):
            self._withdraw(session, tab_name, mcp.tool_error("the session ended"))
        stream, session.stream = session.stream, None
        if stream is not None:
            stream.end_stream()
        self._sessions_changed()

    def _sessions_changed(self) -> None:
        listening = [session.info for session in self._sessions.values() if session.stream is not None]
        self._editor.sessions_changed(self._window_id, listening)

    # -- tools

    def _call_tool(self, connection: Connection, session: Session, request: json_rpc.Request) -> None:
        name = request.params.get("name")
        tool = TOOLS.get(name) if isinstance(name, str) else None
        if tool is None:
            text = "unknown tool {}; there are {}".format(str(name)[:MAX_NAME], ", ".join(TOOLS))
            raise json_rpc.JsonRpcError(json_rpc.INVALID_PARAMS, text, request.id)
        self._start_answer(connection, session)
        call = ToolCall(connection, request.id)
        session.calls[request.id] = call
        arguments = request.params.get("arguments", {})
        problem = argument_error(tool, arguments)
        if problem:
            self._finish(session, call, mcp.tool_error(problem))
        elif tool is GET_SELECTION:
            self._get_selection(session, call)
        elif tool is OPEN_DIFF:
            self._open_diff(connection, session, call, arguments)
        elif tool is CLOSE_DIFF:
            self._close_diff(session, call, arguments["tab_name"])
        else:
            assert tool is UPDATE_SESSION_NAME
            session.name = arguments["name"][:MAX_NAME]
            self._sessions_changed()
            self._finish(session, call, mcp.tool_result({"success": True}))

    def _finish(self, session: Session, call: ToolCall, result: dict[str, Any]) -> None:
        if session.calls.get(call.request_id) is call:
            del session.calls[call.request_id]
        call.finish(result)

    def _get_selection(self, session: Session, call: ToolCall) -> None:
        timeout = self._loop.call_later(
            TOOL_TIMEOUT_S, self._finish, session, call, mcp.tool_error("Sublime Text did not answer in time")
        )

        def reply(selection: Selection | None) -> None:
            self._loop.call_soon(self._finish, session, call, mcp.tool_result(selection))
            self._loop.call_soon(timeout.cancel)

        self._editor.get_selection(self._window_id, reply)

    def _open_diff(self, connection: Connection, session: Session, call: ToolCall, arguments: dict[str, str]) -> None:
        path = arguments["original_file_path"]
        if "\0" in path or not os.path.isabs(path):
            text = "open_diff: original_file_path must be an absolute path"
            return self._finish(session, call, mcp.tool_error(text))
        diff = Diff(self._window_id, session.info, arguments["tab_name"], path, arguments["new_file_contents"])
        self._withdraw(session, diff.tab_name, mcp.tool_error("another open_diff took this tab_name"))
        pending = OpenDiff(diff, call)
        session.diffs[diff.tab_name] = pending

        def forget() -> None:
            if session.diffs.get(diff.tab_name) is pending:
                self._withdraw(session, diff.tab_name, mcp.tool_error("the connection was closed"))

        connection.on_close(forget)
        self._editor.open_diff(
            diff, lambda verdict, message: self._loop.call_soon(self._decided, session, pending, verdict, message)
        )

    def _decided(self, session: Session, pending: OpenDiff, verdict: Verdict, message: str) -> None:
        if session.diffs.get(pending.diff.tab_name) is pending:
            del session.diffs[pending.diff.tab_name]
            self._finish(session, pending.call, mcp.diff_result(pending.diff, verdict, message))

    def _withdraw(self, session: Session, tab_name: str, result: dict[str, Any]) -> bool:
        """End a pending ``open_diff`` that the editor has not decided. False if there is none of that name."""
        pending = session.diffs.pop(tab_name, None)
        if pending is None:
            return False
        self._editor.close_diff(pending.diff.key)
        self._finish(session, pending.call, result)
        return True

    def _close_diff(self, session: Session, call: ToolCall, tab_name: str) -> None:
        pending = session.diffs.get(tab_name)
        was_open = pending is not None and self._withdraw(session, tab_name, mcp.diff_closed_result(pending.diff))
        answer = {
            "success": True,
            "already_closed": not was_open,
            "tab_name": tab_name,
            "message": "The diff is closed." if was_open else "There is no such diff; it was closed before.",
        }
        self._finish(session, call, mcp.tool_result(answer))

    def _cancelled(self, session: Session, request_id: object) -> None:
        for tab_name, pending in list(session.diffs.items()):
            if pending.call.request_id == request_id:
                self._withdraw(session, tab_name, mcp.tool_error("the call was cancelled"))
