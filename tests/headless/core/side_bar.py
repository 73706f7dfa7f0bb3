"""The side bar: the window's folders, the first opened, with what is directly in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .project_files import fits, patterns

if TYPE_CHECKING:
    from .windows import Window

MAX_ENTRIES = 60
"""Entries told of one folder: more than a window shows."""


def listing(window: Window) -> list[dict[str, Any]]:
    """`{"name", "path", "entries": [{"name", "folder"}]}` of every folder; entries are None where it is closed."""
    return [
        {
            "name": os.path.basename(path) or path,
            "path": path,
            "entries": _entries(window, path) if index == 0 else None,
        }
        for index, path in enumerate(window.folders)
    ]


def _entries(window: Window, path: str) -> list[dict[str, Any]]:
    """Folders first, each kind by name, as Sublime sorts them."""
    try:
        with os.scandir(path) as found:
            entries = [(not entry.is_dir(), entry.name.lower(), entry.name) for entry in found]
    except OSError:
        return []
    hidden = patterns(window, "folder_exclude_patterns"), patterns(window, "file_exclude_patterns")
    shown = [(is_file, low, name) for is_file, low, name in sorted(entries) if not fits(name, hidden[is_file])]
    return [{"name": name, "folder": not is_file} for is_file, _, name in shown[:MAX_ENTRIES]]
