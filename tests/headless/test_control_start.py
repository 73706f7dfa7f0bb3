"""Starting and ending the process: its options, its first line, its streams."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

from .conftest import own_layers_only
from .control_client import ROOT, Client

FEATURES = "[hasattr(sublime.View, 'clear_undo_stack'), hasattr(sublime.Window, 'create_io_panel')]"


def test_the_first_line_says_that_it_is_ready(launch: Callable[..., Client], tmp_path: Path) -> None:
    folders, files = [tmp_path / "f", tmp_path / "g"], [tmp_path / "f" / "a.txt", tmp_path / "g" / "b.txt"]
    for folder, file in zip(folders, files):
        folder.mkdir()
        file.write_text(file.name)
    options = [word for folder in folders for word in ("--folder", str(folder))]
    client = launch(*options, *[word for file in files for word in ("--file", str(file))])
    ready = client.ready
    assert set(ready) == {"event", "pid", "windows"}
    assert (ready["event"], ready["pid"]) == ("ready", client.process.pid)
    assert ready["windows"] == client.state()["windows"]
    (window,) = ready["windows"]
    assert window["folders"] == [str(folder) for folder in folders]
    assert [(s["file"], s["focused"]) for s in window["sheets"]] == [(str(files[0]), False), (str(files[1]), True)]
    assert client.heard("load") == [["load", [0, 0]]] * 2


def test_home_is_where_everything_goes(launch: Callable[..., Client], tmp_path: Path) -> None:
    variables = {
        name: str(tmp_path / "elsewhere") for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "COPILOT_HOME")
    }
    client = launch(**variables)
    home = str(tmp_path / "home")
    assert client.value("[os.path.expanduser('~'), os.environ['HOME']]") == [home, home]
    assert client.value("sublime.packages_path()").startswith(home + os.sep)
    assert client.value("[os.environ.get('XDG_CONFIG_HOME'), os.environ.get('COPILOT_HOME')]") == [None, None]
    assert client.end() == b"" and not (tmp_path / "elsewhere").exists()


def test_a_relative_home_and_no_home_at_all(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.headless", "--packages", str(tmp_path / "none")]
    code = b'{"do": "run", "command": "x"}\n'
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    (tmp_path / "none").mkdir()
    for options in (["--home", "rel"], []):
        done = subprocess.run(
            [*command, *options], cwd=str(tmp_path), env=environment, input=code, stdout=subprocess.PIPE
        )
        assert done.returncode == 0 and len(done.stdout.splitlines()) == 2
    assert (tmp_path / "rel" / ".config").is_dir() and list((tmp_path / "tmp").iterdir()) == []


@own_layers_only
def test_the_build_decides_what_there_is(launch: Callable[..., Client]) -> None:
    for build, features, known in (
        (4107, [False, False], False),
        (4150, [True, False], False),
        (4213, [True, True], True),
    ):
        client = launch("--build", str(build))
        assert client.value("sublime.version()") == str(build)
        assert client.value(FEATURES) == features
        assert client.ask("run", command="sample_ab")["known"] is known  # later builds split runs of capitals
        client.end()


def test_lsp_is_there_from_the_start(launch: Callable[..., Client], tmp_path: Path) -> None:
    module = "[name for name in sys.modules if name.startswith('LSP.') and name.endswith(('_storage', 'diagnostics'))]"
    for options, expected in (
        ([], []),
        (["--lsp", "2.8.1"], ["LSP.plugin.core.diagnostics_storage"]),
        (["--lsp", "2.13"], ["LSP.plugin.diagnostics"]),
    ):
        client = launch(*options)
        assert client.value(module) == expected
        client.end()


def test_it_is_this_repositorys_package_unless_others_are_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.headless", "--home", str(tmp_path)]
    request = b'{"do": "run", "command": "copilot_ide_status"}\n'
    done = subprocess.run(command, cwd=str(ROOT), input=request, stdout=subprocess.PIPE)
    assert done.returncode == 0 and b'"known": true' in done.stdout.splitlines()[1]


def test_stdout_carries_answers_only(launch: Callable[..., Client]) -> None:
    """Whatever plugins and their children print, and what they read is not the client's."""
    client = launch()
    client.python(
        """
print("PRINTED"); sys.stdout.write("WRITTEN"); sys.__stdout__.write("BOTTOM\\n"); sys.__stdout__.flush()
os.write(1, b"RAW\\n")
subprocess.run("echo CHILD; read line && echo STOLEN $line", shell=True)
"""
    )
    client.write(b'{"id": 1, "do": "clipboard", "text": "x"}', b'{"id": 2, "do": "clipboard"}')
    assert [client.read()["id"], client.read()["id"]] == [1, 2]
    assert client.end() == b""
    log = client.log()
    assert all(word in log for word in ("PRINTED", "WRITTEN", "BOTTOM", "RAW", "CHILD")) and "STOLEN" not in log


def test_at_the_end_of_input_it_quits_as_sublime_does(launch: Callable[..., Client]) -> None:
    client = launch()
    client.open()
    client.ask("type", text="unsaved")
    assert client.end() == b""
    assert client.log().count("EXIT") == 1 and "UNLOADED" not in client.log()


def test_the_end_of_input_in_a_dialog_cancels_it(launch: Callable[..., Client]) -> None:
    client = launch()
    client.python("print('SAID', int(sublime.yes_no_cancel_dialog('One?')), sublime.ok_cancel_dialog('Two?'))")
    assert client.end() == b""
    assert "SAID 0 False" in client.log() and "EXIT" in client.log()


def test_a_client_that_does_not_read_is_gone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.headless", "--home", str(tmp_path / "home")]
    process = subprocess.Popen(command, cwd=str(ROOT), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    assert process.stdout.readline().startswith(b'{"event": "ready"')
    process.stdout.close()
    process.stdin.write(b'{"do": "clipboard"}\n')
    process.stdin.flush()
    assert process.wait(30) == 0
    process.stdin.close()


def test_a_dialog_at_the_start_does_not_hold_the_ready_line(launch: Callable[..., Client]) -> None:
    client = launch(SAMPLE_DIALOG_AT_START="1")
    dialog = {"kind": "message", "text": "Hello", "buttons": ["OK"]}
    assert (client.ready["event"], client.ready["dialog"]) == ("ready", dialog)
    assert client.state()["dialog"] == dialog
    assert set(client.ask("answer", value="OK")) == {"pid", "windows"}
    assert client.ask("restart") == {"dialog": dialog}
    assert set(client.ask("answer", value="OK")) == {"pid", "windows"}
    client.end()


def test_wrong_options_end_it_with_a_sentence(tmp_path: Path) -> None:
    for options, sentence in (
        (["--build", "new"], "--build"),
        (["--lsp", "1.0"], "--lsp"),
        (["--packages", str(tmp_path / "none")], "expected a directory"),
        (["--home", str(tmp_path / "h"), "--file", str(tmp_path)], "is a directory"),
        (["--nothing"], "--nothing"),
    ):
        command = [sys.executable, "-m", "tests.headless", *options]
        done = subprocess.run(command, cwd=str(ROOT), stdin=subprocess.DEVNULL, capture_output=True)
        assert done.returncode != 0 and done.stdout == b""
        assert sentence in done.stderr.decode() and "Traceback" not in done.stderr.decode()


def test_a_start_takes_less_than_half_a_second_of_cpu(launch: Callable[..., Client]) -> None:
    before: Any = os.times()
    client = launch()
    client.ask("quit")
    client.rest()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    assert used < 0.5
