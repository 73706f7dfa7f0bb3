"""Syntax tests: files that say in comments which scopes the line above has."""

from __future__ import annotations

import re
from typing import Callable, NamedTuple

from .. import selectors
from ..text import Text
from .highlighter import Highlighter, Lexer

_HEADER = re.compile(
    r"(?P<token>\S*)\s+SYNTAX TEST\s+(?P<options>(?:[\w-]+\s+)*)\"(?P<syntax>[^\"]+)\"\s*(?P<end>\S*)\s*$"
)


class Outcome(NamedTuple):
    """How many assertions there were, and a message for each that failed."""

    assertions: int
    messages: list[str]


class _Assertion(NamedTuple):
    row: int  # of the assertion itself
    col: int
    length: int
    selector: str


def run(path: str, text: str, lexer_of: Callable[[str], Lexer | None]) -> Outcome:
    """The outcome of the test file `path`; `lexer_of` gives the lexer of a syntax named in a file's first line."""
    lines = text.split("\n")
    header = _HEADER.match(lines[0])
    if header is None:
        return Outcome(0, [_message(path, 0, 0, "Invalid SYNTAX TEST header", [(0, lines[0])], "")])
    if header.group("options").strip():
        raise NotImplementedError(f"syntax tests with {header.group('options').strip()}")
    lexer = lexer_of(header.group("syntax"))
    if lexer is None:
        problem = f'syntax "{header.group("syntax")}" not found'
        return Outcome(0, [_message(path, 0, 0, problem, [(0, lines[0])], "")])
    highlighter = Highlighter(Text(text), lexer)
    count, messages, target = 0, [], 0
    for row, line in enumerate(lines[1:], 1):
        assertion = _assertion(line, row, header.group("token"), header.group("end"))
        if assertion is None:
            target = row
            continue
        count += assertion.length
        messages += _check(path, lines, highlighter, target, assertion)
    return Outcome(count, messages)


def _assertion(line: str, row: int, token: str, end: str) -> _Assertion | None:
    match = re.match(rf"(\s*){re.escape(token)}\s*(?:(<-+)|(\^+)|(@+))(.*)", line)
    if match is None:
        return None
    if match.group(4):
        raise NotImplementedError("syntax tests with assertions about symbols")
    selector = match.group(5).strip()
    if end:
        selector = selector.split(end)[0].strip()
    if match.group(2):
        # As many columns as there are hyphens, at the column where the comment begins.
        return _Assertion(row, len(match.group(1)), len(match.group(2)) - 1, selector)
    return _Assertion(row, match.start(3), len(match.group(3)), selector)


def _check(path: str, lines: list[str], highlighter: Highlighter, target: int, assertion: _Assertion) -> list[str]:
    row, first, length, selector = assertion
    shown = [(target, lines[target]), (row, lines[row])]
    beyond = first + length - (len(lines[target]) + 1)  # a newline can be asserted
    if beyond > 0:
        marks = " " * (first + length - beyond) + "^" * beyond + " these characters don't exist"
        return [_message(path, target, first, "test covers non-existing text", shown, marks)]
    scopes: list[tuple[int, int, str]] = []
    wrong = ""
    for token in highlighter.tokens(target):
        start, end = max(first, token.start), min(first + length, token.end)
        if start >= end:
            continue
        name = " ".join(token.scopes)
        scopes.append((start, end, name))
        wrong += (" " if selectors.score(name, selector) else "-") * (end - start)
    if "-" not in wrong:
        return []
    margin = " " * len(str(row + 1))
    actual = [f"{margin} | {' ' * start}{'^' * (end - start)} {name}" for start, end, name in scopes]
    marks = f"{' ' * first}{wrong} these locations did not match\nactual:\n" + "\n".join(actual)
    return [_message(path, target, first + wrong.index("-"), "scope does not match", shown, marks)]


def _message(path: str, row: int, col: int, problem: str, shown: list[tuple[int, str]], marks: str) -> str:
    width = max(len(str(at + 1)) for at, _ in shown)
    out = [f"{path}:{row + 1}:{col + 1}", f"error: {problem}"]
    out += [f"{at + 1:>{width}} | {line}" for at, line in shown]
    return "\n".join([*out, f"{' ' * width} | {marks}", ""])
