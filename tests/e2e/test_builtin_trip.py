"""The main job with the built-in client in place of the CLI: what ``scripts/demo --builtin`` shows, fast."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import pytest

from .builtin_client import BuiltinClient, PendingDiff
from .conftest import CALC
from .editor_process import EditorProcess

EDITED = CALC.replace("add", "plus")


@pytest.fixture
def client(editor: EditorProcess, home: Path, workspace: Path) -> Iterator[BuiltinClient]:
    with BuiltinClient(home, workspace) as connected:
        connected.connect()
        editor.wait({"status": "Copilot ●"})
        yield connected


def test_client_is_told_the_selection_now_and_when_it_changes(editor: EditorProcess, client: BuiltinClient) -> None:
    client.wait_selection("calc.py")
    editor.request("select", regions=[[2, 0, 0, 0]])
    assert client.wait_selection("calc.py:1-3")["text"] == "def add(a, b):\n    return a + b\n"
    answer = client.call_tool("get_selection", {})
    assert (answer["current"], answer["text"]) == (True, "def add(a, b):\n    return a + b\n")


@pytest.mark.parametrize(
    ("link", "outcome", "text"), [("Accept", "SAVED", EDITED), ("Reject", "REJECTED", CALC)], ids=["accept", "reject"]
)
def test_the_links_of_the_review_decide(
    editor: EditorProcess, client: BuiltinClient, workspace: Path, link: str, outcome: str, text: str
) -> None:
    client.update_session_name("rename add")
    diff = client.open_diff(workspace / "calc.py", EDITED)
    editor.wait({"sheet": "^calc.py · proposed$"})
    editor.request("click", text=link)
    assert diff.outcome() == outcome
    assert (workspace / "calc.py").read_text() == text
    editor.wait({"gone": {"sheet": "^calc.py · "}})


def test_the_review_goes_with_the_session(editor: EditorProcess, client: BuiltinClient, workspace: Path) -> None:
    client.open_diff(workspace / "calc.py", EDITED)
    editor.wait({"sheet": "^calc.py · proposed$"})
    client.close()
    editor.wait({"gone": {"sheet": "^calc.py · "}})
    editor.wait({"gone": {"status": "Copilot"}})


def test_client_notices_that_the_editor_quits(editor: EditorProcess, client: BuiltinClient, workspace: Path) -> None:
    diff = client.open_diff(workspace / "calc.py", EDITED)
    editor.wait({"sheet": "^calc.py · proposed$"})
    editor.close()
    client.wait_lost()
    assert diff.outcome() == "UNDECIDED"
    assert (workspace / "calc.py").read_text() == CALC


def test_a_close_that_overtakes_its_open_leaves_only_the_proposal_after_it(
    editor: EditorProcess, client: BuiltinClient, workspace: Path
) -> None:
    """As the CLI does when it connects anew in mid-proposal: close X, open X, open Y, on three connections."""
    dead = PendingDiff(workspace / "calc.py", EDITED, "[Copilot CLI] - calc.py (dead00)")
    client.close_diff(dead)
    client.propose(dead)
    assert dead.outcome(timeout_s=5) == "CLOSED"
    diff = client.open_diff(workspace / "calc.py", EDITED)
    editor.wait({"sheet": "^calc.py · proposed$"})
    assert sorted(editor.titles()) == ["calc.py", "calc.py · before", "calc.py · proposed"]
    editor.request("click", text="Accept")
    assert diff.outcome() == "SAVED"


def test_a_proposal_that_is_closed_at_once_leaves_only_the_one_after_it(
    editor: EditorProcess, client: BuiltinClient, workspace: Path
) -> None:
    dead = client.open_diff(workspace / "calc.py", EDITED)
    diff = client.open_diff(workspace / "calc.py", EDITED)
    client.close_diff(dead)
    assert dead.outcome() == "CLOSED"
    editor.wait({"sheet": "^calc.py · proposed$"})
    assert sorted(editor.titles()) == ["calc.py", "calc.py · before", "calc.py · proposed"]
    editor.request("click", text="Accept")
    assert diff.outcome() == "SAVED"
