"""The ``/ide`` server on a real socket, with a plain object for an editor and a client that speaks as the CLI does."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Sequence
from unittest import mock

from ..copilot_ide.ide import lock_file, mcp, transport
from ..copilot_ide.ide.editor import CurrentSelection, Diff, DiffKey, DiffReply, SelectionReply, SessionInfo, Verdict
from ..copilot_ide.ide.mcp import MAX_DIFFS
from ..copilot_ide.ide.server import IdeServer
from .e2e.builtin_client import BuiltinClient

WINDOW = 7

SELECTION: CurrentSelection = {
    "current": True,
    "text": "a = 1\nb = 2",
    "filePath": "/p/calc.py",
    "fileUrl": "file:///p/calc.py",
    "selection": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 5}, "isEmpty": False},
}


class PlainEditor:
    """Implements ``ide.editor.Editor``: remembers what it is told; a test answers for the user."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.selection: CurrentSelection | None = SELECTION
        self.diffs: dict[DiffKey, tuple[Diff, DiffReply]] = {}
        self.closed: list[DiffKey] = []
        self.sessions: Sequence[SessionInfo] = ()
        self.lock_path = ""
        self.problem = ""

    def get_selection(self, window_id: int, reply: SelectionReply) -> None:
        reply(self.selection)

    def open_diff(self, diff: Diff, reply: DiffReply) -> None:
        with self.changed:
            self.diffs[diff.key] = (diff, reply)
            self.changed.notify_all()

    def close_diff(self, key: DiffKey) -> None:
        with self.changed:
            self.closed.append(key)
            self.changed.notify_all()

    def sessions_changed(self, window_id: int, sessions: Sequence[SessionInfo]) -> None:
        with self.changed:
            self.sessions = sessions
            self.changed.notify_all()

    def endpoint_changed(self, window_id: int, lock_path: str, problem: str) -> None:
        with self.changed:
            self.lock_path, self.problem = lock_path, problem
            self.changed.notify_all()

    def wait(self, condition: Callable[[], Any]) -> Any:
        with self.changed:
            result = self.changed.wait_for(condition, 10)
        assert result, "it did not happen in 10 s"
        return result

    def wait_diff(self) -> tuple[Diff, DiffReply]:
        return self.wait(lambda: next(iter(self.diffs.values()), None))


@unittest.skipIf(transport.unavailable(), transport.unavailable())
class ServerTestCase(unittest.TestCase):
    def setUp(self) -> None:
        # short: the path of a socket may be 103 bytes long
        home = tempfile.TemporaryDirectory(dir="/tmp")
        self.addCleanup(home.cleanup)
        self.home = Path(os.path.realpath(home.name))
        self.folder = self.home / "project"
        self.folder.mkdir()
        self.editor = PlainEditor()
        self.threads = threading.enumerate()
        self.server = IdeServer(self.editor, {"COPILOT_HOME": str(self.home / ".copilot")})
        self.server.start()
        self.addCleanup(self.server.stop)

    def open_window(self, *folders: Path) -> dict[str, Any]:
        """Open an endpoint and return the lock file."""
        self.server.open_window(WINDOW, [str(folder) for folder in folders or (self.folder,)], trusted=False)
        self.editor.wait(lambda: self.editor.lock_path)
        return json.loads(Path(self.editor.lock_path).read_text(encoding="utf-8"))

    def connect(self) -> BuiltinClient:
        client = BuiltinClient(self.home, self.folder)
        self.addCleanup(client.close)
        client.connect()
        return client

    def threads_of_the_server(self) -> list[threading.Thread]:
        return [t for t in threading.enumerate() if t not in self.threads and t.name.startswith("copilot-ide")]


