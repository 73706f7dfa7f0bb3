"""Indentation: its unit, and what it should be after the line before, by simple rules for families of languages."""

from __future__ import annotations

import re
from typing import NamedTuple, Pattern

from .view import View


class Rules(NamedTuple):
    """Lines that `opens` matches indent the next one; lines that `closes` matches stand one level further left."""

    opens: Pattern[str]
    closes: Pattern[str]


_BRACES = Rules(re.compile(r"^.*[{(\[]\s*(?://.*|/\*.*\*/\s*)?$"), re.compile(r"^\s*[})\]]"))
_COLONS = Rules(
    re.compile(
        r"^\s*(?:async\s+)?(?:class|def|if|elif|else|for|while|try|except|finally|with|match|case)\b.*:\s*(?:#.*)?$"
        r"|^.*[{(\[]\s*(?:#.*)?$"
    ),
    re.compile(r"^\s*(?:(?:elif|else|except|finally)\b.*:|[})\]])"),
)
_WORDS = Rules(
    re.compile(r"^.*(?:\b(?:then|do)|[{(])\s*(?:#.*)?$|^\s*else\s*$"), re.compile(r"^\s*(?:fi|done|else|elif|[})])")
)
_WITH_BRACES = "js ts tsx jsx json css c c++ objc cs go rust java swift kotlin scala php"
_BY_SCOPE = {
    **{f"source.{name}": _BRACES for name in _WITH_BRACES.split()},
    "embedding.php": _BRACES,
    "source.python": _COLONS,
    "source.shell": _WORDS,
}


def rules_of(view: View) -> Rules | None:
    """The rules of the view's language, None where indentation means nothing."""
    scope = view.base_scope
    best = max((s for s in _BY_SCOPE if scope == s or scope.startswith(s + ".")), key=len, default="")
    return _BY_SCOPE.get(best)


def tab_size(view: View) -> int:
    size = view.settings.get("tab_size", 4)
    return size if isinstance(size, int) and size > 0 else 4


def unit(view: View) -> str:
    """One level of indentation."""
    return " " * tab_size(view) if view.settings.get("translate_tabs_to_spaces") else "\t"


def leading(line: str) -> str:
    """The white space a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def width(view: View, white_space: str) -> int:
    """Columns that white space at a line's start takes."""
    return len(white_space.expandtabs(tab_size(view)))


def of_width(view: View, columns: int) -> str:
    """White space of some columns, as the view's settings want it."""
    if view.settings.get("translate_tabs_to_spaces"):
        return " " * columns
    return "\t" * (columns // tab_size(view)) + " " * (columns % tab_size(view))


def after(view: View, line: str) -> str:
    """The indentation of what follows when a line is broken behind `line`."""
    rules = rules_of(view)
    deeper = bool(rules and view.settings.get("smart_indent") and rules.opens.match(line))
    return leading(line) + (unit(view) if deeper else "")


def wanted(view: View, row: int) -> str:
    """The indentation that a row should have by the non-blank line above it."""
    text = view.buffer.text
    above = row - 1
    while above >= 0 and not text.line(above).strip():
        above -= 1
    base = after(view, text.line(above)) if above >= 0 else ""
    rules = rules_of(view)
    if rules and rules.closes.match(text.line(row)):
        return of_width(view, max(0, width(view, base) - tab_size(view)))
    return base


def shifted(view: View, white_space: str, levels: int) -> str:
    """White space with one level more (1) or less (-1), up to the next tab stop."""
    columns, size = width(view, white_space), tab_size(view)
    columns = (columns // size + 1) * size if levels > 0 else max(0, (columns - 1) // size * size)
    return of_width(view, columns)
