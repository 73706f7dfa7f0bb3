"""Where an endpoint listens: a Unix socket today. ``create_transport`` is the only place that knows the platform."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path
from typing import Protocol

from .lock_file import SOCKET_PREFIX

# sizeof(sun_path) less its terminating NUL: 108 on Linux, 104 on macOS and the BSDs
MAX_UNIX_PATH_BYTES = 107 if sys.platform.startswith("linux") else 103


class Transport(Protocol):
    """A private place to listen at. ``scheme`` and ``address`` are what the lock file says of it."""

    scheme: str
    address: str

    def listen(self) -> socket.socket:
        """Bind, listen and return the non-blocking listening socket. Raises OSError."""
        ...

    def close(self) -> None:
        """Remove what ``listen`` left in the file system. The socket itself is the caller's."""
        ...


class UnixSocket:
    """A Unix socket in a directory of its own that only this user can enter."""

    scheme = "unix"

    def __init__(self) -> None:
        self._directory = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX))
        if len(os.fsencode(str(self._directory / "mcp.sock"))) > MAX_UNIX_PATH_BYTES:
            self._directory.rmdir()
            self._directory = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX, dir="/tmp"))
        self.address = str(self._directory / "mcp.sock")

    def listen(self) -> socket.socket:
        """See ``Transport``."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(self.address)
            os.chmod(self.address, 0o600)
            listener.listen(64)
            listener.setblocking(False)
        except BaseException:
            listener.close()
            raise
        return listener

    def close(self) -> None:
        """See ``Transport``."""
        shutil.rmtree(str(self._directory), ignore_errors=True)


def unavailable() -> str:
    """Why this platform has no transport, as a sentence for the user; empty where it has one (any thread)."""
    return "/ide is not there yet on Windows: it needs named pipes." if os.name == "nt" else ""


def create_transport() -> Transport:
    """The transport of this platform. Raises OSError if it cannot be made, as where there is none."""
    reason = unavailable()
    if reason:
        raise OSError(reason)
    return UnixSocket()
