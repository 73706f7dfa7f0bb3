"""``scripts/demo``: the main job from discovery to the accepted edit, told step by step.

Without arguments the real Copilot CLI plays it, in a terminal, against a scripted model on loopback. ``--builtin`` puts
a small client of this project in its place. ``--serve FOLDER`` only runs the editor, for a person with a ``copilot``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import select
import shlex
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Protocol

from .builtin_client import BuiltinClient, PendingDiff, selection_label
from .copilot_cli import APPROVAL_DIALOG, TURN_CANCELLED, CopilotCli, InstallFailed, ensure_cli, offline_env
from .editor_process import EditorError, EditorProcess
from .scripted_model import ScriptedModel

BEFORE = '''\
"""Words of a text, with the places where they begin."""

from typing import List, NamedTuple

SEPARATOR = " "


class Token(NamedTuple):
    text: str
    offset: int


def parse(text: str, limit: int = 100) -> List[Token]:
    """Split `text` into at most `limit` tokens."""
    tokens = []
    offset = 0
    for word in text.split(SEPARATOR):
        tokens.append(Token(word, offset))
        offset += len(word)
    return tokens[:limit]


def count(text: str) -> int:
    return len(parse(text))
'''
OLD = """\
        tokens.append(Token(word, offset))
        offset += len(word)
"""
NEW = """\
        if word:
            tokens.append(Token(word, offset))
        offset += len(word) + len(SEPARATOR)
"""
ACCEPTED = BEFORE.replace(OLD, NEW)
OLD_NAME, NEW_NAME = "def count(", "def number_of_tokens("

Step = Callable[[], "list[str]"]


class Side(Protocol):
    """Whoever plays the CLI. Methods wait for what they name, and return what was seen of it."""

    def connect(self) -> list[str]: ...
    def selection(self, label: str) -> list[str]: ...
    def propose(self, prompt: str, old: str, new: str) -> list[str]: ...
    def accepted(self) -> list[str]: ...
    def rejected(self) -> list[str]: ...
    def leave(self) -> list[str]: ...
    def end(self) -> None: ...


class RealCli:
    """The unmodified CLI in a terminal; what is seen are lines of its screen."""

    def __init__(self, executable: Path, home: Path, path: Path) -> None:
        self._path = path
        self._model = ScriptedModel()
        self._terminal = CopilotCli(executable, path.parent, offline_env(home, self._model.base_url))

    def connect(self) -> list[str]:
        self._terminal.wait_prompt()
        return self._line(rf"@{self._path.name}")

    def selection(self, label: str) -> list[str]:
        return self._line(rf"@{re.escape(label)}(?!\S)")

    def propose(self, prompt: str, old: str, new: str) -> list[str]:
        edit = {"name": "edit", "arguments": {"path": str(self._path), "old_str": old, "new_str": new}}
        self._model.add([edit], "Done, and the terminal goes on.")
        self._terminal.ask(prompt)
        return self._line(APPROVAL_DIALOG)

    def accepted(self) -> list[str]:
        return self._line(r"Done, and the terminal goes on\.")

    def rejected(self) -> list[str]:
        return self._line(TURN_CANCELLED)

    def leave(self) -> list[str]:
        self._terminal.exit()
        return ["copilot left with /exit"]

    def end(self) -> None:
        self._terminal.kill()
        self._model.close()

    def _line(self, pattern: str) -> list[str]:
        found = self._terminal.wait_for(f"^.*(?:{pattern}).*$")
        return [" ".join(found.group().split())]


class BuiltinSide:
    """The project's own client; what is seen are the values that it received."""

    def __init__(self, home: Path, path: Path) -> None:
        self._path = path
        self._client = BuiltinClient(home, path.parent)
        self._pending: PendingDiff | None = None

    def connect(self) -> list[str]:
        tools = self._client.connect()
        return [f"tools: {', '.join(tools)}", f"@{selection_label(self._client.wait_selection(self._path.name))}"]

    def selection(self, label: str) -> list[str]:
        return [f"@{selection_label(self._client.wait_selection(label))}"]

    def propose(self, prompt: str, old: str, new: str) -> list[str]:
        self._client.update_session_name(prompt)
        text = self._path.read_text(encoding="utf-8")
        self._pending = self._client.open_diff(self._path, text.replace(old, new))
        return [f"open_diff {self._pending.tab_name}"]

    def accepted(self) -> list[str]:
        return self._outcome("SAVED")

    def rejected(self) -> list[str]:
        return self._outcome("REJECTED")

    def leave(self) -> list[str]:
        self._client.close()
        return ["session ended with DELETE"]

    def end(self) -> None:
        self._client.close()

    def _outcome(self, expected: str) -> list[str]:
        assert self._pending is not None
        outcome = self._pending.outcome()
        assert outcome == expected, f"open_diff was answered with {outcome}, not {expected}"
        return [f"open_diff answered: {outcome}"]


