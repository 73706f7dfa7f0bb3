"""Files of a window's folders, and their texts."""

from __future__ import annotations

import os
from fnmatch import fnmatch
from itertools import islice
from typing import TYPE_CHECKING, Iterator

from .windows import Window

if TYPE_CHECKING:
    from .app import Core

_LIMIT_FILES, _LIMIT_BYTES = 2000, 1_000_000


def patterns(window: Window, *names: str) -> list[str]:
    """What the settings with these names leave out."""
    return [str(pattern) for name in names for pattern in window.settings.get(name) or ()]


def fits(name: str, patterns: list[str]) -> bool:
    """Whether a name fits one of the patterns."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def walk(window: Window, folders: list[str]) -> Iterator[str]:
    """Paths of the text files below `folders`, but for those that the settings leave out."""
    no_folders = patterns(window, "folder_exclude_patterns")
    no_files = patterns(window, "file_exclude_patterns", "binary_file_patterns")
    for folder in folders:
        for top, names, files in os.walk(folder):
            names[:] = sorted(name for name in names if not fits(name, no_folders))
            yield from (os.path.join(top, name) for name in sorted(files) if not fits(name, no_files))


def folder_files(window: Window) -> list[tuple[str, str]]:
    """(path as shown, path) of the open files and of the folders' files."""
    out: dict[str, str] = {}
    folders = window.folders
    opened = [view.buffer.file_name for view in window.views() if view.buffer.file_name]
    for path in [*opened, *islice(walk(window, folders), _LIMIT_FILES)]:
        base = next((f for f in folders if path.startswith(f + os.sep)), os.path.dirname(path))
        shown = os.path.relpath(path, base)
        if len(folders) > 1 and base in folders:
            shown = os.path.join(os.path.basename(base), shown)
        out.setdefault(path, shown)
    return [(shown, path) for path, shown in out.items()]


def texts_of(core: Core, window: Window, places: list[str]) -> Iterator[tuple[str, str]]:
    """(path, text) of the open and the folders' files, and those in `places`; open files as they are in the editor."""
    known = {path: None for _, path in folder_files(window)}
    known.update(dict.fromkeys(islice(walk(window, [p for p in places if os.path.isdir(p)]), _LIMIT_FILES)))
    open_texts = {b.file_name: b.text.whole() for b in core.buffers.values() if b.file_name and not b.loading}
    for path in known:
        if path in open_texts:
            yield path, open_texts[path]
            continue
        try:
            if os.path.getsize(path) <= _LIMIT_BYTES:
                with open(path, encoding="utf-8") as file:
                    yield path, file.read()
        except (OSError, UnicodeDecodeError):
            continue
