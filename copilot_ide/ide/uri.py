"""Paths and file URIs as VS Code writes them, which is what the CLI expects."""

from __future__ import annotations

import re
from urllib.parse import quote

_DRIVE = re.compile(r"^[A-Za-z]:")


def wire_path(path: str) -> str:
    """``path`` in the system's own form, but with a drive letter in lower case."""
    return path[0].lower() + path[1:] if _DRIVE.match(path) else path


def file_uri(path: str) -> str:
    """The file URI of an absolute path: ``file:///home/me/a%20b.py``, ``file:///c%3A/a.py``. Any thread."""
    path = wire_path(path)
    if _DRIVE.match(path):
        path = "/" + path.replace("\\", "/")
    return "file://" + quote(path, safe="/")
