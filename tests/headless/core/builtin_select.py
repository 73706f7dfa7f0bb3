"""Built-in commands that change what is selected, folded or bookmarked. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import brackets, geometry, indentation
from .editing import Args, TextCommand, full_line_span, go, line_span, reveal, rows_of
from .spans import Span, begin, end
from .view import View
from .words import word_at

if TYPE_CHECKING:
    from .app import Core


def select_all(core: Core, view: View, args: Args) -> None:
    view.set_selection([(0, view.buffer.text.size)])


def single_selection(core: Core, view: View, args: Args) -> None:
    view.set_selection(view.selection[:1])


def invert_selection(core: Core, view: View, args: Args) -> None:
    edges = [0, *(point for span in view.selection for point in (begin(span), end(span))), view.buffer.text.size]
    gaps = [(a, b) for a, b in zip(edges[::2], edges[1::2]) if a != b]
    view.set_selection(gaps or [(0, 0)])


# -- expanding ----------------------------------------------------------------------------------------------------


def expand_selection(core: Core, view: View, args: Args) -> None:
    """`to` word, line, line_prev, brackets, indentation, scope, smart, bol, eol, hardbol, hardeol, bof or eof."""
    to = args["to"]
    if to in ("bol", "eol", "hardbol", "hardeol", "bof", "eof"):
        core.commands.run_text(view, "move_to", {"to": to, "extend": True})
        return
    expand = _EXPANSIONS.get(to)
    if expand is None:
        raise NotImplementedError(f"expand_selection to {to}")
    view.set_selection([expand(view, span) for span in view.selection])
    reveal(view)


def _to_word(view: View, span: Span) -> Span:
    return (word_at(view, begin(span))[0], word_at(view, end(span))[1])


def _to_line(view: View, span: Span) -> Span:
    """Whole lines; a selection that is whole lines takes one more."""
    rows = rows_of(view, span)
    low, high = view.buffer.text.line_start(rows[0]), full_line_span(view, rows[-1])[1]
    if (low, high) == (begin(span), end(span)) and low != high:
        high = full_line_span(view, rows[-1] + 1)[1]
    return (low, high)


def _to_line_before(view: View, span: Span) -> Span:
    rows = rows_of(view, span)
    low, high = view.buffer.text.line_start(rows[0]), full_line_span(view, rows[-1])[1]
    if (low, high) == (begin(span), end(span)) and low != high:
        low = view.buffer.text.line_start(rows[0] - 1)
    return (high, low)


def _to_brackets(view: View, span: Span) -> Span:
    """What stands between the brackets around; from there to the brackets themselves."""
    low, high = begin(span), end(span)
    pair = brackets.around(view.buffer.text.whole(), low, high)
    if pair is None:
        return span
    inside = (pair[0] + 1, pair[1])
    return (pair[0], pair[1] + 1) if inside == (low, high) else inside


def _to_indentation(view: View, span: Span) -> Span:
    """The neighbouring lines that stand at least as deep."""
    text = view.buffer.text
    rows = rows_of(view, span)

    def depth(row: int) -> int | None:
        line = text.line(row)
        return indentation.width(view, indentation.leading(line)) if line.strip() else None

    least = min((d for d in map(depth, rows) if d is not None), default=0)
    if (text.line_start(rows[0]), full_line_span(view, rows[-1])[1]) == (begin(span), end(span)):
        least = max((d for d in (depth(rows[0] - 1), depth(rows[-1] + 1)) if d is not None), default=least)
    first, last = rows[0], rows[-1]
    while first > 0 and (depth(first - 1) is None or (depth(first - 1) or 0) >= least):
        first -= 1
    while last + 1 < text.line_count and (depth(last + 1) is None or (depth(last + 1) or 0) >= least):
        last += 1
    return (text.line_start(first), full_line_span(view, last)[1])


def _to_quotes(view: View, span: Span) -> Span | None:
    """What stands between the quotes around on the same line, or those quotes too."""
    text = view.buffer.text
    row, col = text.row_col(begin(span))
    line, start, stop = text.line(row), text.line_start(row), end(span)
    for quote in "\"'`":
        before = line[:col].count(quote) % 2 == 1
        left, right = line[:col].rfind(quote), line.find(quote, max(0, stop - start))
        if before and left >= 0 and right >= 0:
            return (start + left + 1, start + right)
        if left == -1 and line[col : col + 1] == quote:
            continue
    return None


def _to_smart(view: View, span: Span) -> Span:
    """The smallest of word, quoted text, bracketed text, line and whole text that is more than what is selected."""
    now = (begin(span), end(span))
    quoted = _to_quotes(view, now)
    row = rows_of(view, span)[0]
    candidates = [_to_word(view, now), _to_brackets(view, now), line_span(view, row), full_line_span(view, row)]
    if quoted:
        candidates += [quoted, (quoted[0] - 1, quoted[1] + 1)]
    bigger = [c for c in candidates if c[0] <= now[0] and now[1] <= c[1] and c != now]
    return min(bigger, key=lambda c: c[1] - c[0], default=(0, view.buffer.text.size))


def _to_scope(view: View, span: Span) -> Span:
    """The quoted or bracketed text around, quotes and brackets included."""
    quoted = _to_quotes(view, span)
    if quoted:
        return (quoted[0] - 1, quoted[1] + 1)
    inside = _to_brackets(view, span)
    return _to_brackets(view, inside) if inside != span else (0, view.buffer.text.size)


_EXPANSIONS = {
    "word": _to_word,
    "line": _to_line,
    "line_prev": _to_line_before,
    "brackets": _to_brackets,
    "indentation": _to_indentation,
    "smart": _to_smart,
    "scope": _to_scope,
}


def expand_selection_to_paragraph(core: Core, view: View, args: Args) -> None:
    text = view.buffer.text

    def paragraph(span: Span) -> Span:
        first = last = text.row_col(begin(span))[0]
        while first > 0 and text.line(first - 1).strip():
            first -= 1
        while last + 1 < text.line_count and text.line(last + 1).strip():
            last += 1
        return (text.line_start(first), full_line_span(view, last)[1])

    view.set_selection([paragraph(span) for span in view.selection])


# -- several carets -----------------------------------------------------------------------------------------------


def select_lines(core: Core, view: View, args: Args) -> None:
    """A further caret or selection below (above if not `forward`) each, in the same columns."""
    text, step = view.buffer.text, 1 if args.get("forward", True) else -1
    added: list[Span] = []
    for a, b in view.selection:
        rows = [text.row_col(point)[0] + step for point in (a, b)]
        cols = [text.row_col(point)[1] for point in (a, b)]
        if all(0 <= row < text.line_count for row in rows):
            points = [text.line_start(row) + min(col, len(text.line(row))) for row, col in zip(rows, cols)]
            added.append((points[0], points[1]))
    view.set_selection([*view.selection, *added])
    if added:
        geometry.show(view, added[-1 if step > 0 else 0][1], center=False)


def split_selection_into_lines(core: Core, view: View, args: Args) -> None:
    """One selection for each line that a selection covers."""
    spans: list[Span] = []
    for span in view.selection:
        if span[0] == span[1]:
            spans.append(span)
            continue
        lines = [line_span(view, row) for row in rows_of(view, span)]
        spans += [(max(a, begin(span)), min(b, end(span))) for a, b in lines]
    view.set_selection(spans)


# -- folding ------------------------------------------------------------------------------------------------------


def fold(core: Core, view: View, args: Args) -> None:
    for span in view.selection:
        view.fold(span if span[0] != span[1] else _indented_block(view, span[1]))


def _indented_block(view: View, point: int) -> Span:
    """What stands deeper below the point's row, or around it."""
    text = view.buffer.text
    row = text.row_col(point)[0]
    head = row
    if _depth(view, row + 1) <= _depth(view, row):
        while head >= 0 and (_depth(view, head) >= _depth(view, row) or not text.line(head).strip()):
            head -= 1
    if head < 0:
        return (point, point)
    last = head
    while last + 1 < text.line_count and (
        _depth(view, last + 1) > _depth(view, head) or not text.line(last + 1).strip()
    ):
        last += 1
    while last > head and not text.line(last).strip():
        last -= 1
    return (line_span(view, head)[1], line_span(view, last)[1])


