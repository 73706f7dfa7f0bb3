"""Syntaxes by name, scope and file extension. There is no highlighting: a scope is a syntax's base scope."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from .resources import Resources

PLAIN_TEXT = "Packages/Text/Plain text.tmLanguage"


class Syntax(NamedTuple):
    """A syntax definition's header."""

    path: str
    name: str
    hidden: bool
    scope: str
    extensions: tuple[str, ...] = ()


BUILT_IN = [
    Syntax(PLAIN_TEXT, "Plain Text", False, "text.plain", ("txt",)),
    Syntax("Packages/Python/Python.sublime-syntax", "Python", False, "source.python", ("py", "pyi")),
    Syntax("Packages/JavaScript/JavaScript.sublime-syntax", "JavaScript", False, "source.js", ("js", "mjs", "cjs")),
    Syntax("Packages/JavaScript/TypeScript.sublime-syntax", "TypeScript", False, "source.ts", ("ts",)),
    Syntax(
        "Packages/JSON/JSON.sublime-syntax",
        "JSON",
        False,
        "source.json",
        ("json", "sublime-settings", "sublime-commands", "sublime-menu", "sublime-keymap", "sublime-project"),
    ),
    Syntax("Packages/Markdown/Markdown.sublime-syntax", "Markdown", False, "text.html.markdown", ("md", "markdown")),
    Syntax("Packages/HTML/HTML.sublime-syntax", "HTML", False, "text.html.basic", ("html", "htm")),
    Syntax("Packages/CSS/CSS.sublime-syntax", "CSS", False, "source.css", ("css",)),
    Syntax("Packages/Diff/Diff.sublime-syntax", "Diff", False, "source.diff", ("diff", "patch")),
    Syntax("Packages/ShellScript/Bash.sublime-syntax", "Bash", False, "source.shell.bash", ("sh", "bash")),
    Syntax("Packages/YAML/YAML.sublime-syntax", "YAML", False, "source.yaml", ("yaml", "yml", "sublime-syntax")),
    Syntax("Packages/C++/C.sublime-syntax", "C", False, "source.c", ("c", "h")),
    Syntax("Packages/C++/C++.sublime-syntax", "C++", False, "source.c++", ("cpp", "cc", "hpp")),
    Syntax("Packages/Go/Go.sublime-syntax", "Go", False, "source.go", ("go",)),
    Syntax("Packages/Rust/Rust.sublime-syntax", "Rust", False, "source.rust", ("rs",)),
]


class Syntaxes:
    """The built-in syntaxes and those of the installed packages."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._by_path: dict[str, Syntax] | None = None

    def forget(self) -> None:
        """Read the packages again at the next look."""
        self._by_path = None

    def all(self) -> list[Syntax]:
        if self._by_path is None:
            found = list(BUILT_IN)
            for path in self._resources.find("*.sublime-syntax"):
                if path not in self._resources.built_in:
                    found.append(_header(path, self._resources.load(path) or ""))
            self._by_path = {syntax.path: syntax for syntax in found}
        return list(self._by_path.values())

    def get(self, path: str) -> Syntax | None:
        return next((s for s in self.all() if s.path == path), None)

    def resolve(self, wanted: str) -> Syntax | None:
        """By path, file name, or `scope:…` as `assign_syntax` takes it."""
        if wanted.startswith("scope:"):
            return next((s for s in self.all() if s.scope == wanted[len("scope:") :]), None)
        if "/" not in wanted:
            return next((s for s in self.all() if s.path.rpartition("/")[2] == wanted), None)
        return self.get(wanted)

    def for_file(self, path: str) -> Syntax:
        base = os.path.basename(path)
        extension = base.rsplit(".", 1)[-1].lower() if "." in base else ""
        found = [s for s in self.all() if extension and extension in s.extensions]
        return found[-1] if found else BUILT_IN[0]


def _header(path: str, text: str) -> Syntax:
    def field(name: str) -> str:
        match = re.search(rf"^{name}:\s*(.+?)\s*$", text, re.M)
        return match.group(1).strip("\"'") if match else ""

    extensions = re.search(r"^file_extensions:\s*\n((?:\s+-.*\n|\s*-.*\n)+)", text, re.M)
    names = tuple(re.findall(r"-\s*([\w.+-]+)", extensions.group(1))) if extensions else ()
    stem = os.path.splitext(os.path.basename(path))[0]
    return Syntax(path, field("name") or stem, field("hidden") == "true", field("scope"), names)
