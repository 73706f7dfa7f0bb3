"""`python -m tests.headless`: the editor as a process that is driven through stdin and stdout."""

from __future__ import annotations

import argparse
import atexit
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from typing import IO, Any

from . import layers, verbs
from .control import START, Control, Request, encode, started
from .host import REPOSITORY, Host
from .lines import Lines
from .standins import LSP_VERSIONS


def main() -> None:
    """Parse the command line, serve, and end as Sublime does."""
    arguments = _arguments()
    folder, environment = os.getcwd(), dict(os.environ)
    requests, answers = _streams()
    home = os.path.abspath(arguments.home or tempfile.mkdtemp(prefix="headless-"))
    os.makedirs(home, exist_ok=True)
    first, read_before = _restarted(arguments.restarted)
    restore = first is not START
    if restore:
        threading.Thread(target=_end_with, args=(os.getppid(),), name="sublime-parent", daemon=True).start()
    folders, files = ([], []) if restore else (arguments.folder, arguments.file)
    host = Host(home, arguments.packages, folders, arguments.build, restore=restore, lsp=arguments.lsp)
    lines = Lines(requests, read_before, host.core.loop.queue.wake)
    control = Control(host, lines, answers)

    def start() -> Any:
        host.load_package()
        for file in files:
            try:
                verbs.open(host, file)
            except ValueError as error:
                sys.exit(f"headless: --file: {error}")
        host.settle()
        return started(host)

    try:
        last = control.serve(first, start)
    except KeyboardInterrupt:
        last = None
    host.quit()
    # The editor does not wait for plugins' threads: they die with the process.
    atexit._run_exitfuncs()
    if last and last["do"] == "restart":
        os.chdir(folder)
        _start_again(home, arguments, environment, last, requests, lines.rest, answers)
    if arguments.home is None:
        shutil.rmtree(home, ignore_errors=True)
    if last:
        control.reply(last)
    sys.stderr.flush()
    os._exit(0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="headless", description="A headless Sublime Text with the package loaded.")
    parser.add_argument("--home", help="becomes HOME (default: a temporary directory)")
    parser.add_argument("--folder", action="append", default=[], help="folder of the first window")
    parser.add_argument("--file", action="append", default=[], help="file to open; the last one is in front")
    parser.add_argument("--packages", help="directory of packages to load instead of this repository")
    parser.add_argument("--build", type=int, default=4200, help="build number that the editor gives itself")
    parser.add_argument("--lsp", choices=LSP_VERSIONS, help="have a stand-in for this version of LSP from the start")
    parser.add_argument("--restarted", help=argparse.SUPPRESS)  # a file with the request that this start answers
    arguments = parser.parse_args()
    if sys.stdin is None:
        parser.error("it is driven through its standard input, which is closed")
    if arguments.packages and not os.path.isdir(arguments.packages):
        parser.error(f"--packages: expected a directory, not {arguments.packages}")
    try:
        layers.folder()
    except FileNotFoundError as problem:
        parser.error(str(problem))
    return arguments


def _streams() -> tuple[int, IO[str]]:
    """The client's two streams. What plugins and their children print or read must not mix with them."""
    requests = os.dup(0)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace", newline="\n")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


# -- restart ------------------------------------------------------------------------------------------------------

# What is left of the old process: its client waits for its end. The new one runs like `python -m tests.headless`.
_WAIT = '''
import shutil, signal, subprocess, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
run = """import runpy, sys
sys.path[:] = [sys.argv.pop(1), *filter(None, sys.path)]
runpy.run_module("tests.headless", run_name="__main__")"""
status = subprocess.call([sys.executable, "-c", run, *sys.argv[2:]])
shutil.rmtree(sys.argv[1], ignore_errors=True) if sys.argv[1] else None
sys.exit(status)
'''


def _start_again(
    home: str,
    arguments: argparse.Namespace,
    environment: dict[str, str],
    request: Request,
    requests: int,
    read_before: bytes,
    answers: IO[str],
) -> None:
    """Become a process that has nothing of the editor any more and waits for a new one with the same streams."""
    note = os.path.join(home, ".restarted")
    with open(note, "wb") as file:
        file.write(encode(request).encode("utf-8", "backslashreplace") + b"\n" + read_before)
    options = ["--home", home, "--build", str(arguments.build), "--restarted", note]
    if arguments.lsp:
        options += ["--lsp", arguments.lsp]
    if arguments.packages:
        options += ["--packages", arguments.packages]
    temporary = "" if arguments.home else home
    sys.stderr.flush()
    os.dup2(requests, 0)
    os.dup2(answers.fileno(), 1)
    os.execve(sys.executable, [sys.executable, "-c", _WAIT, temporary, str(REPOSITORY), *options], environment)


def _restarted(note: str | None) -> tuple[Request, bytes]:
    """The request that this start answers, and what the process before had read of the ones behind it."""
    if note is None:
        return START, b""
    with open(note, "rb") as file:
        request, _, read_before = file.read().partition(b"\n")
    os.unlink(note)
    return json.loads(request), read_before


def _end_with(parent: int) -> None:
    """Whoever kills the process that the client started means this one."""
    while os.getppid() == parent:
        time.sleep(0.1)
    os._exit(1)


if __name__ == "__main__":
    main()
