"""The side bar: the window's folders, the first opened, with what is directly in them."""

from __future__ import annotations

import os
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .windows import Window

MAX_ENTRIES = 60
"""Entries told of one folder: more than a window shows."""

_HIDDEN = (".git", ".svn", ".hg", "CVS", "*.pyc", "*.pyo", "*.exe", "*.dll", "*.obj", "*.o", "*.a", "*.so", ".DS_Store")


def listing(window: Window) -> list[dict[str, Any]]:
    """`{"name", "path", "entries": [{"name", "folder"}]}` of every folder; entries are None where it is closed."""
    return [
        {
            "name": os.path.basename(path) or path,
            "path": path,
            "entries": _entries(path) if index == 0 else None,
        }
        for index, path in enumerate(window.folders)
    ]


def _entries(path: str) -> list[dict[str, Any]]:
    """Folders first, each kind by name, as Sublime sorts them."""
    try:
        with os.scandir(path) as found:
            entries = [(not entry.is_dir(), entry.name.lower(), entry.name) for entry in found]
    except OSError:
        return []
    shown = [entry for entry in sorted(entries) if not any(fnmatch(entry[2], pattern) for pattern in _HIDDEN)]
    return [{"name": name, "folder": not is_file} for is_file, _, name in shown[:MAX_ENTRIES]]
