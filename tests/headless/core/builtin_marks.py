"""Built-in commands about marks (regions named "mark") and the text that was killed up to them. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .editing import Args, TextCommand, edits
from .spans import Span
from .view import View

if TYPE_CHECKING:
    from .app import Core

_NAME = "mark"


def set_mark(core: Core, view: View, args: Args) -> None:
    """A mark at every caret, in place of those that were there."""
    view.set_spans(_NAME, [(point, point) for _, point in view.selection], icon="dot")


def select_to_mark(core: Core, view: View, args: Args) -> None:
    """From each caret to its mark, in order."""
    marks = view.spans_of(_NAME)
    if marks:
        carets = [point for _, point in view.selection]
        view.set_selection([(mark[1], point) for mark, point in zip(marks, carets)])


@edits
def delete_to_mark(core: Core, view: View, args: Args) -> None:
    """What `select_to_mark` would select goes to where `yank` finds it."""
    select_to_mark(core, view, args)
    spans: list[Span] = [span for span in view.selection if span[0] != span[1]]
    if spans:
        core.killed = "\n".join(view.buffer.text.substr(*span) for span in spans)
    for a, b in reversed(spans):
        view.buffer.replace(a, b, "")


def swap_with_mark(core: Core, view: View, args: Args) -> None:
    marks = view.spans_of(_NAME)
    set_mark(core, view, args)
    if marks:
        view.set_selection(list(marks))


def add_to_kill_ring(core: Core, view: View, args: Args) -> None:
    """Keep what is selected for `yank`."""
    core.killed = "".join(view.buffer.text.substr(*span) for span in view.selection) or core.killed


def yank(core: Core, view: View, args: Args) -> None:
    if core.killed:
        core.commands.run_text(view, "insert", {"characters": core.killed})


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (set_mark, select_to_mark, delete_to_mark, swap_with_mark, add_to_kill_ring, yank)
}