class Wire:
    """What the package's debug log tells of the messages that crossed the socket."""

    def __init__(self, editor: EditorProcess) -> None:
        self._editor = editor
        self._read = 0
        editor.request("settings", file="Copilot IDE.sublime-settings", set={"log_level": "debug"})

    def news(self) -> list[str]:
        """The messages since the last call: ``← request`` of the CLI, ``→ answer`` or push of ours."""
        lines = self._editor.stderr().splitlines()[self._read :]
        self._read += len(lines)
        return [line.rpartition("copilot_ide.mcp: ")[2] for line in lines if "copilot_ide.mcp: " in line]


class Demo:
    """Plays the steps one after the other and prints what each showed."""

    def __init__(self, side: Side, editor: EditorProcess, path: Path, picture: Path | None) -> None:
        self._side = side
        self._editor = editor
        self._path = path
        self._lock_directory = path.parent.parent / ".copilot" / "ide"
        self._picture = picture
        self._wire = Wire(editor)
        self._number = 0

    def play(self) -> None:
        """Everything; raises AssertionError (or a subclass) at the first thing that is not as it must be."""
        self._step("Sublime Text can be found: a lock file names this folder", self._found)
        self._step("copilot starts in the folder and connects by itself", self._side.connect)
        self._step("four lines are selected in the editor, the terminal's footer names them", self._select)
        self._step("the model proposes an edit: the diff opens in the editor", self._propose_accepted)
        self._step("Accept: the CLI writes the file, the terminal goes on", self._accept)
        self._step("another edit is proposed", self._propose_rejected)
        self._step("Reject: the file stays, the turn is over", self._reject)
        self._step("copilot leaves, Sublime Text quits: nothing is left behind", self._leave)

    def _step(self, title: str, step: Step) -> None:
        self._number += 1
        print(f"\n{self._number}. {title}", flush=True)
        try:
            terminal = step()
        finally:
            if self._editor.running:
                for line in _folded(self._wire.news()):
                    print(f"     wire      {line}")
        for line in self._look():
            print(f"     editor    {line}")
        for line in terminal:
            print(f"     terminal  {line}")
        print("   ✓", flush=True)

    def _look(self) -> list[str]:
        if not self._editor.running:
            return []
        lines = []
        for window in self._editor.state()["windows"]:
            for sheet in window["sheets"]:
                if sheet["selected"]:
                    links = [link["text"] for phantom in sheet["phantoms"] for link in phantom["links"]]
                    lines.append(f"tab “{sheet['title']}”" + "".join(f" [{link}]" for link in links))
            mark = [str(text) for text in _status_texts(window["status_bar"]) if "Copilot" in str(text)]
            lines += [f"status bar: {text}" for text in mark]
        return lines

    def _found(self) -> list[str]:
        deadline = time.monotonic() + 10
        locks: list[Path] = []
        while not locks and time.monotonic() < deadline:
            time.sleep(0.02)
            locks = list(self._lock_directory.glob("*.lock"))
        assert len(locks) == 1, f"expected one lock file, found {locks}"
        return [f"{locks[0].parent.name}/{locks[0].name}: {self._path.parent.name}"]

    def _select(self) -> list[str]:
        self._editor.request("select", regions=[[15, 0, 18, 32]])
        return self._side.selection(f"{self._path.name}:16-19")

    def _propose_accepted(self) -> list[str]:
        return self._propose("Empty words must not count", OLD, NEW)

    def _propose_rejected(self) -> list[str]:
        return self._propose("Find a longer name", OLD_NAME, NEW_NAME)

    def _propose(self, prompt: str, old: str, new: str) -> list[str]:
        seen = self._side.propose(prompt, old, new)
        self._editor.wait({"sheet": f"{re.escape(self._path.name)} · proposed"}, 30)
        self._editor.wait({"link": "Accept"})
        if self._picture is not None:
            self._editor.request("render", timeout_s=60, path=str(self._picture), width=1280, height=620)
            print(f"     picture   {self._picture}")
            self._picture = None
        return seen

    def _accept(self) -> list[str]:
        self._editor.request("run", command="copilot_ide_accept_diff")
        seen = self._side.accepted()
        self._written(ACCEPTED)
        return seen

    def _reject(self) -> list[str]:
        self._editor.request("click", text="Reject")
        seen = self._side.rejected()
        self._written(ACCEPTED)
        return seen

    def _written(self, expected: str) -> None:
        self._editor.wait({"gone": {"sheet": "proposed"}})
        text = self._path.read_text(encoding="utf-8")
        assert text == expected, f"{self._path.name} should now read:\n{expected}\nbut reads:\n{text}"

    def _leave(self) -> list[str]:
        seen = self._side.leave()
        self._editor.wait({"gone": {"status": "Copilot"}})
        self._editor.close()
        locks = list(self._lock_directory.glob("*"))
        assert not locks, f"left behind: {locks}"
        return seen


