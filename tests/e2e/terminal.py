"""A terminal of 140 x 45 that runs one child process: a pseudo-terminal below, pyte's screen above.

A thread drains the pseudo-terminal all the time, as a terminal window does: a full-screen program whose output nobody
reads stops. All public methods may be called from any thread.
"""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path
from typing import Callable, Mapping, Sequence, TypeVar

import pyte

COLUMNS = 140
ROWS = 45

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl+c": "\x03",
    "ctrl+d": "\x04",
}

# pyte knows no CSI sequences with the markers "<", "=" and ">" (keyboard protocols, say) and prints their tails.
_UNKNOWN_CSI = re.compile(r"\x1b\[[<=>][0-9;:]*[ -/]*[@-~]")
_UNFINISHED = re.compile(r"\x1b(\[[0-9;:<=>?]*[ -/]*)?$")


_Found = TypeVar("_Found")


class TerminalTimeout(AssertionError):
    """What was waited for did not appear; the message shows the last screen."""


class _Screen(pyte.Screen):
    """pyte's screen, with the answers to the child's questions (cursor position, device attributes) sent back to it."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, lines)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)

    def report_device_status(self, mode: int = 0, private: bool = False) -> None:
        if not private:  # the private ones (colour theme and the like) are questions that not every terminal answers
            super().report_device_status(mode)


class Terminal:
    """Runs ``argv`` in ``cwd`` with exactly the environment ``env`` (plus TERM) as leader of a session of its own."""

    def __init__(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> None:
        self._condition = threading.Condition()
        self._screen = _Screen(COLUMNS, ROWS, self._write)
        self._stream = pyte.Stream(self._screen)
        self._ended = False
        self._closing = False
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        # The leader of a new session gets its controlling terminal by opening it: the shell does and becomes the child.
        take_terminal = ["/bin/sh", "-c", 'tty=$1; shift; exec "$@" <>"$tty"', "sh", os.ttyname(slave)]
        try:
            self._process = subprocess.Popen(
                [*take_terminal, *argv],
                cwd=str(cwd),
                env={**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
                stdin=slave,
                stdout=slave,
                stderr=slave,
                start_new_session=True,
                # Who runs in the background ignores interrupts, and so would the child.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        except BaseException:
            os.close(self._master)
            raise
        finally:
            os.close(slave)
        self._reader = threading.Thread(target=self._drain, name="terminal", daemon=True)
        self._reader.start()

    def screen(self) -> str:
        """What a user sees now: the lines without trailing spaces."""
        with self._condition:
            return self._text()

    def wait_for(self, pattern: str, timeout_s: float = 15.0) -> re.Match[str]:
        """Return the match of the regular expression (MULTILINE) as soon as the screen has one."""
        return self._wait(lambda text: re.search(pattern, text, re.MULTILINE), f"{pattern!r} on the screen", timeout_s)

    def wait_gone(self, pattern: str, timeout_s: float = 15.0) -> None:
        """Return as soon as the screen has no match of the regular expression."""

        def gone(text: str) -> bool | None:
            return None if re.search(pattern, text, re.MULTILINE) else True

        self._wait(gone, f"no {pattern!r} on the screen", timeout_s)

    def wait_exit(self, timeout_s: float = 10.0) -> int:
        """Return the exit status of the child (negative: killed by that signal)."""
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise TerminalTimeout(f"the process is still running after {timeout_s} s\n{self._framed()}") from None

    def send(self, text: str) -> None:
        """Type ``text``, as it is."""
        self._write(text)

    def key(self, name: str) -> None:
        """Press a key of ``KEYS``."""
        self._write(KEYS[name])

    def close(self) -> None:
        """Close the window: hang-up first, as a terminal does, then kill whatever of the process group is left."""
        self._signal(signal.SIGHUP)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(3.0)
        self.kill()

    def kill(self) -> None:
        """End the process group at once, with SIGKILL. Does nothing the second time."""
        self._signal(signal.SIGKILL)
        self._process.wait(5.0)
        self._closing = True
        self._reader.join(5.0)
        with self._condition:
            master, self._master = self._master, -1
        if master >= 0:
            os.close(master)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _wait(self, probe: Callable[[str], _Found | None], wanted: str, timeout_s: float) -> _Found:
        deadline = time.monotonic() + timeout_s
        with self._condition:
            while True:
                found = probe(self._text())
                if found is not None:
                    return found
                left = deadline - time.monotonic()
                if left <= 0 or self._ended:
                    why = "the process ended" if self._ended else f"waited {timeout_s} s"
                    raise TerminalTimeout(f"{why}: {wanted} expected\n{self._framed()}")
                self._condition.wait(left)

    def _text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def _framed(self) -> str:
        rule = "-" * COLUMNS
        return f"{rule}\n{self._text()}\n{rule}"

    def _write(self, text: str) -> None:
        data = text.encode()
        with contextlib.suppress(OSError):
            while data and self._master >= 0:
                data = data[os.write(self._master, data) :]

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _drain(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        pending = ""
        while True:
            if not select.select([self._master], [], [], 0.2)[0]:
                if self._closing:
                    break  # a process that left the group still has the terminal open
                continue
            try:
                data = os.read(self._master, 65536)
            except OSError:
                data = b""  # Linux: EIO once the last process that has the terminal open is gone
            if not data:
                break
            text = pending + decoder.decode(data)
            unfinished = _UNFINISHED.search(text)
            cut = unfinished.start() if unfinished else len(text)
            text, pending = text[:cut], text[cut:]
            with self._condition:
                self._stream.feed(_UNKNOWN_CSI.sub("", text))
                self._condition.notify_all()
        with self._condition:
            self._ended = True
            self._condition.notify_all()
