"""HTTP, server-sent events and JSON-RPC without a socket."""

from __future__ import annotations

import json
import unittest

from ..copilot_ide.ide import json_rpc
from ..copilot_ide.ide.http import HttpConnection, Refusal, RequestBody, RequestHead
from ..copilot_ide.ide.sse import encode_event
from ..copilot_ide.ide.uri import file_uri, wire_path

# as Copilot CLI 1.0.102 frames it: chunked, header names as it writes them
CHUNKED_POST = (
    b"POST /mcp HTTP/1.1\r\nX-Copilot-PID: 42\r\nAuthorization: Nonce secret\r\ncontent-type: application/json\r\n"
    b"Host: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"
)


def drain(connection: HttpConnection) -> list[object]:
    events: list[object] = []
    while True:
        event = connection.next_event()
        if event is None:
            return events
        events.append(event)


class Http(unittest.TestCase):
    def test_a_chunked_request_in_one_piece(self) -> None:
        connection = HttpConnection(max_body_bytes=100)
        connection.receive(CHUNKED_POST)
        head, body = drain(connection)
        assert isinstance(head, RequestHead)
        self.assertEqual((head.method, head.target), ("POST", "/mcp"))
        self.assertEqual(head.value("x-copilot-pid"), "42")
        self.assertIsNone(head.value("origin"))
        self.assertEqual(body, RequestBody(b"hello world"))

    def test_any_split_of_the_bytes_gives_the_same_events(self) -> None:
        whole = HttpConnection(max_body_bytes=100)
        whole.receive(CHUNKED_POST)
        expected = drain(whole)
        for cut in range(1, len(CHUNKED_POST)):
            connection = HttpConnection(max_body_bytes=100)
            connection.receive(CHUNKED_POST[:cut])
            events = drain(connection)
            connection.receive(CHUNKED_POST[cut:])
            self.assertEqual(events + drain(connection), expected, cut)

    def test_the_head_comes_before_the_body_is_there(self) -> None:
        connection = HttpConnection(max_body_bytes=100)
        connection.receive(CHUNKED_POST[: CHUNKED_POST.index(b"hello")])
        (head,) = drain(connection)
        self.assertIsInstance(head, RequestHead)

    def test_the_next_request_waits_for_the_answer(self) -> None:
        connection = HttpConnection(max_body_bytes=100)
        connection.receive(CHUNKED_POST + CHUNKED_POST)
        self.assertEqual(len(drain(connection)), 2)
        self.assertEqual(drain(connection), [])
        answer = connection.response(200, [], b"ok")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200"), answer)
        self.assertTrue(answer.endswith(b"content-length: 2\r\n\r\nok"), answer)
        self.assertEqual(len(drain(connection)), 2)
        self.assertFalse(connection.must_close)

    def test_a_stream_is_sent_in_chunks(self) -> None:
        connection = HttpConnection(max_body_bytes=100)
        connection.receive(CHUNKED_POST)
        drain(connection)
        sent = connection.start_stream(200, [("content-type", "text/event-stream")])
        sent += connection.stream(b"one") + connection.end_stream()
        self.assertIn(b"transfer-encoding: chunked", sent.lower())
        self.assertTrue(sent.endswith(b"\r\n\r\n3\r\none\r\n0\r\n\r\n"), sent)

    def test_a_body_over_the_limit_is_refused(self) -> None:
        connection = HttpConnection(max_body_bytes=10)
        connection.receive(CHUNKED_POST)
        refusal = drain_until_refusal(connection)
        self.assertEqual(refusal.status, 413)

    def test_headers_without_end_are_refused(self) -> None:
        connection = HttpConnection(max_body_bytes=10)
        connection.receive(b"GET /mcp HTTP/1.1\r\nX: " + b"a" * 70_000)
        self.assertEqual(drain_until_refusal(connection).status, 431)

    def test_what_is_not_http_is_refused(self) -> None:
        connection = HttpConnection(max_body_bytes=10)
        connection.receive(b"hello there\r\n\r\n")
        refusal = drain_until_refusal(connection)
        self.assertEqual(refusal.status, 400)
        answer = connection.response(refusal.status, [("connection", "close")], b"")
        self.assertTrue(answer.startswith(b"HTTP/1.1 400"), answer)
        self.assertTrue(connection.must_close)


