"""The main job from end to end: the real Copilot CLI and the package in the headless editor, as a user sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import CALC
from .copilot_cli import APPROVAL_DIALOG, TURN_CANCELLED, CopilotCli
from .editor_process import EditorProcess
from .scripted_model import ScriptedModel, text_of

StartCli = Callable[[], CopilotCli]

PROPOSED_TAB = "^calc.py · proposed$"
BEFORE_TAB = "^calc.py · before$"
EDITED = CALC.replace("a + b", "a + b  # sum")


def edit(workspace: Path) -> list[dict[str, Any]]:
    """The model's turn that turns CALC into EDITED."""
    arguments = {"path": str(workspace / "calc.py"), "old_str": "a + b", "new_str": "a + b  # sum"}
    return [{"name": "edit", "arguments": arguments}]


def lock_files(home: Path) -> list[Path]:
    return list((home / ".copilot" / "ide").glob("*.lock"))


def propose(cli: CopilotCli, editor: EditorProcess) -> None:
    """Connect, ask for the edit, and return when both the terminal and the editor show it."""
    cli.wait_connected()
    editor.wait({"status": "Copilot ●"})
    cli.ask("say what it returns")
    editor.wait({"sheet": PROPOSED_TAB})
    cli.wait_for(APPROVAL_DIALOG)


def wait_review_closed(editor: EditorProcess) -> None:
    for tab in (PROPOSED_TAB, BEFORE_TAB):
        editor.wait({"gone": {"sheet": tab}})
    editor.wait({"gone": {"status": "✎"}})


def sheet(editor: EditorProcess, title: str) -> dict[str, Any]:
    [found] = [
        sheet for window in editor.state(text=True)["windows"] for sheet in window["sheets"] if sheet["title"] == title
    ]
    return found


def test_cli_connects_by_itself_and_knows_the_selection(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel
) -> None:
    model.add("It adds.")
    cli = start_cli()
    cli.wait_connected()
    cli.wait_for(r"@calc\.py$")  # the caret alone
    editor.request("select", regions=[[0, 0, 2, 0]])
    cli.wait_for(r"@calc\.py:1-3$")
    cli.ask("what is this?")
    told = text_of(model.wait_request(0)["messages"][-1])
    assert "<ide_selection>" in told
    assert "File: calc.py (lines 1-3)\n```\ndef add(a, b):\n    return a + b\n" in told
    tools = [tool["function"]["name"] for tool in model.requests()[0]["tools"]]
    assert "ide-get_selection" in tools
    cli.wait_for("It adds.")


def test_accepting_in_the_editor_lets_the_cli_write_the_file_and_go_on(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path
) -> None:
    model.add(edit(workspace), "All done here.")
    cli = start_cli()
    propose(cli, editor)
    editor.wait({"status": "Copilot ✎1"})
    assert sheet(editor, "calc.py · before")["text"] == CALC
    assert sheet(editor, "calc.py · proposed")["text"] == EDITED
    assert (workspace / "calc.py").read_text() == CALC
    assert editor.request("run", command="copilot_ide_accept_diff")["ran"]
    cli.wait_for("All done here.")
    assert (workspace / "calc.py").read_text() == EDITED
    wait_review_closed(editor)
    editor.wait({"text": {"view": sheet(editor, "calc.py")["view"], "contains": "# sum"}})


def test_an_edit_proposed_while_the_cli_still_starts_can_be_accepted(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path
) -> None:
    model.add(edit(workspace), "All done here.")
    cli = start_cli()
    cli.wait_prompt()
    cli.ask("say what it returns")  # the CLI connects anew meanwhile, and opens the diff once or twice
    cli.wait_for(APPROVAL_DIALOG)
    editor.wait({"sheet": PROPOSED_TAB})
    editor.request("click", text="Accept")
    cli.wait_for("All done here.")
    assert (workspace / "calc.py").read_text() == EDITED
    wait_review_closed(editor)


