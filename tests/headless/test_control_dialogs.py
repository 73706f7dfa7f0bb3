"""Modal dialogs through the control protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .control_client import Client

RAN = {"known": True, "enabled": True, "ran": True}
NOTE = "LOG.append(['answer', {}])"
PRESSES = [
    ("ok_cancel_dialog('Go on?', 'Go')", "ok_cancel", ["Go", "Cancel"], {"Go": True, "Cancel": False, None: False}),
    ("yes_no_cancel_dialog('Go on?', 'Y', 'N')", "yes_no_cancel", ["Y", "N", "Cancel"], {"Y": 1, "N": 2, None: 0}),
    ("message_dialog('Go on?')", "message", ["OK"], {"OK": None, None: None}),
    ("error_message('Go on?')", "error", ["OK"], {"OK": None}),
]


@pytest.mark.parametrize(("call", "kind", "buttons", "answers"), PRESSES)
def test_a_request_is_answered_with_its_dialog_and_the_answer_has_its_result(
    client: Client, call: str, kind: str, buttons: list[str], answers: dict[Any, Any]
) -> None:
    dialog = {"kind": kind, "text": "Go on?", "buttons": buttons}
    for value, meaning in answers.items():
        client.forget()
        assert client.python(NOTE.format(f"sublime.{call}")) == {"dialog": dialog}
        assert client.state()["dialog"] == dialog
        assert client.ask("answer", value=value) == RAN
        assert client.state()["dialog"] is None
        assert client.heard("answer") == [["answer", meaning]]


def test_file_dialogs_are_answered_with_paths(client: Client) -> None:
    a, b = "/some/a", "/some/b"
    for call, kind, value, given in (
        ("save_dialog({}, name='n')", "save_file", a, a),
        ("save_dialog({}, name='n')", "save_file", None, None),
        ("open_dialog({}, multi_select=True)", "open_file", [a, b], [a, b]),
        ("open_dialog({})", "open_file", a, a),
        ("select_folder_dialog({})", "select_folder", a, a),
    ):
        client.forget()
        dialog = client.python(f"sublime.{call.format('lambda found: LOG.append([1, found])')}")["dialog"]
        assert (dialog["kind"], dialog["buttons"]) == (kind, [])
        client.ask("answer", value=value)
        assert [found for number, found in client.heard(1) if number == 1] == [given]  # type: ignore[arg-type]


def test_only_some_requests_are_served_meanwhile(client: Client, tmp_path: Path) -> None:
    client.open()
    client.python("sublime.message_dialog('Wait')")
    for verb, arguments in (
        ("type", {"text": "x"}),
        ("run", {"command": "copy"}),
        ("quit", {}),
        ("restart", {}),
        ("x", {}),
    ):
        assert "'Wait' is open: expected do to be one of answer, state, render, wait" in client.refuse(
            verb, **arguments
        )
    assert client.state(text=True)["windows"][-1]["sheets"][0]["text"] == "one\ntwo\nthree\n"
    assert client.ask("render", path=str(tmp_path / "a.html")) == str(tmp_path / "a.html")
    assert "Wait" in (tmp_path / "a.html").read_text()
    assert client.ask("wait", until={"sheet": "a.txt"}, timeout_s=0)["title"] == "a.txt"
    assert "last seen" in client.refuse("wait", until={"sheet": "b.txt"}, timeout_s=0.05)
    client.refuse("wait")
    client.refuse("state", window=99999)
    assert "one of OK, or null" in client.refuse("answer", value="Cancel")
    client.refuse("answer")
    client.refuse("answer", value=True)
    client.ask("answer", value="OK")


def test_threads_go_on_while_a_dialog_is_open(client: Client) -> None:
    client.ask("new_file")
    later = "threading.Thread(target=lambda: (time.sleep(0.1), view.set_status('sample', 'from a thread'))).start()"
    assert "dialog" in client.python(later + "; sublime.message_dialog('Wait')")
    assert client.ask("wait", until={"status": "from a thread"}, timeout_s=10) == "from a thread"
    client.ask("answer", value=None)


def test_one_dialog_after_the_other(client: Client) -> None:
    code = "LOG.append(['both', sublime.ok_cancel_dialog('One?'), sublime.ok_cancel_dialog('Two?')])"
    assert client.python(code)["dialog"]["text"] == "One?"
    assert client.ask("answer", value="OK")["dialog"]["text"] == "Two?"
    assert client.ask("answer", value="Cancel") == RAN
    assert client.heard("both") == [["both", True, False]]


def test_a_dialog_that_no_request_opened_is_seen_and_answered(client: Client) -> None:
    client.python("sublime.set_timeout(lambda: LOG.append(['answer', sublime.ok_cancel_dialog('Late?')]), 100)")
    while client.state()["dialog"] is None:
        pass  # the client's time limit ends it
    assert client.ask("answer", value="OK") is None
    assert client.heard("answer") == [["answer", True]]
    assert "open dialog" in client.refuse("answer", value="OK")


def test_a_dialog_interrupts_a_wait_and_its_time_does_not_count(client: Client) -> None:
    client.ask("new_file")
    client.python(
        "sublime.set_timeout(lambda: (sublime.message_dialog('Stop'), "
        "sublime.set_timeout(lambda: view.set_status('sample', 'on'), 50)), 50)"
    )
    assert client.ask("wait", until={"status": "^on$"}, timeout_s=5)["dialog"]["text"] == "Stop"
    assert client.ask("answer", value="OK") == "on"


def test_a_dialog_from_the_worker(client: Client) -> None:
    code = "sublime.set_timeout_async(lambda: LOG.append(['answer', sublime.ok_cancel_dialog('Async?')]), 0)"
    assert client.python(code)["dialog"]["text"] == "Async?"
    assert client.ask("answer", value="OK") == RAN
    assert client.heard("answer") == [["answer", True]]
