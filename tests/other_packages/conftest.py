"""Starting the editor with other packages, and their own tests in it."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Iterator, NamedTuple

import pytest

from tests.e2e.editor_process import EditorProcess

VARIABLE = "COPILOT_IDE_REAL_PACKAGES"
# Checkouts that are libraries, with the folder in them that goes on sys.path, as Package Control would put it.
LIBRARIES = {"sublime_aio": "src", "mdpopups": ".", "sublime_lib": "st3"}


def checkout(name: str) -> Path:
    """The checkout of that name; the test fails if there is none."""
    parent = os.environ.get(VARIABLE)
    if not parent:
        pytest.fail(f"expected {VARIABLE} to name a folder with checkouts, see docs/headless-host.md")
    path = Path(parent, name).resolve()
    if not path.is_dir():
        pytest.fail(f"expected a checkout in {path}, see docs/headless-host.md")
    return path


def _wait_for(file: Path, ending: str, timeout_s: float) -> str:
    """The text of a file that another process writes, once it has `ending`."""
    deadline = time.monotonic() + timeout_s
    while True:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if ending in text:
            return text
        assert time.monotonic() < deadline, f"no {ending!r} within {timeout_s} s in:\n{text[-3000:]}"
        time.sleep(0.05)


class Outcome(NamedTuple):
    """What a run of tests gave; `failed` are the names of those that failed or could not run."""

    ran: int
    failed: set[str]
    report: str


class Lab:
    """Prepares a home with packages and starts the editor on it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.packages = folder / "packages"
        self.project = folder / "project"
        self._libraries: list[str] = []
        self._editors: list[EditorProcess] = []
        for path in (self.home, self.packages, self.project):
            path.mkdir()

    def install(self, *names: str) -> None:
        """Link the checkouts of packages, and put those of libraries on the path."""
        for name in names:
            path = checkout(name)
            if name in LIBRARIES:
                self._libraries.append(str(path / LIBRARIES[name]))
            else:
                (self.packages / name).symlink_to(path)

    def settings(self, name: str, values: dict[str, object]) -> None:
        """The user's settings file of that name."""
        user = self.home / ".config" / "sublime-text" / "Packages" / "User"
        user.mkdir(parents=True, exist_ok=True)
        (user / name).write_text(json.dumps(values))

    def start(self, *files: Path) -> EditorProcess:
        """The editor with what was installed, the project's folder and these files."""
        editor = EditorProcess(
            self.home,
            [self.project],
            files,
            {"PYTHONPATH": os.pathsep.join(self._libraries)},
            ["--packages", str(self.packages)],
        )
        self._editors.append(editor)
        return editor

    def run_tests(self, package: str, timeout_s: float = 120.0) -> Outcome:
        """Have UnitTesting run the tests of an installed package."""
        self.install("UnitTesting", "sublime_aio")
        report = self.home / "report.txt"
        editor = self.start()
        editor.request("run", command="unit_testing", args={"package": package, "output": str(report)}, timeout_s=60)
        text = _wait_for(report, "UnitTesting: Done.", timeout_s)
        ran = re.search(r"^Ran (\d+) tests? in", text, re.M)
        failed = re.findall(r"^(?:FAIL|ERROR): (\w+)", text, re.M)
        return Outcome(int(ran.group(1)) if ran else 0, set(failed), text)

    def close(self) -> None:
        """End the editors. Their faults are those packages' own: a test asks for them where they count."""
        for editor in self._editors:
            editor.quit()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    lab = Lab(tmp_path)
    yield lab
    lab.close()
