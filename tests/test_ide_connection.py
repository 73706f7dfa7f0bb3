"""The server on the wire, byte by byte: what well-behaved clients never do, and what goes on while nothing is said."""

from __future__ import annotations

import errno
import http.client
import json
import os
import select
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import uuid
from pathlib import Path
from typing import Any, Callable, Mapping
from unittest import mock

from ..copilot_ide.ide import connection, endpoint, json_rpc, lock_file, mcp, tools, transport
from ..copilot_ide.ide.editor import SelectionReply, Verdict
from ..copilot_ide.ide.loop import IoLoop
from ..copilot_ide.ide.server import IdeServer
from .expected_faults import expect_faults
from .test_ide_server import SELECTION, WINDOW, PlainEditor, ServerTestCase

TIMEOUT_S = 10.0  # only waited for where a test fails


class Reply:
    """An HTTP answer as it came."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def message(self) -> dict[str, Any]:
        """The JSON-RPC message in it, from an event stream or plain."""
        if self.headers["content-type"] == "text/event-stream":
            event, data = self.body.decode("ascii").rstrip("\n").split("\n")
            assert event == "event: message", self.body
            return json.loads(data[len("data: ") :])
        return json.loads(self.body)


class Wire:
    """One connection to the server, on which anything can be written at any time."""

    def __init__(self, lock: Mapping[str, Any]) -> None:
        self.authorization: str = lock["headers"]["Authorization"]
        self.session = ""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(TIMEOUT_S)
        self.socket.connect(lock["socketPath"])
        self._file = self.socket.makefile("rb")

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def head(self, method: str, headers: Mapping[str, str], path: str = "/mcp") -> bytes:
        """The bytes of a request without its body; an empty value takes a header away."""
        all_headers = {"Host": "localhost", "Authorization": self.authorization, "Mcp-Session-Id": self.session}
        if method == "POST":
            all_headers["Content-Type"] = "application/json"
        all_headers.update(headers)
        lines = [f"{name}: {value}" for name, value in all_headers.items() if value]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")

    def post(self, body: bytes, **headers: str) -> bytes:
        """The bytes of a POST; ``_`` in the names of ``headers`` stands for ``-``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.head("POST", {"Content-Length": str(len(body)), **named}) + body

    def call(self, method: str, params: Any = None, request_id: Any = 1, **headers: str) -> bytes:
        """The bytes of a JSON-RPC request."""
        message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params or {}}
        return self.post(json.dumps(message).encode("ascii"), **headers)

    def open_diff(self, tab_name: str, request_id: Any = 1, text: str = "new") -> bytes:
        """The bytes of an ``open_diff`` call."""
        arguments = {"original_file_path": "/p/calc.py", "new_file_contents": text, "tab_name": tab_name}
        return self.call("tools/call", {"name": "open_diff", "arguments": arguments}, request_id)

    def tell(self, data: bytes) -> None:
        self.socket.sendall(data)

    def ask(self, data: bytes) -> Reply:
        self.tell(data)
        return self.reply()

    def reply(self) -> Reply:
        """The next answer, read to its end."""
        status, headers = self.reply_head()
        if headers["transfer-encoding"] == "chunked":
            return Reply(status, headers, b"".join(iter(self.chunk, b"")))
        body = self._file.read(int(headers["content-length"] or 0))
        return Reply(status, headers, body)

    def reply_head(self) -> tuple[int, http.client.HTTPMessage]:
        """Status and headers of the next answer."""
        status_line = self._file.readline()
        assert status_line, "the connection was closed without an answer"
        return int(status_line.split()[1]), http.client.parse_headers(self._file)

    def chunk(self) -> bytes:
        """The next piece of a stream; empty at its end."""
        data = self._file.read(int(self._file.readline(), 16))
        assert self._file.readline() == b"\r\n"
        return data

    def wait_end(self) -> bytes:
        """What comes until the server closes the connection."""
        try:
            return self._file.read()
        except ConnectionResetError:  # it had not read everything
            return b""

    def initialize(self, session_id: str = "session", pid: int | None = None, version: str = "2025-11-25") -> Reply:
        """Begin a session; later requests of this connection belong to it."""
        headers = {"X_Copilot_Session_Id": session_id, "X_Copilot_PID": "" if pid is None else str(pid)}
        reply = self.ask(self.call("initialize", {"protocolVersion": version}, **headers))
        self.session = reply.headers["mcp-session-id"]
        return reply

    def listen(self) -> None:
        """Open the session's stream."""
        self.tell(self.head("GET", {}))
        status, headers = self.reply_head()
        assert (status, headers["content-type"]) == (200, "text/event-stream")


