"""Packages that many people use load, run their tests and do their work in the headless editor."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.headless.host import PACKAGE, REPOSITORY

from .conftest import Lab, checkout

LINTER = """
import sys
from SublimeLinter.lint import Linter

FIND = '''
import sys
for number, line in enumerate(sys.stdin, 1):
    if "bad" in line:
        print(f"{number}:{line.index('bad') + 1}: a bad word")
'''

class Sample(Linter):
    cmd = (sys.executable, "-c", FIND)
    regex = r"(?P<line>\\d+):(?P<col>\\d+): (?P<message>.+)"
    defaults = {"selector": "text.plain"}
"""


def test_the_tests_of_unittesting(lab: Lab) -> None:
    outcome = lab.run_tests("UnitTesting")
    assert outcome.failed == set(), outcome.failures
    assert outcome.ran >= 50


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="sublime_lib 1.5.2 is for Python 3.8")
def test_the_tests_of_sublime_lib(lab: Lab) -> None:
    lab.install("sublime_lib")
    (lab.packages / "sublime_lib").symlink_to(checkout("sublime_lib"))
    outcome = lab.run_tests("sublime_lib")
    assert outcome.failed == set(), outcome.failures
    assert outcome.ran >= 240


def test_our_own_tests_under_unittesting_itself(lab: Lab) -> None:
    """UnitTesting drops every module below the tests it runs, so they must not be those that the host is made of."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, stdout=subprocess.PIPE, check=True).stdout
    for name in files.decode().split("\0"):
        if name and (REPOSITORY / name).is_file():
            target = lab.packages / PACKAGE / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(REPOSITORY / name), str(target))
    outcome = lab.run_tests(PACKAGE)
    assert outcome.failed == set(), outcome.failures
    assert outcome.ran >= 200


needs_mdpopups_5 = pytest.mark.skipif(
    sys.version_info < (3, 13), reason="mdpopups 5, which LSP wants, is for Python 3.13"
)
# Its Markdown is that of another mdpopups; the last two want a bold parameter in Mariana, and a "$" in a word.
LSP_FAILS = {
    "test_escaped_newline_in_markdown",
    "test_minihtml_format_markup_content",
    "test_minihtml_handles_marked_string",
    "test_minihtml_handles_marked_string_array",
    "test_minihtml_handles_marked_string_mutiple_spaces",
    "test_minihtml_magiclinks",
    "test_single_backslash_in_markdown",
    "test_markdown",
    "test_var_prefix_using_label",
}


@needs_mdpopups_5
def test_the_tests_of_lsp(lab: Lab) -> None:
    lab.install("LSP", "mdpopups")
    outcome = lab.run_tests("LSP")
    assert outcome.failed <= LSP_FAILS, outcome.failures
    assert outcome.ran >= 300


@needs_mdpopups_5
def test_lsp_shows_the_diagnostics_of_a_server(lab: Lab) -> None:
    lab.install("LSP", "mdpopups")
    server = [sys.executable, str(Path(__file__).with_name("language_server.py"))]
    config = {"enabled": True, "command": server, "selector": "text.plain"}
    lab.settings("LSP.sublime-settings", {"clients": {"sample": config}, "show_diagnostics_in_view_status": True})
    file = lab.project / "a.txt"
    file.write_text("good\nnot bad\n")
    editor = lab.start(file)
    lab.wait_for_icons(editor, "error.png", [[1, 4, 1, 7]])
    editor.request("select", regions=[[1, 4, 1, 4]])
    editor.wait({"status": "a bad word"})
    editor.request("run", command="lsp_show_diagnostics_panel")
    editor.wait({"text": {"contains": "a bad word"}})
    editor.request("select", regions=[[1, 4, 1, 7]])
    editor.request("type", text="good")
    editor.wait({"gone": {"status": "a bad word"}})
    assert lab.mishaps(editor) == []


def test_sublimelinter_shows_the_errors_of_a_linter(lab: Lab) -> None:
    lab.install("SublimeLinter")
    plugin = lab.packages / "SublimeLinter-contrib-sample"
    plugin.mkdir()
    (plugin / "linter.py").write_text(LINTER)
    file = lab.project / "a.txt"
    file.write_text("good\nnot bad\n")
    editor = lab.start(file)
    editor.wait({"status": r"sample\(e:1\)"})
    lab.wait_for_icons(editor, "dot", [[1, 4, 1, 7]])
    editor.request("select", regions=[[1, 4, 1, 7]])
    editor.request("type", text="good")
    editor.wait({"gone": {"status": r"sample\(e:1\)"}})
    assert lab.mishaps(editor) == []


def test_gitsavvy_shows_the_status_of_a_repository_and_stages_a_file(lab: Lab) -> None:
    def git(*arguments: str) -> str:
        identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        return subprocess.run(
            ["git", *identity, *arguments], cwd=lab.project, stdout=subprocess.PIPE, check=True, encoding="utf-8"
        ).stdout

    git("init", "--quiet")
    (lab.project / "a.txt").write_text("one\n")
    git("add", ".")
    git("commit", "--quiet", "--message", "The first commit")
    (lab.project / "a.txt").write_text("one\ntwo\n")
    lab.install("GitSavvy")
    editor = lab.start(lab.project / "a.txt")
    editor.request("run", command="gs_show_status")
    editor.wait({"text": {"contains": "The first commit"}})
    found = editor.wait({"text": {"contains": "UNSTAGED:\n    a.txt"}})
    (status,) = [sheet for sheet in editor.state(text=True)["windows"][0]["sheets"] if sheet["focused"]]
    row = status["text"].split("\n").index("    a.txt")
    editor.request("select", regions=[[row, 4, row, 4]])
    editor.request("press", keys=["s"])
    editor.wait({"text": {"view": found["view"], "contains": "STAGED:\n    a.txt"}})
    editor.wait({"gone": {"text": {"view": found["view"], "contains": "UNSTAGED:"}}})
    assert git("diff", "--cached", "--name-only") == "a.txt\n"
    assert lab.mishaps(editor) == []


def test_terminus_runs_a_program_in_a_tab(lab: Lab) -> None:
    lab.install("Terminus")
    editor = lab.start()
    command = [sys.executable, "-c", "print('it was', input('who? ').upper()); input()"]
    editor.request("run", command="terminus_open", args={"cmd": command, "cwd": str(lab.project)})
    found = editor.wait({"text": {"contains": "who? "}})
    editor.request("type", text="me")
    editor.request("press", keys=["enter"])
    editor.wait({"text": {"view": found["view"], "contains": "it was ME"}})
    assert lab.mishaps(editor) == []
