"""Find in Files: the folders' and open files' lines that match, listed in a tab of their own."""

from __future__ import annotations

import fnmatch
import os
import threading
from typing import TYPE_CHECKING, NamedTuple, Pattern

from .project_files import texts_of
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

_NAME = "Find Results"
_CONTEXT_LINES = 2
_FILE_REGEX, _LINE_REGEX = r"^([^ \t].*):$", r"^ +([0-9]+):"


class _Where(NamedTuple):
    """Folders and files to look in (none: everywhere), and patterns that files must and must not fit."""

    places: list[str]
    included: list[str]
    excluded: list[str]

    def holds(self, path: str) -> bool:
        name = os.path.basename(path)
        inside = not self.places or any(path == p or path.startswith(p.rstrip(os.sep) + os.sep) for p in self.places)
        wanted = not self.included or any(fnmatch.fnmatch(name, pattern) for pattern in self.included)
        return inside and wanted and not any(fnmatch.fnmatch(name, pattern) for pattern in self.excluded)


def _where(window: Window, text: str) -> _Where:
    out = _Where([], [], [])
    for part in (part.strip() for part in text.split(",")):
        if part == "<open folders>":
            out.places.extend(window.folders)
        elif part == "<open files>":
            out.places.extend(view.buffer.file_name for view in window.views() if view.buffer.file_name)
        elif part.startswith("-"):
            out.excluded.append(part[1:])
        elif part.startswith("*"):
            out.included.append(part)
        elif part:
            out.places.append(os.path.abspath(part))
    return out


def start(core: Core, window: Window, pattern: Pattern[str], where: str) -> None:
    """Search on a thread of its own; the list comes when it is complete. Main thread."""
    scope = _where(window, where)
    texts = [(path, text) for path, text in texts_of(core, window, scope.places) if scope.holds(path)]
    view = _results_view(core, window)
    core.documents.focus_sheet(view.sheet)  # type: ignore[arg-type]

    def search() -> None:
        report = _report(texts, pattern)
        core.loop.queue.post(lambda: _show(core, view, report), origin="find in files")

    threading.Thread(target=search, name="sublime-find", daemon=True).start()


def _results_view(core: Core, window: Window) -> View:
    found = next((view for view in window.views() if view.name == _NAME), None)
    if found is None:
        found = core.documents.new_file(window)
        found.name = _NAME
        found.buffer.scratch = True
        found.settings.set("result_file_regex", _FILE_REGEX)
        found.settings.set("result_line_regex", _LINE_REGEX)
    return found


def _show(core: Core, view: View, report: str) -> None:
    if view.id in core.views:
        begin = "\n\n" if view.buffer.text.size else ""
        core.commands.run_text(view, "append", {"characters": begin + report, "scroll_to_end": True})


def _report(texts: list[tuple[str, str]], pattern: Pattern[str]) -> str:
    files = ""
    count = matched = 0
    for path, text in texts:
        hits = {text.count("\n", 0, match.start()) for match in pattern.finditer(text) if match.group(0)}
        if hits:
            count += len(hits)
            matched += 1
            files += f"\n{path}:\n" + _lines(text.split("\n"), hits)
    plural = "" if len(texts) == 1 else "s"
    head = f'Searching {len(texts)} file{plural} for "{pattern.pattern}"\n'
    if not count:
        return head + "\n0 matches"
    tail = f"\n{count} match{'' if count == 1 else 'es'} in {matched} file{'' if matched == 1 else 's'}"
    return head + files + tail


def _lines(lines: list[str], hits: set[int]) -> str:
    """The matching lines, marked with a colon, with some lines around them."""
    shown = sorted({row for hit in hits for row in range(hit - _CONTEXT_LINES, hit + _CONTEXT_LINES + 1)})
    out, last = "", -1
    for row in shown:
        if 0 <= row < len(lines):
            out += "  ..\n" if last >= 0 and row > last + 1 else ""
            out += f"{row + 1:5}{':' if row in hits else ' '} {lines[row]}".rstrip() + "\n"
            last = row
    return out
