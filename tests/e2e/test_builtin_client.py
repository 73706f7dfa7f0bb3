"""The built-in client against a fake editor, and its traffic beside the real CLI's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

from .builtin_client import BuiltinClient, NotConnected, selection_label
from .copilot_cli import APPROVAL_DIALOG, TURN_CANCELLED, CopilotCli
from .fake_ide import FakeIde, Request
from .lock_rules import find_lock
from .scripted_model import ScriptedModel


@pytest.fixture
def ide(home: Path, workspace: Path) -> Iterator[FakeIde]:
    with FakeIde(home, [workspace]) as fake:
        yield fake


@pytest.fixture
def client(ide: FakeIde, home: Path, workspace: Path) -> Iterator[BuiltinClient]:
    with BuiltinClient(home, workspace) as connected:
        connected.connect()
        yield connected


def selection(path: Path, text: str, first_line: int) -> dict[str, Any]:
    start = {"line": first_line, "character": 0}
    end = {"line": first_line + text.count("\n"), "character": 0}
    return {
        "text": text,
        "filePath": str(path),
        "fileUrl": path.as_uri(),
        "selection": {"start": start, "end": end, "isEmpty": not text},
    }


def test_shows_a_selection_as_the_footer_of_the_cli_does(ide: FakeIde, client: BuiltinClient, workspace: Path) -> None:
    path = workspace / "calc.py"
    ide.push("selection_changed", selection(path, "one\ntwo\nthree", 0))
    assert client.wait_selection("calc.py:1-3")["text"] == "one\ntwo\nthree"
    assert selection_label(selection(path, "one", 4)) == "calc.py:5"
    assert selection_label(selection(path, "", 4)) == "calc.py"


def test_writes_the_file_after_saved(ide: FakeIde, client: BuiltinClient, workspace: Path) -> None:
    diff = client.open_diff(workspace / "calc.py", "\ufeffnew\r\n")
    arguments = ide.wait_call("open_diff")
    assert arguments == {
        "original_file_path": str(workspace / "calc.py"),
        "new_file_contents": "\ufeffnew\r\n",
        "tab_name": diff.tab_name,
    }
    ide.decide(diff.tab_name, "SAVED")
    assert diff.outcome() == "SAVED"
    assert (workspace / "calc.py").read_bytes() == b"\xef\xbb\xbfnew\r\n"


def test_leaves_the_file_alone_after_rejected_and_after_its_own_close(
    ide: FakeIde, client: BuiltinClient, workspace: Path
) -> None:
    before = (workspace / "calc.py").read_bytes()
    rejected = client.open_diff(workspace / "calc.py", "new\n")
    ide.decide(ide.wait_call("open_diff")["tab_name"], "REJECTED")
    assert rejected.outcome() == "REJECTED"
    closed = client.open_diff(workspace / "calc.py", "new\n")
    ide.wait_call("open_diff")
    client.close_diff(closed)
    assert ide.wait_call("close_diff") == {"tab_name": closed.tab_name}
    assert closed.outcome() == "CLOSED"
    assert (workspace / "calc.py").read_bytes() == before


def test_an_answer_that_the_cli_ignores_leaves_the_proposal_undecided(
    ide: FakeIde, client: BuiltinClient, workspace: Path
) -> None:
    diff = client.open_diff(workspace / "calc.py", "new\n")
    ide.decide(ide.wait_call("open_diff")["tab_name"], "MAYBE")
    assert diff.outcome() == "UNDECIDED"
    assert ide.wait_call("close_diff") == {"tab_name": diff.tab_name}


def test_ends_its_session_with_delete(ide: FakeIde, client: BuiltinClient) -> None:
    client.close()
    assert ide.requests()[-1].name == "DELETE"


def test_notices_that_the_editor_has_gone(home: Path, workspace: Path) -> None:
    with BuiltinClient(home, workspace) as client:
        with FakeIde(home, [workspace]):
            client.connect()
        client.wait_lost()


def rewrite(ide: FakeIde, **changes: Any) -> None:
    lock = {**json.loads(ide.lock_path.read_text()), **changes}
    ide.lock_path.write_text(json.dumps({name: value for name, value in lock.items() if value is not None}))


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_takes_a_lock_only_for_exactly_its_folder(ide: FakeIde, home: Path, workspace: Path) -> None:
    (workspace / "inner").mkdir()
    (home / "link").symlink_to(workspace)
    for folder, fits in ((workspace, True), (home / "link", True), (workspace / "inner", False), (home, False)):
        assert (find_lock(ide.lock_path.parent, folder) is not None) is fits, folder


@pytest.mark.parametrize(
    "changes",
    [
        {"scheme": "pipe"},
        {"headers": None},
        {"timestamp": None},
        {"workspaceFolders": []},
        {"socketPath": "/nowhere/mcp.sock"},
        {"pid": dead_pid()},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_ignores_a_lock_that_the_cli_ignores(
    ide: FakeIde, home: Path, workspace: Path, changes: dict[str, Any]
) -> None:
    rewrite(ide, **changes)
    with pytest.raises(NotConnected):
        BuiltinClient(home, workspace).connect(timeout_s=0)


def test_takes_the_first_lock_by_name_that_answers(home: Path, workspace: Path) -> None:
    with FakeIde(home, [workspace]) as one, FakeIde(home, [workspace]) as other:
        first, second = sorted((one, other), key=lambda ide: ide.lock_path.name)
        found = find_lock(first.lock_path.parent, workspace)
        assert found is not None and found.path == first.lock_path
        rewrite(first, socketPath=os.devnull)
        found = find_lock(first.lock_path.parent, workspace)
        assert found is not None and found.path == second.lock_path


def wire_shapes(requests: list[Request]) -> set[str]:
    """Return one line for each different form of request, with all that two clients should not differ in."""

    def shape(value: object, depth: int) -> object:
        if depth and isinstance(value, dict):
            return {key: shape(value[key], depth - 1) for key in sorted(value)}
        return type(value).__name__

    lines = set()
    for request in requests:
        varying = ("X-Copilot-", "mcp-session-id", "Authorization")
        headers = [name if name.startswith(varying) else f"{name}: {value}" for name, value in request.headers]
        name = request.message.get("params", {}).get("name", "")
        lines.add(f"{request.name} {name} {' | '.join(headers)} {shape(request.message, 3)}")
    return lines


def test_sends_what_the_real_cli_sends(
    ide: FakeIde, home: Path, workspace: Path, model: ScriptedModel, start_cli: Callable[[], CopilotCli]
) -> None:
    path = workspace / "calc.py"
    edit = {"name": "edit", "arguments": {"path": str(path), "old_str": "a + b", "new_str": "b + a"}}
    model.add([edit], [edit], "All done here.")
    cli = start_cli()
    cli.wait_connected()
    cli.ask("swap them")
    ide.wait_call("open_diff")
    cli.wait_for(APPROVAL_DIALOG)
    cli.key("escape")
    ide.wait_call("close_diff")
    cli.wait_for(TURN_CANCELLED)
    cli.ask("swap them all the same")
    ide.decide(ide.wait_call("open_diff")["tab_name"], "SAVED")
    cli.wait_for("All done here.")
    assert "b + a" in path.read_text()
    cli.exit()
    real = wire_shapes(ide.requests())

    begin = len(ide.requests())
    with BuiltinClient(home, workspace) as client:
        client.connect()
        client.update_session_name("swap them")
        saved = client.open_diff(path, "new\n")
        ide.decide(ide.wait_call("open_diff")["tab_name"], "SAVED")
        assert saved.outcome() == "SAVED"
        closed = client.open_diff(path, "newer\n")
        ide.wait_call("open_diff")
        client.close_diff(closed)
    assert sorted(wire_shapes(ide.requests()[begin:])) == sorted(real)
