"""Searching: what the find panel looks for, and the panel itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Pattern

from .spans import Span
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core


_INPUTS = {"replace": ("find", "replace"), "find_in_files": ("find", "location", "replace")}


@dataclass
class Search:
    """What was looked for last, with the panel's switches."""

    pattern: str = ""
    replacement: str = ""
    where: str = ""  # of Find in Files: folders, files and patterns with commas between
    regex: bool = False
    case_sensitive: bool = False
    whole_word: bool = False
    wrap: bool = True
    preserve_case: bool = False
    in_selection: bool = False
    reverse: bool = False

    def compiled(self) -> Pattern[str] | None:
        """None for an empty or malformed pattern."""
        if not self.pattern:
            return None
        pattern = self.pattern if self.regex else re.escape(self.pattern)
        if self.whole_word:
            pattern = rf"\b(?:{pattern})\b"
        try:
            return re.compile(pattern, re.M if self.case_sensitive else re.M | re.I)
        except re.error:
            return None

    def matches(self, view: View) -> list[Span]:
        """Every match in a view's text, from its start."""
        compiled = self.compiled()
        if compiled is None:
            return []
        return [m.span() for m in compiled.finditer(view.buffer.text.whole()) if m.group(0)]


def next_match(matches: list[Span], span: Span, forward: bool, wrap: bool) -> Span | None:
    """The match behind (before) a span."""
    low, high = min(span), max(span)
    if forward:
        found = next((m for m in matches if m[0] >= high and m != (low, high)), None)
        return found or (matches[0] if matches and wrap else None)
    found = next((m for m in reversed(matches) if m[1] <= low and m != (low, high)), None)
    return found or (matches[-1] if matches and wrap else None)


class FindPanel:
    """The panel at the window's bottom, for find, replace, incremental_find or find_in_files; it searches `target`."""

    def __init__(self, core: Core, window: Window, name: str, target: View | None) -> None:
        self._core = core
        self.window = window
        self.name = name
        self.target = target
        self.before = list(target.selection) if target else []
        self.inputs = _INPUTS.get(name, ("",))
        elements = [f"{name}:input:{each}".rstrip(":") for each in self.inputs]
        self.views = [core.documents.make_view(window, element=element) for element in elements]
        texts = {"replace": core.search.replacement, "location": core.search.where}
        for view, each in zip(self.views, self.inputs):
            text = texts.get(each, core.search.pattern)
            view.buffer.scratch = True
            view.buffer.replace(0, 0, text)
            view.set_selection([(0, len(text))])

    def text_changed(self, view: View) -> None:
        """Follow what is typed: an incremental search goes to the first match."""
        search = self._core.search
        texts = {each: view.buffer.text.whole() for each, view in zip(self.inputs, self.views)}
        search.pattern = self.views[0].buffer.text.whole()
        search.replacement = texts.get("replace", search.replacement)
        search.where = texts.get("location", search.where)
        if self.name == "incremental_find" and self.target:
            start = self.before[0] if self.before else (0, 0)
            span = (max(start), max(start)) if search.reverse else (min(start), min(start))
            found = next_match(search.matches(self.target), span, not search.reverse, search.wrap)
            self.target.set_selection([found] if found else self.before)

    def next_input(self) -> None:
        """To the other input, if there is one."""
        window = self.window
        at = self.views.index(window.focus) if window.focus in self.views else -1
        window.focus = self.views[(at + 1) % len(self.views)]
        window.focus.set_selection([(0, window.focus.buffer.text.size)])
        self._core.update_focus()

    def close(self, cancel: bool) -> None:
        """Take the panel away; a cancelled incremental search puts the selection back."""
        window = self.window
        window.find_panel = None
        window.active_panel = ""
        if window.focus in self.views:
            window.focus = None
        if cancel and self.name == "incremental_find" and self.target and self.target.id in self._core.views:
            self.target.set_selection(self.before)
        self._core.update_focus()
        for view in self.views:
            self._core.documents.drop_view(view)
