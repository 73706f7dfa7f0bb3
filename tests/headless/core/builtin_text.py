"""Built-in commands that type, delete, change letters and undo. Each takes (core, view, args). Main thread."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Callable

from . import brackets, geometry, indentation
from .builtin_move import word_step
from .editing import Args, TextCommand, editing, edits, insert_text, put_at, replace_still, reveal
from .spans import Span, begin, end
from .view import View
from .words import word_at

if TYPE_CHECKING:
    from .app import Core

__all__ = ["TEXT_COMMANDS", "insert_text"]


def insert(core: Core, view: View, args: Args) -> None:
    """Type: a newline indents, a tab may become spaces, a closing bracket goes back to where its line opened.

    Text of several lines is so many changes, each newline being one.
    """
    if view.buffer.read_only:
        return
    text = args["characters"]
    panel = view.window.find_panel if view.window else None
    if text == "\t" and panel and view in panel.views:
        panel.next_input()
        return
    automatic = text == "\n" and view.settings.get("trim_automatic_white_space") and _came_with_newline(view)
    with editing(core, view, "insert", {"characters": text}):
        for piece in re.findall(r"\n|[^\n]+", text):
            put_at(view, [_typed(view, span, piece, bool(automatic)) for span in view.selection])
    reveal(view)


def _typed(view: View, span: Span, text: str, automatic: bool) -> tuple[Span, str]:
    """What typing puts where at one selection; `automatic`: indentation that nobody typed may go."""
    low = begin(span)
    row, col = view.buffer.text.row_col(low)
    line = view.buffer.text.line(row)
    before, start = line[:col], low - col
    empty = span[0] == span[1]
    indents = view.settings.get("auto_indent")
    if text == "\n" and indents:
        if automatic and empty and line and not line.strip():
            return (start, start + len(line)), "\n" + line
        last_row, last_col = view.buffer.text.row_col(end(span))
        rest = view.buffer.text.line(last_row)[last_col:].lstrip()
        opened = _opened(view, low, rest[:1])
        return span, "\n" + (indentation.after(view, before) if opened is None else opened)
    if text == "\t" and view.settings.get("translate_tabs_to_spaces"):
        size = indentation.tab_size(view)
        return span, " " * (size - len(before.expandtabs(size)) % size)
    if indents and empty and not before.strip():
        opened = _opened(view, low, text)
        if opened is not None:
            return (start, low), opened + text
    if view.overwrite and empty and len(text) == 1 and text != "\n" and col < len(line):
        return (low, low + 1), text
    return span, text


def _opened(view: View, point: int, closing: str) -> str | None:
    """Indentation of the line where a closing bracket at a point was opened, where that is to be matched."""
    if closing not in brackets.CLOSING or not closing or not view.settings.get("smart_indent"):
        return None
    text = view.buffer.text
    opening = brackets.opening_before(text.whole(), point, closing)
    if opening is None or not indentation.rules_of(view):
        return None
    return indentation.leading(text.line(text.row_col(opening)[0]))


def _came_with_newline(view: View) -> bool:
    """Whether the last thing that happened was a typed newline."""
    stack = view.buffer.history.undo_stack
    last = stack[-1] if stack else None
    return bool(last and last.command == "insert" and str((last.args or {}).get("characters", "")).endswith("\n"))


def append(core: Core, view: View, args: Args) -> None:
    """Add to the end; a read-only view takes it with `force`. The view follows with `scroll_to_end`."""
    buffer = view.buffer
    if buffer.read_only and not args.get("force"):
        return
    with editing(core, view, "append", args):
        at = buffer.text.size
        carets = list(view.selection)
        buffer.replace(at, at, args["characters"])
        view.set_selection(carets)  # carets at the end do not follow
    if args.get("scroll_to_end"):
        geometry.show(view, buffer.text.size, center=False)


# -- deleting -----------------------------------------------------------------------------------------------------


def _delete(view: View, grow: Callable[[int], Span]) -> None:
    for span in reversed(list(view.selection)):
        a, b = span if span[0] != span[1] else grow(span[1])
        view.buffer.replace(a, b, "")


def left_delete(core: Core, view: View, args: Args) -> None:
    """The character before; with nothing typed, the palette goes back to the question before."""
    overlay = view.window.overlay if view.window else None
    if overlay and overlay.view is view and not overlay.text and overlay.on_back:
        overlay.on_back()
    else:
        _left_delete(core, view, args)


@edits
def _left_delete(core: Core, view: View, args: Args) -> None:
    """In an indentation of spaces, all of them back to the tab stop."""

    def grow(point: int) -> Span:
        row, col = view.buffer.text.row_col(point)
        before = view.buffer.text.line(row)[:col]
        size = indentation.tab_size(view)
        stops = view.settings.get("translate_tabs_to_spaces") and view.settings.get("use_tab_stops")
        if stops and before and not before.strip(" "):
            return (point - ((col - 1) % size + 1), point)
        return (max(0, point - 1), point)

    _delete(view, grow)


@edits
def right_delete(core: Core, view: View, args: Args) -> None:
    _delete(view, lambda point: (point, point + 1))


@edits
def delete_word(core: Core, view: View, args: Args) -> None:
    """To the next edge of a word; of several blanks in a row only those go."""
    forward, text = bool(args.get("forward", True)), view.buffer.text

    def grow(point: int) -> Span:
        row, col = text.row_col(point)
        near = text.line(row)[col:] if forward else text.line(row)[:col][::-1]
        blanks = len(near) - len(near.lstrip(" \t"))
        if blanks > 1:
            return (point, point + (blanks if forward else -blanks))
        return (point, word_step(view, point, forward, ends=forward, sub_words=bool(args.get("sub_words"))))

    _delete(view, grow)


# -- letters ------------------------------------------------------------------------------------------------------


def _change(view: View, change: Callable[[str], str]) -> None:
    """Change the selected texts, or the words at the carets, and keep what was selected."""
    spans = list(view.selection)
    for span in reversed(spans):
        low, high = word_at(view, span[1]) if span[0] == span[1] else (begin(span), end(span))
        old = view.buffer.text.substr(low, high)
        if change(old) != old:
            view.buffer.replace(low, high, change(old))
    view.set_selection(spans)


@edits
def upper_case(core: Core, view: View, args: Args) -> None:
    _change(view, str.upper)


@edits
def lower_case(core: Core, view: View, args: Args) -> None:
    _change(view, str.lower)


@edits
def swap_case(core: Core, view: View, args: Args) -> None:
    _change(view, str.swapcase)


@edits
def title_case(core: Core, view: View, args: Args) -> None:
    _change(view, lambda text: string.capwords(text, " "))


@edits
def transpose(core: Core, view: View, args: Args) -> None:
    """The characters around each caret change places; several selections pass their texts on in a ring."""
    text = view.buffer.text
    if any(a != b for a, b in view.selection):
        spans = [span for span in view.selection if span[0] != span[1]]
        texts = [text.substr(*span) for span in spans]
        pieces = list(zip(spans, texts[-1:] + texts[:-1]))
        for span, new in reversed(pieces):
            replace_still(view, begin(span), end(span), new)
        return
    for _, point in reversed(list(view.selection)):
        row, col = text.row_col(point)
        at = point - 1 if col == len(text.line(row)) else point
        if col and at > text.line_start(row):
            view.buffer.replace(at - 1, at + 1, text.substr(at - 1, at + 1)[::-1])
            view.set_selection([(at + 1, at + 1) if s == (at - 1, at - 1) else s for s in view.selection])


def toggle_overwrite(core: Core, view: View, args: Args) -> None:
    view.overwrite = not view.overwrite


# -- history ------------------------------------------------------------------------------------------------------


def _travel(core: Core, view: View, back: bool, soft: bool) -> None:
    if view.buffer.read_only:
        return
    history = view.buffer.history
    changed = history.undo(soft) if back else history.redo(soft)
    if changed:
        view.snippet = None
        core.text_changed(view.buffer)
    if changed is not None:
        reveal(view)


def undo(core: Core, view: View, args: Args) -> None:
    _travel(core, view, back=True, soft=False)


def redo(core: Core, view: View, args: Args) -> None:
    _travel(core, view, back=False, soft=False)


def soft_undo(core: Core, view: View, args: Args) -> None:
    """One step back, be it only a moved caret."""
    _travel(core, view, back=True, soft=True)


def soft_redo(core: Core, view: View, args: Args) -> None:
    _travel(core, view, back=False, soft=True)


def redo_or_repeat(core: Core, view: View, args: Args) -> None:
    """Redo; with nothing to redo, run the last command that changed text again."""
    history = view.buffer.history
    if any(not step.soft for step in history.redo_stack):
        redo(core, view, args)
        return
    last = next((step for step in reversed(history.undo_stack) if not step.soft), None)
    for _ in range(last.repeat if last else 0):
        assert last is not None
        core.commands.run_text(view, last.command, last.args)


def mark_undo_groups_for_gluing(core: Core, view: View, args: Args) -> None:
    view.buffer.history.mark()


def glue_marked_undo_groups(core: Core, view: View, args: Args) -> None:
    view.buffer.history.glue("glue_marked_undo_groups", None)


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (
        insert,
        append,
        left_delete,
        right_delete,
        delete_word,
        upper_case,
        lower_case,
        swap_case,
        title_case,
        transpose,
        toggle_overwrite,
        undo,
        redo,
        soft_undo,
        soft_redo,
        redo_or_repeat,
        mark_undo_groups_for_gluing,
        glue_marked_undo_groups,
    )
}
