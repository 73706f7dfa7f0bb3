"""Tells the marks at the ends of strings and comments from what is between them, which pygments does not do."""

from __future__ import annotations

import re
from typing import Any, Iterator, NamedTuple

from pygments.token import Comment, String

QUOTES = {"'": "single", '"': "double", "`": "other"}

_OPENING = re.compile(r"\"\"\"|'''|[\"'`]")
_COMMENT = re.compile(
    r"(?P<open>//+|/\*+|<!--|#+|--|;+|%+|\"\"\"|''')?.*?(?P<close>\*+/|-->|\"\"\"|''')?\n?\Z", re.DOTALL
)
# Parts of a string that are tokens of their own.
_INNER = (String.Escape, String.Interpol, String.Affix, String.Regex, String.Heredoc)


class Piece(NamedTuple):
    """A token or a part of one. `end` is "begin" or "end" for a mark; `quote` is a value of QUOTES within strings."""

    start: int
    kind: Any
    value: str
    end: str = ""
    quote: str = ""


def with_ends(found: list[tuple[int, Any, str]]) -> Iterator[Piece]:
    """The tokens with the marks cut off."""
    mark = ""  # that of the string around
    for start, kind, value in found:
        if kind in String.Doc or (kind in Comment and kind not in Comment.Preproc and kind not in Comment.PreprocFile):
            yield from _comment(start, kind, value)
            continue
        if (kind in String and not any(kind in inner for inner in _INNER)) or kind in Comment.PreprocFile:
            if not mark:
                opening = _OPENING.match(value)
                if opening:
                    mark = opening.group()
                    yield Piece(start, kind, mark, "begin", QUOTES[mark[0]])
                    start, value = start + len(mark), value[len(mark) :]
            quote = QUOTES[mark[0]] if mark else ""
            if mark and value.endswith(mark):
                rest = value[: -len(mark)]
                yield Piece(start, kind, rest, "", quote)
                yield Piece(start + len(rest), kind, mark, "end", quote)
                mark = ""
                continue
            yield Piece(start, kind, value, "", quote)
            continue
        if "\n" in value and len(mark) == 1 and mark != "`":
            mark = ""  # such a string ends with its line
        yield Piece(start, kind, value, "", QUOTES[mark[0]] if mark else "")


def _comment(start: int, kind: Any, value: str) -> Iterator[Piece]:
    match = _COMMENT.match(value)
    first, after = (match.end("open"), match.start("close")) if match else (0, 0)
    first = max(0, first)
    after = len(value) if after < first else after
    closed = match.end("close") if match and after < len(value) else after
    yield Piece(start, kind, value[:first], "begin")
    yield Piece(start + first, kind, value[first:after])
    yield Piece(start + after, kind, value[after:closed], "end")
    yield Piece(start + closed, kind, value[closed:])
