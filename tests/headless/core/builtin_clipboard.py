"""Built-in commands about the clipboard. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import indentation
from .editing import Args, TextCommand, edits, full_line_span, put, put_at
from .overlay import Item, Overlay
from .spans import Span, begin
from .view import View

if TYPE_CHECKING:
    from .app import Core


def _to_copy(view: View) -> tuple[list[Span], bool]:
    """The spans that copying takes, and whether they are whole lines because nothing was selected."""
    chosen = [span for span in view.selection if span[0] != span[1]]
    if chosen or not view.settings.get("copy_with_empty_selection"):
        return chosen, False
    rows = sorted({view.buffer.text.row_col(point)[0] for _, point in view.selection})
    return [full_line_span(view, row) for row in rows], True


def copy(core: Core, view: View, args: Args) -> None:
    """The selected texts, one a line; without a selection the lines of the carets."""
    spans, lines = _to_copy(view)
    texts = [view.buffer.text.substr(*span) for span in spans]
    if lines:
        texts = [text.rstrip("\n") for text in texts]
    if texts:
        core.clipboard = "\n".join(texts) + ("\n" if lines else "")
        core.clipboard_lines = core.clipboard if lines else ""
        core.clipboard_history = [core.clipboard, *(t for t in core.clipboard_history if t != core.clipboard)][:15]


def cut(core: Core, view: View, args: Args) -> None:
    copy(core, view, args)
    _cut(core, view, args)


@edits
def _cut(core: Core, view: View, args: Args) -> None:
    for a, b in reversed(_to_copy(view)[0]):
        view.buffer.replace(a, b, "")


def _clipboard(core: Core) -> str:
    return core.clipboard.replace("\r\n", "\n").replace("\r", "\n")


@edits
def paste(core: Core, view: View, args: Args) -> None:
    """As many lines as carets go one to each; whole lines go above the caret's line."""
    text, spans = _clipboard(core), list(view.selection)
    if text and text == core.clipboard_lines and all(a == b for a, b in spans):
        for _, point in reversed(spans):
            start = view.buffer.text.line_start(view.buffer.text.row_col(point)[0])
            view.buffer.replace(start, start, text)
        return
    pieces = text.split("\n")
    put(view, pieces if len(pieces) == len(spans) > 1 else [text] * len(spans))


@edits
def paste_and_indent(core: Core, view: View, args: Args) -> None:
    """Paste lines so that the first one stands as deep as the place wants it."""
    text = _clipboard(core)
    put_at(view, [_indented(view, span, text) for span in view.selection])


def _indented(view: View, span: Span, text: str) -> tuple[Span, str]:
    row, col = view.buffer.text.row_col(begin(span))
    start = view.buffer.text.line_start(row)
    before = view.buffer.text.line(row)[:col]
    blank = not before.strip()
    target = indentation.wanted(view, row) if blank else indentation.leading(before)
    lines = text.split("\n")
    own = indentation.width(view, indentation.leading(next((line for line in lines if line.strip()), "")))
    by = indentation.width(view, target) - own
    out = []
    for number, line in enumerate(lines):
        deep = indentation.width(view, indentation.leading(line))
        inside = number == 0 and not blank
        out.append(
            line if inside or not line.strip() else indentation.of_width(view, max(0, deep + by)) + line.lstrip()
        )
    return ((start, max(span)) if blank and lines[0].strip() else span), "\n".join(out)


def paste_from_history(core: Core, view: View, args: Args) -> None:
    """Let the user pick one of the texts that were copied."""
    window = view.window
    if window is None or not core.clipboard_history:
        return
    items = [Item(text.strip().split("\n")[0][:60], "", "", text) for text in core.clipboard_history]
    panel = Overlay(core, window, "quick_panel:input", items)

    def picked(position: int) -> None:
        if position >= 0:
            core.clipboard = items[position].value
            core.commands.run_text(view, "paste", None)

    panel.on_pick = picked
    panel.open()


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function for function in (copy, cut, paste, paste_and_indent, paste_from_history)
}