class Discovery(ServerTestCase):
    def test_the_lock_file_says_what_the_cli_needs(self) -> None:
        lock = self.open_window()
        self.assertEqual(lock["scheme"], "unix")
        self.assertEqual(lock["ideName"], "Sublime Text")
        self.assertEqual(lock["pid"], os.getpid())
        self.assertEqual(lock["workspaceFolders"], [str(self.folder)])
        self.assertIs(lock["isTrusted"], False)
        self.assertTrue(lock["headers"]["Authorization"].startswith("Nonce "))
        self.assertGreater(len(lock["headers"]["Authorization"]), 40)
        self.assertAlmostEqual(lock["timestamp"] / 1000, time.time(), delta=60)

    def test_only_the_user_can_read_it_or_reach_the_socket_under_any_umask(self) -> None:
        previous = os.umask(0)
        self.addCleanup(os.umask, previous)
        lock = self.open_window()
        path, socket_path = Path(self.editor.lock_path), Path(lock["socketPath"])
        modes = {str(p): stat.S_IMODE(p.stat().st_mode) for p in (path.parent, path, socket_path.parent, socket_path)}
        self.assertEqual(list(modes.values()), [0o700, 0o600, 0o700, 0o600], modes)

    def test_a_folder_behind_a_link_is_listed_both_ways(self) -> None:
        link = self.home / "link"
        link.symlink_to(self.folder)
        self.assertEqual(self.open_window(link)["workspaceFolders"], [str(link), str(self.folder)])

    def describe(self, *folders: Path) -> dict[str, Any]:
        """Change the folders and return the lock file."""
        self.editor.lock_path = ""
        return self.open_window(*folders)

    def test_other_folders_are_written_into_the_same_file(self) -> None:
        before = self.open_window()
        path = Path(self.editor.lock_path)
        inode = path.stat().st_ino
        other = self.home / "a folder with a long name"
        after = self.describe(self.folder, other)
        self.assertEqual(after["workspaceFolders"], [str(self.folder), str(other)])
        self.assertEqual({key for key in after if after[key] != before[key]}, {"workspaceFolders"})
        self.assertEqual(self.describe(self.folder), before)  # shorter again
        # another file in its place would look to the CLI like another editor
        self.assertEqual((Path(self.editor.lock_path), path.stat().st_ino), (path, inode))

    def test_a_lock_file_that_somebody_deleted_comes_back(self) -> None:
        before = self.open_window()
        Path(self.editor.lock_path).unlink()
        self.assertEqual(self.describe(self.folder), before)

    def test_nothing_is_left_when_it_stops(self) -> None:
        lock = self.open_window()
        client = self.connect()
        self.server.stop()
        client.wait_lost()
        self.assertFalse(Path(self.editor.lock_path).exists())
        self.assertFalse(Path(lock["socketPath"]).parent.exists())
        client.close()
        self.assertEqual(self.threads_of_the_server(), [])

    def test_a_lock_file_that_cannot_be_written_is_told_and_leaves_nothing(self) -> None:
        blocked = IdeServer(self.editor, {"COPILOT_HOME": "/dev/null"})
        blocked.start()
        self.addCleanup(blocked.stop)
        sockets = self.home / "tmp"
        sockets.mkdir()
        with mock.patch.object(tempfile, "tempdir", str(sockets)):
            blocked.open_window(WINDOW, [str(self.folder)], trusted=False)
            self.editor.wait(lambda: self.editor.problem)
        self.assertEqual(list(sockets.iterdir()), [])

    def test_leftovers_of_a_dead_editor_go_and_foreign_files_stay(self) -> None:
        directory = self.home / "leftovers"
        directory.mkdir()
        dead = subprocess.Popen(["/bin/sh", "-c", ""])
        dead.wait()
        sockets = self.home / (lock_file.SOCKET_PREFIX + "old")
        sockets.mkdir()
        (sockets / "mcp.sock").touch()
        ours = {"ideName": "Sublime Text", "socketPath": str(sockets / "mcp.sock"), "pid": dead.pid}
        files = {
            "ours.lock": ours,
            "alive.lock": {**ours, "pid": os.getpid()},
            "other-editor.lock": {**ours, "ideName": "Visual Studio Code"},
            "other-package.lock": {**ours, "socketPath": "/tmp/elsewhere/mcp.sock"},
            "half.lock": {"ideName": "Sublime Text"},
        }
        for name, content in files.items():
            (directory / name).write_text(json.dumps(content), encoding="utf-8")
        (directory / "broken.lock").write_text("{", encoding="utf-8")
        self.assertEqual(lock_file.remove_leftovers(directory), [directory / "ours.lock"])
        self.assertEqual(sorted(p.name for p in directory.iterdir()), sorted([*files, "broken.lock"])[:-1])
        self.assertFalse(sockets.exists())


