"""A client of the control protocol for tests: it knows what the page says and nothing of the host's inside."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

from .control_sample import write_package

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 30.0


class Client:
    """One process under control. `folder` holds everything it may touch: home, packages and the test's files."""

    def __init__(self, folder: Path, *arguments: str, cwd: Path = ROOT, **variables: str) -> None:
        self.folder = folder
        if not (folder / "packages").exists():
            write_package(folder / "packages")
        (folder / "files").mkdir(exist_ok=True)
        self._stderr = (folder / "stderr").open("a+")
        places = ["--home", str(folder / "home"), "--packages", str(folder / "packages")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.headless", *places, *arguments],
            cwd=str(cwd),
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read_lines, daemon=True)
        self._reader.start()
        self._last_id = 0
        self.ready = self.read()

    def _read_lines(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def read(self) -> dict[str, Any]:
        """The next line of stdout, which has to be one JSON object."""
        line = self._lines.get(timeout=TIMEOUT_S)
        assert line, self.log()
        message = json.loads(line.decode("utf-8"), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        assert isinstance(message, dict)
        return message

    def write(self, *lines: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def send(self, **request: Any) -> dict[str, Any]:
        """The whole answer to a request."""
        self.write(json.dumps(request).encode())
        return self.read()

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        self._last_id += 1
        answer = self.send(id=self._last_id, **request)
        assert answer.pop("id") == self._last_id
        return answer

    def ask(self, verb: str, **arguments: Any) -> Any:
        """The result of a request that succeeds."""
        answer = self._exchange({"do": verb, **arguments})
        assert set(answer) == {"ok", "result"} and answer["ok"] is True, answer
        return answer["result"]

    def refuse(self, verb: str, **arguments: Any) -> str:
        """The error of a request that fails: a sentence that says what was expected."""
        answer = self._exchange({"do": verb, **arguments})
        assert set(answer) == {"ok", "error"} and answer["ok"] is False, answer
        assert "Traceback" not in answer["error"] and "expected" in answer["error"], answer
        return answer["error"]

    # -- shorthands -----------------------------------------------------------------------------------------------

    def python(self, code: str, **arguments: Any) -> Any:
        """Run statements in the package, which has `window`, `view` and `sublime`; what the request gave."""
        command = "sample_view_python" if "view" in arguments else "sample_python"
        return self.ask("run", command=command, args={"code": code}, **arguments)

    def value(self, expression: str) -> Any:
        """The value of an expression in the package."""
        file = self.folder / "answer.json"
        self.ask("run", command="sample_answer", args={"value": expression, "file": str(file)})
        return json.loads(file.read_text())

    def heard(self, *kinds: str) -> list[Any]:
        """What the package noted of these kinds since `forget`."""
        return [entry for entry in self.value("LOG") if entry[0] in kinds]

    def forget(self) -> None:
        self.python("LOG.clear()")

    def state(self, **arguments: Any) -> dict[str, Any]:
        return self.ask("state", **arguments)

    def front(self, **arguments: Any) -> dict[str, Any]:
        """The front window's state."""
        (window,) = [window for window in self.state(**arguments)["windows"] if window["focused"]]
        return window

    def sheet(self, view: int | None = None) -> dict[str, Any]:
        """The state of a view's sheet, or of the focused one, with its text."""
        sheets = self.front(text=True)["sheets"]
        (found,) = [s for s in sheets if (s["focused"] if view is None else s["view"] == view)]
        return found

    def status(self) -> str:
        return self.front()["status_bar"].get("sample", "")

    def file(self, name: str, text: str = "one\ntwo\nthree\n") -> Path:
        """A file of the test's own."""
        path = self.folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def open(self, name: str = "a.txt", text: str = "one\ntwo\nthree\n", **arguments: Any) -> int:
        """A new file of the test's own in a tab; the view."""
        return self.ask("open", file=str(self.file(name, text)), **arguments)

    def log(self) -> str:
        """What was written to stderr."""
        self._stderr.seek(0)
        return self._stderr.read()

    # -- the end --------------------------------------------------------------------------------------------------

    def rest(self) -> bytes:
        """What stdout still had, once the process ended; its status has to be 0."""
        assert self.process.wait(TIMEOUT_S) == 0, self.log()
        self._reader.join(TIMEOUT_S)
        return b"".join(iter(self._lines.get_nowait, b""))

    def end(self) -> bytes:
        """Close its stdin and wait for its end."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.rest()

    def release(self) -> None:
        """Let nothing of it outlive the test."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join(TIMEOUT_S)
        for stream in (self.process.stdin, self.process.stdout, self._stderr):
            assert stream
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def tidy(self) -> None:
        """Close everything, as the next test finds one window without tabs; nothing may have gone wrong."""
        while self.state()["dialog"]:
            self.ask("answer", value=None)
        self.ask("app", active=True)
        old = [window["id"] for window in self.state()["windows"]]
        self.ask("new_window", folders=[])
        for window in old:
            result = self.ask("close", window=window)
            while isinstance(result, dict):
                result = self.ask("answer", value="Don't Save")
        self.ask("clipboard", text="")
        self.forget()
        assert self.ask("faults", clear=True) == []


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Client]]:
    """`launch(*options)`: a process of the test's own."""
    clients: list[Client] = []

    def make(*arguments: str, **others: Any) -> Client:
        clients.append(Client(tmp_path, *arguments, **others))
        return clients[-1]

    yield make
    for client in clients:
        client.release()


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = Client(tmp_path_factory.mktemp("control"))
    yield client
    assert client.end() == b""
    client.release()


@pytest.fixture
def client(shared_client: Client) -> Iterator[Client]:
    """A process that the tests of a module share; each gets one window without tabs."""
    shared_client.tidy()
    yield shared_client
    shared_client.tidy()
