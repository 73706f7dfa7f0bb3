"""Reads `.sublime-syntax` files: YAML as plain values that know where they stand, with what they extend mixed in."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List

import yaml

# The C parser where there is one.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Mapping = Dict[str, Any]


class SyntaxFileError(ValueError):
    """A syntax file that cannot be used; says which, where and why."""


class Text(str):
    """A scalar, with the row and column at which it begins in its file."""

    file: str
    row: int
    col: int


class Items(List[Any]):
    """A sequence, with the row and column at which it begins."""

    file: str
    row: int
    col: int


def parse(path: str, text: str) -> Mapping:
    """The file's top mapping; scalars are text, null is "". Raises SyntaxFileError."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise SyntaxFileError(f"{path}: {error}") from None
    value = _value(node, path) if node is not None else {}
    if not isinstance(value, dict):
        raise SyntaxFileError(f"{path}: expected a mapping")
    return value


def _value(node: Any, path: str) -> Any:
    mark = node.start_mark
    if isinstance(node, yaml.ScalarNode):
        text = Text("" if node.style is None and node.value in ("null", "~") else node.value)
        text.file, text.row, text.col = path, mark.line, mark.column
        return text
    if isinstance(node, yaml.SequenceNode):
        items = Items(_value(item, path) for item in node.value)
        items.file, items.row, items.col = path, mark.line, mark.column
        return items
    return {_value(key, path): _value(value, path) for key, value in node.value}


def is_true(value: Any) -> bool:
    return str(value).lower() == "true"


def as_list(value: Any) -> list[Any]:
    """What may stand alone or in a list, as a list; "" and None are none."""
    if isinstance(value, list):
        return value
    return [value] if value not in (None, "") else []


def resolve_path(name: str, of: str) -> str:
    """The resource that a syntax file `of` means by `name`: a whole path, or a file beside it."""
    return name if name.startswith("Packages/") else of.rsplit("/", 1)[0] + "/" + name


def load(path: str, read: Callable[[str], str | None]) -> Mapping:
    """A definition with what it extends: variables and contexts of the parents under its own.

    `read` gives a resource's text or None. Raises SyntaxFileError.
    """
    text = read(path)
    if text is None:
        raise SyntaxFileError(f"{path}: no such resource")
    own = parse(path, text)
    if not isinstance(own.get("contexts", {}), dict):
        raise SyntaxFileError(f"{path}: contexts has to be a mapping")
    variables: Mapping = {}
    contexts: Mapping = {}
    for name in as_list(own.get("extends")):
        parent = load(resolve_path(name, path), read)
        variables.update(parent.get("variables") or {})
        for key, patterns in parent["contexts"].items():
            contexts[key] = _mix(contexts.get(key), patterns)
    variables.update(own.get("variables") or {})
    for key, patterns in (own.get("contexts") or {}).items():
        contexts[key] = _mix(contexts.get(key), patterns)
    return {**own, "variables": variables, "contexts": contexts}


def _mix(inherited: Any, own: Any) -> Any:
    """A context over the one of the same name that it inherits: in its place, before or behind it."""
    if not isinstance(own, list):
        return own
    keys = {key for item in own if isinstance(item, dict) for key in item if is_true(item[key])}
    if inherited is None or not keys & {"meta_prepend", "meta_append"}:
        return own
    mixed = Items(
        [*own, *inherited] if "meta_prepend" in keys else [*inherited, *own]  # what comes later wins among meta keys
    )
    mixed.file, mixed.row, mixed.col = getattr(own, "file", ""), getattr(own, "row", -1), getattr(own, "col", -1)
    return mixed


def expand(pattern: str, variables: Mapping, where: str) -> str:
    """`pattern` with `{{name}}` replaced, recursively."""

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in variables:
            raise SyntaxFileError(f"{where}: no variable {match.group(1)}")
        return expand(str(variables[match.group(1)]), variables, where)

    return re.sub(r"\{\{(\w+)\}\}", value, pattern)
