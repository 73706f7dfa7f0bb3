"""What an end-to-end test is given: a home, a folder to work in, a model, an editor, the CLI."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable, Iterator

import pytest

from .copilot_cli import CopilotCli, ensure_cli, offline_env
from .editor_process import EditorProcess
from .scripted_model import ScriptedModel

CALC = "def add(a, b):\n    return a + b\n\nprint(add(1, 2))\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home directory, shared by editor and CLI."""
    path = tmp_path / "home"
    path.mkdir()
    return path


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with one file, ``calc.py``."""
    path = tmp_path / "project"
    path.mkdir()
    (path / "calc.py").write_text(CALC, encoding="utf-8")
    return path


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A model whose script is still empty."""
    with ScriptedModel() as scripted:
        yield scripted


@pytest.fixture(scope="session")
def cli_executable() -> Path:
    """The pinned CLI. Without npm the test is skipped, but under CI=true that is a failure."""
    executable = ensure_cli()
    if executable is None:
        reason = "no npm, so no real Copilot CLI to test with"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return executable


@pytest.fixture
def start_cli(
    cli_executable: Path, home: Path, workspace: Path, model: ScriptedModel
) -> Iterator[Callable[[], CopilotCli]]:
    """Starts the CLI in the folder; it is closed after the test."""
    started: list[CopilotCli] = []

    def start() -> CopilotCli:
        started.append(CopilotCli(cli_executable, workspace, offline_env(home, model.base_url)))
        return started[-1]

    yield start
    for cli in started:
        cli.close()


@pytest.fixture
def editor(home: Path, workspace: Path) -> Iterator[EditorProcess]:
    """The editor on the folder with ``calc.py`` in front. It must end by itself after the test, without faults."""
    process = EditorProcess(home, [workspace], [workspace / "calc.py"])
    try:
        yield process
        process.close()
    finally:
        process.kill()
