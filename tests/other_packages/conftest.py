"""Starting the editor with other packages, and their own tests in it."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Iterator, NamedTuple

import pytest

from tests.e2e.editor_process import EditorProcess

VARIABLE = "COPILOT_IDE_REAL_PACKAGES"
# Checkouts that are libraries, with the folder in them that goes on sys.path, as Package Control would put it.
_PYTHONS = str(Path(sys.executable).parent)  # "python3" is then this one, as packages start it
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
    """The text of a file that another process writes, once that is its end."""
    deadline = time.monotonic() + timeout_s
    while True:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if text.rstrip().endswith(ending):
            return text
        assert time.monotonic() < deadline, f"no {ending!r} within {timeout_s} s in:\n{text[-3000:]}"
        time.sleep(0.05)


class Outcome(NamedTuple):
    """What a run of tests gave; `failed` are those that failed, `failures` is what was said of them."""

    ran: int
    failed: set[str]
    failures: str


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
            {"PYTHONPATH": os.pathsep.join(self._libraries), "PATH": os.pathsep.join([_PYTHONS, os.environ["PATH"]])},
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
        return Outcome(int(ran.group(1)) if ran else 0, set(failed), text[max(0, text.find("=" * 70)) :])

    def wait_for_icons(self, editor: EditorProcess, icon: str, regions: list[list[int]]) -> None:
        """Until the only sheet has that icon in the gutter exactly at those regions."""
        deadline = time.monotonic() + 15
        while True:
            (sheet,) = editor.state()["windows"][0]["sheets"]
            found = [r["region"] for each in sheet["regions"].values() for r in each if icon in r["icon"]]
            if found == regions:
                return
            assert time.monotonic() < deadline, f"{icon} at {found}; {sorted(sheet['regions'])}"
            time.sleep(0.05)

    def mishaps(self, editor: EditorProcess) -> list[dict[str, str]]:
        """Faults that tell of a hole in the host: slowness and blocking are the packages' own affair."""
        return [fault for fault in editor.request("faults") if fault["kind"] == "exception"]

    def close(self) -> None:
        """End the editors. Their faults are those packages' own: a test asks for them where they count."""
        for editor in self._editors:
            editor.quit()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    lab = Lab(tmp_path)
    yield lab
    lab.close()