class Refusals(ServerTestCase):
    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        head = "".join(line + "\r\n" for line in [*lines, f"Content-Length: {len(body)}", ""])
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(10)
            sock.connect(self.lock["socketPath"])
            sock.sendall(head.encode("ascii") + body)  # at once: it may be refused, and closed, before the body is read
            response = http.client.HTTPResponse(sock)
            response.begin()
            return response.status

    def test_each_wrong_request_gets_its_answer_and_the_server_lives(self) -> None:
        self.lock = self.open_window()
        good = {"Host": "localhost", "Content-Type": "application/json", **self.lock["headers"]}
        body = b'{"jsonrpc": "2.0", "id": 0, "method": "server/discover"}'
        cases = {
            "nonce missing": (401, "POST", "/mcp", {k: v for k, v in good.items() if k != "Authorization"}),
            "nonce wrong": (401, "POST", "/mcp", {**good, "Authorization": "Nonce x"}),
            "nonce missing on GET": (401, "GET", "/mcp", {"Host": "localhost"}),
            "nonce missing on DELETE": (401, "DELETE", "/mcp", {"Host": "localhost"}),
            "other host": (403, "POST", "/mcp", {**good, "Host": "example.com"}),
            "from a web page": (403, "POST", "/mcp", {**good, "Origin": "http://localhost"}),
            "path": (404, "POST", "/other", good),
            "verb": (405, "PUT", "/mcp", good),
            "type": (415, "POST", "/mcp", {**good, "Content-Type": "text/plain"}),
            "stream of an unknown session": (404, "GET", "/mcp", {**good, "Mcp-Session-Id": "x"}),
        }
        for name, (status, method, path, headers) in cases.items():
            with self.subTest(name):
                self.assertEqual(self.ask(method, path, headers, body if method == "POST" else b""), status)
                self.assertEqual(self.ask("POST", "/mcp", good, body), 200)

    def test_a_probe_that_says_nothing_does_no_harm(self) -> None:
        self.lock = self.open_window()
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(self.lock["socketPath"])
        self.connect()