class Serving:
    """The editor on a folder for a person at the keyboard."""

    HELP = (
        "select FILE ROW:COL-ROW:COL   open the file and select (1-based; without -ROW:COL a caret)\n"
        "accept | reject               decide the proposal in front\n"
        "state                         tabs, selection and status\n"
        "quit                          (or end of input)"
    )

    def __init__(self, editor: EditorProcess, folder: Path) -> None:
        self._editor = editor
        self._folder = folder
        self._wire = Wire(editor)
        self._titles: list[str] = []

    def run(self) -> None:
        """Obey until end of input."""
        print(f"Sublime's stand-in serves {self._folder}. Start `copilot` there.\n{self.HELP}", flush=True)
        while self._editor.running:
            self._tell()
            if select.select([sys.stdin], [], [], 0.2)[0]:
                line = sys.stdin.readline()
                if not line or line.strip() == "quit":
                    return
                try:
                    self._obey(shlex.split(line))
                except (EditorError, ValueError) as error:
                    print(f"✗ {str(error).splitlines()[0]}", flush=True)

    def _tell(self) -> None:
        for line in _folded(self._wire.news()):
            print(f"  wire    {line}", flush=True)
        titles = self._editor.titles()
        for title in titles:
            if title not in self._titles:
                print(f"  editor  + {title}", flush=True)
        for title in self._titles:
            if title not in titles:
                print(f"  editor  − {title}", flush=True)
        self._titles = titles

    def _obey(self, words: list[str]) -> None:
        if not words:
            return
        if words[0] == "select" and len(words) == 3:
            self._select(words[1], words[2])
        elif words in (["accept"], ["reject"]):
            done = self._editor.request("run", command=f"copilot_ide_{words[0]}_diff")
            print(words[0] + ("ed" if done["enabled"] else ": no proposal waits"), flush=True)
        elif words == ["state"]:
            for window in self._editor.state()["windows"]:
                for sheet in window["sheets"]:
                    marks = "".join(mark for key, mark in (("selected", "▸"), ("focused", "●")) if sheet[key])
                    print(f"  {marks:2} {sheet['title']}  {sheet['selection']}")
                print("  status bar:", ", ".join(str(text) for text in _status_texts(window["status_bar"])), flush=True)
        else:
            print(self.HELP, flush=True)

    def _select(self, file: str, place: str) -> None:
        found = re.fullmatch(r"(\d+):(\d+)(?:-(\d+):(\d+))?", place)
        if found is None:
            raise ValueError("expected ROW:COL or ROW:COL-ROW:COL, counted from 1")
        path = self._folder / file
        if not path.is_file():
            raise ValueError(f"there is no file {path}")
        numbers = [max(int(number) - 1, 0) for number in found.groups() if number is not None]
        view = self._editor.request("open", file=str(path))
        self._editor.request("select", view=view, regions=[numbers if len(numbers) == 4 else numbers * 2])


