"""What a package leaves behind when it is unloaded."""

from __future__ import annotations

import os
import tempfile
import threading
from typing import Dict, Set, Tuple

from .core import Core

# Threads of the editor itself.
OWN_THREADS = "sublime-"

Things = Dict[str, Set[Tuple[str, ...]]]


def _sockets() -> set[tuple[str, ...]]:
    """Sockets that this process has open, where /proc tells."""
    found = set()
    try:
        descriptors = os.listdir("/proc/self/fd")
    except OSError:
        return set()
    for descriptor in descriptors:
        try:
            target = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add((target,))
    return found


def bound_sockets() -> list[str]:
    """Paths that this process's Unix sockets are bound to, where /proc tells, and the directories made for them."""
    own = {target[0][len("socket:[") : -1] for target in _sockets()}
    try:
        with open("/proc/net/unix", encoding="utf-8") as file:
            rows = [line.rstrip("\n").split(None, 7) for line in file]
    except OSError:
        return []
    paths = {row[7] for row in rows if len(row) > 7 and row[6] in own and row[7].startswith("/")}
    temporary = os.path.realpath(tempfile.gettempdir())
    folders = {os.path.dirname(path) for path in paths if os.path.dirname(os.path.realpath(path)) != temporary}
    return sorted(paths | folders)


def _files(folders: list[str]) -> set[tuple[str, ...]]:
    return {(os.path.join(top, name),) for folder in folders for top, _, names in os.walk(folder) for name in names}


def take(core: Core, folders: list[str]) -> Things:
    """Everything of the watched kinds that is there now; `folders` are where a package may leave files."""
    views = list(core.views.values())
    return {
        "thread": {(t.name, str(t.ident)) for t in threading.enumerate() if not t.name.startswith(OWN_THREADS)},
        "status key": {(v.title, key) for v in views for key, text in v.status.items() if text},
        "phantom": {(v.title, p.key, str(p.id)) for v in views for p in v.phantoms.values()},
        "regions": {(v.title, key) for v in views for key in v.regions},
        "output panel": {(str(w.id), name) for w in core.windows.values() for name in w.panels},
        "settings callback": {
            (str(s.id), tag)
            for s in list(core.settings_by_id.values())
            for tag in s.callback_tags()
            if tag != "check_view_event_listeners"
        },
        "socket": _sockets(),
        "file": _files(folders),
    }


def compare(before: Things, after: Things) -> list[str]:
    """A sentence for each thing that came since `before`."""
    return [
        f"{kind}: {' '.join(thing)}"
        for kind, things in sorted(after.items())
        for thing in sorted(things - before.get(kind, set()))
    ]
