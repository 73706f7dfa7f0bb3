"""Lock files: how a ``copilot`` in any terminal finds this editor.

The CLI reads every ``*.lock`` of one directory and connects by itself when its working directory is exactly one of the
``workspaceFolders``. It watches the directory: a file must appear complete, and only once somebody listens.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import stat
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any, Mapping, Sequence

log = logging.getLogger("copilot_ide.ide")

IDE_NAME = "Sublime Text"  # the CLI colours its footer by this name
MAX_LOCK_BYTES = 64 * 1024
SOCKET_PREFIX = "copilot-ide-"  # tells our own leftovers from other editors' files


def lock_directory(environ: Mapping[str, str]) -> Path:
    """The one directory that the CLI reads: ``$COPILOT_HOME/ide``, else ``~/.copilot/ide``. Any thread."""
    home = environ.get("COPILOT_HOME")
    return Path(home, "ide") if home else Path(os.path.expanduser("~"), ".copilot", "ide")


def workspace_folders(folders: Sequence[str]) -> list[str]:
    """``folders`` as absolute paths, each followed by its real path if that differs (any thread)."""
    listed: list[str] = []
    for folder in folders:
        for path in (os.path.abspath(folder), os.path.realpath(folder)):
            if path not in listed:
                listed.append(path)
    return listed


class LockFile:
    """One lock file. Its name stays the same for its whole life; ``write`` is repeated when the folders change."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / f"{uuid.uuid4()}.lock"
        self._timestamp_ms = int(time.time() * 1000)
        self._size = 0  # of the longest content so far, in bytes

    def write(self, scheme: str, address: str, nonce: str, folders: Sequence[str], trusted: bool) -> None:
        """Make the file appear, or change, in one step: directory 0700, file 0600, any umask. Raises OSError."""
        content: dict[str, Any] = {
            "socketPath": address,
            "scheme": scheme,
            "headers": {"Authorization": authorization(nonce)},
            "pid": os.getpid(),
            "ideName": IDE_NAME,
            "timestamp": self._timestamp_ms,
            "workspaceFolders": workspace_folders(folders),
            "isTrusted": trusted,
        }
        data = json.dumps(content).encode("ascii")
        if not self._write_over(data):
            self._create(data)
        self._size = max(self._size, len(data))

    def _create(self, data: bytes) -> None:
        directory = self.path.parent
        directory.mkdir(parents=True, exist_ok=True)
        os.chmod(str(directory), 0o700)
        # mkstemp gives mode 0600; the suffix keeps the CLI from reading it before it is whole
        descriptor, temporary = tempfile.mkstemp(prefix=self.path.name, suffix=".tmp", dir=str(directory))
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.replace(temporary, str(self.path))
        except BaseException:
            os.unlink(temporary)
            raise

    def _write_over(self, data: bytes) -> bool:
        """Change the file that is there by one write. False if there is none.

        A new file renamed over it would look to a connected CLI like the end of the editor: it would say "connection
        lost", drop its diffs and connect anew. Blanks at the end of JSON do no harm, so the file never shrinks.
        """
        try:
            descriptor = os.open(str(self.path), os.O_WRONLY)
        except FileNotFoundError:
            return False
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            if file.write(data.ljust(self._size)) != max(len(data), self._size):
                raise OSError("the lock file could not be written whole")
        return True

    def delete(self) -> None:
        """Remove the file; harmless if it is gone."""
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()


def authorization(nonce: str) -> str:
    """The value of the ``Authorization`` header that every request must carry."""
    return "Nonce " + nonce


def process_is_alive(pid: int) -> bool:
    """Whether a process with this id exists. POSIX only: on Windows signal 0 would be Ctrl+C."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def remove_leftovers(directory: Path) -> list[Path]:
    """Delete lock files of ours whose editor is dead, with their sockets; returns what was deleted.

    A file is ours only if it carries our name and a socket in a folder of our making; others' files are not touched.
    """
    removed: list[Path] = []
    for path in sorted(directory.glob("*.lock")):
        try:
            socket_path = _socket_of_a_dead_editor(path)
            if socket_path is not None:
                path.unlink()
                removed.append(path)
                socket_path.unlink()
                socket_path.parent.rmdir()
        except Exception:  # it may hold anything, and somebody else may be clearing it away
            log.debug("left alone: %s", path)
    return removed


def _socket_of_a_dead_editor(lock_path: Path) -> Path | None:
    """Where the socket was if the lock file is ours and its process is gone."""
    status = lock_path.stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_LOCK_BYTES:
        return None
    content = json.loads(lock_path.read_text(encoding="utf-8"))
    socket_path = Path(content["socketPath"])
    ours = content["ideName"] == IDE_NAME and socket_path.parent.name.startswith(SOCKET_PREFIX)
    return socket_path if ours and not process_is_alive(int(content["pid"])) else None
