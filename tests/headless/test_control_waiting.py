"""Settling and waiting through the control protocol."""

from __future__ import annotations

from typing import Any, Callable

import pytest

from .control_client import Client

NEVER = 0.05


def test_an_answer_comes_when_everything_due_ran(launch: Callable[..., Client]) -> None:
    """Chains of calls on both queues, but not what is due later."""
    client = launch()
    client.ask("new_file")
    client.python(
        """
def async_step():
    time.sleep(0.05)
    sublime.set_timeout(lambda: view.set_status("sample", "chain"))
sublime.set_timeout(lambda: sublime.set_timeout_async(async_step))
sublime.set_timeout(lambda: LOG.append(["later"]), 60000)
"""
    )
    assert client.status() == "chain"
    assert client.heard("later") == []


def test_settle_waits_until_nothing_is_queued(client: Client) -> None:
    client.ask("new_file")
    client.python("sublime.set_timeout(lambda: view.set_status('sample', 'later'), 200)")
    assert client.status() == ""
    assert client.ask("settle", timeout_s=20) is None
    assert client.status() == "later"
    client.python("sublime.set_timeout(lambda: None, 900)")
    assert "expected both queues to be empty" in client.refuse("settle", timeout_s=NEVER)
    client.ask("settle", timeout_s=20)


def test_state_sees_what_a_thread_just_queued(client: Client) -> None:
    client.ask("new_file")
    client.python(
        """
def run():
    sublime.set_timeout(lambda: view.set_status("sample", "queued"))
    open(os.environ["HOME"] + "/queued", "w").close()
threading.Thread(target=run).start()
"""
    )
    while not (client.folder / "home" / "queued").exists():
        pass
    assert client.status() == "queued"


def test_waiting_for_a_sheet(client: Client) -> None:
    path = client.file("a.txt")
    client.python(f"sublime.set_timeout(lambda: window.open_file({str(path)!r}), 100)")
    found = client.ask("wait", until={"sheet": r"^a\.txt$"}, timeout_s=10)
    (sheet,) = client.front()["sheets"]
    assert found == {"view": sheet["view"], "title": "a.txt", "file": str(path), "window": client.front()["id"]}
    assert client.ask("wait", until={"sheet": "files/a"}, timeout_s=0)["view"] == sheet["view"]
    assert 'last seen: ["a.txt"]' in client.refuse("wait", until={"sheet": "b"}, timeout_s=NEVER)


def test_waiting_for_text(client: Client) -> None:
    view, other = client.open("a.txt"), client.ask("new_file", text="other")
    client.python("sublime.set_timeout(lambda: view.run_command('append', {'characters': ' text'}), 100)")
    assert client.ask("wait", until={"text": {"contains": "er te"}}, timeout_s=10) == {"view": other, "at": 3}
    assert client.ask("wait", until={"text": {"view": view, "contains": "two"}}, timeout_s=0) == {"view": view, "at": 4}
    error = client.refuse("wait", until={"text": {"view": view, "contains": "er te"}}, timeout_s=NEVER)
    assert "three" in error and "other" not in error
    client.python("window.new_html_sheet('Page', '<p>seen <b>here</b></p>')")
    assert client.ask("wait", until={"text": {"contains": "seen here"}}, timeout_s=0) == {"view": None, "at": 0}


def test_waiting_for_a_link(client: Client) -> None:
    view = client.open("a.txt")
    client.python("sublime.set_timeout(lambda: view.run_command('sample_links'), 100)")
    link = {"view": view, "row": 1, "text": "Note", "href": "note"}
    assert client.ask("wait", until={"link": "Note"}, timeout_s=10) == link
    assert 'last seen: ["Note", "Say", "Set"]' in client.refuse("wait", until={"link": "Not"}, timeout_s=NEVER)


def test_waiting_for_a_status(client: Client) -> None:
    client.ask("new_file")
    client.python("view.set_status('a', 'first'); sublime.set_timeout(lambda: view.set_status('b', 'second'), 100)")
    assert client.ask("wait", until={"status": "^second$"}, timeout_s=10) == "second"
    assert client.ask("wait", until={"status": "t, s"}, timeout_s=0) == "first, second"
    client.python("window.status_message('a message')")
    assert client.ask("wait", until={"status": "mess"}, timeout_s=0) == "a message"
    assert "first, second" in client.refuse("wait", until={"status": "third"}, timeout_s=NEVER)


def test_waiting_for_a_command(client: Client) -> None:
    client.python("sublime.set_timeout(lambda: window.settings().set('sample_on', True), 100)")
    assert client.ask("wait", until={"command_enabled": "sample_off"}, timeout_s=10) is True
    error = client.refuse("wait", until={"command_enabled": "sample_nobody"}, timeout_s=NEVER)
    assert 'last seen: "no such command"' in error


def test_waiting_until_something_is_gone(client: Client) -> None:
    view = client.open("a.txt")
    client.python("sublime.set_timeout(view.close, 100)")
    assert client.ask("wait", until={"gone": {"sheet": "a.txt"}}, timeout_s=10) is True
    assert client.ask("wait", until={"gone": {"text": {"view": view, "contains": "one"}}}, timeout_s=0) is True
    client.open("b.txt")
    assert "b.txt" in client.refuse("wait", until={"gone": {"sheet": "b"}}, timeout_s=NEVER)


CONDITIONS: list[Any] = [
    {},
    {"moon": 1},
    {"sheet": "a", "link": "b"},
    {"sheet": 1},
    {"sheet": "("},
    {"status": "["},
    {"link": None},
    {"text": "x"},
    {"text": {}},
    {"text": {"contains": 1}},
    {"text": {"contains": "x", "view": "1"}},
    {"text": {"contains": "x", "view": 99999}},
    {"text": {"contains": "x", "row": 1}},
    {"gone": "x"},
    {"gone": {"gone": {"sheet": "a"}}},
    {"gone": {"moon": 1}},
    {"command_enabled": ["a"]},
    [],
    "sheet",
]


@pytest.mark.parametrize("until", CONDITIONS, ids=str)
def test_conditions_that_are_none(client: Client, until: Any) -> None:
    assert "within" not in client.refuse("wait", until=until, timeout_s=NEVER)
