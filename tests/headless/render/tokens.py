"""Syntax colouring: pygments tokens as Sublime scopes, by exact code point columns."""

from __future__ import annotations

import re
from typing import NamedTuple

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    _TokenType,
)
from pygments.util import ClassNotFound

from .document import Document

LEAD_ROWS = 300
"""Rows lexed above the first one shown, so that a string or comment begun there is mostly known."""

WHOLE_TEXT_ROWS = 3000
"""Up to here the text is lexed from its start, so that nothing is guessed."""

_SCOPES = {
    Token: "",
    Comment: "comment",
    Comment.Preproc: "keyword.control.import",
    String: "string",
    String.Doc: "comment.block.documentation",
    String.Regex: "string.regexp",
    String.Escape: "constant.character.escape",
    String.Interpol: "constant.other.placeholder",
    Number: "constant.numeric",
    Literal: "string.unquoted",
    Keyword: "keyword.control",
    Keyword.Constant: "constant.language",
    Keyword.Declaration: "storage.type",
    Keyword.Type: "storage.type",
    Operator: "keyword.operator",
    Operator.Word: "keyword.operator.word",
    Punctuation: "punctuation",
    Name: "",
    Name.Attribute: "entity.other.attribute-name",
    Name.Builtin: "support.function",
    Name.Builtin.Pseudo: "variable.language",
    Name.Class: "entity.name.class",
    Name.Constant: "constant.other",
    Name.Decorator: "variable.annotation",
    Name.Exception: "support.class.exception",
    Name.Function: "entity.name.function",
    Name.Function.Magic: "entity.name.function",
    Name.Tag: "entity.name.tag",
    Generic.Heading: "markup.heading",
    Generic.Subheading: "markup.heading",
    Generic.Strong: "markup.bold",
    Generic.Emph: "markup.italic",
    Generic.Deleted: "markup.deleted",
    Generic.Inserted: "markup.inserted",
    Generic.Error: "markup.error",
}


class Run(NamedTuple):
    """Columns of one row with one scope ("" for plain text)."""

    first: int
    after: int
    scope: str


class _Token(NamedTuple):
    start: int
    kind: _TokenType
    text: str


def find_lexer(syntax: str | None, *names: str | None) -> Lexer | None:
    """A lexer for a syntax (name, scope or resource path), else for the first file name that has one; else None."""
    stem = re.split(r"[/.:]", re.sub(r"\.(sublime-syntax|tmLanguage)$", "", syntax or ""))[-1].strip().lower()
    if stem in ("plain text", "plain"):
        return None
    if stem:
        try:
            return get_lexer_by_name(stem)
        except ClassNotFound:
            pass
    for name in names:
        # A review's title is the file's name and a word on which side it is.
        base = re.split(r"[/\\]", (name or "").split(" · ")[0].strip())[-1]
        try:
            return get_lexer_for_filename(base)
        except ClassNotFound:
            continue
    return None


def tokenize(document: Document, lexer: Lexer | None, first_row: int, last_row: int) -> dict[int, list[Run]]:
    """Coloured runs of the rows `first_row` to `last_row`, in order; what no run covers is plain."""
    if lexer is None:
        return {}
    start = 0 if first_row < WHOLE_TEXT_ROWS else first_row - LEAD_ROWS
    text = "\n".join(document.lines[start : last_row + 1])
    found: list[_Token] = []
    at = 0
    # The positions that lexers give for languages inside others are wrong in some versions; texts follow one another.
    for _, kind, part in lexer.get_tokens_unprocessed(text):
        if part:
            found.append(_Token(at, kind, part))
        at += len(part)
    window = Document(text)
    rows: dict[int, list[Run]] = {}
    for token, scope in zip(found, _scopes(found)):
        if not scope:
            continue
        row, col = window.position(token.start)
        for offset, part in enumerate(token.text.split("\n")):
            if part and start + row + offset >= first_row:
                first = col if offset == 0 else 0
                rows.setdefault(start + row + offset, []).append(Run(first, first + len(part), scope))
    return rows


def _scopes(found: list[_Token]) -> list[str]:
    """Scopes of tokens, with calls and parameters told from other names, which pygments does not do."""
    scopes = [_scope(token.kind) for token in found]
    depth, expecting, previous = 0, False, Token
    for index, (_, kind, text) in enumerate(found):
        if not text.strip():
            continue
        following = next((other.text for other in found[index + 1 : index + 3] if other.text.strip()), "")
        if depth:
            depth += text.count("(") + text.count("[") - text.count(")") - text.count("]")
            if expecting and kind in Name:
                scopes[index], expecting = "variable.parameter", False
            elif kind in Punctuation:
                expecting = depth == 1 and text.endswith((",", "("))
        elif previous in Name.Function and text.startswith("("):
            depth, expecting = text.count("(") - text.count(")"), True
        elif kind in Operator and text == ".":
            scopes[index] = "punctuation.accessor"
        elif kind is Name and following.startswith("("):
            scopes[index] = "variable.function"
        previous = kind
    return scopes


def _scope(kind: _TokenType) -> str:
    while kind not in _SCOPES and kind.parent is not None:
        kind = kind.parent
    return _SCOPES[kind]
