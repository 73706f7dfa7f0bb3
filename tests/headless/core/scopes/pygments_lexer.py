"""Tokens by pygments, under Sublime's scope names: for the languages whose syntaxes come with Sublime, not with us."""

from __future__ import annotations

import re
from typing import Any, Callable, Iterable, Iterator, Tuple

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers import find_lexer_class_by_name
from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, Punctuation, String, Token
from pygments.util import ClassNotFound

from .contexts import Scopes
from .engine import Decisions
from .engine import Token as Run
from .pygments_ends import Piece, with_ends

State = Tuple[str, ...]

BLOCK_ROWS = 50
"""Rows that are lexed at once."""

_SCOPES: dict[Any, str] = {
    Token: "",
    Comment: "comment.block",
    Comment.Single: "comment.line",
    Comment.Hashbang: "comment.line.shebang",
    Comment.Preproc: "meta.preprocessor keyword.control.import",
    Comment.PreprocFile: "meta.preprocessor meta.string string.quoted",
    String: "meta.string string.quoted",
    String.Heredoc: "meta.string string.unquoted.heredoc",
    String.Affix: "storage.type.string",
    String.Doc: "comment.block.documentation",
    String.Regex: "meta.string string.regexp",
    String.Escape: "meta.string string.quoted constant.character.escape",
    String.Interpol: "meta.string string.quoted constant.other.placeholder",
    Number: "meta.number constant.numeric.value",
    Number.Integer: "meta.number.integer.decimal constant.numeric.value",
    Number.Float: "meta.number.float.decimal constant.numeric.value",
    Number.Hex: "meta.number.integer.hexadecimal constant.numeric.value",
    Literal: "string.unquoted",
    Keyword: "keyword.control",
    Keyword.Constant: "constant.language",
    Keyword.Declaration: "keyword.declaration",
    Keyword.Namespace: "keyword.control.import",
    Keyword.Type: "storage.type",
    Operator: "keyword.operator",
    Operator.Word: "keyword.operator.word",
    Punctuation: "punctuation",
    Name: "",
    Name.Attribute: "entity.other.attribute-name",
    Name.Builtin: "support.function.builtin",
    Name.Builtin.Pseudo: "variable.language",
    Name.Class: "meta.class entity.name.class",
    Name.Constant: "constant.other",
    Name.Decorator: "variable.annotation",
    Name.Exception: "support.type.exception",
    Name.Function: "meta.function entity.name.function",
    Name.Label: "entity.name.label",
    Name.Namespace: "meta.path variable.other",
    Name.Tag: "entity.name.tag",
    Generic.Heading: "markup.heading",
    Generic.Subheading: "markup.heading",
    Generic.Strong: "markup.bold",
    Generic.Emph: "markup.italic",
    Generic.Deleted: "markup.deleted",
    Generic.Inserted: "markup.inserted",
    Generic.Error: "markup.error",
}
_PUNCTUATION = {
    ".": "punctuation.accessor.dot",
    ",": "punctuation.separator.sequence",
    ";": "punctuation.terminator.statement",
    ":": "punctuation.separator",
}
_SECTIONS = {"(": "parens", ")": "parens", "[": "brackets", "]": "brackets", "{": "block", "}": "block"}
_CALL = re.compile(r"[ \t]*\(")

# Sublime's base scopes under the names by which pygments knows the languages.
_NAMES = {
    "text.html.markdown": "markdown",
    "text.html.basic": "html",
    "source.shell.bash": "bash",
    "source.c++": "cpp",
    "source.objc": "objective-c",
    "source.cs": "csharp",
    "source.dosbatch": "batch",
    "text.xml": "xml",
    "text.git.config": "ini",
    "source.regexp": "text",
}


def lexer_for(scope: str) -> PygmentsLexer | None:
    """A lexer for a syntax by its base scope; None if pygments has none."""
    name = _NAMES.get(scope) or scope.split(".")[-1]
    if scope.startswith("text.plain"):
        return None
    try:
        return PygmentsLexer(find_lexer_class_by_name(name)(stripnl=False, ensurenl=False), scope)
    except ClassNotFound:
        return None


