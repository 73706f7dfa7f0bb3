"""`python -m tests.headless`: the editor as a process that is driven through stdin and stdout."""

from __future__ import annotations

import argparse
import atexit
import io
import os
import sys
import tempfile

from . import verbs
from .control import Control
from .host import Host


def main() -> None:
    """Parse the command line, serve, and end as Sublime does."""
    parser = argparse.ArgumentParser(prog="headless", description="A headless Sublime Text with the package loaded.")
    parser.add_argument("--home", help="becomes HOME (default: a temporary directory)")
    parser.add_argument("--folder", action="append", default=[], help="folder of the first window")
    parser.add_argument("--file", action="append", default=[], help="file to open; the last one is in front")
    parser.add_argument("--packages", help="directory of packages to load instead of this repository")
    parser.add_argument("--build", type=int, default=4200, help="build number that the editor gives itself")
    arguments = parser.parse_args()
    # What plugins print must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    requests = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    temporary = None if arguments.home else tempfile.TemporaryDirectory(prefix="headless-")
    home = arguments.home or (temporary.name if temporary else "")
    os.makedirs(home, exist_ok=True)
    host = Host(home, arguments.packages, arguments.folder, arguments.build)
    host.load_package()
    control = Control(host, requests, answers)
    for file in arguments.file:
        verbs.open(host, file)
    host.settle()
    windows = verbs.state(host)["windows"]
    control.announce({"event": "ready", "pid": os.getpid(), "windows": windows})
    control.serve()
    host.quit()
    # The editor does not wait for plugins' threads: they die with the process.
    atexit._run_exitfuncs()
    if temporary:
        temporary.cleanup()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
