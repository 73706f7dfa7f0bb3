"""Files of a window's folders, and the definitions and words in texts, found by their looks."""

from __future__ import annotations

import fnmatch
import os
import re
from typing import TYPE_CHECKING, Iterator, NamedTuple

from .spans import Span
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

_DEFINITION = re.compile(
    r"^[ \t]*(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|static\s+|async\s+)*"
    r"(?P<kind>def|class|function|fn|func|interface|struct|enum|trait|type|module)\s+(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_$][\w$]*)"
    r"|^(?P<heading>#{1,6})[ \t]+(?P<title>.+?)[ \t]*$",
    re.M,
)
_LIMIT_FILES, _LIMIT_BYTES = 2000, 1_000_000


class Definition(NamedTuple):
    """A name, what it is, and where it is written."""

    name: str
    kind: str
    span: Span


def find_definitions(text: str, headings: bool) -> list[Definition]:
    """Functions, classes and the like by their keywords; headings only where they are headings."""
    out = []
    for match in _DEFINITION.finditer(text):
        if match.group("name"):
            out.append(Definition(match.group("name"), match.group("kind"), match.span("name")))
        elif headings:
            out.append(Definition(match.group("title"), match.group("heading"), match.span("title")))
    return out


def definitions_in(view: View) -> list[Definition]:
    headings = str(view.settings.get("syntax")).startswith("Packages/Markdown/")
    return find_definitions(view.buffer.text.whole(), headings)


def words_in(view: View) -> list[Definition]:
    """Every word once, where it stands first."""
    out: dict[str, Definition] = {}
    for match in re.finditer(r"\w{2,}", view.buffer.text.whole()):
        out.setdefault(match.group(0), Definition(match.group(0), "", match.span()))
    return list(out.values())


def _excluded(window: Window, kind: str) -> list[str]:
    return list(window.settings.get(f"{kind}_exclude_patterns") or [])


def folder_files(window: Window) -> list[tuple[str, str]]:
    """(path as shown, path) of the open files and the folders' files that the preferences do not leave out."""
    out: dict[str, str] = {}
    folders = window.folders
    for path in [v.buffer.file_name for v in window.views() if v.buffer.file_name] + list(_walk(window, folders)):
        base = next((f for f in folders if path.startswith(f + os.sep)), os.path.dirname(path))
        shown = os.path.relpath(path, base)
        if len(folders) > 1 and base in folders:
            shown = os.path.join(os.path.basename(base), shown)
        out.setdefault(path, shown)
    return [(shown, path) for path, shown in out.items()]


def _walk(window: Window, roots: list[str]) -> Iterator[str]:
    no_folders, no_files = _excluded(window, "folder"), _excluded(window, "file")
    count = 0
    for root in roots:
        for top, folders, files in os.walk(root):
            folders[:] = sorted(f for f in folders if not any(fnmatch.fnmatch(f, p) for p in no_folders))
            for name in sorted(files):
                if any(fnmatch.fnmatch(name, pattern) for pattern in no_files):
                    continue
                count += 1
                if count > _LIMIT_FILES:
                    return
                yield os.path.join(top, name)


def texts_of(core: Core, window: Window, places: list[str]) -> Iterator[tuple[str, str]]:
    """(path, text) of the open and the folders' files, and those at `places`; open files as they are in the editor."""
    known = {path: None for _, path in folder_files(window)}
    known.update(dict.fromkeys(_walk(window, [p for p in places if os.path.isdir(p)])))
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


def lookup(core: Core, window: Window, name: str, definitions: bool) -> list[tuple[str, int, int, str]]:
    """(file, row, column, line) of every definition of a name ("" for all names), or of every other use of it."""
    out = []
    for path, text in texts_of(core, window, []):
        defined = find_definitions(text, headings=False)
        spans = [d.span for d in defined if not name or d.name == name]
        if not definitions:
            spans = [m.span() for m in re.finditer(rf"\b{re.escape(name)}\b", text) if name and m.span() not in spans]
        for start, _ in spans:
            row, line_start = text.count("\n", 0, start), text.rfind("\n", 0, start) + 1
            line = text[line_start : text.find("\n", start) if "\n" in text[start:] else len(text)]
            out.append((path, row, start - line_start, line))
    return out
