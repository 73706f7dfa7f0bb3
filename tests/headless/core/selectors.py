"""Scope selectors: `a b`, `a, b`, `a | b`, `a & b`, `a - b`, parentheses."""

from __future__ import annotations

import re
from functools import lru_cache

# A hyphen that a word begins with is the operator; one within a word is part of its name.
_TOKENS = re.compile(r"[(),|&]|(?<![^\s(),|&-])-|[^\s(),|&]+")


@lru_cache(maxsize=8192)
def score(scope: str, selector: str) -> int:
    """How well `selector` matches a scope stack such as "source.python string.quoted": 0 for no match. Any thread."""
    return _Parser(scope.split(), _TOKENS.findall(selector)).alternatives()


class _Parser:
    def __init__(self, scopes: list[str], tokens: list[str]) -> None:
        self._scopes = scopes
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def alternatives(self) -> int:
        if not self._tokens:
            return 1
        best = self._all_of()
        while self._peek() in (",", "|"):
            self._take()
            best = max(best, self._all_of())
        return best

    def _all_of(self) -> int:
        value = self._term()
        while self._peek() in ("&", "-"):
            operator = self._take()
            other = self._term()
            keep = bool(other) if operator == "&" else not other
            value = max(value, other) if keep and operator == "&" and value else (value if keep else 0)
        return value

    def _term(self) -> int:
        if self._peek() == "-":
            self._take()
            return 0 if self._term() else 1
        if self._peek() == "(":
            self._take()
            value = self.alternatives()
            if self._peek() == ")":
                self._take()
            return value
        path: list[str] = []
        while self._peek() and self._peek() not in ("(", ")", ",", "|", "&", "-"):
            path.append(self._take())
        return self._path(path)

    def _path(self, path: list[str]) -> int:
        """Match the words of a path against the stack from its innermost scope outwards."""
        if not path:
            return 0
        total, position = 0, len(self._scopes)
        for word in reversed(path):
            while position > 0:
                position -= 1
                scope = self._scopes[position]
                if scope == word or scope.startswith(word + "."):
                    total += (word.count(".") + 1) * 8**position
                    break
            else:
                return 0
        return total
