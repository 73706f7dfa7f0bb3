"""Which lock file the Copilot CLI 1.0.102 takes: its own rules, as measured."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping

REQUIRED_FIELDS = ("socketPath", "scheme", "headers", "pid", "ideName", "timestamp", "workspaceFolders")


@dataclass(frozen=True)
class Lock:
    """What the CLI takes from a lock file."""

    path: Path
    socket_path: str
    headers: Mapping[str, str]
    ide_name: str
    is_trusted: bool


def find_lock(ide_directory: Path, folder: Path) -> Lock | None:
    """Return the lock for a CLI in ``folder``: the first by name that is complete, alive, reachable and lists it."""
    for path in sorted(ide_directory.glob("*.lock")):
        lock = _read_lock(path, folder)
        if lock is not None and _probe(lock.socket_path):
            return lock
    return None


def _read_lock(path: Path, folder: Path) -> Lock | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if any(data.get(name) is None for name in REQUIRED_FIELDS) or data["scheme"] != "unix":
            return None
        os.kill(int(data["pid"]), 0)
        if os.path.realpath(folder) not in [os.path.realpath(listed) for listed in data["workspaceFolders"]]:
            return None
        return Lock(path, data["socketPath"], dict(data["headers"]), data["ideName"], bool(data.get("isTrusted")))
    except (OSError, ValueError, TypeError, AttributeError):
        return None  # unreadable, malformed, or of a process that is dead or another user's


def _probe(socket_path: str) -> bool:
    """Open and close a connection without a byte, as the CLI does to see whether anybody listens."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(2.0)
            probe.connect(socket_path)
            return True
    except OSError:
        return False