class WireTestCase(ServerTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.editor.selection = None  # nothing is pushed of itself

    def patch(self, module: Any, name: str, value: Any) -> None:
        patcher = mock.patch.object(module, name, value)
        patcher.start()
        self.addCleanup(patcher.stop)

    def wire(self, session: str = "") -> Wire:
        """A connection, for an existing session if one is given."""
        if not self.editor.lock_path:
            self.lock = self.open_window()
        wire = Wire(self.lock)
        self.addCleanup(wire.close)
        wire.session = session
        return wire

    def connected(self, session_id: str = "session", pid: int | None = None) -> tuple[Wire, Wire]:
        """A session: the connection of its stream and one for calls."""
        stream, calls = self.wire(), self.wire()
        stream.initialize(session_id, pid)
        stream.listen()
        calls.session = stream.session
        self.editor.wait(lambda: session_id in self.session_ids())
        return stream, calls

    def wait_for(self, condition: Callable[[], Any]) -> None:
        deadline_s = time.monotonic() + TIMEOUT_S
        while not condition():
            self.assertLess(time.monotonic(), deadline_s, "it did not happen in time")
            time.sleep(0.005)

    def session_ids(self) -> list[str]:
        return [session.id for session in self.editor.sessions]

    def assert_served(self) -> None:
        """Somebody else is served."""
        wire = self.wire()
        self.assertEqual(wire.ask(wire.call("server/discover")).status, 200)

    def wait_diff(self, tab_name: str) -> Any:
        """The reply function of a diff that the editor was asked to show."""
        return self.editor.wait(lambda: {key[2]: reply for key, (_, reply) in self.editor.diffs.items()}.get(tab_name))


class Quiet(WireTestCase):
    """What happens while nothing is said."""

    def test_quiet_streams_are_kept_alive_again_and_again(self) -> None:
        self.patch(endpoint, "KEEP_ALIVE_S", 0.02)
        stream, calls = self.connected()
        calls.tell(calls.open_diff("a"))
        calls.reply_head()
        for wire in (stream, calls):
            self.assertEqual([wire.chunk() for _ in range(3)], [b": keep-alive\n\n"] * 3)

    def test_a_session_whose_process_died_is_forgotten_and_no_other(self) -> None:
        self.patch(endpoint, "KEEP_ALIVE_S", 0.02)
        process = subprocess.Popen(["/bin/sh", "-c", "exec sleep 60"])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        stream, calls = self.connected("dies", process.pid)
        _, alive = self.connected("lives", os.getpid())
        self.assertEqual(stream.chunk(), b": keep-alive\n\n")
        self.assertEqual(self.session_ids(), ["dies", "lives"])
        process.kill()
        process.wait()
        self.editor.wait(lambda: self.session_ids() == ["lives"])
        while stream.chunk():
            pass
        self.assertEqual(calls.ask(calls.call("ping")).status, 404)
        self.assertEqual(alive.ask(alive.call("ping")).status, 200)

    def test_a_process_that_cannot_be_seen_from_the_start_does_not_end_its_session(self) -> None:
        self.patch(endpoint, "KEEP_ALIVE_S", 0.02)
        process = subprocess.Popen(["/bin/sh", "-c", ""])
        process.wait()
        stream, calls = self.connected("elsewhere", process.pid)
        for _ in range(3):
            self.assertEqual(stream.chunk(), b": keep-alive\n\n")
        self.assertEqual(calls.ask(calls.call("ping")).status, 200)
        self.assertIsNone(self.editor.sessions[0].pid)

    def test_a_process_of_another_user_is_alive(self) -> None:
        with mock.patch.object(os, "kill", side_effect=PermissionError):
            self.assertTrue(lock_file.process_is_alive(1))
        with mock.patch.object(os, "kill", side_effect=ProcessLookupError):
            self.assertFalse(lock_file.process_is_alive(1))
        self.assertFalse(lock_file.process_is_alive(2**80))

    def test_a_window_that_closed_does_nothing_any_more(self) -> None:
        self.patch(endpoint, "KEEP_ALIVE_S", 0.01)
        ticks: list[int] = []
        self.patch(mcp.McpServer, "end_dead", lambda server: ticks.append(server._window_id))
        self.open_window()
        self.editor.lock_path = ""
        self.server.open_window(WINDOW + 1, [str(self.home)], trusted=False)
        self.editor.wait(lambda: self.editor.lock_path)
        self.wait_for(lambda: WINDOW in ticks)
        path = Path(self.lock_of(self.folder))
        self.server.close_window(WINDOW)
        self.wait_for(lambda: not path.exists())
        ticks.clear()
        self.wait_for(lambda: len(ticks) > 5)
        self.assertEqual(set(ticks), {WINDOW + 1})

    def lock_of(self, folder: Path) -> str:
        for path in Path(self.editor.lock_path).parent.glob("*.lock"):
            if json.loads(path.read_text(encoding="utf-8"))["workspaceFolders"] == [str(folder)]:
                return str(path)
        raise AssertionError("no such lock file")


class Listener(socket.socket):
    """A listening socket that can be out of descriptors."""

    failing = False

    def accept(self) -> Any:
        self.attempts_s.append(time.monotonic())
        if self.failing:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()

    attempts_s: list[float]


class Overload(WireTestCase):
    """Those who do harm lose their connection, everybody else is served."""

    def test_where_no_connection_can_be_accepted_it_is_tried_again_later_and_not_at_once(self) -> None:
        listeners: list[Listener] = []

        class Socket(transport.UnixSocket):
            def listen(self) -> socket.socket:
                listener = Listener(fileno=super().listen().detach())
                listener.setblocking(False)
                listener.attempts_s = []
                listener.failing = True
                listeners.append(listener)
                return listener

        self.patch(endpoint, "create_transport", Socket)
        self.patch(endpoint, "ACCEPT_RETRY_S", 0.05)
        wire = self.wire()
        wire.tell(wire.call("server/discover"))
        (listener,) = listeners
        self.wait_for(lambda: len(listener.attempts_s) >= 3)  # it is not deaf
        first, second, third = listener.attempts_s[:3]
        self.assertGreater(min(second - first, third - second), 0.04)
        listener.failing = False
        self.assertEqual(wire.reply().status, 200)
        self.assert_served()

    def test_a_client_that_stops_reading_is_dropped_while_others_are_told_everything(self) -> None:
        self.patch(connection, "MAX_UNSENT_BYTES", 3 * 1024 * 1024)
        self.connected("deaf")
        reading = self.connect()
        self.editor.wait(lambda: len(self.editor.sessions) == 2)
        pushed = 0
        while "deaf" in self.session_ids():
            pushed += 1
            self.assertLess(pushed, 20, "it is still there")
            text = f"{pushed} " + "x" * 1024 * 1024
            selection = {**SELECTION, "text": text}
            self.server.push_selection(WINDOW, selection)  # type: ignore[arg-type]
            reading.wait_notification("selection_changed", lambda params, text=text: params["text"] == text)
        self.assertGreater(pushed, 2)
        self.assertEqual(self.session_ids(), [reading.session_id])
        self.assertEqual(len(reading.notifications("selection_changed")), pushed)

    def test_an_answer_larger_than_what_the_system_buffers_arrives_whole(self) -> None:
        self.editor.selection = {**SELECTION, "text": "x" * 4 * 1024 * 1024}
        wire = self.wire()
        wire.initialize()
        wire.tell(wire.call("tools/call", {"name": "get_selection"}))
        self.assert_served()  # while it waits for us to read
        text = wire.reply().message["result"]["content"][0]["text"]
        self.assertEqual(json.loads(text)["text"], self.editor.selection["text"])
        self.assertEqual(wire.ask(wire.call("ping")).status, 200)
        # from then on it waits for us to write, and not for a socket that can be written to at any time
        flush = mock.Mock(side_effect=connection.Connection._flush)
        self.patch(connection.Connection, "_flush", lambda of: flush(of))
        self.assertEqual(select.select([wire.socket], [], [], 0.1)[0], [])
        self.assertLess(flush.call_count, 5)

    def test_a_client_that_sends_on_and_on_before_its_answer_is_dropped(self) -> None:
        wire = self.wire()
        wire.initialize()
        wire.tell(wire.open_diff("a"))
        self.wait_diff("a")
        flood = threading.Thread(target=self.send_until_dropped, args=(wire.socket,), daemon=True)
        flood.start()
        self.editor.wait(lambda: [key[2] for key in self.editor.closed] == ["a"])
        flood.join(TIMEOUT_S)
        self.assertFalse(flood.is_alive())
        self.assert_served()

    def send_until_dropped(self, sock: socket.socket) -> None:
        try:
            for _ in range(64):
                sock.sendall(b"x" * 1024 * 1024)
        except OSError:
            pass

    def test_what_was_sent_ahead_of_an_answer_is_not_counted_after_it(self) -> None:
        self.patch(connection, "MAX_AHEAD_BYTES", 3000)
        wire = self.wire()
        wire.initialize()
        for number in range(4):
            wire.tell(wire.open_diff(str(number)))
            decide = self.wait_diff(str(number))
            wire.tell(wire.call("ping", {"padding": "x" * 1500}))
            self.assert_served()  # so the ping was read before
            decide(Verdict.REJECTED, "no")
            self.assertEqual([wire.reply().status, wire.reply().status], [200, 200])

    def test_a_body_over_the_limit_is_refused_and_one_at_the_limit_is_not(self) -> None:
        wire = self.wire()
        whole = wire.call("server/discover")
        size = len(whole) - whole.index(b"\r\n\r\n") - 4
        self.patch(endpoint, "MAX_BODY_BYTES", size)
        self.assert_served()
        wire = self.wire()  # the limit of a connection is that of its beginning
        self.assertEqual(wire.ask(whole).status, 200)
        refused = wire.ask(wire.post(whole[-size:] + b" "))
        self.assertEqual((refused.status, refused.headers["connection"]), (413, "close"))
        self.assertIn(str(size).encode(), refused.body)
        self.assertEqual(wire.wait_end(), b"")

    def test_a_request_that_ends_half_way_ends_its_connection(self) -> None:
        wire = self.wire()
        whole = wire.open_diff("never")
        for cut in (10, len(whole) - 5):
            wire = self.wire()
            wire.initialize()
            wire.tell(whole[:cut])
            wire.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(wire.wait_end(), b"")
        self.assertEqual(self.editor.diffs, {})
        self.assert_served()


class FailingEditor(PlainEditor):
    """An editor that has a bug."""

    def get_selection(self, window_id: int, reply: SelectionReply) -> None:
        raise RuntimeError("a bug of the editor")


class SlowEditor(PlainEditor):
    """An editor that keeps the server waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def get_selection(self, window_id: int, reply: SelectionReply) -> None:
        self.go_on.wait(TIMEOUT_S)
        reply(None)


class SilentEditor(PlainEditor):
    """An editor that does not answer."""

    def __init__(self) -> None:
        super().__init__()
        self.replies: list[SelectionReply] = []

    def get_selection(self, window_id: int, reply: SelectionReply) -> None:
        with self.changed:
            self.replies.append(reply)
            self.changed.notify_all()


class Failures(WireTestCase):
    def serve_with(self, editor: PlainEditor) -> None:
        """Another server, with another editor."""
        self.editor = editor
        server = IdeServer(editor, {"COPILOT_HOME": str(self.home / ".copilot-2")})
        self.server, self.lock = server, {}
        server.start()
        self.addCleanup(server.stop)

    @expect_faults("logged exception")
    def test_an_error_in_serving_costs_that_connection_only(self) -> None:
        self.serve_with(FailingEditor())
        with self.assertLogs("copilot_ide", "ERROR"):
            wire = self.wire()
            wire.initialize()
            wire.tell(wire.call("tools/call", {"name": "get_selection"}) + wire.call("ping"))
            wire.wait_end()
        other = self.wire(wire.session)
        self.assertEqual(other.ask(other.call("ping")).message["result"], {})

    def test_a_client_that_was_gone_before_its_diff_was_looked_at_takes_it_with_it(self) -> None:
        editor = SlowEditor()
        self.serve_with(editor)
        busy, gone = self.wire(), self.wire()
        busy.initialize()
        gone.session = busy.session
        self.assertEqual(gone.ask(gone.call("ping")).status, 200)
        busy.tell(busy.call("tools/call", {"name": "get_selection"}))
        busy.reply_head()  # the server waits for the editor from now on
        gone.tell(gone.open_diff("gone"))
        gone.close()
        editor.go_on.set()
        editor.wait(lambda: [key[2] for key in editor.closed] == ["gone"])

    @expect_faults("logged exception")
    def test_an_error_in_a_callback_does_not_end_the_io_thread(self) -> None:
        called = threading.Event()
        loop = IoLoop()
        loop.start()
        self.addCleanup(loop.stop)
        with self.assertLogs("copilot_ide", "ERROR"):
            loop.call_soon(lambda: 1 / 0)  # type: ignore[arg-type]

            def later() -> None:
                loop.call_later(0.0, lambda: [][1])
                loop.call_later(0.0, called.set)

            loop.call_soon(later)
            self.assertTrue(called.wait(TIMEOUT_S))

    def test_an_editor_that_does_not_answer_in_time_is_a_tool_error(self) -> None:
        self.patch(mcp, "TOOL_TIMEOUT_S", 0.05)
        editor = SilentEditor()
        self.serve_with(editor)
        wire = self.wire()
        wire.initialize()
        result = wire.ask(wire.call("tools/call", {"name": "get_selection"})).message["result"]
        self.assertIs(result["isError"], True)
        self.assertIn("did not answer in time", result["content"][0]["text"])
        wire.tell(wire.open_diff("a", request_id=2))
        decide = self.wait_diff("a")
        editor.replies[0](SELECTION)  # too late: it must not end up in another answer
        decide(Verdict.REJECTED, "no")
        message = wire.reply().message
        self.assertEqual(message["id"], 2)
        self.assertIn("rejected_via_button", message["result"]["content"][0]["text"])

    def test_the_error_of_a_timeout_does_not_follow_an_answer(self) -> None:
        self.patch(mcp, "TOOL_TIMEOUT_S", 0.02)
        self.editor.selection = SELECTION
        wire = self.wire()
        wire.initialize()
        reply = wire.ask(wire.call("tools/call", {"name": "get_selection"}))
        self.assertNotIn("isError", reply.message["result"])
        ready, _, _ = select.select([wire.socket], [], [], 0.1)
        self.assertEqual(ready, [])


class Timers(unittest.TestCase):
    def test_timers_run_when_due_and_not_after_they_were_cancelled(self) -> None:
        loop = IoLoop()
        loop.start()
        self.addCleanup(loop.stop)
        order: list[str] = []
        done = threading.Event()

        def begin() -> None:
            loop.call_later(0.06, done.set)
            loop.call_later(0.04, order.append, "late")
            loop.call_later(0.02, order.append, "early")
            loop.call_later(0.03, order.append, "cancelled").cancel()

        loop.call_soon(begin)
        self.assertTrue(done.wait(TIMEOUT_S))
        self.assertEqual(order, ["early", "late"])

    def test_after_the_end_calls_are_dropped_and_a_second_stop_is_harmless(self) -> None:
        loop = IoLoop()
        loop.start()
        order: list[str] = []
        loop.call_soon(order.append, "before")
        self.assertTrue(loop.stop())
        loop.call_soon(order.append, "after")
        self.assertTrue(loop.stop())
        self.assertEqual(order, ["before"])


class Http(WireTestCase):
    """The verbs, whatever the order in which bytes come."""

    def test_requests_sent_at_once_are_answered_one_after_the_other(self) -> None:
        wire = self.wire()
        wire.initialize()
        wire.tell(b"".join(wire.call("ping", request_id=number) for number in range(5)))
        self.assertEqual([wire.reply().message["id"] for _ in range(5)], list(range(5)))

    def test_a_request_behind_a_pending_diff_is_served_after_its_answer(self) -> None:
        wire = self.wire()
        wire.initialize()
        wire.tell(wire.open_diff("a", request_id=1) + wire.call("ping", request_id=2))
        decide = self.wait_diff("a")
        self.assert_served()
        decide(Verdict.ACCEPTED, "yes")
        first, second = wire.reply().message, wire.reply().message
        self.assertIn("SAVED", first["result"]["content"][0]["text"])
        self.assertEqual(second, json_rpc.result(2, {}))

    def test_two_requests_whose_bytes_come_in_turns_are_both_answered(self) -> None:
        one, two = self.wire(), self.wire()
        one.initialize()
        two.session = one.session
        data = [wire.call("ping", request_id=number) for number, wire in enumerate((one, two))]
        step = 40
        for start in range(0, len(data[0]), step):
            for wire, whole in zip((one, two), data):
                wire.tell(whole[start : start + step])
        self.assertEqual([one.reply().message["id"], two.reply().message["id"]], [0, 1])

    def test_a_client_that_expects_100_continue_is_told_to_go_on(self) -> None:
        wire = self.wire()
        whole = wire.call("server/discover", Expect="100-continue")
        end_of_head = whole.index(b"\r\n\r\n") + 4
        wire.tell(whole[:end_of_head])
        status, headers = wire.reply_head()
        self.assertEqual((status, headers.items()), (100, []))
        self.assertEqual(wire.ask(whole[end_of_head:]).status, 200)

    def test_a_client_that_is_refused_is_not_told_to_go_on(self) -> None:
        wire = self.wire()
        headers = {"Expect": "100-continue", "Content-Length": "5", "Authorization": "Nonce x"}
        wire.tell(wire.head("POST", headers))
        self.assertEqual(wire.reply().status, 401)
        self.assertEqual(wire.wait_end(), b"")

    def test_the_answers_to_refused_head_requests_have_no_body(self) -> None:
        for headers, status in (({"Authorization": "Nonce x"}, 401), ({}, 405)):
            wire = self.wire()
            wire.tell(wire.head("HEAD", headers))
            answer, reply_headers = wire.reply_head()
            self.assertEqual(answer, status)
            self.assertGreater(int(reply_headers["content-length"]), 10)
            self.assertEqual(wire.wait_end(), b"")

    def test_a_nonce_beside_another_is_refused(self) -> None:
        wire = self.wire()
        head = wire.head("POST", {"X-Authorization": "Nonce x", "Content-Length": "0"})
        wire.tell(head.replace(b"X-Authorization", b"Authorization"))
        self.assertEqual(wire.reply().status, 401)

    def test_a_nonce_that_is_not_ascii_is_refused(self) -> None:
        wire = self.wire()
        wire.tell(wire.head("GET", {"Authorization": "Nonce é"}))
        self.assertEqual(wire.reply().status, 401)
        self.assert_served()

    def test_the_content_type_may_be_in_any_case_and_have_parameters(self) -> None:
        wire = self.wire()
        for value in ("Application/JSON", "application/json; charset=UTF-8"):
            self.assertEqual(wire.ask(wire.call("server/discover", Content_Type=value)).status, 200)
        self.assertEqual(wire.ask(wire.call("server/discover", Content_Type="text/json")).status, 415)

    def test_both_paths_are_served(self) -> None:
        wire = self.wire()
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}).encode()
        for path in ("/mcp", "/"):
            head = wire.head("POST", {"Content-Length": str(len(body))}, path)
            self.assertEqual(wire.ask(head + body).status, 200)

    def test_a_client_that_asks_for_it_finds_the_connection_closed_after_the_answer(self) -> None:
        wire = self.wire()
        reply = wire.ask(wire.call("server/discover", Connection="close"))
        self.assertEqual(reply.status, 200)
        self.assertEqual(wire.wait_end(), b"")

    def test_what_is_not_http_is_answered_in_words_and_the_connection_ends(self) -> None:
        wire = self.wire()
        reply = wire.ask(b"hello there\r\n\r\n")
        self.assertEqual((reply.status, reply.headers["connection"]), (400, "close"))
        self.assertEqual(reply.headers["content-type"], "text/plain; charset=utf-8")
        self.assertIn(b"malformed", reply.body)
        self.assertEqual(wire.wait_end(), b"")


class Sessions(WireTestCase):
    def test_a_session_is_connected_as_long_as_it_has_a_stream(self) -> None:
        wire = self.wire()
        wire.initialize("a")
        self.assertEqual(wire.ask(wire.call("ping")).status, 200)
        self.assertEqual(self.session_ids(), [])
        stream = self.wire("a")
        stream.listen()
        self.editor.wait(lambda: self.session_ids() == ["a"])
        stream.close()
        self.editor.wait(lambda: self.session_ids() == [])
        self.assertEqual(wire.ask(wire.call("ping")).status, 200)  # it may come back

    def test_a_new_stream_ends_the_older_and_gets_what_is_told_from_then_on(self) -> None:
        older, calls = self.connected()
        newer = self.wire(calls.session)
        newer.listen()
        self.assertEqual(older.chunk(), b"")
        # the older connection goes on as any other; its end does not touch the newer stream
        self.assertEqual(older.ask(older.call("ping")).status, 200)
        older.close()
        self.assert_served()
        self.server.push_selection(WINDOW, {**SELECTION, "text": "told"})  # type: ignore[arg-type]
        self.assertIn(b'"told"', newer.chunk())
        self.assertEqual(self.session_ids(), ["session"])

    def test_a_session_id_that_is_not_visible_ascii_is_replaced_by_a_random_one(self) -> None:
        for asked in ("two words", "caf\xe9", "x" * 201, "tab\there", ""):
            wire = self.wire()
            wire.initialize(asked)
            self.assertNotEqual(wire.session, asked)
            self.assertEqual(str(uuid.UUID(wire.session)), wire.session)
            self.assertEqual(wire.ask(wire.call("ping")).status, 200)
        for asked in ("x" * 200, "~!"):
            wire = self.wire()
            wire.initialize(asked)
            self.assertEqual(wire.session, asked)

    def test_a_process_id_that_is_no_number_counts_as_none(self) -> None:
        for number, text in enumerate(("self", "-1", "0", "1" * 20, f"{os.getpid()} ")):
            wire = self.wire()
            session_id = f"s{number}"
            headers = {"X_Copilot_Session_Id": session_id, "X_Copilot_PID": text}
            wire.session = wire.ask(wire.call("initialize", **headers)).headers["mcp-session-id"]
            wire.listen()
            self.editor.wait(lambda wanted=session_id: wanted in self.session_ids())
        self.assertEqual([session.pid for session in self.editor.sessions], [None] * 4 + [os.getpid()])

    def test_delete_ends_the_session_its_stream_and_its_diffs_and_frees_its_id(self) -> None:
        stream, calls = self.connected()
        pending = self.wire(calls.session)
        pending.tell(pending.open_diff("a"))
        self.wait_diff("a")
        calls.tell(calls.head("DELETE", {}))
        self.assertEqual(calls.reply().status, 200)
        self.assertEqual(calls.wait_end(), b"")
        self.assertEqual(stream.chunk(), b"")
        self.assertIs(pending.reply().message["result"]["isError"], True)
        self.assertEqual([key[2] for key in self.editor.closed], ["a"])
        self.assertEqual(self.session_ids(), [])
        self.assertEqual(stream.ask(stream.head("DELETE", {})).status, 404)
        self.connected()

    def test_what_is_asked_of_an_unknown_session_is_answered_with_404_and_its_id(self) -> None:
        wire = self.wire("nobody")
        reply = wire.ask(wire.call("ping", request_id="seven"))
        self.assertEqual((reply.status, reply.message["id"], reply.message["error"]["code"]), (404, "seven", -32001))
        body = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'
        reply = wire.ask(wire.post(body))
        self.assertEqual((reply.status, reply.message["id"]), (404, None))

    def test_a_name_is_cut(self) -> None:
        _, calls = self.connected()
        arguments = {"name": "n" * 1000}
        reply = calls.ask(calls.call("tools/call", {"name": "update_session_name", "arguments": arguments}))
        self.assertEqual(json.loads(reply.message["result"]["content"][0]["text"]), {"success": True})
        self.assertEqual(self.editor.sessions[0].name, "n" * 200)

    def test_a_window_that_closes_ends_its_sessions(self) -> None:
        stream, calls = self.connected()
        calls.tell(calls.open_diff("a"))
        self.wait_diff("a")
        self.server.close_window(WINDOW)
        self.editor.wait(lambda: not self.editor.sessions)
        self.editor.wait(lambda: [key[2] for key in self.editor.closed] == ["a"])
        self.assertIs(calls.reply().message["result"]["isError"], True)
        self.assertEqual(stream.chunk(), b"")
        for wire in (stream, calls):
            self.assertEqual(wire.wait_end(), b"")
        self.wait_for(lambda: not Path(self.lock["socketPath"]).parent.exists())


class Methods(WireTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.client = self.wire()
        self.initialized = self.client.initialize()

    def test_initialize_answers_in_a_version_that_both_speak(self) -> None:
        for asked, answered in (
            ("2025-11-25", "2025-11-25"),
            ("2025-06-18", "2025-06-18"),
            ("2024-11-05", "2025-11-25"),
            ("2099-01-01", "2025-11-25"),
        ):
            self.assertEqual(self.client.initialize(version=asked).message["result"]["protocolVersion"], answered)

    def test_initialize_says_who_we_are_and_which_session_it_is(self) -> None:
        self.assertEqual(self.initialized.status, 200)
        self.assertEqual(self.initialized.headers["mcp-session-id"], "session")
        self.assertEqual(
            self.initialized.message["result"],
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "vscode-copilot-cli", "title": "VS Code Copilot CLI", "version": "0.0.1"},
            },
        )

    def test_ping_is_answered(self) -> None:
        reply = self.client.ask(self.client.call("ping", request_id=0))
        self.assertEqual(reply.message, {"jsonrpc": "2.0", "id": 0, "result": {}})
        self.assertEqual(reply.headers["mcp-session-id"], "session")

    def test_a_method_that_is_not_there_is_said_so(self) -> None:
        for method in ("resources/list", "server/discover"):
            reply = self.client.ask(self.client.call(method, request_id="x"))
            self.assertEqual(reply.status, 200)
            self.assertEqual(reply.headers["content-type"], "application/json")
            self.assertEqual((reply.message["id"], reply.message["error"]["code"]), ("x", -32601))
            self.assertIn(method, reply.message["error"]["message"])

    def test_notifications_and_answers_of_the_client_are_accepted(self) -> None:
        for body in (
            b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
            b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}',
            b'{"jsonrpc": "2.0", "id": 4, "result": {}}',
        ):
            reply = self.client.ask(self.client.post(body))
            self.assertEqual((reply.status, reply.headers["content-type"], reply.body), (202, "text/plain", b""))

    def test_a_notification_is_no_request_whatever_its_method(self) -> None:
        reply = self.client.ask(self.client.post(b'{"jsonrpc": "2.0", "method": "initialize"}'))
        self.assertEqual(reply.status, 202)
        self.assertEqual(self.client.ask(self.client.call("ping")).status, 200)

    def test_cancelling_one_call_leaves_the_others(self) -> None:
        wires = [self.wire(self.client.session) for _ in range(2)]
        for number, wire in enumerate(wires):
            wire.tell(wire.open_diff(f"diff {number}", request_id=number))
            self.wait_diff(f"diff {number}")
        body = b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}'
        self.client.ask(self.client.post(body))
        self.assertIs(wires[1].reply().message["result"]["isError"], True)
        self.assertEqual([key[2] for key in self.editor.closed], ["diff 1"])

    def test_what_is_no_message_is_answered_with_its_error_and_the_connection_goes_on(self) -> None:
        for body, code, request_id in (
            (b"{", -32700, None),
            (b"[]", -32600, None),
            (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": []}', -32602, 5),
        ):
            reply = self.client.ask(self.client.post(body))
            self.assertEqual(reply.status, 400)
            self.assertEqual((reply.message["error"]["code"], reply.message["id"]), (code, request_id))
        self.assertEqual(self.client.ask(self.client.call("ping")).status, 200)

    def test_tools_are_listed_in_the_form_that_the_cli_shows_to_the_model(self) -> None:
        listed = self.client.ask(self.client.call("tools/list")).message["result"]["tools"]
        self.assertEqual({tool["name"] for tool in listed}, set(tools.TOOLS))
        for tool in listed:
            self.assertEqual(set(tool), {"name", "description", "inputSchema", "execution"})  # no annotations
            self.assertEqual(tool["execution"], {"taskSupport": "forbidden"})
            self.assertGreater(len(tool["description"]), 20)
        schemas = {tool["name"]: tool["inputSchema"] for tool in listed}
        self.assertEqual(schemas.pop("get_selection"), {"type": "object", "properties": {}})
        names = {
            "open_diff": ["original_file_path", "new_file_contents", "tab_name"],
            "close_diff": ["tab_name"],
            "update_session_name": ["name"],
        }
        self.assertEqual({name: schema["required"] for name, schema in schemas.items()}, names)
        for schema in schemas.values():
            self.assertEqual(schema["$schema"], "http://json-schema.org/draft-07/schema#")
            self.assertEqual(schema["type"], "object")
            self.assertIs(schema["additionalProperties"], False)
            self.assertEqual(
                [value["type"] for value in schema["properties"].values()], ["string"] * len(schema["required"])
            )
            self.assertTrue(all(value["description"] for value in schema["properties"].values()))

    def test_a_tool_that_is_not_there_is_said_so_with_those_that_are(self) -> None:
        for name in ("get_vscode_info", None, ["open_diff"]):
            reply = self.client.ask(self.client.call("tools/call", {"name": name, "arguments": {}}, request_id=3))
            self.assertEqual(reply.status, 400)
            self.assertEqual((reply.message["id"], reply.message["error"]["code"]), (3, -32602))
            for tool in tools.TOOLS:
                self.assertIn(tool, reply.message["error"]["message"])
        self.assertEqual(self.client.ask(self.client.call("ping")).status, 200)

    def test_arguments_that_a_tool_does_not_have_are_refused(self) -> None:
        for arguments in ({"tab_name": "a", "more": "b"}, [], "a", None):
            params = {"name": "close_diff", "arguments": arguments}
            result = self.client.ask(self.client.call("tools/call", params)).message["result"]
            self.assertIs(result["isError"], True)
            self.assertIn("close_diff", result["content"][0]["text"])

    def test_a_path_that_no_file_can_have_does_not_reach_the_editor(self) -> None:
        for path in ("/a\0b", "a.py", ""):
            arguments = {"original_file_path": path, "new_file_contents": "", "tab_name": "t"}
            reply = self.client.ask(self.client.call("tools/call", {"name": "open_diff", "arguments": arguments}))
            self.assertIs(reply.message["result"]["isError"], True)
        self.assertEqual(self.editor.diffs, {})

    def test_an_answered_diff_says_everything_that_the_cli_looks_at(self) -> None:
        for verdict, result, trigger in (
            (Verdict.ACCEPTED, "SAVED", "accepted_via_button"),
            (Verdict.REJECTED, "REJECTED", "rejected_via_button"),
        ):
            self.client.tell(self.client.open_diff(trigger))
            self.wait_diff(trigger)(verdict, "in words")
            answer = self.client.reply().message["result"]
            self.assertNotIn("isError", answer)
            (item,) = answer["content"]
            expected = {
                "success": True,
                "result": result,
                "trigger": trigger,
                "tab_name": trigger,
                "message": "in words",
            }
            self.assertEqual((item["type"], json.loads(item["text"])), ("text", expected))

    def test_a_diff_that_the_terminal_closed_says_so(self) -> None:
        pending = self.wire(self.client.session)
        pending.tell(pending.open_diff("a"))
        self.wait_diff("a")
        self.client.ask(self.client.call("tools/call", {"name": "close_diff", "arguments": {"tab_name": "a"}}))
        answer = json.loads(pending.reply().message["result"]["content"][0]["text"])
        self.assertTrue(answer.pop("message"))
        expected = {"success": True, "result": "REJECTED", "trigger": "closed_via_tool", "tab_name": "a"}
        self.assertEqual(answer, expected)

    def test_every_close_that_came_before_its_open_is_remembered(self) -> None:
        for tab_name in ("a", "b"):
            self.client.ask(self.client.call("tools/call", {"name": "close_diff", "arguments": {"tab_name": tab_name}}))
        for tab_name in ("a", "b"):
            reply = self.client.ask(self.client.open_diff(tab_name))
            self.assertIn("closed before it was opened", reply.message["result"]["content"][0]["text"])
        self.client.tell(self.client.open_diff("a"))  # once only
        self.wait_diff("a")

    def test_a_diff_that_was_decided_is_not_open_any_more(self) -> None:
        self.client.tell(self.client.open_diff("a"))
        self.wait_diff("a")(Verdict.ACCEPTED, "yes")
        self.client.reply()
        params = {"name": "close_diff", "arguments": {"tab_name": "a"}}
        answer = self.client.ask(self.client.call("tools/call", params)).message["result"]["content"][0]["text"]
        self.assertEqual(
            {**json.loads(answer), "message": ""},
            {
                "success": True,
                "already_closed": True,
                "tab_name": "a",
                "message": "",
            },
        )
        self.client.close()
        self.assert_served()
        self.assertEqual(self.editor.closed, [])  # the editor took it away itself

    def test_the_selection_of_a_new_stream_is_none_where_nothing_is_to_be_shared(self) -> None:
        stream, _ = self.connected("other")
        self.server.push_selection(WINDOW, {**SELECTION, "text": "first"})  # type: ignore[arg-type]
        self.assertIn(b'"first"', stream.chunk())


class Discovery(WireTestCase):
    def test_the_lock_file_never_gets_shorter(self) -> None:
        # a reader may come between opening it and writing: then it must find whole JSON
        self.open_window()
        path = Path(self.editor.lock_path)
        sizes = []
        for name in ("a much longer name than the others", "a long name", "b"):
            self.editor.lock_path = ""
            folder = self.home / name
            self.assertEqual(self.open_window(folder)["workspaceFolders"], [str(folder)])
            sizes.append(path.stat().st_size)
        self.assertEqual(sizes, [sizes[0]] * 3)

    def test_what_a_dead_editor_left_is_removed_when_the_server_starts(self) -> None:
        process = subprocess.Popen(["/bin/sh", "-c", ""])
        process.wait()
        directory = self.home / "other" / "ide"
        directory.mkdir(parents=True)
        sockets = self.home / (lock_file.SOCKET_PREFIX + "old")
        sockets.mkdir()
        (sockets / "mcp.sock").touch()
        left = {"ideName": "Sublime Text", "socketPath": str(sockets / "mcp.sock"), "pid": process.pid}
        (directory / "left.lock").write_text(json.dumps(left), encoding="utf-8")
        server = IdeServer(self.editor, {"COPILOT_HOME": str(self.home / "other")})
        server.start()
        server.stop()
        self.assertEqual(list(directory.iterdir()), [])
        self.assertFalse(sockets.exists())

    def test_things_that_are_no_lock_files_are_left_alone_and_not_waited_for(self) -> None:
        directory = self.home / "strange"
        directory.mkdir()
        os.mkfifo(str(directory / "pipe.lock"))
        (directory / "folder.lock").mkdir()
        process = subprocess.Popen(["/bin/sh", "-c", ""])
        process.wait()
        large = {
            "ideName": "Sublime Text",
            "socketPath": str(self.home / (lock_file.SOCKET_PREFIX + "old") / "mcp.sock"),
            "pid": process.pid,
            "padding": "x" * lock_file.MAX_LOCK_BYTES,
        }
        (directory / "large.lock").write_text(json.dumps(large), encoding="utf-8")
        removed: list[Path] = []
        looking = threading.Thread(target=lambda: removed.extend(lock_file.remove_leftovers(directory)), daemon=True)
        looking.start()
        looking.join(TIMEOUT_S)
        self.assertFalse(looking.is_alive())
        self.assertEqual(removed, [])
        self.assertEqual(len(list(directory.iterdir())), 3)

    def test_a_temporary_folder_with_a_long_path_is_not_used_for_the_socket(self) -> None:
        long = self.home / ("long" * 30)
        long.mkdir()
        self.patch(tempfile, "tempdir", str(long))
        lock = self.open_window()
        self.assertLessEqual(len(os.fsencode(lock["socketPath"])), transport.MAX_UNIX_PATH_BYTES)
        self.assertEqual(list(long.iterdir()), [])
        self.connect()

    def test_the_home_of_the_cli_is_the_one_that_its_variable_names(self) -> None:
        self.assertEqual(lock_file.lock_directory({"COPILOT_HOME": "/x"}), Path("/x/ide"))
        home = Path(os.path.expanduser("~"))
        for environ in ({}, {"COPILOT_HOME": ""}):
            self.assertEqual(lock_file.lock_directory(environ), home / ".copilot" / "ide")

    def test_it_is_told_once_the_socket_can_be_reached_and_trust_is_passed_on(self) -> None:
        self.server.open_window(WINDOW, [str(self.folder)], trusted=True)
        self.editor.wait(lambda: self.editor.lock_path)
        lock = json.loads(Path(self.editor.lock_path).read_text(encoding="utf-8"))
        self.assertIs(lock["isTrusted"], True)
        Wire(lock).close()
