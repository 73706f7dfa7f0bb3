"""Snippets: `$1`, `${1:default}`, `$NAME`, `${NAME:default}`, `${NAME/regex/format/flags}`, `\\$`; and their fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable

from .spans import Span, shift

_NAME = re.compile(r"[A-Za-z_]\w*|\d+")


@dataclass
class Expanded:
    """Plain text, and where in it each numbered field stands."""

    text: str
    fields: dict[int, list[Span]] = field(default_factory=dict)


def expand(contents: str, value: Callable[[str], str | None]) -> Expanded:
    """Parse and fill a snippet; `value` gives a variable's text, None for an unknown one."""
    return _Parser(contents, value).run()


class _Parser:
    def __init__(self, source: str, value: Callable[[str], str | None]) -> None:
        self._source = source
        self._value = value
        self._at = 0
        self._out = ""
        self._fields: dict[int, list[Span]] = {}
        self._texts: dict[int, str] = {}

    def run(self) -> Expanded:
        self._until("")
        return Expanded(self._out, self._fields)

    def _until(self, stop: str) -> None:
        """Read up to an unescaped `stop`, which is consumed."""
        source = self._source
        while self._at < len(source):
            char = source[self._at]
            if stop and char == stop:
                self._at += 1
                return
            if char == "\\" and source[self._at + 1 : self._at + 2] in ("$", "}", "\\", "`"):
                self._out += source[self._at + 1]
                self._at += 2
            elif char == "$" and self._variable():
                continue
            else:
                self._out += char
                self._at += 1

    def _variable(self) -> bool:
        braces = self._source[self._at + 1 : self._at + 2] == "{"
        match = _NAME.match(self._source, self._at + (2 if braces else 1))
        if not match:
            return False
        self._at = match.end()
        name, start = match.group(0), len(self._out)
        following = self._source[self._at : self._at + 1] if braces else "}"
        if not braces:
            self._put(name, None)
        elif following == "}":
            self._at += 1
            self._put(name, None)
        elif following == ":":
            self._at += 1
            self._until("}")
            default, self._out = self._out[start:], self._out[:start]
            self._put(name, default)
        elif following == "/":
            self._put(name, None, self._substitution())
        else:
            raise ValueError(f"a snippet's ${{{name} is not closed")
        return True

    def _put(self, name: str, default: str | None, change: Callable[[str], str] | None = None) -> None:
        start = len(self._out)
        if name.isdigit():
            number = int(name)
            if default is not None:
                self._texts.setdefault(number, default)
            if change:
                raise NotImplementedError("a snippet's field with a regular expression")
            self._out += default if default is not None else self._texts.get(number, "")
            self._fields.setdefault(number, []).append((start, len(self._out)))
            return
        found = self._value(name)
        text = default or "" if found is None or (not found and default is not None) else found
        self._out += change(text) if change else text

    def _substitution(self) -> Callable[[str], str]:
        parts, part = [], ""
        self._at += 1
        while self._at < len(self._source) and len(parts) < 2:
            char = self._source[self._at]
            if char == "\\" and self._source[self._at + 1 : self._at + 2] == "/":
                part, self._at = part + "/", self._at + 2
            elif char == "/":
                parts.append(part)
                part, self._at = "", self._at + 1
            else:
                part, self._at = part + char, self._at + 1
        end = self._source.index("}", self._at)
        flags, self._at = self._source[self._at : end], end + 1
        pattern = re.compile(parts[0], re.I if "i" in flags else 0)
        template = re.sub(r"\$(\d)", r"\\g<\1>", parts[1])
        return lambda text: pattern.sub(template, text, 0 if "g" in flags else 1)


class Fields:
    """A snippet's fields in the order of the tab key, `$0` last; each may stand at several places.

    `outer` are those of the snippet in whose field this one was inserted.
    """

    def __init__(self, fields: dict[int, list[Span]], outer: Fields | None) -> None:
        self.outer = outer
        order = sorted(number for number in fields if number) + [0]
        self.stops = [list(fields[number]) for number in order if number in fields]
        self.at = 0

    @property
    def current(self) -> list[Span]:
        return self.stops[self.at]

    @property
    def has_next(self) -> bool:
        return self.at + 1 < len(self.stops)

    @property
    def has_prev(self) -> bool:
        return self.at > 0

    def shift(self, point: int, removed: int, added: int) -> None:
        """Follow an edit: what is typed at an edge of the current field belongs to it."""
        for number, stop in enumerate(self.stops):
            move = _grow if number == self.at else shift
            self.stops[number] = [move(span, point, removed, added) for span in stop]
        if self.outer:
            self.outer.shift(point, removed, added)


def _grow(span: Span, at: int, removed: int, added: int) -> Span:
    low, high = shift(span, at, removed, 0)
    if added and at <= high:
        high += added
        low += added if at < low else 0
    return (low, high)