def _depth(view: View, row: int) -> int:
    line = view.buffer.text.line(row)
    return indentation.width(view, indentation.leading(line)) if line.strip() else -1


def unfold(core: Core, view: View, args: Args) -> None:
    for span in list(view.selection):
        view.unfold(span)


def unfold_all(core: Core, view: View, args: Args) -> None:
    view.folds = []


def fold_by_level(core: Core, view: View, args: Args) -> None:
    """Fold what is indented `level` deep or deeper, except where the carets are."""
    text, level = view.buffer.text, int(args["level"])
    size = indentation.tab_size(view)
    row = 0
    while row < text.line_count:
        last = row
        while last < text.line_count and (_depth(view, last) >= level * size or not text.line(last).strip()):
            last += 1
        if last > row and row > 0:
            while not text.line(last - 1).strip():
                last -= 1
            block = (line_span(view, row - 1)[1], line_span(view, last - 1)[1])
            if not any(block[0] < point <= block[1] for span in view.selection for point in span):
                view.fold(block)
        row = max(last, row) + 1


# -- bookmarks and marks: regions of those names ------------------------------------------------------------------


def toggle_bookmark(core: Core, view: View, args: Args) -> None:
    """Set a bookmark at every selection, or take away those that are on the selected lines."""
    name = args.get("name", "bookmarks")
    marks = view.spans_of(name)
    rows = {row for span in view.selection for row in rows_of(view, span)}
    kept = [mark for mark in marks if not rows & set(rows_of(view, mark))]
    added = list(view.selection) if len(kept) == len(marks) else []
    view.set_spans(name, sorted([*kept, *added]), icon="bookmark" if name == "bookmarks" else "dot")


