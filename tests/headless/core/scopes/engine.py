"""Runs a syntax definition over text, line by line: an immutable state in, tokens and the next state out."""

from __future__ import annotations

from typing import Any, Callable, Dict, NamedTuple, Tuple

from .contexts import Captures, Context, Definition, Groups, Pattern, Scopes
from .definition import SyntaxFileError

BRANCH_ROWS = 128
"""How far back a branch can be taken anew."""

SLOW_PATTERN_S = 2.0
"""A pattern that one line keeps busy for longer is an error: Sublime's own engine never tries things over and over."""

_ZERO_WIDTH_LIMIT = 100


class Token(NamedTuple):
    """Columns of one row with one stack of scopes."""

    start: int
    end: int
    scopes: Scopes


class Frame(NamedTuple):
    """One context on the stack."""

    context: Context
    meta: Scopes  # of the text that pops it
    inner: Scopes  # of the text in it
    prototypes: tuple[Context, ...]  # every with_prototype that holds here
    groups: Groups  # what the match that pushed it captured
    embed: Pattern | None  # whose escape ends it


class Branch(NamedTuple):
    """A branch that can still fail."""

    name: str
    ago: int  # rows since it began: states do not change when lines move
    col: int
    depth: int
    index: int
    count: int


class State(NamedTuple):
    """What a line begins with."""

    frames: tuple[Frame, ...]
    branches: tuple[Branch, ...] = ()


class Decision(NamedTuple):
    """Which alternative of a branch holds, and how far one had to look to know."""

    index: int
    failed_row: int


Decisions = Dict[Tuple[int, int, str, int], Decision]


class Rewind(Exception):
    """A branch failed that began in an earlier row: lexing goes on there, with the decisions as they are now."""

    def __init__(self, row: int) -> None:
        super().__init__(row)
        self.row = row


class _Restart(Exception):
    """A branch failed that began in this row."""


class SyntaxLexer:
    """Tokens by a `.sublime-syntax` definition."""

    lookback = 0
    """Rows above an edit that it may change."""

    def __init__(self, definition: Definition) -> None:
        main = definition.find("main", False)
        # The bottom, which nothing pops, carries the syntax's scope: `main` itself can be replaced.
        bottom = Frame(Context(definition, "", []), (), tuple(definition.scope.split()), (), (), None)
        content = bottom.inner + main.meta_scope + main.meta_content_scope
        self.initial = State(
            (bottom, bottom._replace(context=main, meta=bottom.inner + main.meta_scope, inner=content))
        )
        self._pattern_lists: dict[tuple[Any, ...], list[Pattern]] = {}

    def lex(
        self, line_of: Callable[[int], str], row: int, state: State, decisions: Decisions
    ) -> list[tuple[list[Token], State]]:
        """Tokens of a row and the state behind it; `line_of` gives a row's text with its newline.

        Raises Rewind, and SyntaxFileError for a pattern that is none.
        """
        while True:
            try:
                return [_Line(self, line_of(row), row, state, decisions).run()]
            except _Restart:
                continue

    def scopes_behind(self, state: State | None) -> Scopes:
        """Scopes at the end of the text."""
        return (state or self.initial).frames[-1].inner

    def frames_at(
        self, line_of: Callable[[int], str], row: int, col: int, state: State, decisions: Decisions
    ) -> tuple[Frame, ...]:
        """The contexts that hold before a column of a row that begins with `state`."""
        line = _Line(self, line_of(row), row, state, decisions)
        line.run()
        return [frames for at, frames in line.trail if at <= col][-1][1:]

    def is_open(self, state: State) -> bool:
        """Whether a branch may still fail, which changes what was told before."""
        return bool(state.branches)

    def patterns(self, frame: Frame) -> list[Pattern]:
        if not frame.prototypes:
            return frame.context.patterns
        key = (frame.context, frame.prototypes)
        if key not in self._pattern_lists:
            inherited = [pattern for context in frame.prototypes for pattern in context.own_patterns]
            self._pattern_lists[key] = [*inherited, *frame.context.patterns]
        return self._pattern_lists[key]


