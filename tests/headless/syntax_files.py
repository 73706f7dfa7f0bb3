"""Syntax files of a test's own in a running host, and what they make of text."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from .conftest import Lab


def install(lab: Lab, name: str, text: str) -> str:
    """Put a file into the package Other; its resource path."""
    package = Path(lab.sublime.packages_path(), "Other")
    package.mkdir(exist_ok=True)
    (package / name).write_text(textwrap.dedent(text), encoding="utf-8")
    lab.core.syntaxes.forget()
    lab.core.metadata.forget()
    return f"Packages/Other/{name}"


def syntax(lab: Lab, contexts: str, name: str = "Some", header: str = "version: 2") -> str:
    body = textwrap.indent(textwrap.dedent(contexts), "  ")
    text = f"%YAML 1.2\n---\nname: {name}\nscope: source.{name.lower()}\n{header}\ncontexts:\n{body}"
    return install(lab, f"{name}.sublime-syntax", text)


def view_with(lab: Lab, path: str, text: str) -> Any:
    view = lab.new_view(text)
    view.assign_syntax(path)
    return view


def tokens(view: Any) -> list[tuple[str, str]]:
    """(text, scopes without the base scope) of every token."""
    found = view.extract_tokens_with_scopes(view_region(view))
    return [(view.substr(region), scope.strip().partition(" ")[2]) for region, scope in found]


def view_region(view: Any) -> Any:
    return type(view.full_line(0))(0, view.size())