def test_rejecting_by_click_leaves_the_file_and_cancels_the_turn(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path
) -> None:
    model.add(edit(workspace), "Never said.")
    cli = start_cli()
    propose(cli, editor)
    editor.request("click", text="Reject")
    cli.wait_for(TURN_CANCELLED)
    wait_review_closed(editor)
    assert (workspace / "calc.py").read_text() == CALC
    assert model.turns_left == 1


@pytest.mark.parametrize(("key", "result"), [("enter", EDITED), ("escape", CALC)], ids=["yes", "stop"])
def test_answering_in_the_terminal_closes_the_review(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path, key: str, result: str
) -> None:
    model.add(edit(workspace), "All done here.")
    cli = start_cli()
    propose(cli, editor)
    cli.key(key)
    wait_review_closed(editor)
    cli.wait_for("All done here." if key == "enter" else TURN_CANCELLED)
    assert (workspace / "calc.py").read_text() == result


def test_killing_the_cli_closes_the_review(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path
) -> None:
    model.add(edit(workspace))
    cli = start_cli()
    propose(cli, editor)
    cli.kill()
    wait_review_closed(editor)
    editor.wait({"gone": {"status": "Copilot"}})


def test_quitting_the_editor_leaves_the_decision_to_the_terminal(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path, home: Path
) -> None:
    model.add(edit(workspace), "All done here.")
    cli = start_cli()
    propose(cli, editor)
    [lock] = lock_files(home)
    socket = Path(json.loads(lock.read_text())["socketPath"])
    assert socket.exists()
    editor.close()
    assert not lock.exists()
    assert not socket.exists()
    cli.wait_for(APPROVAL_DIALOG)
    assert (workspace / "calc.py").read_text() == CALC
    cli.key("enter")
    cli.wait_for("All done here.")
    assert (workspace / "calc.py").read_text() == EDITED
    cli.wait_for("IDE connection lost: Sublime Text closed")


def test_cli_connects_again_after_a_reload_and_after_an_unload(
    editor: EditorProcess, start_cli: StartCli, home: Path
) -> None:
    cli = start_cli()
    cli.wait_connected()
    cli.wait_for(r"@calc\.py$")
    before = lock_files(home)
    editor.request("reload")
    cli.wait_for("(?s)IDE connection lost: .*Connected to Sublime Text")
    editor.wait({"status": "Copilot ●"})
    cli.wait_for(r"@calc\.py$")
    after = lock_files(home)
    assert len(after) == 1
    assert after != before
    editor.request("unload")
    cli.wait_gone(r"@calc\.py$")
    assert lock_files(home) == []


def test_a_folder_added_to_the_window_does_not_cost_the_connection(
    editor: EditorProcess, start_cli: StartCli, home: Path, workspace: Path, tmp_path: Path
) -> None:
    cli = start_cli()
    cli.wait_prompt()
    cli.wait_for(r"@calc\.py$")
    (lock,) = lock_files(home)
    added = tmp_path / "added"
    added.mkdir()
    folders = [str(workspace), str(added)]
    editor.request("set_folders", window=editor.state()["windows"][0]["id"], folders=folders)
    editor.request("run", command="copilot_ide_status")  # Sublime has no event for folders: any command is looked at
    editor.wait({"text": {"contains": str(added)}})
    editor.request("focus", view=sheet(editor, "calc.py")["view"])
    editor.request("select", regions=[[0, 0, 1, 4]])
    cli.wait_for(r"@calc\.py:1-2$")
    assert json.loads(lock.read_text())["workspaceFolders"] == folders
    assert "IDE connection lost" not in cli.screen()


def test_closing_a_tab_leaves_the_decision_to_the_terminal(
    editor: EditorProcess, start_cli: StartCli, model: ScriptedModel, workspace: Path
) -> None:
    model.add(edit(workspace), "All done here.")
    cli = start_cli()
    propose(cli, editor)
    editor.request("close", view=sheet(editor, "calc.py · before")["view"])
    wait_review_closed(editor)
    cli.wait_for(APPROVAL_DIALOG)
    assert (workspace / "calc.py").read_text() == CALC
    cli.key("enter")
    cli.wait_for("All done here.")
    assert (workspace / "calc.py").read_text() == EDITED
