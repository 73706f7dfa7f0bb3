"""Syntaxes: what they are called, which files they are for, and the lexers that find their scopes."""

from __future__ import annotations

import json
import os
import plistlib
from typing import Any, Iterator, NamedTuple

from .builtin_syntaxes import FIRST_LINES, TABLE
from .resources import Resources
from .scopes.contexts import Library
from .scopes.definition import SyntaxFileError, as_list, is_true, parse
from .scopes.engine import SyntaxLexer
from .scopes.highlighter import Lexer, PlainLexer
from .scopes.oniguruma import compile_pattern
from .scopes.pygments_lexer import lexer_for

PLAIN_TEXT = "Packages/Text/Plain text.tmLanguage"


class Syntax(NamedTuple):
    """A syntax definition's header. `files` are extensions and whole names."""

    path: str
    name: str
    hidden: bool
    scope: str
    files: tuple[str, ...] = ()
    first_line: str = ""


def _built_in() -> Iterator[Syntax]:
    yield Syntax(PLAIN_TEXT, "Plain Text", False, "text.plain", ("txt",))
    head = ""
    files: list[str] = []
    for line in [*TABLE.strip().splitlines(), "end:"]:
        if line.startswith(" "):
            files += line.split()
            continue
        if head:
            stem, name, scope = head.split(", ")
            path = f"Packages/{stem}.sublime-syntax"
            yield Syntax(path, name, False, scope, tuple(files), FIRST_LINES.get(scope, ""))
        head, files = line[:-1], []


BUILT_IN = list(_built_in())


def _file_of(syntax: Syntax) -> str:
    """What the editor has as the file of a built-in syntax: its header alone, for those who look names up there."""
    head = {"name": syntax.name, "scope": syntax.scope, "file_extensions": list(syntax.files)}
    lines = [f"{key}: {json.dumps(value)}" for key, value in head.items()]
    return "\n".join(["%YAML 1.2", "---", *lines, "contexts:", "  main: []", ""])


FILES = {syntax.path: _file_of(syntax) for syntax in BUILT_IN if syntax.path.endswith(".sublime-syntax")}


class Syntaxes:
    """The built-in syntaxes and those of the installed packages. A lexer of ours stands in for a built-in syntax
    unless a package brings the real file."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._by_path: dict[str, Syntax] | None = None
        # A syntax that embeds a built-in one reads the stand-in's file, and gets nothing but its scope.
        self._library = Library(resources.load, self._path_of)
        self._lexers: dict[str, Lexer] = {}
        # Counts up when lexers made before are no longer right.
        self.generation = 0

    def forget(self) -> None:
        """Read the packages again at the next look."""
        self._by_path = None
        self._library.forget()
        self._lexers.clear()
        self.generation += 1

    def _known(self) -> dict[str, Syntax]:
        if self._by_path is None:
            found = {syntax.path: syntax for syntax in BUILT_IN}
            paths = [p for kind in ("sublime-syntax", "tmLanguage") for p in self._resources.find(f"*.{kind}")]
            paths += self._resources.find("*.hidden-tmLanguage")
            stems = {os.path.splitext(path)[0] for path in paths if path.endswith(".sublime-syntax")}
            for path in (p for p in paths if not self._resources.is_built_in(p)):
                # A .sublime-syntax takes the place of an older format's file of the same name.
                if path.endswith(".sublime-syntax") or os.path.splitext(path)[0] not in stems:
                    found[path] = self._header(path)
            self._by_path = found
        return self._by_path

    def _header(self, path: str) -> Syntax:
        data = self._resources.load_binary(path) or b""
        try:
            head = _plist_head(data) if path.endswith("tmLanguage") else parse(path, data.decode("utf-8"))
        except (SyntaxFileError, plistlib.InvalidFileException, ValueError):
            head = {}
        name = str(head.get("name") or os.path.splitext(os.path.basename(path))[0])
        hidden = is_true(head.get("hidden", "")) or path.endswith(".hidden-tmLanguage")
        files = [str(n) for key in ("file_extensions", "hidden_file_extensions") for n in as_list(head.get(key))]
        return Syntax(
            path, name, hidden, str(head.get("scope", "")), tuple(files), str(head.get("first_line_match", ""))
        )

    def all(self) -> list[Syntax]:
        return list(self._known().values())

    def get(self, path: str) -> Syntax | None:
        return self._known().get(path)

    def _path_of(self, scope: str) -> str | None:
        found = [syntax.path for syntax in self.all() if syntax.scope == scope]
        return found[-1] if found else None

    def resolve(self, wanted: str) -> Syntax | None:
        """By path, file name, or `scope:…` as `assign_syntax` takes it."""
        if wanted.startswith("scope:"):
            return self.get(self._path_of(wanted[len("scope:") :]) or "")
        if "/" not in wanted:
            return next((s for s in self.all() if s.path.rpartition("/")[2] == wanted), None)
        return self.get(wanted)

    def for_file(self, path: str, first_line: str = "") -> Syntax:
        """By whole name, then by the longest extension, then by the first line; later packages before earlier ones."""
        base = os.path.basename(path)
        parts = base.split(".")
        names = [base, *(".".join(parts[i:]) for i in range(1, len(parts)))]
        syntaxes = self.all()[::-1]
        for name in names:
            for wanted in (name, name.lower()):
                for syntax in syntaxes:
                    if wanted and wanted in syntax.files:
                        return syntax
        for syntax in syntaxes:
            if first_line and syntax.first_line and compile_pattern(syntax.first_line).match(first_line):
                return syntax
        return BUILT_IN[0]

    def base_scope(self, path: str) -> str:
        syntax = self.get(path)
        return syntax.scope if syntax else "text.plain"

    def lexer(self, path: str) -> Lexer:
        """What tells the scopes of texts with a syntax. Raises SyntaxFileError for a broken file."""
        if path not in self._lexers:
            self._lexers[path] = self._make_lexer(path)
        return self._lexers[path]

    def _make_lexer(self, path: str) -> Lexer:
        installed = not self._resources.is_built_in(path) and self._resources.load_binary(path) is not None
        if installed and not path.endswith(".sublime-syntax"):
            raise NotImplementedError(f"highlighting by {path}")
        definition = self._library.by_path(path) if installed else None
        if definition:
            return SyntaxLexer(definition)
        scope = self.base_scope(path)
        return lexer_for(scope) or PlainLexer(scope)


def _plist_head(data: bytes) -> dict[str, Any]:
    head = plistlib.loads(data)
    keys = {"scopeName": "scope", "fileTypes": "file_extensions", "firstLineMatch": "first_line_match"}
    return {keys.get(str(key), str(key)): value for key, value in head.items()}