def clear_bookmarks(core: Core, view: View, args: Args) -> None:
    view.set_spans(args.get("name", "bookmarks"), [])


def _next_mark(view: View, args: Args, forward: bool) -> None:
    marks = sorted(view.spans_of(args.get("name", "bookmarks")))
    if not marks or not view.selection:
        return
    here = begin(view.selection[0])
    ahead = [m for m in marks if begin(m) > here] if forward else [m for m in marks if begin(m) < here]
    found = (ahead or marks)[0 if forward else -1]
    go(view, found)


def next_bookmark(core: Core, view: View, args: Args) -> None:
    _next_mark(view, args, forward=True)


def prev_bookmark(core: Core, view: View, args: Args) -> None:
    _next_mark(view, args, forward=False)


def select_bookmark(core: Core, view: View, args: Args) -> None:
    marks = sorted(view.spans_of(args.get("name", "bookmarks")))
    if 0 <= args["index"] < len(marks):
        go(view, marks[args["index"]])


def select_all_bookmarks(core: Core, view: View, args: Args) -> None:
    marks = view.spans_of(args.get("name", "bookmarks"))
    if marks:
        view.set_selection(list(marks))


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (
        select_all,
        single_selection,
        invert_selection,
        expand_selection,
        expand_selection_to_paragraph,
        select_lines,
        split_selection_into_lines,
        fold,
        unfold,
        unfold_all,
        fold_by_level,
        toggle_bookmark,
        clear_bookmarks,
        next_bookmark,
        prev_bookmark,
        select_bookmark,
        select_all_bookmarks,
    )
}
