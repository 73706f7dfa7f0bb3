"""The headless editor with the package loaded, as a process of its own that a test or a demo talks to."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Mapping, Sequence

REPOSITORY = Path(__file__).resolve().parents[2]
REAL_API = "COPILOT_IDE_REAL_API"


class EditorError(AssertionError):
    """The editor refused a request, or ended; the message says what, with the end of its stderr."""


def inherited_environment() -> dict[str, str]:
    """Return our environment without the CLI's variables, but with what COPILOT_IDE_REAL_API says of the editor."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("COPILOT_")}
    if os.environ.get(REAL_API):
        env[REAL_API] = os.path.abspath(os.environ[REAL_API])
    return env


class EditorProcess:
    """Starts ``python -m tests.headless`` and speaks its control protocol. Use it from one thread.

    Its environment is ours without the CLI's variables, with HOME at ``home`` and what ``env`` adds; ``options`` are
    more of the host's own.
    """

    def __init__(
        self,
        home: Path,
        folders: Sequence[Path] = (),
        files: Sequence[Path] = (),
        env: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        argv = [sys.executable, "-m", "tests.headless", "--home", str(home), *options]
        for folder in folders:
            argv += ["--folder", str(folder)]
        for file in files:
            argv += ["--file", str(file)]
        self._process = subprocess.Popen(
            argv,
            cwd=str(REPOSITORY),
            env={**inherited_environment(), "HOME": str(home), **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,  # Ctrl+C is for the program that uses it
        )
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._stderr: list[str] = []
        self._threads = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._next_id = 0
        try:
            self.ready = self._receive(60.0)
        except BaseException:
            self.kill()
            raise

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.poll() is None

    def request(self, do: str, timeout_s: float = 30.0, **arguments: Any) -> Any:
        """Ask for one action and return its result, which comes after it took effect. EditorError if it failed."""
        return self._exchange({"do": do, **arguments}, timeout_s)

    def wait(self, until: dict[str, Any], timeout_s: float = 10.0) -> Any:
        """Return what matched ``until`` (see the host's ``wait``), as soon as it does."""
        return self._exchange({"do": "wait", "until": until, "timeout_s": timeout_s}, timeout_s + 20.0)

    def state(self, **arguments: Any) -> dict[str, Any]:
        """Return what a user would see of the whole editor."""
        return self.request("state", **arguments)

    def titles(self) -> list[str]:
        """Return the titles of all tabs."""
        return [sheet["title"] for window in self.state()["windows"] for sheet in window["sheets"]]

    def close(self) -> None:
        """Quit as Sublime does. EditorError also if a package committed faults until then."""
        faults = self.state()["faults"] if self.running else []
        self.quit()
        if faults:
            raise EditorError(self._explain(f"the editor recorded faults: {faults}"))

    def quit(self) -> None:
        """Quit as Sublime does: the host sees the end of its input. EditorError if it does not end, or ends badly."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                status = self._process.wait(15.0)
            except subprocess.TimeoutExpired:
                self.kill()
                raise EditorError(self._explain("the editor did not quit at the end of its input")) from None
            self._join()
            if status:
                raise EditorError(self._explain(f"the editor quit with status {status}"))

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._process.kill()
        self._process.wait(10.0)
        self._join()

    def stderr(self) -> str:
        """Return the log of the editor and of the package so far."""
        return "".join(self._stderr)

    def __enter__(self) -> EditorProcess:
        return self

    def __exit__(self, kind: object, *exc_info: object) -> None:
        self.close() if kind is None else self.kill()

    def _exchange(self, request: dict[str, Any], timeout_s: float) -> Any:
        self._next_id += 1
        line = json.dumps({"id": self._next_id, **request})
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EditorError(self._explain(f"{line}: the editor is gone")) from None
        answer = self._receive(timeout_s)
        if not answer.get("ok"):
            raise EditorError(self._explain(f"{line}: {answer.get('error')}"))
        return answer.get("result")

    def _receive(self, timeout_s: float) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise EditorError(self._explain(f"no answer in {timeout_s} s")) from None
        if line is None:
            self._process.wait(10.0)
            raise EditorError(self._explain(f"the editor ended with status {self._process.returncode}"))
        return json.loads(line)

    def _explain(self, what: str) -> str:
        return f"{what}\n--- stderr of the editor ---\n{''.join(self._stderr[-60:])}"

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        self._stderr.extend(iter(self._process.stderr.readline, ""))

    def _join(self) -> None:
        for thread in self._threads:
            thread.join(5.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
