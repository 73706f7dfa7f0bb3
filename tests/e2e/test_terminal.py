"""The terminal of the kit, with small programs instead of the CLI."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Iterator

import pytest

from .terminal import COLUMNS, ROWS, Terminal, TerminalTimeout

ENV = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}


def run(tmp_path: Path, code: str) -> Terminal:
    return Terminal([sys.executable, "-c", code], tmp_path, ENV)


@pytest.fixture
def cat(tmp_path: Path) -> Iterator[Terminal]:
    with Terminal(["cat"], tmp_path, ENV) as terminal:
        yield terminal


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_shows_what_the_child_prints_and_types_what_it_is_sent(cat: Terminal) -> None:
    cat.send("hello")
    cat.key("enter")
    cat.wait_for(r"^hello\nhello$")  # once by the terminal's echo, once by cat


def test_has_the_size_of_the_recorded_runs(tmp_path: Path) -> None:
    with run(tmp_path, "import os, sys; print(*os.get_terminal_size(), sys.stdin.isatty())") as terminal:
        terminal.wait_for(f"^{COLUMNS} {ROWS} True$")
        assert terminal.wait_exit() == 0


def test_is_the_controlling_terminal_of_its_child(cat: Terminal) -> None:
    cat.send("a")
    cat.wait_for("a")
    cat.key("ctrl+c")
    assert cat.wait_exit() != 0


def test_timeout_names_what_was_expected_and_shows_the_screen(cat: Terminal) -> None:
    cat.send("so far")
    cat.wait_for("so far")
    with pytest.raises(TerminalTimeout, match=r"(?s)never.*so far"):
        cat.wait_for("never", timeout_s=0.1)


def test_waiting_ends_with_the_process(tmp_path: Path) -> None:
    with run(tmp_path, "print('bye')") as terminal:
        started = time.monotonic()
        with pytest.raises(TerminalTimeout, match=r"(?s)the process ended.*bye"):
            terminal.wait_for("never", timeout_s=60)
        assert time.monotonic() - started < 30


def test_answers_a_question_for_the_cursor_position(tmp_path: Path) -> None:
    code = (
        "import sys, termios, tty; old = termios.tcgetattr(0); tty.setraw(0)\n"
        "print('ab\\x1b[6n', end='', flush=True); answer = sys.stdin.read(6)\n"
        "termios.tcsetattr(0, termios.TCSANOW, old); print(repr(answer))"
    )
    with run(tmp_path, code) as terminal:
        terminal.wait_for(r"'\\x1b\[1;3R'")


def test_sequences_that_pyte_does_not_know_leave_nothing_on_the_screen(tmp_path: Path) -> None:
    code = r"print('[\x1b[>1u\x1b[<u\x1b[=3;1u\x1b[>4;2m\x1b[?996n\x1b[?2026h]')"
    with run(tmp_path, code) as terminal:
        terminal.wait_for(r"^\[\]$")


def test_characters_split_between_two_writes_arrive_whole(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "for part in (b'\\xe2\\x9c', b'\\x8e \\x1b[3', b'1mred\\x1b[0m\\n'): os.write(1, part); time.sleep(0.05)"
    )
    with run(tmp_path, code) as terminal:
        terminal.wait_for("^✎ red$")


def test_close_leaves_no_process_behind_even_one_that_ignores_the_hang_up(tmp_path: Path) -> None:
    code = (
        "import os, signal, subprocess, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print('pids', os.getpid(), child.pid, flush=True); child.wait()"
    )
    terminal = run(tmp_path, code)
    try:
        pids = [int(pid) for pid in terminal.wait_for(r"^pids (\d+) (\d+)$").groups()]
        assert all(alive(pid) for pid in pids)
    finally:
        terminal.kill()
    deadline = time.monotonic() + 10  # the grandchild is reaped by whoever adopted it
    while any(alive(pid) and not _zombie(pid) for pid in pids):
        assert time.monotonic() < deadline, f"left behind: {pids}"
        time.sleep(0.02)
    terminal.close()  # a second end does nothing


def _zombie(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