class _Line:
    """The work on one line."""

    def __init__(self, lexer: SyntaxLexer, line: str, row: int, state: State, decisions: Decisions) -> None:
        self._lexer = lexer
        self._line = line
        self._row = row
        self._frames = state.frames
        self._branches = tuple(b._replace(ago=b.ago + 1) for b in state.branches if b.ago < BRANCH_ROWS)
        self._decisions = decisions
        self._tokens: list[Token] = []
        self._found: dict[Any, Any] = {}
        # Which contexts hold from which column on.
        self.trail: list[tuple[int, tuple[Frame, ...]]] = []

    def run(self) -> tuple[list[Token], State]:
        line, length = self._line, len(self._line)
        # Behind the newline nothing matches; where there is none (the last line), the end itself can.
        last = length - 1 if line.endswith("\n") else length
        at, visited = 0, []
        while at <= last:
            self.trail.append((at, self._frames))
            top = self._frames[-1]
            limit, embedding = self._escape(at)
            pattern, match = self._next(top, at, last, limit)
            if pattern is None:
                if embedding is None:
                    break
                self._emit(at, limit, top.inner)
                at, visited = self._leave(embedding, limit), []
                continue
            start, end = match.span()
            self._emit(at, start, top.inner)
            if end > at:
                visited = []
            before = self._frames
            self._apply(pattern, match)
            at = end
            if start < end:
                continue
            visited.append(before)  # what was tried at this place
            if self._frames in visited or len(visited) > _ZERO_WIDTH_LIMIT:
                # Nothing would ever change here: the next character is plain.
                self._emit(at, min(at + 1, length), self._frames[-1].inner)
                at, visited = at + 1, []
        self.trail.append((at, self._frames))
        self._emit(at, length, self._frames[-1].inner)
        return self._tokens, State(self._frames, self._branches)

    def _emit(self, start: int, end: int, scopes: Scopes) -> None:
        if start >= end:
            return
        tokens = self._tokens
        if tokens and tokens[-1].scopes == scopes:
            tokens[-1] = Token(tokens[-1].start, end, scopes)
        else:
            tokens.append(Token(start, end, scopes))

    # -- searching ------------------------------------------------------------------------------------------------

    def _escape(self, at: int) -> tuple[int, int | None]:
        """Where the first escape of an embedding begins, and the index of its frame; None if there is none."""
        best, found = len(self._line), None
        for index, frame in enumerate(self._frames):
            if frame.embed and frame.embed.escape:
                key = (index, frame.embed, frame.groups)
                match = self._found.get(key)
                if key not in self._found or (match and match.start() < at):
                    match = self._found[key] = frame.embed.escape_regex(frame.groups).search(self._line, at)
                if match and (match.start() < best or (found is None and match.start() <= best)):
                    best, found = match.start(), index
        return best, found

    def _next(self, frame: Frame, at: int, last: int, limit: int) -> tuple[Any, Any]:
        """The pattern that matches first, and its match."""
        best_pattern, best = None, None
        best_start = min(last, limit if limit < len(self._line) else last) + 1
        for pattern in self._lexer.patterns(frame):
            regex = pattern.regex(frame.groups)
            key = (regex, limit, pattern.does_something)
            match = self._found.get(key, False)
            if match is False or (match is not None and match.start() < at):
                match = self._found[key] = self._search(pattern, regex, at, limit)
            if match is not None and match.start() < best_start:
                best_pattern, best, best_start = pattern, match, match.start()
                if best_start == at:
                    break
        if best is not None and limit < len(self._line) and best_start >= limit and best.end() == best_start:
            return None, None  # the escape comes first
        return best_pattern, best

    def _search(self, pattern: Pattern, regex: Any, at: int, limit: int) -> Any:
        """The first match that does or covers something."""
        try:
            match = regex.search(self._line, at, limit, timeout=SLOW_PATTERN_S)
            while match is not None and not pattern.does_something and match.start() == match.end():
                if match.end() >= limit:
                    return None
                match = regex.search(self._line, match.end() + 1, limit, timeout=SLOW_PATTERN_S)
            return match
        except TimeoutError:
            raise SyntaxFileError(f"{pattern.where}: takes too long: {pattern.source}") from None

    # -- what a match does ----------------------------------------------------------------------------------------

    def _leave(self, index: int, start: int) -> int:
        """End the embedding of a frame by the escape that begins at `start`; where it ends."""
        frame = self._frames[index]
        assert frame.embed is not None
        match = frame.embed.escape_regex(frame.groups).search(self._line, start)
        self._frames = self._frames[:index]
        self._close_branches()
        self._emit_match(match, self._frames[-1].inner, (), frame.embed.escape_captures)
        return match.end()

    def _apply(self, pattern: Pattern, match: Any) -> None:
        if pattern.fail and self._fail(pattern.fail):
            return
        frames, start = self._frames, match.start()
        top = frames[-1]
        pops = min(pattern.pops, len(frames) - (1 if pattern.targets else 2))
        text = top.inner
        if pops:
            frames, popped = frames[:-pops], frames[-pops:]
            if pops == 1:
                text = popped[0].meta
            else:
                text = frames[-1].inner
                for frame in popped:
                    text = _clear(text, frame.context) + frame.context.meta_scope
            if pattern.is_set and top.context.definition.version < 2:
                text = top.inner
        targets = pattern.targets
        if pattern.branches:
            targets = self._branch(pattern, start, len(frames))
        if targets:
            frames, text = self._push(frames, pattern, [target(True) for target in targets], match, text)
        self._emit_match(match, text, pattern.scope, pattern.captures)
        self._frames = frames
        self._close_branches()

    def _push(
        self, frames: tuple[Frame, ...], pattern: Pattern, contexts: list[Context], match: Any, text: Scopes
    ) -> tuple[tuple[Frame, ...], Scopes]:
        parent = frames[-1]
        prototypes = parent.prototypes
        if pattern.with_prototype:
            prototypes = (*prototypes, pattern.with_prototype)
        groups = tuple(group or "" for group in (match.group(0), *match.groups()))
        outer = parent.inner
        for context in contexts:
            text = _clear(text, context) + context.meta_scope
            meta = _clear(outer, context) + context.meta_scope
            content = context.meta_content_scope
            if pattern.embed_scope:
                definition = context.definition
                if context is definition.start:  # it takes the place of the other syntax's own scope
                    content = content[len(definition.scope.split()) :]
                content = pattern.embed_scope + content
            keeps = pattern.is_embed or any(p.has_references for p in context.patterns)
            outer = meta + content
            frame = Frame(context, meta, outer, prototypes, groups if keeps else (), None)
            if pattern.is_embed:
                frame = frame._replace(embed=pattern)
            frames = (*frames, frame)
        return frames, text

    def _emit_match(self, match: Any, text: Scopes, scope: Scopes, captures: Captures) -> None:
        start, end = match.span()
        whole = text + scope + captures.get(0, ())
        spans: list[tuple[int, int, Scopes]] = []
        for number, name in captures.items():
            if 0 < number <= match.re.groups and match.start(number) >= 0:
                low, high = max(start, match.start(number)), min(end, match.end(number))
                if low < high:
                    spans.append((low, high, name))
        if not spans:
            self._emit(start, end, whole)
            return
        spans.sort(key=lambda span: (span[0], -span[1]))
        cuts = sorted({start, end, *(edge for span in spans for edge in span[:2])})
        for low, high in zip(cuts, cuts[1:]):
            inner = tuple(name for a, b, names in spans if a <= low and high <= b for name in names)
            self._emit(low, high, whole + inner)

    # -- branches -------------------------------------------------------------------------------------------------

    def _branch(self, pattern: Pattern, col: int, depth: int) -> list[Callable[[bool], Context]]:
        decision = self._decisions.get((self._row, col, pattern.branch_point, depth))
        index = min(decision.index if decision else 0, len(pattern.branches) - 1)
        branch = Branch(pattern.branch_point, 0, col, depth, index, len(pattern.branches))
        self._branches = (*self._branches, branch)
        return pattern.branches[index]

    def _fail(self, name: str) -> bool:
        """Take the next alternative of a branch, by an exception; False if there is none left."""
        branch = next((b for b in reversed(self._branches) if b.name == name), None)
        if branch is None or branch.index + 1 >= branch.count:
            return False
        # What was decided behind it was decided on a wrong way.
        row = self._row - branch.ago
        here = (row, branch.col)
        for key in [k for k in self._decisions if (k[0], k[1]) > here or (k[:2] == here and k[3] > branch.depth)]:
            del self._decisions[key]
        key = (row, branch.col, branch.name, branch.depth)
        self._decisions[key] = Decision(branch.index + 1, self._row)
        if row == self._row:
            raise _Restart
        raise Rewind(row)

    def _close_branches(self) -> None:
        if self._branches:
            depth = len(self._frames)
            self._branches = tuple(branch for branch in self._branches if branch.depth < depth)


def _clear(scopes: Scopes, context: Context) -> Scopes:
    amount = context.clear_scopes
    if not amount:
        return scopes
    return () if amount < 0 else scopes[:-amount]
