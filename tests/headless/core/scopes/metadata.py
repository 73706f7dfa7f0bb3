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

# What Sublime's own packages say of the languages whose syntaxes come with it.
_BUILT_IN: list[tuple[str, dict[str, Any]]] = [
    (f"{_ENTITIES}, {_MORE}", {"showInSymbolList": 1, "showInIndexedSymbolList": 1}),
    ("variable.function, entity.other.inherited-class", {"showInIndexedReferenceList": 1}),
    *(
        (scope, {"shellVariables": [{"name": "TM_COMMENT_START", "value": start}, *end]})
        for scope, start, end in [
            ("source.python, source.shell, source.yaml, source.ruby, source.perl, source.toml", "# ", []),
            ("source.js, source.ts, source.c, source.c++, source.go, source.rust, source.java, source.cs", "// ", []),
            ("source.json", "// ", []),
            ("text.html, text.xml", "<!-- ", [{"name": "TM_COMMENT_END", "value": " -->"}]),
            ("source.css", "/*", [{"name": "TM_COMMENT_END", "value": "*/"}]),
            ("source.sql, source.lua", "-- ", []),
        ]
    ),
]


class _Rule(NamedTuple):
    selector: str
    settings: dict[str, Any]


class Metadata:
    """The rules of the installed packages and those that stand for Sublime's own."""

    def __init__(self, resources: Resources, log: Callable[[str], Any]) -> None:
        self._resources = resources
        self._log = log
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
                    self._log(f"error parsing {path}: {error}")
                    continue
                selector = re.sub(r"\s+", " ", data.get("scope", "")).strip()
                self._rules.append(_Rule(selector, _with_variables(data.get("settings", {}))))
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
