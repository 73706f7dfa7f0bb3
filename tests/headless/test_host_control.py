"""The control protocol, as a client of the process sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLUGIN = """
import sublime, sublime_plugin

def plugin_unloaded():
    print("UNLOADED")

class SampleDialogCommand(sublime_plugin.WindowCommand):
    def run(self):
        if sublime.ok_cancel_dialog("Go on?", "Go"):
            self.window.active_view().set_status("sample", "went on")

class SampleLinksCommand(sublime_plugin.TextCommand):
    def run(self, edit):
        self.view.add_phantom("sample", sublime.Region(0),
            '<a href="say">Say</a> <a href=\\'subl:sample_set {"value": "from subl"}\\'>Set</a>',
            sublime.LAYOUT_BLOCK, lambda href: self.view.set_status("sample", href))
        self.view.add_regions("sample", [sublime.Region(2, 4)], "region.redish", "dot", sublime.DRAW_NO_FILL,
            annotations=["<a href='note'>Note</a>"], on_navigate=lambda href: self.view.set_status("sample", href))
        self.view.settings().set("copilot_ide.kind", "sample")

class SampleLaterDialogCommand(sublime_plugin.WindowCommand):
    def run(self):
        sublime.set_timeout(lambda: self.window.run_command("sample_dialog"), 100)

class SampleSetCommand(sublime_plugin.WindowCommand):
    def run(self, value):
        self.window.active_view().set_status("sample", value)

class SampleLaterCommand(sublime_plugin.WindowCommand):
    def run(self):
        sublime.set_timeout(lambda: self.window.active_view().set_status("sample", "later"), 200)

class Exit(sublime_plugin.EventListener):
    def on_exit(self):
        print("EXIT")
