"""What a package leaves behind when it is unloaded."""

from __future__ import annotations

import functools
import os
import sys
import tempfile
import threading
from typing import Any, Dict, Set, Tuple

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


_written: set[str] = set()
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _note_written(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(arguments[0], (str, bytes)) and arguments[2] & _WRITING:
        _written.add(os.path.abspath(os.fsdecode(arguments[0])))
    elif event == "os.rename" and os.path.abspath(os.fsdecode(arguments[0])) in _written:
        _written.add(os.path.abspath(os.fsdecode(arguments[1])))


@functools.lru_cache(maxsize=None)
def note_written_files() -> None:
    """From now on remember which files this process writes: others may write next to them. It cannot be undone."""
    sys.addaudithook(_note_written)


def _files(folders: list[str]) -> set[tuple[str, ...]]:
    """The files in `folders` that this process wrote."""
    found = (os.path.join(top, name) for folder in folders for top, _, names in os.walk(folder) for name in names)
    return {(path,) for path in found if os.path.abspath(path) in _written}


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
