"""The scopes of one view's text, lexed as far as somebody asks and kept until an edit."""

from __future__ import annotations

from bisect import insort
from typing import Any, Callable, Iterator, NamedTuple, Protocol

from ..text import Text
from .contexts import Scopes
from .engine import BRANCH_ROWS, Decisions, Rewind, Token

EXACT_ROWS = 5000
"""As many rows are lexed for one question at most; a row further away is lexed from a guess."""

LEAD_ROWS = 300
"""Rows before the asked one with which a guess begins."""


class Lexer(Protocol):
    """What tells tokens: see SyntaxLexer and PygmentsLexer. States are comparable."""

    initial: Any
    lookback: int

    def lex(
        self, line_of: Callable[[int], str], row: int, state: Any, decisions: Decisions
    ) -> list[tuple[list[Token], Any]]: ...

    def scopes_behind(self, state: Any) -> Scopes: ...

    def is_open(self, state: Any) -> bool: ...


class PlainLexer:
    """One scope for everything."""

    lookback = 0

    def __init__(self, scope: str) -> None:
        self.initial = (scope,)

    def lex(
        self, line_of: Callable[[int], str], row: int, state: Any, decisions: Decisions
    ) -> list[tuple[list[Token], Any]]:
        length = len(line_of(row))
        return [([Token(0, length, self.initial)] if length else [], state)]

    def scopes_behind(self, state: Any) -> Scopes:
        return self.initial

    def is_open(self, state: Any) -> bool:
        return False


class _Entry(NamedTuple):
    before: Any
    tokens: list[Token]
    after: Any


class Span(NamedTuple):
    """Points with one stack of scopes."""

    start: int
    end: int
    scopes: Scopes


class Highlighter:
    """Tokens of `text` by `lexer`. Not thread-safe.

    Rows that were not lexed are None. After an edit, lexing goes on from there until the state is what the next row
    began with before: everything below is still right. Such places are in `_dirty`.
    """

    def __init__(self, text: Text, lexer: Lexer) -> None:
        self.lexer = lexer
        self._text = text
        self._entries: list[_Entry | None] = [None] * text.line_count
        self._dirty: list[int] = []
        self._decisions: Decisions = {}

    def edited(self, at: int, added: int) -> None:
        """The text changed at a point, where there now are `added` code points more."""
        first, last = self._text.row_col(at)[0], self._text.row_col(at + added)[0]
        grown = self._text.line_count - len(self._entries)
        old_last = last - grown
        looked: list[int] = []
        kept: Decisions = {}
        for (row, *rest), decision in self._decisions.items():
            if decision.failed_row < first:
                kept[(row, *rest)] = decision  # type: ignore[index]
            elif row > old_last:
                moved_decision = decision._replace(failed_row=decision.failed_row + grown)
                kept[(row + grown, *rest)] = moved_decision  # type: ignore[index]
            elif row < first:
                looked.append(row)
        self._decisions = kept
        start = max(0, min([first - self.lexer.lookback, *looked]))
        self._entries[start : old_last + 1] = [None] * (last + 1 - start)
        moved = {row + grown if row > old_last else min(row, start) for row in self._dirty if row >= start}
        self._dirty = sorted({start, *moved, *(row for row in self._dirty if row < start)})

    # -- answers --------------------------------------------------------------------------------------------------

    def tokens(self, row: int) -> list[Token]:
        """Tokens of a row, its newline included, without gaps."""
        entry = self._entry(row)
        return entry.tokens if entry else []

    def spans(self, start: int, end: int) -> Iterator[Span]:
        """Tokens that [start, end) touches, whole."""
        text = self._text
        row = text.row_col(start)[0]
        line_start = text.line_start(row)
        while row < text.line_count and line_start < end:
            for token in self.tokens(row):
                if line_start + token.start >= end:
                    return
                if line_start + token.end > start:
                    yield Span(line_start + token.start, line_start + token.end, token.scopes)
            line_start += len(text.raw_line(row))
            row += 1

    def span_at(self, point: int) -> Span:
        """The token that a point's character belongs to; at the end of the text an empty one."""
        text = self._text
        point = text.clamp(point)
        row, col = text.row_col(point)
        tokens = self.tokens(row)
        index = _find(tokens, col)
        if index >= 0:
            start = point - col
            return Span(start + tokens[index].start, start + tokens[index].end, tokens[index].scopes)
        entry = self._entry(row)
        return Span(point, point, self.lexer.scopes_behind(entry.after if entry else None))

    def scopes(self, point: int) -> Scopes:
        return self.span_at(point).scopes

    def state_at(self, row: int) -> Any:
        """The lexer's state at the start of a row; None if it begins within a token."""
        entry = self._entry(row)
        return entry.before if entry else None

    # -- lexing ---------------------------------------------------------------------------------------------------

    def _entry(self, row: int) -> _Entry | None:
        """The row's entry, when nothing behind can change it any more."""
        entry = self._tentative(row)
        for following in range(row + 1, min(row + 1 + BRANCH_ROWS, len(self._entries))):
            if entry is None or not self.lexer.is_open(entry.after):
                break
            entry = self._tentative(following)
        return self._entries[row]

    def _tentative(self, row: int) -> _Entry | None:
        budget = EXACT_ROWS
        while self._dirty and self._dirty[0] <= row and budget > 0:
            start = self._dirty.pop(0)
            stop = self._lex(start, min(row, start + budget))
            budget -= max(1, stop - start)
        if self._entries[row] is None:
            start = row
            while start > 0 and start > row - EXACT_ROWS and self._entries[start - 1] is None:
                start -= 1
            if start > 0 and self._entries[start - 1] is None:
                start = row - LEAD_ROWS
            self._lex(start, row)
        return self._entries[row]

    def _lex(self, row: int, until: int) -> int:
        """Lex from `row` to `until` at least, or until nothing below changes; the row behind the last one lexed."""
        entries, total = self._entries, self._text.line_count
        goal, at = row, row
        state = self.lexer.initial
        while at > 0:
            before = entries[at - 1]
            if before is None:  # a guess
                break
            if before.after is not None:
                state = before.after
                break
            at -= 1
        rewound = -1
        while at < total:
            if self._decisions and at != rewound:  # decided when this row began with another state, maybe
                for key in [key for key in self._decisions if key[0] == at]:
                    del self._decisions[key]
            try:
                chunk = self.lexer.lex(self._text.raw_line, at, state, self._decisions)
            except Rewind as rewind:
                known = entries[rewind.row]
                at = rewound = rewind.row
                state = known.before if known else self.lexer.initial
                continue
            for tokens, after in chunk:
                entries[at] = _Entry(state, tokens, after)
                state, at = after, at + 1
                following = entries[at] if at < total else None
                if at > goal and following is not None and after is not None and following.before == after:
                    return at
            if at > until and state is not None:
                break
        if at < total and entries[at] is not None and at not in self._dirty:
            insort(self._dirty, at)
        return at


def _find(tokens: list[Token], col: int) -> int:
    """Index of the token that covers a column; -1 if there is none."""
    for index, token in enumerate(tokens):
        if token.start <= col < token.end:
            return index
    return -1
