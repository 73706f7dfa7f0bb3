"""Functions about scopes."""

from __future__ import annotations

from typing import Any

from .. import selectors
from ..scopes import syntax_tests
from ..scopes.contexts import Scopes
from ..scopes.definition import SyntaxFileError, expand, load
from ..scopes.engine import SyntaxLexer
from ..scopes.highlighter import Lexer, Span
from ..scopes.oniguruma import slow_features
from ..view import View
from .base import Functions


def _name(scopes: Scopes) -> str:
    """As the API gives a scope: with a space behind every part."""
    return "".join(f"{scope} " for scope in scopes)


class ScopeFunctions(Functions):
    """Scopes of text, selectors, syntax tests."""

    def view_scope_name(self, view_id: int, point: int) -> str:
        view = self._view(view_id)
        return _name(view.highlighter.scopes(point)) if view else ""

    def view_score_selector(self, view_id: int, point: int, selector: str) -> int:
        return selectors.score(self.view_scope_name(view_id, point), selector)

    def view_match_selector(self, view_id: int, point: int, selector: str) -> bool:
        return self.view_score_selector(view_id, point, selector) > 0

    def view_extract_tokens_with_scopes(self, view_id: int, start: int, end: int) -> list[tuple[Any, str]]:
        """The tokens that [start, end) touches, whole."""
        view = self._view(view_id)
        spans = view.highlighter.spans(start, end) if view else ()
        return [(self._region((span.start, span.end)), _name(span.scopes)) for span in spans]

    def view_extract_scope(self, view_id: int, point: int) -> Any:
        """As far as the scopes of a point reach, what is nested in them included."""
        view = self._view(view_id)
        if view is None:
            return self._region((0, 0))
        scopes = view.highlighter.scopes(point)
        return self._region(_grow(view, point, lambda other: other[: len(scopes)] == scopes))

    def view_expand_to_scope(self, view_id: int, point: int, selector: str) -> Any:
        """As far as a selector matches around a point; None if it does not match there."""
        view = self._view(view_id)
        if view is None or not self.view_match_selector(view_id, point, selector):
            return None
        return self._region(_grow(view, point, lambda scopes: selectors.score(" ".join(scopes), selector) > 0))

    def view_find_by_selector(self, view_id: int, selector: str) -> list[Any]:
        view = self._view(view_id)
        return self._regions(find_by_selector(view, selector)) if view else []

    def view_context_backtrace(self, view_id: int, point: int) -> list[Any]:
        """The contexts that hold at a point, outermost first."""
        view = self._view(view_id)
        if view is None:
            return []
        highlighter, text = view.highlighter, view.buffer.text
        lexer = highlighter.lexer
        if not isinstance(lexer, SyntaxLexer):
            raise NotImplementedError(f"sublime_api.view_context_backtrace with {view.settings.get('syntax')}")
        row, col = text.row_col(point)
        frames = lexer.frames_at(text.raw_line, row, col, highlighter.state_at(row), {})
        make = self._types.ContextStackFrame
        return [make(frame.context.name, frame.context.file, frame.context.location) for frame in frames]

    def run_syntax_test(self, path: str) -> tuple[int, list[str]]:
        """Number of assertions in a test file, and messages about those that failed."""
        text = self.core.resources.load(path)
        if text is None:
            raise ValueError(f"no resource {path}")
        return tuple(syntax_tests.run(path, text, self._lexer_named))  # type: ignore[return-value]

    def _lexer_named(self, name: str) -> Lexer | None:
        syntax = self.core.syntaxes.resolve(name)
        return self.core.syntaxes.lexer(syntax.path) if syntax else None

    def incompatible_syntax_patterns(self, path: str) -> list[tuple[tuple[int, int], str, str]]:
        """((row, column), pattern, message) of every pattern that Sublime's own regular expressions cannot do."""
        try:
            data = load(path, self.core.resources.load)
        except SyntaxFileError as error:
            raise ValueError(str(error)) from None
        found: list[tuple[tuple[int, int], str, str]] = []
        todo = [data["contexts"]]
        while todo:
            item = todo.pop()
            if isinstance(item, list):
                todo += item
            elif isinstance(item, dict):
                todo += item.values()
                for key in ("match", "escape"):
                    if key in item:
                        pattern = expand(str(item[key]), data["variables"], path)
                        for offset, name in slow_features(pattern)[:1]:
                            place = (item[key].row, item[key].col)
                            found.append((place, pattern, f"{name} at {offset} in {pattern}"))
        return sorted(found)


def _grow(view: View, point: int, belongs: Any) -> tuple[int, int]:
    """The span of neighbouring tokens around a point whose scopes `belongs` accepts."""
    highlighter, size = view.highlighter, view.buffer.text.size
    here = highlighter.span_at(point)
    start, end = here.start, here.end
    while start > 0:
        before = highlighter.span_at(start - 1)
        if not belongs(before.scopes):
            break
        start = before.start
    while end < size:
        after = highlighter.span_at(end)
        if not belongs(after.scopes):
            break
        end = after.end
    return start, end


def find_by_selector(view: View, selector: str) -> list[tuple[int, int]]:
    """Every stretch of text whose scopes match."""
    found: list[tuple[int, int]] = []
    matches: dict[Scopes, bool] = {}
    span: Span
    for span in view.highlighter.spans(0, view.buffer.text.size):
        if span.scopes not in matches:
            matches[span.scopes] = selectors.score(" ".join(span.scopes), selector) > 0
        if matches[span.scopes]:
            if found and found[-1][1] == span.start:
                found[-1] = (found[-1][0], span.end)
            else:
                found.append((span.start, span.end))
    return found
