"""The demo as a person starts it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from pathlib import Path

from .builtin_client import BuiltinClient, NotConnected
from .conftest import CALC
from .editor_process import REPOSITORY, inherited_environment

EDITED = CALC.replace("a + b", "b + a")


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.demo", *arguments],
        cwd=str(REPOSITORY),
        env={**inherited_environment(), "HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def connect(home: Path, folder: Path) -> BuiltinClient:
    """Connect as soon as the editor can be found."""
    deadline = time.monotonic() + 30
    while True:
        client = BuiltinClient(home, folder)
        try:
            client.connect()
            return client
        except NotConnected:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def test_serve_is_found_in_the_persons_own_home_and_obeys_the_keyboard(home: Path, workspace: Path) -> None:
    demo = start(home, "--serve", str(workspace))
    assert demo.stdin is not None
    try:
        client = connect(home, workspace)
        demo.stdin.write("select calc.py 1:1-2:5\n")
        demo.stdin.flush()
        client.wait_selection("calc.py:1-2")
        pending = client.open_diff(workspace / "calc.py", EDITED)

        for _ in range(30):  # until there is something to accept
            demo.stdin.write("accept\n")
            demo.stdin.flush()
            with contextlib.suppress(AssertionError):
                pending.outcome(0.5)
                break
        assert pending.outcome() == "SAVED"
        client.close()
        output, _ = demo.communicate("state\nquit\n", timeout=30)
    finally:
        demo.kill()
        demo.wait()
    assert demo.returncode == 0, output
    assert "accepted" in output and "← open_diff" in output, output
    assert (workspace / "calc.py").read_text() == EDITED
    assert list((home / ".copilot" / "ide").glob("*")) == []


def test_the_builtin_client_plays_the_whole_trip(home: Path) -> None:
    demo = start(home, "--builtin")
    output, _ = demo.communicate(timeout=60)
    assert demo.returncode == 0, output
    assert output.count("✓") == 9 and "✗" not in output, output
