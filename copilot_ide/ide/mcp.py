"""The MCP server of one window: sessions, methods and tool calls (all on the I/O thread). Revision 2025-11-25."""

from __future__ import annotations

import logging
import os
import re
import time
import uuid
from typing import Any

from . import json_rpc, results
from .connection import Connection
from .editor import Diff, Editor, Selection, Verdict, WindowId
from .http import RequestHead
from .lock_file import process_is_alive
from .loop import IoLoop
from .session import OpenDiff, Session, ToolCall
from .tools import CLOSE_DIFF, GET_SELECTION, OPEN_DIFF, TOOLS, UPDATE_SESSION_NAME, argument_error

log = logging.getLogger("copilot_ide.mcp")

TOOL_TIMEOUT_S = 30.0  # less than the CLI's own 60 s, so that it hears a reason
SESSION_NOT_FOUND = -32001  # as the MCP SDKs number it
MAX_NAME = 200
MAX_DIFFS = 32  # of one session; each is a pair of tabs
CLOSED_EARLY_S = 2.0
_SESSION_ID = re.compile(r"[!-~]{1,200}\Z")  # visible ASCII, as the MCP specification wants it
_PID = re.compile(r"[1-9][0-9]{0,8}\Z")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can carry them, texts of an editor cannot


class McpServer:
    """Serves the three verbs of the Streamable HTTP transport for one window."""

    def __init__(self, loop: IoLoop, editor: Editor, window_id: WindowId) -> None:
        self._loop = loop
        self._editor = editor
        self._window_id = window_id
        self._sessions: dict[str, Session] = {}
        self._closed_early: dict[str, float] = {}  # when which diff was closed that is not there, see _close_diff

    # -- transport

    def post(self, connection: Connection, head: RequestHead, body: bytes) -> None:
        """One JSON-RPC message: answered on a stream, a notification with 202."""
        try:
            self._dispatch(connection, head, json_rpc.parse(body))
        except json_rpc.JsonRpcError as error:
            connection.respond_json(400, json_rpc.error(error.code, str(error), error.request_id))

    def open_stream(self, connection: Connection, head: RequestHead) -> None:
        """GET: the stream on which the session is told what changes. A new one replaces the old."""
        session = self._session(head)
        if session is None:
            return self._no_session(connection)
        log.debug("← GET")
        previous, session.stream = session.stream, connection
        if previous is not None:
            previous.end_stream()

        def forget() -> None:
            if session.stream is connection:
                session.stream = None
                self._sessions_changed()

        connection.on_close(forget)
        headers = [("cache-control", "no-cache, no-transform"), ("connection", "keep-alive")]
        connection.start_stream([*headers, ("mcp-session-id", session.id)])
        self._sessions_changed()

        # the CLI never asks for it, and shows nothing until it is told
        def push(selection: Selection | None) -> None:
            if selection is not None:
                params = {key: value for key, value in selection.items() if key != "current"}
                self._loop.call_soon(self._push, session, "selection_changed", params)

        self._editor.get_selection(self._window_id, push)

    def delete(self, connection: Connection, head: RequestHead) -> None:
        """DELETE: the session ends; its id may be used again at once."""
        session = self._session(head)
        if session is None:
            return self._no_session(connection)
        log.debug("← DELETE")
        self._end_session(session)
        connection.respond(200, [("connection", "close")])

    def push_selection(self, selection: Selection) -> None:
        """Tell every session what is selected now."""
        for session in self._sessions.values():
            self._push(session, "selection_changed", dict(selection))

    def end_all(self) -> None:
        """End every session: the window goes."""
        for session in list(self._sessions.values()):
            self._end_session(session)

    def end_dead(self) -> None:
        """End the sessions whose process has died without a word."""
        for session in list(self._sessions.values()):
            if session.pid is not None and not process_is_alive(session.pid):
                self._end_session(session)

    # -- sessions

    def _session(self, head: RequestHead) -> Session | None:
        return self._sessions.get(head.value("mcp-session-id") or "")

    def _no_session(self, connection: Connection, request_id: json_rpc.RequestId = None) -> None:
        connection.respond_json(404, json_rpc.error(SESSION_NOT_FOUND, "no such session", request_id))

    def _push(self, session: Session, method: str, params: dict[str, Any]) -> None:
        if session.stream is not None:
            log.debug("→ %s", method)
            session.stream.send_event(json_rpc.notification(method, params))

    def _initialize(self, head: RequestHead) -> Session:
        asked = head.value("x-copilot-session-id") or ""
        session_id = asked if _SESSION_ID.match(asked) else str(uuid.uuid4())
        previous = self._sessions.get(session_id)
        if previous is not None:  # the CLI's MCP host reloads several times at start
            self._end_session(previous)
        pid_text = head.value("x-copilot-pid") or ""
        pid = int(pid_text) if _PID.match(pid_text) else None
        if pid is not None and not process_is_alive(pid):  # of another container, say
            pid = None
        session = Session(session_id, pid)
        self._sessions[session_id] = session
        return session

    def _end_session(self, session: Session) -> None:
        if self._sessions.pop(session.id, None) is None:
            return
        for tab_name in list(session.diffs):
            self._withdraw(session, tab_name, results.tool_error("the session ended"))
        stream, session.stream = session.stream, None
        if stream is not None:
            stream.end_stream()
        self._sessions_changed()

    def _sessions_changed(self) -> None:
        listening = [session.info for session in self._sessions.values() if session.stream is not None]
        self._editor.sessions_changed(self._window_id, listening)

    # -- methods

    def _dispatch(self, connection: Connection, head: RequestHead, message: json_rpc.Message) -> None:
        session = self._session(head)
        if not isinstance(message, json_rpc.Response):
            log.debug("← %s", message.method[:MAX_NAME])
        if isinstance(message, json_rpc.Request) and message.method == "initialize":
            session = self._initialize(head)
            self._answer(connection, session, message.id, results.initialized(message.params))
        elif isinstance(message, json_rpc.Request) and message.method == "server/discover":
            # the handshake of a later MCP revision; this answer at once makes the CLI go on with initialize
            self._method_not_found(connection, message)
        elif session is None:
            self._no_session(connection, None if isinstance(message, json_rpc.Notification) else message.id)
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
            self._answer(connection, session, request.id, results.tools_list())
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

    # -- tools

    def _call_tool(self, connection: Connection, session: Session, request: json_rpc.Request) -> None:
        name = request.params.get("name")
        tool = TOOLS.get(name) if isinstance(name, str) else None
        if tool is None:
            text = "unknown tool {}; there are {}".format(str(name)[:MAX_NAME], ", ".join(TOOLS))
            raise json_rpc.JsonRpcError(json_rpc.INVALID_PARAMS, text, request.id)
        self._start_answer(connection, session)
        call = ToolCall(connection, request.id, tool.name)
        log.debug("← %s", tool.name)
        arguments = request.params.get("arguments", {})
        problem = argument_error(tool, arguments)
        if problem:
            call.finish(results.tool_error(problem))
        elif tool is GET_SELECTION:
            self._get_selection(call)
        elif tool is OPEN_DIFF:
            self._open_diff(session, call, arguments)
        elif tool is CLOSE_DIFF:
            self._close_diff(session, call, arguments["tab_name"])
        else:
            assert tool is UPDATE_SESSION_NAME
            session.name = _well_formed(arguments["name"][:MAX_NAME])
            self._sessions_changed()
            call.finish(results.tool_answer({"success": True}))

    def _get_selection(self, call: ToolCall) -> None:
        timeout = self._loop.call_later(
            TOOL_TIMEOUT_S, call.finish, results.tool_error("Sublime Text did not answer in time")
        )

        def reply(selection: Selection | None) -> None:
            self._loop.call_soon(call.finish, results.tool_answer(selection))
            self._loop.call_soon(timeout.cancel)

        self._editor.get_selection(self._window_id, reply)

    def _open_diff(self, session: Session, call: ToolCall, arguments: dict[str, str]) -> None:
        path, tab_name = arguments["original_file_path"], arguments["tab_name"]
        if "\0" in path or _LONE_SURROGATE.search(path) or not os.path.isabs(path):
            text = "open_diff: original_file_path must be an absolute path"
            return call.finish(results.tool_error(text))
        if time.monotonic() - self._closed_early.pop(tab_name, -CLOSED_EARLY_S) < CLOSED_EARLY_S:
            return call.finish(results.tool_error("the diff was closed before it was opened"))
        self._withdraw(session, tab_name, results.tool_error("another open_diff took this tab_name"))
        if len(session.diffs) >= MAX_DIFFS:
            return call.finish(results.tool_error(f"open_diff: {MAX_DIFFS} diffs are open already"))
        diff = Diff(self._window_id, session.info, tab_name, path, _well_formed(arguments["new_file_contents"]))
        pending = session.diffs[tab_name] = OpenDiff(diff, call)
        self._editor.open_diff(
            diff, lambda verdict, message: self._loop.call_soon(self._decided, session, pending, verdict, message)
        )

        def abandoned() -> None:
            if session.diffs.get(tab_name) is pending:
                self._withdraw(session, tab_name, results.tool_error("the connection was closed"))

        call.when_abandoned(abandoned)

    def _decided(self, session: Session, pending: OpenDiff, verdict: Verdict, message: str) -> None:
        if session.diffs.get(pending.diff.tab_name) is pending:
            del session.diffs[pending.diff.tab_name]
            log.debug("the user decided: %s", verdict.value)
            pending.call.finish(results.diff_decided(pending.diff, verdict, message))

    def _withdraw(self, session: Session, tab_name: str, result: dict[str, Any]) -> None:
        """End a pending ``open_diff`` that the editor has not decided, if there is one of that name."""
        pending = session.diffs.pop(tab_name, None)
        if pending is not None:
            self._editor.close_diff(pending.diff.key)
            pending.call.finish(result)

    def _close_diff(self, session: Session, call: ToolCall, tab_name: str) -> None:
        pending = session.diffs.get(tab_name)
        was_open = pending is not None
        if pending is not None:
            self._withdraw(session, tab_name, results.diff_closed(pending.diff))
        else:
            # after a reconnect the CLI sends what it missed on several connections: this may overtake its open_diff
            now = time.monotonic()
            recent = {name: at for name, at in self._closed_early.items() if now - at < CLOSED_EARLY_S}
            self._closed_early = {**recent, tab_name: now}
        answer = {
            "success": True,
            "already_closed": not was_open,
            "tab_name": tab_name,
            "message": "The diff is closed." if was_open else "There is no such diff; it was closed before.",
        }
        call.finish(results.tool_answer(answer))

    def _cancelled(self, session: Session, request_id: object) -> None:
        for tab_name, pending in list(session.diffs.items()):
            if pending.call.request_id == request_id:
                self._withdraw(session, tab_name, results.tool_error("the call was cancelled"))


def _well_formed(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)
