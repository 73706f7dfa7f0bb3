"""Built-in commands about the tags of HTML and XML. Main thread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import indentation
from .editing import Args, TextCommand, edits, put_at
from .view import View

if TYPE_CHECKING:
    from .app import Core

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)((?:\"[^\"]*\"|'[^']*'|[^'\">])*?)(/?)>")
_VOID = re.compile(r"(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$", re.I)


def _open_tag(text: str) -> str | None:
    """The name of the last tag in a text that is still open."""
    stack: list[str] = []
    for closing, name, _, empty in _TAG.findall(text):
        if closing:
            if name in stack:
                del stack[len(stack) - 1 - stack[::-1].index(name) :]
        elif not empty and not _VOID.match(name):
            stack.append(name)
    return stack[-1] if stack else None


@edits
def close_tag(core: Core, view: View, args: Args) -> None:
    """End the innermost open tag; behind a typed `<`, `insert_slash` types the rest."""
    pieces = []
    for span in view.selection:
        before = view.buffer.text.substr(0, min(span))
        begun = before.endswith("<")
        name = _open_tag(before)
        if name is None:
            pieces.append((span, "/" if args.get("insert_slash") else ""))
        else:
            pieces.append((span, f"/{name}>" if begun else f"</{name}>"))
    put_at(view, pieces)


@edits
def auto_indent_tag(core: Core, view: View, args: Args) -> None:
    """Between an opening and its closing tag: a line of its own, one level deeper."""
    carets = []
    pieces = []
    for span in view.selection:
        row, col = view.buffer.text.row_col(min(span))
        depth = indentation.leading(view.buffer.text.line(row)[:col])
        inner = "\n" + depth + indentation.unit(view)
        pieces.append((span, inner + "\n" + depth))
        carets.append(len("\n" + depth))
    put_at(view, pieces)
    view.set_selection([(b - back, b - back) for (_, b), back in zip(view.selection, carets)])


TEXT_COMMANDS: dict[str, TextCommand] = {function.__name__: function for function in (close_tag, auto_indent_tag)}
