"""Running a build: a process of its own, read by a thread, its output in the `exec` panel."""

from __future__ import annotations

import codecs
import contextlib
import os
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

from .windows import Panel, Window

if TYPE_CHECKING:
    from .app import Core


class Build:
    """One run. Created and stopped on the main thread; a thread of its own reads what the process prints."""

    def __init__(self, core: Core, window: Window, args: dict[str, Any], cwd: str) -> None:
        self._core = core
        self._window = window
        self._args = args
        self._cwd = cwd
        self._killed = False
        self.done = False  # all that it printed is shown
        self._start = time.monotonic()
        env = {**os.environ, **{k: os.path.expandvars(str(v)) for k, v in (args.get("env") or {}).items()}}
        if args.get("path"):
            env["PATH"] = os.path.expandvars(args["path"])
        shell = bool(args.get("shell_cmd")) or bool(args.get("shell"))
        self._process = subprocess.Popen(
            args.get("shell_cmd") or args["cmd"],
            cwd=cwd or None,
            env=env,
            shell=shell,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        threading.Thread(target=self._read, name="sublime-build", daemon=True).start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process and what it started, if it still runs."""
        if not self.running:
            return
        self._killed = True
        with contextlib.suppress(ProcessLookupError):  # it may end meanwhile
            os.killpg(self._process.pid, signal.SIGTERM)

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder(self._args.get("encoding") or "utf-8")("replace")
        stream = self._process.stdout
        assert stream is not None
        with stream:
            for data in iter(lambda: stream.read1(8192), b""):  # type: ignore[union-attr]
                self._post(decoder.decode(data))
        code = self._process.wait()
        self._post(decoder.decode(b"", True) + self._last_words(code), last=True)

    def _last_words(self, code: int) -> str:
        if self._killed:
            return "[Cancelled]"
        if self._args.get("quiet"):
            return ""
        took = f"[Finished in {time.monotonic() - self._start:.1f}s"
        if code == 0:
            return took + "]"
        command = self._args.get("shell_cmd") or self._args["cmd"]
        return f"{took} with exit code {code}]\n[cmd: {command}]\n[dir: {self._cwd or os.getcwd()}]\n"

    def _post(self, text: str, last: bool = False) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if (text or last) and not self._core.closing:
            self._core.loop.queue.post(lambda: self._show(text, last), origin="build output")

    def _show(self, text: str, last: bool) -> None:
        self.done = last
        panel: Panel | None = self._window.panels.get("exec")
        if panel and self._window.builds and self._window.builds[-1] is self:
            args = {"characters": text, "force": True, "scroll_to_end": True}
            self._core.commands.run_text(panel.view, "append", args)
