"""The built-in text commands that the package and its users need. Each takes (core, view, args). Main thread."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator

from . import geometry
from .spans import Span, begin, end
from .view import View
from .words import word_at

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]


@contextmanager
def editing(core: Core, view: View, command: str, args: Any = None) -> Iterator[None]:
    """One undo step, with its events at the end."""
    token = core.commands.new_token()
    core.commands.begin_edit(view, token, command, args)
    try:
        yield
    finally:
        core.commands.end_edit(view, token)


def insert_text(core: Core, view: View, text: str, command: str = "insert") -> None:
    """Put `text` in place of every selection; carets stand behind it."""
    if view.buffer.read_only:
        return
    with editing(core, view, command, {"characters": text}):
        for span in reversed(list(view.selection)):
            view.buffer.replace(begin(span), end(span), text)
        view.set_selection([(end(s), end(s)) for s in view.selection])
    _reveal(view)


def _reveal(view: View) -> None:
    if view.selection:
        geometry.show(view, view.selection[-1][1], center=False)


def insert(core: Core, view: View, args: Args) -> None:
    text = args["characters"]
    if text == "\n" and view.settings.get("auto_indent"):
        row = view.buffer.text.row_col(begin(view.selection[0]))[0] if view.selection else 0
        line = view.buffer.text.line(row)
        text += line[: len(line) - len(line.lstrip())]
    if text == "\t" and view.settings.get("translate_tabs_to_spaces"):
        text = " " * int(view.settings.get("tab_size", 4))
    insert_text(core, view, text)


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


def insert_snippet(core: Core, view: View, args: Args) -> None:
    """Plain text of a snippet: fields are dropped, their defaults kept."""
    import re

    contents = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", args.get("contents", ""))
    insert_text(core, view, re.sub(r"\$\d+|\$\{\d+\}", "", contents).replace("\\$", "$"), "insert_snippet")


def _delete(core: Core, view: View, command: str, grow: Callable[[int], Span]) -> None:
    if view.buffer.read_only:
        return
    with editing(core, view, command):
        for span in reversed(list(view.selection)):
            a, b = span if span[0] != span[1] else grow(span[1])
            view.buffer.replace(a, b, "")


def left_delete(core: Core, view: View, args: Args) -> None:
    _delete(core, view, "left_delete", lambda point: (max(0, point - 1), point))


def right_delete(core: Core, view: View, args: Args) -> None:
    _delete(core, view, "right_delete", lambda point: (point, point + 1))


def undo(core: Core, view: View, args: Args) -> None:
    if not view.buffer.read_only and view.buffer.undo():
        core.text_changed(view.buffer)
        _reveal(view)


def redo(core: Core, view: View, args: Args) -> None:
    if not view.buffer.read_only and view.buffer.redo():
        core.text_changed(view.buffer)
        _reveal(view)


def select_all(core: Core, view: View, args: Args) -> None:
    view.set_selection([(0, view.buffer.text.size)])


def single_selection(core: Core, view: View, args: Args) -> None:
    view.set_selection(view.selection[:1])


def move(core: Core, view: View, args: Args) -> None:
    by, forward = args["by"], bool(args.get("forward", True))
    if by not in ("characters", "lines", "words", "word_ends", "pages"):
        raise NotImplementedError(f"move by {by}")
    _move_carets(view, bool(args.get("extend")), lambda point, span: _moved(view, point, span, by, forward, args))


def _moved(view: View, point: int, span: Span, by: str, forward: bool, args: Args) -> int:
    text = view.buffer.text
    if by == "characters":
        if span[0] != span[1] and not args.get("extend"):
            return end(span) if forward else begin(span)
        return text.clamp(point + (1 if forward else -1))
    if by in ("words", "word_ends"):
        step = 1 if forward else -1
        point = text.clamp(point + step)
        word = word_at(view, point)
        return word[1] if forward else word[0]
    rows = 1 if by == "lines" else max(1, int(geometry.viewport_extent(view)[1] / geometry.line_height(view)) - 1)
    row, col = text.row_col(point)
    row += rows if forward else -rows
    if row < 0:
        return 0
    if row >= text.line_count:
        return text.size
    return text.line_start(row) + min(col, len(text.line(row)))


def _move_carets(view: View, extend: bool, target: Callable[[int, Span], int]) -> None:
    spans: list[Span] = []
    for span in view.selection:
        point = target(span[1], span)
        spans.append((span[0] if extend else point, point))
    view.set_selection(spans)
    _reveal(view)


def move_to(core: Core, view: View, args: Args) -> None:
    text, to = view.buffer.text, args["to"]

    def target(point: int, span: Span) -> int:
        row = text.row_col(point)[0]
        if to in ("bol", "hardbol"):
            return text.line_start(row)
        if to in ("eol", "hardeol"):
            return text.line_start(row) + len(text.line(row))
        if to in ("bof", "eof"):
            return 0 if to == "bof" else text.size
        raise NotImplementedError(f"move_to {to}")

    _move_carets(view, bool(args.get("extend")), target)


def goto_line(core: Core, view: View, args: Args) -> None:
    point = view.buffer.text.line_start(int(args["line"]) - 1)
    view.set_selection([(point, point)])
    geometry.show(view, point, center=True)


def _selected_text(view: View) -> str:
    return "\n".join(view.buffer.text.substr(a, b) for a, b in view.selection if a != b)


def copy(core: Core, view: View, args: Args) -> None:
    text = _selected_text(view)
    if text:
        core.clipboard = text


def cut(core: Core, view: View, args: Args) -> None:
    copy(core, view, args)
    if any(a != b for a, b in view.selection) and not view.buffer.read_only:
        with editing(core, view, "cut"):
            for a, b in reversed(list(view.selection)):
                view.buffer.replace(a, b, "")


def paste(core: Core, view: View, args: Args) -> None:
    insert_text(core, view, core.clipboard.replace("\r\n", "\n").replace("\r", "\n"), "paste")


def save(core: Core, view: View, args: Args) -> None:
    if view.sheet:
        core.documents.save(view)


def revert(core: Core, view: View, args: Args) -> None:
    if view.buffer.file_name:
        core.documents.reread(view, "on_revert")


def hide_popup(core: Core, view: View, args: Args) -> None:
    view.hide_popup()


def fold(core: Core, view: View, args: Args) -> None:
    for span in view.selection:
        view.fold(span)


def unfold(core: Core, view: View, args: Args) -> None:
    for span in list(view.selection):
        view.unfold(span)


def unfold_all(core: Core, view: View, args: Args) -> None:
    view.folds = []


def auto_complete(core: Core, view: View, args: Args) -> None:
    core.completions.begin(view)


def hide_auto_complete(core: Core, view: View, args: Args) -> None:
    core.completions.hide()


def commit_completion(core: Core, view: View, args: Args) -> None:
    """Take the first offer."""
    request = core.completions.shown
    items = core.completions.items(request) if request else []
    if request and items:
        core.completions.commit(request, items[0])


TEXT_COMMANDS: dict[str, Callable[[Any, View, Args], None]] = {
    "insert": insert,
    "append": append,
    "insert_snippet": insert_snippet,
    "left_delete": left_delete,
    "right_delete": right_delete,
    "undo": undo,
    "redo": redo,
    "redo_or_repeat": redo,
    "select_all": select_all,
    "single_selection": single_selection,
    "move": move,
    "move_to": move_to,
    "goto_line": goto_line,
    "copy": copy,
    "cut": cut,
    "paste": paste,
    "save": save,
    "revert": revert,
    "hide_popup": hide_popup,
    "fold": fold,
    "unfold": unfold,
    "unfold_all": unfold_all,
    "auto_complete": auto_complete,
    "hide_auto_complete": hide_auto_complete,
    "commit_completion": commit_completion,
}
