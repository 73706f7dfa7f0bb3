"""Built-in commands of the incremental diff: going to changes, showing and taking them back. Main thread."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from .editing import Args, TextCommand, edits, go, rows_of
from .hunks import Hunk, hunks_of, touches
from .spans import Span, begin, end
from .view import View

if TYPE_CHECKING:
    from .app import Core


def _span(view: View, hunk: Hunk) -> Span:
    return (view.buffer.text.line_start(hunk.first), view.buffer.text.line_start(hunk.last))


def _at_carets(view: View) -> list[Hunk]:
    rows = [rows_of(view, span) for span in view.selection]
    return [hunk for hunk in hunks_of(view) if any(touches(hunk, r[0], r[-1]) for r in rows)]


def _go_to_change(view: View, forward: bool) -> None:
    hunks = hunks_of(view)
    if not hunks or not view.selection:
        return
    row = view.buffer.text.row_col(begin(view.selection[0]))[0]
    last = view.buffer.text.line_count - 1
    places = [min(hunk.first, last) for hunk in hunks]
    ahead = [place for place in places if place > row] if forward else [place for place in places if place < row]
    place = (ahead or places)[0 if forward else -1]
    point = view.buffer.text.line_start(place)
    go(view, (point, point))


def next_modification(core: Core, view: View, args: Args) -> None:
    """To the start of the next change, from the last one to the first."""
    _go_to_change(view, forward=True)


def prev_modification(core: Core, view: View, args: Args) -> None:
    _go_to_change(view, forward=False)


@edits
def revert_hunk(core: Core, view: View, args: Args) -> None:
    """The changed lines at the carets become what they were."""
    for hunk in reversed(_at_carets(view)):
        _put_back(view, hunk)


def _put_back(view: View, hunk: Hunk) -> None:
    text = view.buffer.text
    low, high = text.line_start(hunk.first), text.line_start(hunk.last)
    old = "".join(line + "\n" for line in hunk.old)
    if hunk.last >= text.line_count:  # the last line has no newline after it
        old = old[:-1]
        if not hunk.old:
            low = max(0, low - 1)
        elif hunk.first >= text.line_count:
            old = "\n" + old
    view.buffer.replace(low, high, old)


@edits
def revert_modification(core: Core, view: View, args: Args) -> None:
    """The changed characters that the selections touch become what they were; a deleted line comes back whole."""
    selections = [(begin(s), end(s)) for s in view.selection]
    for hunk in reversed(_at_carets(view)):
        if hunk.first == hunk.last or not hunk.old:
            _put_back(view, hunk)
            continue
        start = view.buffer.text.line_start(hunk.first)
        stop = view.buffer.text.line_start(hunk.last - 1) + len(view.buffer.text.line(hunk.last - 1))
        old, new = "\n".join(hunk.old), view.buffer.text.substr(start, stop)
        for tag, a1, a2, b1, b2 in reversed(difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
            low, high = start + b1, start + b2
            if tag != "equal" and any(a <= high and b >= low for a, b in selections):
                view.buffer.replace(low, high, old[a1:a2])


def toggle_inline_diff(core: Core, view: View, args: Args) -> None:
    """Show under the changed lines at the carets what they were, or hide it; `prefer_hide` hides all others."""
    here = [_span(view, hunk) for hunk in _at_carets(view)]
    shown = bool(here) and all(span in view.inline_diffs for span in here)
    others = [] if args.get("prefer_hide") else [span for span in view.inline_diffs if span not in here]
    view.inline_diffs = others if shown else [*others, *here]


def shown_inline(view: View) -> list[Hunk]:
    """The hunks whose old text is shown."""
    return [hunk for hunk in hunks_of(view) if _span(view, hunk) in view.inline_diffs] if view.inline_diffs else []


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (next_modification, prev_modification, revert_hunk, revert_modification, toggle_inline_diff)
}
