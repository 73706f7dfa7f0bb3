"""Oniguruma's regular expressions, in which syntaxes are written, for the `regex` module."""

from __future__ import annotations

import re
from typing import Any

import regex

# regex.V1 knows nested sets and flags that hold for a group only, as Oniguruma does.
_FLAGS = regex.V1 | regex.MULTILINE

_PARTS = re.compile(
    r"""(?P<code>\\x\{(?P<hex>[0-9A-Fa-f]+)\})
    | (?P<call>\\g(?:<(?P<name>[^>]+)>|'(?P<quoted>[^']+)'))
    | (?P<escape>\\[pP]\{[^}]*\}|\\.)
    | (?P<flags>\(\?(?P<on>[imx]*)(?:-(?P<off>[imx]+))?(?=[:)]))
    | (?P<quantifier>\{(?:\d+(?:,\d*)?|,\d+)\})
    | (?P<brace>\{)
    | (?P<posix>\[:\^?\w+:\])
    | (?P<open>\[\^?\]?)
    | (?P<close>\])
    | (?P<double>--|~~|\|\|)
    """,
    re.VERBOSE | re.DOTALL,
)

_ESCAPES = {
    "\\h": "[0-9A-Fa-f]",
    "\\H": "[^0-9A-Fa-f]",
    "\\z": r"\Z",
    "\\Z": r"(?=\n?\Z)",
    "\\e": r"\x1b",
    "\\/": "/",
}


class PatternError(ValueError):
    """The text is no regular expression."""


def translate(pattern: str) -> str:
    """`pattern` in the language of the `regex` module."""
    out: list[str] = []
    at, depth = 0, 0
    for match in _PARTS.finditer(pattern):
        out.append(pattern[at : match.start()])
        at = match.end()
        text, kind = match.group(), match.lastgroup
        # lastgroup names the last group that closed, which for the outer alternatives is the outer one.
        if kind == "code":
            text = re.escape(chr(int(match.group("hex"), 16)))
        elif kind == "call":
            text = f"(?&{match.group('name') or match.group('quoted')})"
            text = re.sub(r"\(\?&(\d+)\)", r"(?\1)", text)
        elif kind == "escape":
            text = _ESCAPES.get(text, text)
            if depth and text.startswith("[0-9"):
                text = text[1:-1]
        elif kind == "flags":
            on, off = (part.replace("m", "s") for part in (match.group("on"), match.group("off") or ""))
            text = f"(?{on}" + (f"-{off}" if off else "") if on or off else text
        elif kind == "brace":
            text = r"\{"
        elif kind == "quantifier" and depth:
            text = text.replace("{", r"\{")
        elif kind == "open":
            if depth and text.endswith("]"):  # an inner set: "[]" there is not special
                text, at = text[:-1], at - 1
            depth += 1
            if text.endswith("]"):
                text = text[:-1] + r"\]"
        elif kind == "close" and depth:
            depth -= 1
        elif kind == "double" and depth:
            text = "".join("\\" + char for char in text)
        out.append(text)
    return "".join(out) + pattern[at:]


def compile_pattern(pattern: str) -> Any:
    """A compiled pattern whose `search` takes (text, pos, endpos). Raises PatternError."""
    try:
        return regex.compile(translate(pattern), _FLAGS)
    except (regex.error, OverflowError, KeyError, IndexError) as error:
        raise PatternError(str(error)) from None


_UNSUPPORTED = [
    (re.compile(r"\(\?<[=!]"), "lookbehind"),
    (re.compile(r"\(\?>"), "atomic group"),
    (re.compile(r"(?<!\\)[*+?]\+"), "possessive quantifier"),
    (re.compile(r"(?<!\\)(?:\\\\)*\\[1-9k]"), "backreference"),
]


def slow_features(pattern: str) -> list[tuple[int, str]]:
    """(offset, name) of what only Oniguruma can do, not Sublime's own faster engine."""
    return [(match.start(), name) for find, name in _UNSUPPORTED for match in find.finditer(pattern)]