"""


class Client:
    """One process under control."""

    def __init__(self, tmp_path: Path, *arguments: str) -> None:
        package = tmp_path / "packages" / "Sample"
        package.mkdir(parents=True)
        (package / "plugin.py").write_text(textwrap.dedent(PLUGIN))
        self.stderr = (tmp_path / "stderr").open("w+")
        command = [sys.executable, "-m", "tests.headless", "--home", str(tmp_path / "home")]
        self.process = subprocess.Popen(
            [*command, "--packages", str(tmp_path / "packages"), *arguments],
            cwd=str(ROOT),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            encoding="utf-8",
        )
        self.ready = self.read()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.log()
        return json.loads(line)

    def send(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def ask(self, do: str, **arguments: Any) -> Any:
        answer = self.send(id=1, do=do, **arguments)
        assert answer["ok"], answer
        return answer["result"]

    def log(self) -> str:
        self.stderr.seek(0)
        return self.stderr.read()

    def end(self) -> int:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(10)
        self.process.stdout.close()
        return status


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Client]]:
    clients: list[Client] = []

    def make(*arguments: str) -> Client:
        clients.append(Client(tmp_path, *arguments))
        return clients[-1]

    yield make
    for client in clients:
        if client.process.poll() is None:
            client.end()
        client.stderr.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "a.txt"
    path.parent.mkdir()
    path.write_text("one\ntwo\nthree\n")
    return path


def test_it_starts_with_the_folder_and_the_file_in_front(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--folder", str(file.parent), "--file", str(file), "--build", "4107")
    assert client.ready["event"] == "ready" and client.ready["pid"] == client.process.pid
    (window,) = client.ready["windows"]
    assert window["folders"] == [str(file.parent)]
    (sheet,) = window["sheets"]
    assert (sheet["file"], sheet["focused"], sheet["selected"], sheet["group"]) == (str(file), True, True, 0)
    assert client.end() == 0
    assert "EXIT" in client.log() and "UNLOADED" not in client.log()


def test_what_is_done_shows_in_the_state(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    view = client.ready["windows"][0]["sheets"][0]["view"]
    client.ask("select", regions=[[0, 3, 0, 0], [2, 0, 2, 0]])
    client.ask("type", text="XY")
    client.ask("run", command="sample_links")
    sheet = client.ask("state", text=True)["windows"][0]["sheets"][0]
    assert sheet["text"] == "XY\ntwo\nXYthree\n" and sheet["dirty"] and sheet["view"] == view
    assert sheet["selection"] == [[0, 2, 0, 2], [2, 2, 2, 2]]
    assert sheet["phantoms"][0]["text"] == "Say Set" and sheet["phantoms"][0]["layout"] == 2
    (region,) = sheet["regions"]["sample"]
    assert (region["region"], region["scope"], region["icon"], region["flags"]) == ([2, 4], "region.redish", "dot", 32)
    assert region["annotation"]["links"] == [{"text": "Note", "href": "note"}]
    assert sheet["settings"] == {"copilot_ide.kind": "sample"}
    client.ask("save", view=view)
    assert file.read_text() == "XY\ntwo\nXYthree\n"


def test_links_are_followed(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("run", command="sample_links")
    for text, status in (("Say", "say"), ("Set", "from subl"), ("Note", "note")):
        client.ask("click", text=text)
        assert client.ask("wait", until={"status": f"^{status}$"}, timeout_s=0) == status
    answer = client.send(id=7, do="click", text="Nothing")
    assert answer["id"] == 7 and not answer["ok"] and '"Say"' in answer["error"].replace("'", '"')
    client.ask("click", row=2, col=1)
    assert client.ask("state")["windows"][0]["sheets"][0]["selection"] == [[2, 1, 2, 1]]


def test_a_dialog_answers_its_request_and_the_answer_has_the_result(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    dialog = {"kind": "ok_cancel", "text": "Go on?", "buttons": ["Go", "Cancel"]}
    assert client.send(id=1, do="run", command="sample_dialog") == {"id": 1, "ok": True, "result": {"dialog": dialog}}
    assert client.ask("state")["dialog"] == dialog
    assert not client.send(id=2, do="type", text="x")["ok"]
    assert not client.send(id=3, do="answer", value="Maybe")["ok"]
    answer = client.send(id=4, do="answer", value="Go")
    assert answer == {"id": 4, "ok": True, "result": {"known": True, "enabled": True, "ran": True}}
    assert client.ask("wait", until={"status": "went on"}) == "went on"
    assert client.ask("state")["dialog"] is None


def test_a_dialog_that_comes_by_itself_is_seen_and_answered(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("run", command="sample_later_dialog")
    deadline = time.monotonic() + 10
    while client.ask("state")["dialog"] is None:
        assert time.monotonic() < deadline
    assert client.ask("answer", value="Go") is None
    assert client.ask("wait", until={"status": "went on"}, timeout_s=0) == "went on"


def test_closing_a_dirty_tab_asks(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    view = client.ready["windows"][0]["sheets"][0]["view"]
    client.ask("type", text="x")
    assert client.ask("close", view=view)["dialog"]["buttons"] == ["Save", "Don't Save", "Cancel"]
    assert client.ask("answer", value="Save") is True
    assert file.read_text().startswith("xone") and client.ask("state")["windows"][0]["sheets"] == []


def test_wait_turns_the_loop_and_says_what_it_saw(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("run", command="sample_later")
    assert client.ask("wait", until={"status": "later"}) == "later"
    answer = client.send(id=1, do="wait", until={"sheet": "nothing"}, timeout_s=0.1)
    assert not answer["ok"] and "a.txt" in answer["error"]
    assert client.ask("wait", until={"gone": {"sheet": "nothing"}}, timeout_s=0) is True
    assert not client.send(id=1, do="wait", until={"moon": 1})["ok"]


def test_the_disk_changes_behind_the_editor(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("write", file=str(file), text="new\n")
    assert client.ask("state", text=True)["windows"][0]["sheets"][0]["text"] == "new\n"
    file.write_text("newer\n")
    client.ask("wait", until={"text": {"contains": "newer"}}, timeout_s=2)


def test_wrong_requests_say_what_was_expected(launch: Callable[..., Client]) -> None:
    client = launch()
    for request, part in (
        ({"do": "dance"}, "expected do to be one of"),
        ({"do": "open"}, "missing a required argument: 'file'"),
        ({"do": "focus", "view": 99}, "expected view to be one of"),
        ({"do": "diagnostics", "source": "x", "file": "y", "items": []}, "expected source to be one of lsp"),
        ({"do": "answer", "value": 1}, "expected an open dialog"),
    ):
        answer = client.send(id=5, **request)
        assert not answer["ok"] and part in answer["error"] and answer["id"] == 5
    assert client.process.stdin
    client.process.stdin.write("no json\n")
    client.process.stdin.flush()
    assert not client.read()["ok"]


def test_tabs_windows_and_layout(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    first = client.ready["windows"][0]["sheets"][0]["view"]
    second = client.ask("new_file", text="x", name="Second")
    client.ask("tabs", views=[first, second])
    sheets = client.ask("state")["windows"][0]["sheets"]
    assert [s["selected"] for s in sheets] == [True, True] and [s["title"] for s in sheets] == ["a.txt", "Second"]
    window = client.ask("new_window", folders=[str(file.parent)])
    assert [w["focused"] for w in client.ask("state")["windows"]] == [False, True]
    client.ask("set_folders", window=window, folders=["/"])
    assert client.ask("state", window=window)["windows"][0]["folders"] == ["/"]
    client.ask("focus", view=first)
    assert [w["focused"] for w in client.ask("state")["windows"]] == [True, False]
    client.ask("close", window=window)
    assert len(client.ask("state")["windows"]) == 1


def test_a_restart_keeps_tabs_and_unsaved_text_only(launch: Callable[..., Client], file: Path) -> None:
    """[I] Hot exit restores scratch tabs without their phantoms, regions and Python state; settings stay."""
    client = launch("--folder", str(file.parent), "--file", str(file))
    old_pid = client.ready["pid"]
    client.ask("type", text="unsaved ")
    client.ask("run", command="sample_links")
    client.ask("new_file", text="scrap", name="Note")
    started = client.ask("restart")
    assert started["pid"] != old_pid
    (window,) = client.ask("state", text=True)["windows"]
    first, second = window["sheets"]
    assert window["folders"] == [str(file.parent)] and window["status_bar"] == {}
    assert (first["file"], first["dirty"], first["text"]) == (str(file), True, "unsaved one\ntwo\nthree\n")
    assert (first["phantoms"], first["regions"]) == ([], {}) and first["settings"] == {"copilot_ide.kind": "sample"}
    assert (second["title"], second["text"], second["focused"]) == ("Note", "scrap", True)
    client.ask("save", view=first["view"])
    assert file.read_text() == "unsaved one\ntwo\nthree\n"
    assert client.end() == 0


def test_a_profile_names_handlers_and_api_calls(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("profile", on=True)
    client.ask("run", command="sample_set", args={"value": "1"})
    read = client.ask("profile", off=True)
    assert any("SampleSetCommand" in row["handler"] and row["runs"] == 1 for row in read["handlers"])
    calls = [row for row in read["calls"] if row["function"] == "view_set_status"]
    assert calls == [{"function": "view_set_status", "caller": "Sample.plugin.run", "calls": 1}]
    assert client.ask("profile", read=True) is None


def test_unload_and_reload(launch: Callable[..., Client], file: Path) -> None:
    client = launch("--file", str(file))
    client.ask("reload")
    assert client.ask("run", command="sample_set", args={"value": "1"})["ran"]
    client.ask("run", command="sample_links")
    left = client.ask("unload")
    assert {what.split(":")[0] for what in left} == {"status key", "phantom", "regions"}
    assert [fault["kind"] for fault in client.ask("faults", clear=True)] == ["leftover"] * 3
    assert client.ask("run", command="sample_set") == {"known": False, "enabled": False, "ran": False}


def test_a_start_takes_less_than_half_a_second_of_cpu(launch: Callable[..., Client]) -> None:
    before = os.times()
    client = launch()
    deadline = time.monotonic() + 10
    client.ask("quit")
    client.process.wait(max(0.0, deadline - time.monotonic()))
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    assert used < 0.5