def _status_texts(status_bar: Any) -> list[Any]:
    return list(status_bar.values()) if isinstance(status_bar, dict) else list(status_bar)


def _folded(lines: list[str]) -> list[str]:
    """Consecutive messages on one line each of at most 100 characters."""
    folded: list[str] = []
    for line in lines:
        if folded and len(folded[-1]) + len(line) < 100:
            folded[-1] += f"   {line}"
        else:
            folded.append(line)
    return folded


def _play(executable: Path | None, picture: Path | None) -> None:
    with contextlib.ExitStack() as stack:
        # short: the path of a socket may be 103 bytes long
        home = Path(os.path.realpath(stack.enter_context(tempfile.TemporaryDirectory(prefix="ide-demo-"))))
        path = home / "tokenizer" / "parse.py"
        path.parent.mkdir()
        path.write_text(BEFORE, encoding="utf-8")
        editor = EditorProcess(home, [path.parent], [path])
        stack.callback(_quit, editor)
        side: Side = BuiltinSide(home, path) if executable is None else RealCli(executable, home, path)
        stack.callback(side.end)
        Demo(side, editor, path, picture).play()


def _quit(editor: EditorProcess) -> None:
    """Let it clean up behind itself, also when a step failed; that failure is what is to be told."""
    with contextlib.suppress(EditorError):
        editor.close()


def _serve(folder: Path) -> None:
    copilot_home = Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot")
    copilot_home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ide-demo-") as home:
        # a home of its own for everything but the lock file, which must be where the person's copilot looks
        Path(home, ".copilot").symlink_to(copilot_home.resolve())
        editor = EditorProcess(Path(home), [folder])
        try:
            Serving(editor, folder).run()
        except KeyboardInterrupt:
            print()
        finally:
            editor.close()


def main() -> int:
    """Returns the exit status: 0 if every step was as it must be."""
    parser = argparse.ArgumentParser(prog="scripts/demo", description=__doc__.partition("\n\n")[0] if __doc__ else "")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--builtin", action="store_true", help="a small client of this project instead of the real CLI")
    who.add_argument("--serve", metavar="FOLDER", type=Path, help="run the editor on FOLDER until end of input")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="write a picture of the diff (.png or .html)")
    options = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show ✓ shows a question mark
    if options.picture is not None and (
        options.picture.suffix not in (".png", ".html") or not options.picture.parent.is_dir()
    ):
        parser.error("--picture wants the name of a .png or .html file in a folder that exists")
    if options.serve is not None:
        if not options.serve.is_dir():
            parser.error(f"{options.serve} is not a folder")
        if options.picture is not None:
            parser.error("--picture is of the played demo")
        if sys.stdin is None:
            parser.error("--serve takes its commands from standard input, which is closed")
        _serve(options.serve.resolve())
        return 0
    try:
        executable = None if options.builtin else ensure_cli(prefer_path=True)
    except InstallFailed as error:
        print(f"{error}\n✗ the Copilot CLI could not be installed (try --builtin)", flush=True)
        return 1
    if executable is not None:
        print(f"Copilot CLI: {executable}")
    elif options.builtin:
        print("Built-in client: it does on the wire what Copilot CLI 1.0.102 does.")
    else:
        print("Node.js and npm are not installed, so there is no real Copilot CLI: the built-in client plays its part.")
    try:
        _play(executable, options.picture.resolve() if options.picture else None)
    except (AssertionError, OSError) as error:
        print(f"   ✗ {error}", flush=True)
        return 1
    except KeyboardInterrupt:
        print("\n✗ interrupted", flush=True)
        return 130
    print("\n✓ the whole trip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