class PygmentsLexer:
    """Like SyntaxLexer, but the state is None where a row begins within a token.

    A lexer of pygments that cannot stop and go on starts every block of rows anew.
    """

    lookback = 10
    """Rows above an edit that it may change."""

    def __init__(self, lexer: Lexer, base: str) -> None:
        self._lexer = lexer
        self._base = base
        self._suffix = base.split(".", 1)[1].replace("html.basic", "html").replace("html.markdown", "markdown")
        self._tables: Any = None
        if isinstance(lexer, RegexLexer) and type(lexer).get_tokens_unprocessed is RegexLexer.get_tokens_unprocessed:
            self._tables = lexer._tokens  # type: ignore[attr-defined]
        self._names: dict[tuple[Any, ...], Scopes] = {}
        self.initial: State = ("root",)

    def scopes_behind(self, state: State | None) -> Scopes:
        """Scopes at the end of the text."""
        return (self._base,)

    def is_open(self, state: State | None) -> bool:
        return False

    def lex(
        self, line_of: Callable[[int], str], row: int, state: State, decisions: Decisions
    ) -> list[tuple[list[Run], State | None]]:
        """Tokens of some rows from `row` on, and the states behind them."""
        lines: list[str] = []
        window = 2 * BLOCK_ROWS if self._tables else BLOCK_ROWS
        while True:
            while len(lines) < window:
                line = line_of(row + len(lines))
                if not line:
                    break
                lines.append(line)
            text = "".join(lines)
            if not self._tables:
                return self._rows(lines, list(_placed(self._lexer.get_tokens_unprocessed(text), 0)), {}, len(lines))
            found, states = self._run(text, state, sum(map(len, lines[:BLOCK_ROWS])))
            if max(states) < len(text) or len(lines) < window:
                done = max(states)
                return self._rows(lines, found, states, text.count("\n", 0, done) if done < len(text) else len(lines))
            window *= 4  # some token goes on behind the window

    def _run(self, text: str, state: State, enough: int) -> tuple[list[tuple[int, Any, str]], dict[int, State]]:
        """Tokens up to the first one that ends with a row at or behind `enough`; states by where rows begin."""
        stack, at = list(state), 0
        found: list[tuple[int, Any, str]] = []
        states: dict[int, State] = {}
        while at < len(text):
            for match_at, action, new_state in self._tables[stack[-1]]:
                match = match_at(text, at)
                if match is None:
                    continue
                if callable(action):
                    items: Any = action(self._lexer, match)
                    found.extend(_placed(filter(None, items), at))
                elif action is not None:
                    found.append((at, action, match.group()))
                at = match.end()
                if new_state is not None:
                    _move(stack, new_state)
                break
            else:
                if text[at] == "\n":
                    stack = ["root"]
                at += 1
            if at and text[at - 1] == "\n":
                states[at] = tuple(stack)
                if at >= enough:
                    return found, states
        states[len(text)] = tuple(stack)
        return found, states

    def _rows(
        self, lines: list[str], found: list[tuple[int, Any, str]], states: dict[int, State], count: int
    ) -> list[tuple[list[Run], State | None]]:
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        rows: list[list[Run]] = [[] for _ in lines]
        text, row = "".join(lines), 0
        parameters = _parameters(found)
        for piece in with_ends(found):
            start, value = piece.start, piece.value
            scopes = self._scopes(piece, text, start in parameters)
            for part in value.splitlines(True):
                while row + 1 < len(lines) and start >= starts[row + 1]:
                    row += 1
                self._add(rows[row], start - starts[row], part, scopes)
                start += len(part)
        out: list[tuple[list[Run], State | None]] = []
        base = (self._base,)
        for index in range(min(count, len(lines))):
            runs, length = _filled(rows[index], len(lines[index]), base), starts[index + 1]
            known = states.get(length) if self._tables is not None else ("root",)
            out.append((runs, known))
        return out or [([], self.initial)]

    def _add(self, runs: list[Run], start: int, part: str, scopes: Scopes) -> None:
        body = part.rstrip("\n") if "string" not in "".join(scopes) and "block" not in "".join(scopes) else part
        if body:
            runs.append(Run(start, start + len(body), scopes))

    def _scopes(self, piece: Piece, text: str, parameter: bool) -> Scopes:
        kind, special = piece.kind, ""
        if parameter:
            special = "parameter"
        elif kind in Punctuation or kind is Operator:
            special = piece.value
        elif kind is Name and _CALL.match(text, piece.start + len(piece.value)):
            special = "call"
        key = (kind, special, piece.end, piece.quote)
        if key not in self._names:
            words = self._words(kind, special, piece)
            self._names[key] = (self._base, *(f"{word}.{self._suffix}" for word in words))
        return self._names[key]

    def _words(self, kind: Any, special: str, piece: Piece) -> list[str]:
        if special in ("call", "parameter"):
            return ["variable.function" if special == "call" else "variable.parameter"]
        if special in _PUNCTUATION:
            return [_PUNCTUATION[special]]
        if special in _SECTIONS:
            side = "begin" if special in "([{" else "end"
            return [f"punctuation.section.{_SECTIONS[special]}.{side}"]
        words = [
            word.replace("string.quoted", f"string.quoted.{piece.quote}") if piece.quote else word
            for word in _SCOPES[_known(kind)].split()
        ]
        if piece.end:
            thing = "string" if piece.quote else "comment"
            side = "" if thing == "comment" and piece.end == "begin" else f".{piece.end}"
            words.append(f"punctuation.definition.{thing}{side}")
        return words