def drain_until_refusal(connection: HttpConnection) -> Refusal:
    while True:
        event = connection.next_event()
        if isinstance(event, Refusal):
            return event
        assert event is not None, "no refusal came"


class Sse(unittest.TestCase):
    def test_an_event_is_one_line_of_data_whatever_the_text(self) -> None:
        message = {"text": "line\nbreaks\r\u2028 and é"}
        event = encode_event(message)
        first, data, *rest = event.split(b"\n")
        self.assertEqual((first, rest), (b"event: message", [b"", b""]))
        self.assertEqual(json.loads(data[len(b"data: ") :].decode("utf-8")), message)
        self.assertEqual(len(event.decode("utf-8").splitlines()), 3)


class JsonRpc(unittest.TestCase):
    def test_requests_keep_falsy_ids(self) -> None:
        for request_id in (0, "", None, "a"):
            body = json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "ping"}).encode()
            self.assertEqual(json_rpc.parse(body), json_rpc.Request(request_id, "ping", {}))

    def test_without_an_id_it_is_a_notification(self) -> None:
        body = b'{"jsonrpc": "2.0", "method": "notifications/initialized", "params": {"a": 1}}'
        self.assertEqual(json_rpc.parse(body), json_rpc.Notification("notifications/initialized", {"a": 1}))

    def test_answers_of_the_client_are_told_apart(self) -> None:
        self.assertEqual(json_rpc.parse(b'{"jsonrpc": "2.0", "id": 3, "result": {}}'), json_rpc.Response(3))

    def test_anything_else_is_an_error_with_its_code(self) -> None:
        cases = {
            b"": json_rpc.PARSE_ERROR,
            b"\xff": json_rpc.PARSE_ERROR,
            b"[" * 200_000: json_rpc.PARSE_ERROR,
            b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}': json_rpc.PARSE_ERROR,
            b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}': json_rpc.INVALID_REQUEST,
            b"[]": json_rpc.INVALID_REQUEST,
            b"3": json_rpc.INVALID_REQUEST,
            b'{"id": 1, "method": "ping"}': json_rpc.INVALID_REQUEST,
            b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}': json_rpc.INVALID_REQUEST,
            b'{"jsonrpc": "2.0", "id": true, "method": "ping"}': json_rpc.INVALID_REQUEST,
            b'{"jsonrpc": "2.0", "id": 1, "method": 5}': json_rpc.INVALID_REQUEST,
            b'{"jsonrpc": "2.0", "id": 1}': json_rpc.INVALID_REQUEST,
            b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}': json_rpc.INVALID_PARAMS,
        }
        for body, code in cases.items():
            with self.assertRaises(json_rpc.JsonRpcError, msg=body[:60]) as caught:
                json_rpc.parse(body)
            self.assertEqual(caught.exception.code, code, body[:60])


class Uris(unittest.TestCase):
    def test_file_uris_are_written_as_vs_code_writes_them(self) -> None:
        self.assertEqual(file_uri("/home/user/file.ts"), "file:///home/user/file.ts")
        self.assertEqual(file_uri("/a b/ü#?.py"), "file:///a%20b/%C3%BC%23%3F.py")
        self.assertEqual(file_uri("C:\\Dev\\file.ts"), "file:///c%3A/Dev/file.ts")

    def test_paths_keep_their_form_but_for_the_drive_letter(self) -> None:
        self.assertEqual(wire_path("C:\\Dev\\File.ts"), "c:\\Dev\\File.ts")
        self.assertEqual(wire_path("/home/User"), "/home/User")
