"""`.tmPreferences`: values that hold where a selector matches."""

from __future__ import annotations

import plistlib
import re
from typing import Any, Callable, NamedTuple

from .. import selectors
from ..resources import Resources
from .oniguruma import compile_pattern

_ENTITIES = "entity.name.class, entity.name.function, entity.name.type, entity.name.namespace, entity.name.struct"
_MORE = "entity.name.enum, entity.name.interface, entity.name.trait, entity.name.section, meta.toc-list, markup.heading"

_WITH_SLASHES = "js ts tsx jsx c c++ objc cs go rust java swift kotlin scala php json scss dart groovy d"
_WITH_HASH = "python shell ruby perl yaml toml makefile r cmake dockerfile elixir nim julia"


def _sources(names: str) -> str:
    return ", ".join(f"source.{name}" for name in names.split())


# Languages, what begins a comment to the line's end, and what is around a block comment.
_COMMENTS = [
    (_sources(_WITH_SLASHES) + ", embedding.php", "//", "/*", "*/"),
    (_sources(_WITH_HASH) + ", text.git", "#", "", ""),
    (_sources("ini lisp clojure"), ";", "", ""),
    ("source.erlang, text.tex", "%", "", ""),
    ("source.css", "", "/*", "*/"),
    ("source.haskell", "--", "{-", "-}"),
    ("source.lua", "--", "--[[", "]]"),
    ("source.sql", "--", "/*", "*/"),
    ("text.html, text.xml", "", "<!--", "-->"),
]


def _comment_variables(line: str, start: str, end: str) -> dict[str, Any]:
    """`shellVariables` of a language: a block comment has a number if there are two kinds."""
    values = {"TM_COMMENT_START": line + " "} if line else {}
    if start:
        number = "_2" if line else ""
        values.update({f"TM_COMMENT_START{number}": start + " ", f"TM_COMMENT_END{number}": " " + end})
    return {"shellVariables": [{"name": name, "value": value} for name, value in values.items()]}


# What Sublime's own packages say of the languages whose syntaxes come with it.
_BUILT_IN: list[tuple[str, dict[str, Any]]] = [
    (f"{_ENTITIES}, {_MORE}", {"showInSymbolList": 1, "showInIndexedSymbolList": 1}),
    ("variable.function, entity.other.inherited-class", {"showInIndexedReferenceList": 1}),
    *((scopes, _comment_variables(*markers)) for scopes, *markers in _COMMENTS),
]


class _Rule(NamedTuple):
    selector: str
    settings: dict[str, Any]


class Metadata:
    """The rules of the installed packages and those that stand for Sublime's own."""

    def __init__(self, resources: Resources, report: Callable[[str, Exception], Any]) -> None:
        self._resources = resources
        self._report = report
        self._rules: list[_Rule] | None = None

    def forget(self) -> None:
        """Read the packages again at the next look."""
        self._rules = None

    def _all(self) -> list[_Rule]:
        if self._rules is None:
            self._rules = [_Rule(selector, settings) for selector, settings in _BUILT_IN]
            for path in self._resources.find("*.tmPreferences"):
                try:
                    data = plistlib.loads(self._resources.load_binary(path) or b"")
                except Exception as error:  # whatever the parser raises
                    self._report(path, error)
                    continue
                selector = re.sub(r"\s+", " ", data.get("scope", "")).strip()
                self._rules.append(_Rule(selector, data.get("settings", {})))
            self._rules = [_Rule(rule.selector, _with_variables(rule.settings)) for rule in self._rules]
        return self._rules

    def get(self, key: str, scope: str) -> Any:
        """The value of the rule that matches a scope best and has `key`; None if there is none."""
        best, value = 0, None
        for rule in self._all():
            if key in rule.settings:
                score = selectors.score(scope, rule.selector)
                if score >= max(best, 1):
                    best, value = score, rule.settings[key]
        return value


def _with_variables(settings: dict[str, Any]) -> dict[str, Any]:
    """`settings` with the shell variables as keys of their own."""
    variables = settings.get("shellVariables")
    named = {item["name"]: item.get("value") for item in variables} if isinstance(variables, list) else {}
    return {**settings, **named}


def transform(name: str, transformation: str) -> str:
    """`name` after substitutions such as `s/a/b/g;s/c/d/`."""
    for part in re.finditer(r"s/((?:[^/\\]|\\.)*)/((?:[^/\\]|\\.)*)/([a-z]*)", transformation):
        template = re.sub(r"[$\\](\d)", r"\\g<\1>", part.group(2).replace("\\n", "\n").replace("\\t", "\t"))
        template = template.replace("\\/", "/")
        name = compile_pattern(part.group(1)).sub(template, name, count=0 if "g" in part.group(3) else 1)
    return name