def _placed(items: Iterable[tuple[int, Any, str]], at: int) -> Iterator[tuple[int, Any, str]]:
    """Tokens from `at` on where they are: of a language inside another some versions count from where that begins."""
    for start, kind, value in items:
        at = max(at, start)
        yield at, kind, value
        at += len(value)


def _known(kind: Any) -> Any:
    """The nearest of a token type and its parents that has scopes."""
    while kind not in _SCOPES and kind.parent is not None:
        kind = kind.parent
    return kind


def _parameters(found: list[tuple[int, Any, str]]) -> set[int]:
    """Where the names of parameters begin: those that come first between commas behind a function's name."""
    places: set[int] = set()
    depth, expecting, previous = 0, False, Token
    for start, kind, value in found:
        if not value.strip():
            continue
        if depth:
            depth += sum(value.count(char) for char in "([{") - sum(value.count(char) for char in ")]}")
            if expecting and kind in Name:
                places.add(start)
                expecting = False
            elif kind in Punctuation:
                expecting = depth == 1 and value.endswith((",", "("))
        elif previous in Name.Function and value.startswith("("):
            depth, expecting = value.count("(") - value.count(")"), True
        previous = kind
    return places


def _move(stack: list[str], new_state: Any) -> None:
    """Do to a stack of states what a rule of pygments says."""
    for step in new_state if isinstance(new_state, tuple) else (new_state,):
        if step == "#push":
            stack.append(stack[-1])
        elif step == "#pop" or isinstance(step, int):
            count = 1 if step == "#pop" else -step
            del stack[max(1, len(stack) - count) :]
        else:
            stack.append(step)


def _filled(runs: list[Run], length: int, base: Scopes) -> list[Run]:
    """`runs` with what lies between them, joined where the scopes are the same."""
    out: list[Run] = []
    at = 0

    def add(start: int, end: int, scopes: Scopes) -> None:
        if out and out[-1].scopes == scopes:
            out[-1] = Run(out[-1].start, end, scopes)
        else:
            out.append(Run(start, end, scopes))

    for run in runs:
        if run.start > at:
            add(at, run.start, base)
        if run.end > at:
            add(max(at, run.start), run.end, run.scopes)
            at = run.end
    if at < length:
        add(at, length, base)
    return out
