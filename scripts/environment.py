"""Pythons of this machine, and cached virtual environments with pinned packages for them.

Standard library only, POSIX. Environments live under $COPILOT_IDE_CACHE, else $XDG_CACHE_HOME/copilot-ide, else
~/.cache/copilot-ide, and are shared by every checkout with the same pins.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = Path(__file__).resolve().parent / "requirements"

_PROBE = "import sys; print(sys.executable); print('%d.%d.%d' % sys.version_info[:3])"


class SetupError(Exception):
    """An environment could not be made; the text tells a person why and what to do."""


class Interpreter(NamedTuple):
    """A Python that runs. `version` is like "3.11.7"."""

    path: str
    version: str

    @property
    def minor(self) -> str:
        """The language version, like "3.11"."""
        return self.version.rpartition(".")[0]


def say(text: str) -> None:
    """Tells the person at the terminal what is going on, on stderr: stdout may be a protocol's."""
    print(f"copilot-ide: {text}", file=sys.stderr, flush=True)


def cache_folder() -> Path:
    """The folder for everything that the scripts keep between runs."""
    own = os.environ.get("COPILOT_IDE_CACHE")
    if own:
        return Path(own).resolve()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache").resolve() / "copilot-ide"


def keep_bytecode() -> None:
    """Have the Pythons that are started from here keep what they compile, in our cache and not beside the sources."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(cache_folder() / "bytecode")


def running() -> Interpreter:
    """The Python that runs this script."""
    return Interpreter(sys.executable, ".".join(map(str, sys.version_info[:3])))


def find(minor: str) -> Interpreter | None:
    """A Python of language version `minor` ("3.8"): the running one, or from PATH, or pyenv's newest, or None."""
    if running().minor == minor:
        return running()
    on_path = [Path(folder) / f"python{minor}" for folder in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    try:
        releases = [folder for folder in pyenv.glob(f"{minor}.*") if folder.suffix[1:].isdigit()]
    except OSError:  # another user's
        releases = []
    in_pyenv = [
        folder / "bin" / "python"
        for folder in sorted(releases, key=lambda folder: int(folder.suffix[1:]), reverse=True)
    ]
    for path in on_path + in_pyenv:
        found = _probe(path) if os.access(path, os.X_OK) else None
        if found is not None and found.minor == minor:
            return found
    return None


def _probe(path: Path) -> Interpreter | None:
    # A pyenv shim stands on PATH even for versions that it refuses to run: only the answer of the Python itself counts.
    try:
        done = subprocess.run([str(path), "-c", _PROBE], cwd="/", capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.split("\n")
    return Interpreter(lines[0], lines[1]) if done.returncode == 0 and len(lines) >= 2 else None


def prepare(interpreter: Interpreter, kind: str) -> str:
    """Path of the Python in the environment of `interpreter` with the pins of requirements/`kind`.txt.

    Makes the environment if need be and says so on stderr; other runs may do the same meanwhile. Raises SetupError.
    """
    pins = REQUIREMENTS / f"{kind}.txt"
    digest = hashlib.sha256(pins.read_bytes()).hexdigest()[:12]
    folder = cache_folder() / "environments" / f"{interpreter.version}-{kind}-{digest}"
    python = folder / "bin" / "python"
    # Environments cannot be moved once made, so a marker, not a rename, tells the complete ones.
    marker = folder / ".complete"
    if marker.exists() and python.exists():
        return str(python)
    with _locked(folder.with_name(folder.name + ".lock")):
        if not (marker.exists() and python.exists()):
            _build(interpreter, folder, pins)
            marker.touch()
    return str(python)


def _build(interpreter: Interpreter, folder: Path, pins: Path) -> None:
    say(f"setting up Python {interpreter.version} with {pins.relative_to(ROOT)} (once; kept in {folder})")
    start = time.monotonic()
    shutil.rmtree(str(folder), ignore_errors=True)
    try:
        # -I: neither PYTHONPATH nor the user's own packages get in.
        _run([interpreter.path, "-I", "-m", "venv", str(folder)], "make a virtual environment")
    except SetupError as error:
        if "ensurepip" in str(error):
            raise SetupError(
                f"{error}\nIts venv module is missing. Debian, Ubuntu: apt-get install python3-venv"
            ) from None
        raise
    pip = [str(folder / "bin" / "python"), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"]
    _run([*pip, "install", "-r", str(pins)], "install the packages")
    say(f"Python {interpreter.version} is ready ({time.monotonic() - start:.0f} s)")


def _run(command: list[str], purpose: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        output = done.stdout.decode("utf-8", "replace").rstrip()
        raise SetupError(f"could not {purpose}: exit status {done.returncode} of\n  {' '.join(command)}\n{output}")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Holds an exclusive lock on the file; the system lets go of it if this process dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another run that sets up the same environment")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
