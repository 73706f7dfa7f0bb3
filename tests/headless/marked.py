"""Texts with their selections written into them, for tests: `|` is a caret, `«selected»` a selection."""

from __future__ import annotations

import re
from typing import Any

from .conftest import Lab
from .core.view import View


def parse(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """(text, selections) of a marked text."""
    text, spans, start = "", [], 0
    for part in re.split(r"([|«»])", marked):
        if part == "|":
            spans.append((len(text), len(text)))
        elif part == "«":
            start = len(text)
        elif part == "»":
            spans.append((start, len(text)))
        else:
            text += part
    return text, spans


def marked_view(lab: Lab, marked: str, syntax: str = "", **settings: Any) -> Any:
    """A new view in front with that text and selection."""
    text, spans = parse(marked)
    view = lab.new_view(text)
    if syntax:
        view.assign_syntax(syntax)
    for key, value in settings.items():
        view.settings().set(key, value)
    select(lab, view, spans)
    lab.core.views[view.id()].buffer.clear_undo()
    return view


def select(lab: Lab, view: Any, spans: list[tuple[int, int]]) -> None:
    view.sel().clear()
    view.sel().add_all([lab.sublime.Region(a, b) for a, b in spans])


def shown(view: Any) -> str:
    """A view's text with its selections marked."""
    out = text_of(view)
    for region in sorted(view.sel(), key=lambda r: r.begin(), reverse=True):
        if region.empty():
            out = out[: region.a] + "|" + out[region.a :]
        else:
            low, high = region.begin(), region.end()
            out = out[:low] + "«" + out[low:high] + "»" + out[high:]
    return out


def text_of(view: Any) -> str:
    return view.substr(type(view.sel()[0])(0, view.size())) if len(view.sel()) else ""


def keyboard(lab: Lab) -> View:
    """The view that has the keyboard."""
    view = lab.core.focused_view
    assert view is not None
    return view
