"""Symbols: what the rules of the packages make of scopes, in a view or in the files of a project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterator, NamedTuple, Tuple

from .. import codecs
from ..project_files import fits, patterns, walk
from ..text import Text
from .highlighter import Highlighter
from .metadata import Metadata, transform

if TYPE_CHECKING:
    from ..app import Core
    from ..view import View
    from ..windows import Window

Kind = Tuple[int, str, str]

ANY, DEFINITION, REFERENCE = 0, 1, 2

_INDEX_LIMIT_BYTES = 1_000_000
_KINDS: list[tuple[str, Kind]] = [
    ("entity.name.function", (3, "f", "Function")),
    ("entity.name.class", (2, "c", "Class")),
    ("entity.name.struct", (2, "s", "Struct")),
    ("entity.name.interface", (2, "i", "Interface")),
    ("entity.name.enum", (2, "e", "Enum")),
    ("entity.name.trait", (2, "t", "Trait")),
    ("entity.name.type", (2, "t", "Type")),
    ("entity.name.namespace", (4, "n", "Namespace")),
    ("entity.name.label", (5, "l", "Label")),
    ("entity.name.section", (5, "s", "Section")),
    ("markup.heading", (5, "s", "Section")),
    ("entity.name.tag", (6, "t", "Tag")),
    ("entity.name.constant", (7, "c", "Constant")),
    ("variable.function", (3, "f", "Function")),
]


class Symbol(NamedTuple):
    """A name in a text. `type` is DEFINITION or REFERENCE."""

    start: int
    end: int
    name: str
    type: int
    kind: Kind


class Rule(NamedTuple):
    """Which keys of the metadata make a symbol."""

    show: str
    transformation: str
    type: int


LISTED = Rule("showInSymbolList", "symbolTransformation", DEFINITION)
INDEXED = Rule("showInIndexedSymbolList", "symbolIndexTransformation", DEFINITION)
REFERENCES = Rule("showInIndexedReferenceList", "referenceIndexTransformation", REFERENCE)


def of_view(view: View, rule: Rule) -> list[Symbol]:
    """Symbols of a view's text by a rule, in order."""
    return find(view.highlighter, view.buffer.text, view.core.metadata, rule)


def find(highlighter: Highlighter, text: Text, metadata: Metadata, rule: Rule) -> list[Symbol]:
    """Symbols of a text by a rule, in order."""
    found: list[tuple[int, int, str]] = []
    wanted: dict[str, bool] = {}
    for span in highlighter.spans(0, text.size):
        scope = " ".join(span.scopes)
        if scope not in wanted:
            wanted[scope] = str(metadata.get(rule.show, scope)) in ("1", "True", "true")
        if not wanted[scope]:
            continue
        if found and found[-1][1] == span.start:
            found[-1] = (found[-1][0], span.end, found[-1][2])
        else:
            found.append((span.start, span.end, scope))
    return list(_symbols(found, text, metadata, rule))


def _symbols(found: list[tuple[int, int, str]], text: Text, metadata: Metadata, rule: Rule) -> Iterator[Symbol]:
    for start, end, scope in found:
        whole = text.substr(start, end)
        name = whole.strip()
        start += len(whole) - len(whole.lstrip())
        transformation = metadata.get(rule.transformation, scope)
        shown = transform(name, str(transformation)) if transformation else name
        if shown.strip():
            yield Symbol(start, start + len(name), shown, rule.type, _kind(scope))


def _kind(scope: str) -> Kind:
    for part in reversed(scope.split()):
        for prefix, kind in _KINDS:
            if part == prefix or part.startswith(prefix + "."):
                return kind
    return (0, "", "")


class Location(NamedTuple):
    """Where a symbol is: path, path as shown, row and column counted from 1, syntax."""

    path: str
    display_name: str
    row: int
    col: int
    syntax: str
    symbol: Symbol


class Index:
    """Symbols of files in folders; a file is read when it is asked for and has changed since."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._files: dict[str, tuple[tuple[int, int], list[Location]]] = {}

    def look_up(self, window: Window, name: str | None) -> list[Location]:
        """Where a symbol is in the files of a window's folders; every symbol for None."""
        ignored = patterns(window, "index_exclude_patterns")
        return [
            at
            for folder in window.folders
            for path in walk(window, [folder])
            if not fits(os.path.basename(path), ignored)
            for at in self._file(path, folder)
            if name in (None, at.symbol.name)
        ]

    def _file(self, path: str, folder: str) -> list[Location]:
        try:
            found = os.stat(path)
            stamp = (found.st_mtime_ns, found.st_size)
            if path in self._files and self._files[path][0] == stamp:
                return self._files[path][1]
            if found.st_size > _INDEX_LIMIT_BYTES:
                return []
            with open(path, "rb") as file:
                text = codecs.decode(file.read()).text
        except OSError:
            return []
        locations = locate(self._core, path, os.path.relpath(path, folder), text)
        self._files[path] = (stamp, locations)
        return locations


def in_open_files(window: Window, name: str | None) -> list[Location]:
    """Where a symbol is in a window's views; every symbol for None."""
    out = []
    for view in {view.buffer.id: view for view in window.views()}.values():
        text, path = view.buffer.text, view.buffer.file_name
        for symbol in (symbol for rule in (INDEXED, REFERENCES) for symbol in of_view(view, rule)):
            if name in (None, symbol.name):
                row, col = text.row_col(symbol.start)
                shown = os.path.basename(path) or view.title
                out.append(Location(path, shown, row + 1, col + 1, view.base_scope, symbol))
    return out


def everywhere(window: Window, name: str | None) -> list[Location]:
    """Where a symbol is; open files take the place of what the index knows of them."""
    opened = in_open_files(window, name)
    paths = {view.buffer.file_name for view in window.views()}
    return [*opened, *(at for at in window.core.index.look_up(window, name) if at.path not in paths)]


def locate(core: Core, path: str, display_name: str, text: str) -> list[Location]:
    """Indexed symbols of a file's text, definitions and references."""
    syntax = core.syntaxes.for_file(path, text.split("\n", 1)[0])
    content = Text(text)
    highlighter = Highlighter(content, core.syntaxes.lexer(syntax.path))
    out = []
    for rule in (INDEXED, REFERENCES):
        for symbol in find(highlighter, content, core.metadata, rule):
            row, col = content.row_col(symbol.start)
            out.append(Location(path, display_name, row + 1, col + 1, syntax.scope, symbol))
    return out