class Trip(ServerTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.open_window()
        self.path = self.folder / "calc.py"
        self.path.write_text("old\n", encoding="utf-8")

    def test_it_lists_the_tools_that_the_cli_calls(self) -> None:
        client = BuiltinClient(self.home, self.folder)
        self.addCleanup(client.close)
        self.assertEqual(set(client.connect()), {"get_selection", "open_diff", "close_diff", "update_session_name"})

    def test_the_selection_is_told_as_soon_as_somebody_listens(self) -> None:
        pushed = self.connect().wait_selection("calc.py:3-4")
        self.assertEqual(pushed, {key: value for key, value in SELECTION.items() if key != "current"})

    def test_later_selections_reach_every_session(self) -> None:
        clients = [self.connect(), self.connect()]
        moved = {**SELECTION, "text": "x"}
        del moved["current"]
        self.server.push_selection(WINDOW, moved)  # type: ignore[arg-type]
        for client in clients:
            client.wait_selection("calc.py:3")

    def test_get_selection_answers_what_the_editor_says(self) -> None:
        client = self.connect()
        self.assertEqual(client.call_tool("get_selection", {}), SELECTION)
        self.editor.selection = None
        self.assertIsNone(client.call_tool("get_selection", {}))

    def test_the_session_name_is_told_to_the_editor(self) -> None:
        client = self.connect()
        client.update_session_name("Fix the parser")
        self.editor.wait(lambda: [session.name for session in self.editor.sessions] == ["Fix the parser"])
        self.assertEqual(self.editor.sessions[0].pid, os.getpid())
        client.close()
        self.editor.wait(lambda: not self.editor.sessions)

    def test_accepted_the_cli_writes_the_file(self) -> None:
        client = self.connect()
        pending = client.open_diff(self.path, "new\n")
        diff, reply = self.editor.wait_diff()
        self.assertEqual((diff.original_file_path, diff.new_file_contents), (str(self.path), "new\n"))
        self.assertEqual(self.path.read_text(encoding="utf-8"), "old\n")
        reply(Verdict.ACCEPTED, "yes")
        self.assertEqual(pending.outcome(), "SAVED")
        self.assertEqual(self.path.read_text(encoding="utf-8"), "new\n")

    def test_rejected_the_file_stays(self) -> None:
        pending = self.connect().open_diff(self.path, "new\n")
        self.editor.wait_diff()[1](Verdict.REJECTED, "no")
        self.assertEqual(pending.outcome(), "REJECTED")
        self.assertEqual(self.path.read_text(encoding="utf-8"), "old\n")

    def test_undecided_is_an_error_so_that_the_terminal_goes_on_asking(self) -> None:
        pending = self.connect().open_diff(self.path, "new\n")
        self.editor.wait_diff()[1](Verdict.UNDECIDED, "closed")
        self.assertEqual(pending.outcome(), "UNDECIDED")

    def test_other_calls_are_answered_while_a_diff_is_open(self) -> None:
        client = self.connect()
        client.open_diff(self.path, "new\n")
        self.editor.wait_diff()
        self.assertEqual(client.call_tool("get_selection", {}), SELECTION)

    def test_answered_in_the_terminal_the_diff_is_taken_away(self) -> None:
        client = self.connect()
        pending = client.open_diff(self.path, "new\n")
        diff, reply = self.editor.wait_diff()
        self.assertIs(client.close_diff(pending)["already_closed"], False)
        self.assertEqual(self.editor.closed, [diff.key])
        self.assertEqual(pending.outcome(), "CLOSED")
        self.assertIs(client.close_diff(pending)["already_closed"], True)
        reply(Verdict.ACCEPTED, "too late")  # nobody waits any more
        self.assertEqual(client.call_tool("get_selection", {}), SELECTION)

    def test_a_close_that_overtakes_its_open_still_closes_it(self) -> None:
        client = self.connect()
        self.assertIs(client.call_tool("close_diff", {"tab_name": "a (1)"})["already_closed"], True)
        arguments = {"original_file_path": str(self.path), "new_file_contents": "new", "tab_name": "a (1)"}
        with self.assertRaisesRegex(AssertionError, "closed before it was opened"):
            client.call_tool("open_diff", arguments)
        self.assertEqual(self.editor.diffs, {})

    def test_a_session_that_ends_takes_its_diffs_with_it_and_no_others(self) -> None:
        leaving, staying = self.connect(), self.connect()
        pending = staying.open_diff(self.path, "new\n")
        kept, reply = self.editor.wait_diff()
        leaving.open_diff(self.path, "newer\n")
        self.editor.wait(lambda: len(self.editor.diffs) == 2)
        leaving.close()
        self.editor.wait(lambda: self.editor.closed)
        self.assertEqual([key[1] for key in self.editor.closed], [leaving.session_id])
        self.assertNotEqual(kept.key, self.editor.closed[0])
        reply(Verdict.REJECTED, "no")
        self.assertEqual(pending.outcome(), "REJECTED")

    def test_a_second_initialize_replaces_the_session_of_that_id(self) -> None:
        first = self.connect()
        first.open_diff(self.path, "new\n")
        diff, _reply = self.editor.wait_diff()
        second = BuiltinClient(self.home, self.folder)
        second.session_id = first.session_id
        self.addCleanup(second.close)
        second.connect()
        self.editor.wait(lambda: self.editor.closed)
        self.assertEqual(self.editor.closed, [diff.key])
        self.assertEqual(second.call_tool("get_selection", {}), SELECTION)

    def test_halves_of_surrogate_pairs_do_not_reach_the_editor(self) -> None:
        client = self.connect()
        client.call_tool("update_session_name", {"name": "fix \ud83d"})
        self.assertEqual(self.editor.sessions[0].name, "fix \ufffd")
        self.open_diff_in_background(client, str(self.path), "a\udcffb")
        self.assertEqual(self.editor.wait_diff()[0].new_file_contents, "a\ufffdb")
        with self.assertRaisesRegex(AssertionError, "absolute path"):
            arguments = {"original_file_path": "/a\udcff.py", "new_file_contents": "", "tab_name": "t"}
            client.call_tool("open_diff", arguments)

    def test_a_client_that_is_gone_before_the_answer_takes_its_diff_with_it(self) -> None:
        client = self.connect()
        message = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "open_diff"}}
        message["params"]["arguments"] = {
            "original_file_path": str(self.path),
            "new_file_contents": "new",
            "tab_name": "gone",
        }
        body = json.dumps(message).encode()
        headers = {
            "Host": "localhost",
            "Content-Type": "application/json",
            "Mcp-Session-Id": client.session_id,
            **client.lock.headers,
        }
        head = "POST /mcp HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(client.lock.socket_path)
            sock.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.editor.wait(lambda: (WINDOW, client.session_id, "gone") in self.editor.closed)
        self.assertEqual(client.call_tool("get_selection", {}), SELECTION)

    def test_the_same_tab_name_takes_the_place_of_the_older_diff(self) -> None:
        client = self.connect()
        older = self.open_diff_in_background(client, str(self.path), "one")
        self.editor.wait_diff()
        self.open_diff_in_background(client, str(self.path), "two")
        older.join(10)
        self.assertEqual(len(self.editor.closed), 1)
        self.editor.wait(lambda: [diff.new_file_contents for diff, _ in self.editor.diffs.values()] == ["two"])

    def test_a_cancelled_call_takes_its_diff_away(self) -> None:
        client = self.connect()
        client.open_diff(self.path, "new\n")
        diff, _reply = self.editor.wait_diff()
        for request_id in range(20):  # the client does not say which it was
            self.notify(client, "notifications/cancelled", {"requestId": request_id})
        self.editor.wait(lambda: self.editor.closed == [diff.key])

    def test_more_diffs_than_anybody_can_review_are_refused(self) -> None:
        client = self.connect()
        for number in range(MAX_DIFFS):
            client.open_diff(self.path, f"{number}")
        self.editor.wait(lambda: len(self.editor.diffs) == MAX_DIFFS)
        pending = client.open_diff(self.path, "one too many")
        self.assertEqual(pending.outcome(), "UNDECIDED")
        self.assertEqual(len(self.editor.diffs), MAX_DIFFS)

    def test_a_name_closed_long_ago_can_be_opened(self) -> None:
        client = self.connect()
        with mock.patch.object(mcp, "CLOSED_EARLY_S", 0.0):
            client.call_tool("close_diff", {"tab_name": "t"})
            self.open_diff_in_background(client, str(self.path), "new", tab_name="t")
            self.editor.wait_diff()

    def open_diff_in_background(
        self, client: BuiltinClient, path: str, text: str, tab_name: str = "t"
    ) -> threading.Thread:
        arguments = {"original_file_path": path, "new_file_contents": text, "tab_name": tab_name}

        def call() -> None:
            with contextlib.suppress(AssertionError, OSError, http.client.HTTPException):
                client.call_tool("open_diff", arguments)

        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        return thread

    def notify(self, client: BuiltinClient, method: str, params: dict[str, Any]) -> None:
        connection = client._take_connection()
        client._post(connection, {"jsonrpc": "2.0", "method": method, "params": params})
        client._give_back(connection)

    def test_a_wrong_argument_is_an_error_that_names_it(self) -> None:
        client = self.connect()
        for arguments, named in (
            ({"original_file_path": 1, "new_file_contents": "", "tab_name": "t"}, "original_file_path"),
            ({"original_file_path": "/a", "tab_name": "t"}, "new_file_contents"),
            ({"original_file_path": "a", "new_file_contents": "", "tab_name": "t"}, "absolute path"),
        ):
            with self.subTest(named), self.assertRaisesRegex(AssertionError, named):
                client.call_tool("open_diff", arguments)
        self.assertEqual(self.editor.diffs, {})
