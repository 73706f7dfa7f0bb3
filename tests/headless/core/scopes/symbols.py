"""Symbols: what the rules of the packages make of scopes, in a view or in the files of a project."""

from __future__ import annotations

import fnmatch
import os
from typing import TYPE_CHECKING, Iterator, NamedTuple, Tuple

from .. import codecs
from ..text import Text
from .highlighter import Highlighter
from .metadata import Metadata, transform

if TYPE_CHECKING:
    from ..app import Core

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

    def look_up(self, folders: list[str], name: str) -> list[Location]:
        return [at for folder in folders for at in self._folder(folder) if at.symbol.name == name]

    def _folder(self, folder: str) -> Iterator[Location]:
        preferences = self._core.preferences
        excluded = [str(p) for p in preferences.get("folder_exclude_patterns", [])]
        patterns = ("file_exclude_patterns", "binary_file_patterns", "index_exclude_patterns")
        ignored = [str(p) for key in patterns for p in preferences.get(key, [])]
        for root, names, files in os.walk(folder):
            names[:] = sorted(n for n in names if not any(fnmatch.fnmatch(n, p) for p in excluded))
            for file in sorted(files):
                if not any(fnmatch.fnmatch(file, pattern) for pattern in ignored):
                    yield from self._file(os.path.join(root, file), folder)

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
