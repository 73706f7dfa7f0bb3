"""Built-in commands about snippets: their text, their fields, and blocks in braces. Main thread."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING, Any

from . import indentation, selectors, snippets
from .editing import Args, TextCommand, edits, put_at, reveal
from .spans import Span, begin, end
from .view import View
from .words import word_at

if TYPE_CHECKING:
    from .app import Core


def _contents(core: Core, args: Args) -> str:
    if "contents" in args:
        return args["contents"]
    source = core.resources.load(args["name"])
    if source is None:
        raise ValueError(f"no snippet {args['name']}")
    return (ElementTree.fromstring(source).findtext("content") or "").strip("\n")


def _value(view: View, name: str, span: Span, args: Args) -> str | None:
    text = view.buffer.text
    path = view.buffer.file_name
    row, col = text.row_col(begin(span))
    known = {
        "SELECTION": text.substr(*span),
        "TM_SELECTED_TEXT": text.substr(*span),
        "TM_CURRENT_LINE": text.line(row),
        "TM_CURRENT_WORD": text.substr(*word_at(view, begin(span))),
        "TM_LINE_INDEX": str(col),
        "TM_LINE_NUMBER": str(row + 1),
        "TM_FILENAME": os.path.basename(path),
        "TM_FILEPATH": path,
        "TM_DIRECTORY": os.path.dirname(path),
        "TM_TAB_SIZE": str(indentation.tab_size(view)),
        "TM_SOFT_TABS": "YES" if view.settings.get("translate_tabs_to_spaces") else "NO",
        "TM_SCOPE": view.scope_name(begin(span)),
    }
    value = args.get(name, known.get(name))
    return None if value is None else str(value)


@edits
def insert_snippet(core: Core, view: View, args: Args) -> None:
    """Put a snippet in place of every selection, as deep as its line, and go to its first field."""
    contents = _contents(core, args)
    fields: dict[int, list[Span]] = {}
    pieces: list[tuple[Span, str]] = []
    grown = 0
    for span in view.selection:
        row, col = view.buffer.text.row_col(begin(span))
        depth = indentation.leading(view.buffer.text.line(row)[:col])
        source = contents.replace("\n", "\n" + depth)
        if view.settings.get("translate_tabs_to_spaces"):
            source = source.replace("\t", indentation.unit(view))
        found = snippets.expand(source, lambda name, span=span: _value(view, name, span, args))
        pieces.append((span, found.text))
        start = begin(span) + grown
        for number, places in found.fields.items():
            fields.setdefault(number, []).extend((a + start, b + start) for a, b in places)
        if 0 not in found.fields:
            stop = start + len(found.text)
            fields.setdefault(0, []).append((stop, stop))
        grown += len(found.text) - (end(span) - begin(span))
    put_at(view, pieces)
    if fields:
        view.snippet = snippets.Fields(fields, view.snippet)
        _select(view)


def _select(view: View) -> None:
    """Select the current field; the last one ends the snippet, and one around it goes on."""
    stop = view.snippet
    if stop is None:
        return
    view.set_selection(list(stop.current))
    if not stop.has_next:
        view.snippet = stop.outer
    reveal(view)


def next_field(core: Core, view: View, args: Args) -> None:
    if view.snippet and view.snippet.has_next:
        view.snippet.at += 1
        _select(view)


def prev_field(core: Core, view: View, args: Args) -> None:
    if view.snippet and view.snippet.has_prev:
        view.snippet.at -= 1
        _select(view)


def clear_fields(core: Core, view: View, args: Args) -> None:
    view.snippet = None


def snippets_of(core: Core, view: View) -> list[tuple[str, str]]:
    """(tab trigger, resource) of the packages' snippets that fit the scope at the caret."""
    out = []
    here = view.scope_name(view.selection[0][1] if view.selection else 0)
    for name in core.resources.find("*.sublime-snippet"):
        root: Any = ElementTree.fromstring(core.resources.load(name) or "<snippet/>")
        trigger, scope = root.findtext("tabTrigger"), root.findtext("scope")
        if trigger and (not scope or selectors.score(here, scope)):
            out.append((trigger, name))
    return out


def snippet_before(core: Core, view: View) -> tuple[str, str] | None:
    """The (tab trigger, resource) whose trigger stands before the only caret."""
    if len(view.selection) != 1 or view.selection[0][0] != view.selection[0][1]:
        return None
    row, col = view.buffer.text.row_col(view.selection[0][1])
    word = re.search(r"\S*$", view.buffer.text.line(row)[:col])
    before = word.group(0) if word else ""
    return next((found for found in snippets_of(core, view) if before and found[0] == before), None)


def expand_snippet(core: Core, view: View, args: Args) -> None:
    """Put the snippet whose tab trigger stands before the caret in its place."""
    found = snippet_before(core, view)
    if found:
        point = view.selection[0][1]
        view.set_selection([(point - len(found[0]), point)])
        core.commands.run_text(view, "insert_snippet", {"name": found[1]})


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function for function in (insert_snippet, next_field, prev_field, clear_fields, expand_snippet)
}
