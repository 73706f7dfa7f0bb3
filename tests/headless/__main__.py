"""`python -m tests.headless`: the editor as a process that is driven through stdin and stdout."""

from __future__ import annotations

import argparse
import atexit
import io
import json
import os
import shutil
import sys
import tempfile

from . import verbs
from .control import Control
from .host import Host
from .standins import LSP_VERSIONS


def main() -> None:
    """Parse the command line, serve, and end as Sublime does."""
    parser = argparse.ArgumentParser(prog="headless", description="A headless Sublime Text with the package loaded.")
    parser.add_argument("--home", help="becomes HOME (default: a temporary directory)")
    parser.add_argument("--folder", action="append", default=[], help="folder of the first window")
    parser.add_argument("--file", action="append", default=[], help="file to open; the last one is in front")
    parser.add_argument("--packages", help="directory of packages to load instead of this repository")
    parser.add_argument("--build", type=int, default=4200, help="build number that the editor gives itself")
    parser.add_argument("--lsp", choices=LSP_VERSIONS, help="have a stand-in for this version of LSP from the start")
    parser.add_argument("--restarted", help=argparse.SUPPRESS)  # the request that this start answers
    arguments = parser.parse_args()
    if sys.stdin is None:
        parser.error("it is driven through its standard input, which is closed")
    # What plugins print must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    requests = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    home = arguments.home or tempfile.mkdtemp(prefix="headless-")
    os.makedirs(home, exist_ok=True)
    restarted = arguments.restarted is not None
    folders, files = ([], []) if restarted else (arguments.folder, arguments.file)
    host = Host(home, arguments.packages, folders, arguments.build, restore=restarted, lsp=arguments.lsp)
    host.load_package()
    control = Control(host, requests, answers)
    for file in files:
        verbs.open(host, file)
    host.settle()
    started = {"pid": os.getpid(), "windows": verbs.state(host)["windows"]}
    if restarted:
        control.announce({"id": json.loads(arguments.restarted), "ok": True, "result": started})
    else:
        control.announce({"event": "ready", **started})
    try:
        request = control.serve()
    except KeyboardInterrupt:
        request = None
    host.quit()
    # The editor does not wait for plugins' threads: they die with the process.
    atexit._run_exitfuncs()
    sys.stderr.flush()
    if request is not None:
        os.dup2(answers.fileno(), 1)
        _start_again(home, arguments, json.dumps(request.get("id")))
    if arguments.home is None:
        shutil.rmtree(home, ignore_errors=True)
    os._exit(0)


# What is left of the old process: its client waits for its end.
_WAIT = """
import shutil, subprocess, sys
status = subprocess.call([sys.executable, "-m", "tests.headless", *sys.argv[2:]])
shutil.rmtree(sys.argv[1], ignore_errors=True) if sys.argv[1] else None
sys.exit(status)
"""


def _start_again(home: str, arguments: argparse.Namespace, request_id: str) -> None:
    """Become a process that has nothing of the editor any more and waits for a new one with the same streams."""
    options = ["--home", home, "--build", str(arguments.build), "--restarted", request_id]
    if arguments.lsp:
        options += ["--lsp", arguments.lsp]
    if arguments.packages:
        options += ["--packages", arguments.packages]
    temporary = "" if arguments.home else home
    os.execv(sys.executable, [sys.executable, "-c", _WAIT, temporary, *options])


if __name__ == "__main__":
    main()
