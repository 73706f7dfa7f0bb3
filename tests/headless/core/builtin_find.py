"""Built-in commands that search and replace. Main thread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable

from . import find_in_files, geometry
from .editing import Args, TextCommand, editing, go
from .find import FindPanel, Search, next_match
from .spans import Span
from .view import View
from .windows import Window
from .words import word_at

if TYPE_CHECKING:
    from .app import Core

WindowCommand = Callable[["Core", Window, Args], None]


def _look_for(core: Core, text: str, whole_word: bool) -> Search:
    search = core.search
    search.pattern, search.regex, search.whole_word, search.case_sensitive = text, False, whole_word, True
    return search


def _under(view: View) -> Span:
    """The last selection, or the word at the last caret."""
    span = view.selection[-1] if view.selection else (0, 0)
    return span if span[0] != span[1] else word_at(view, span[1])


def _find_under(core: Core, view: View, forward: bool) -> None:
    span = _under(view)
    text = view.buffer.text.substr(*span)
    if not text.strip():
        return
    search = _look_for(core, text, whole_word=span not in view.selection or _expanded(view))
    found = next_match(search.matches(view), span, forward, True)
    if found:
        go(view, found, center=False)


def _expanded(view: View) -> bool:
    """Whether the selection came from carets that became words, so that only whole words are alike."""
    return bool(view.selection) and view.selection == view.expanded_words


def find_under(core: Core, view: View, args: Args) -> None:
    _find_under(core, view, forward=True)


def find_under_prev(core: Core, view: View, args: Args) -> None:
    _find_under(core, view, forward=False)


def find_under_expand(core: Core, view: View, args: Args) -> None:
    """Carets become words; with words selected, the next occurrence of the last one is selected too."""
    _expand(core, view, skip=False)


def find_under_expand_skip(core: Core, view: View, args: Args) -> None:
    """The same, but the last selection is given up for the next one."""
    _expand(core, view, skip=True)


def _expand(core: Core, view: View, skip: bool) -> None:
    if any(a == b for a, b in view.selection):
        view.set_selection([word_at(view, b) if a == b else (a, b) for a, b in view.selection])
        _look_for(core, view.buffer.text.substr(*_under(view)), whole_word=True)
        view.expanded_words = list(view.selection)
        return
    last = view.selection[-1]
    text = view.buffer.text.substr(*last)
    search = _look_for(core, text, _expanded(view))
    taken = {(min(s), max(s)) for s in view.selection}
    free = [m for m in search.matches(view) if m not in taken]
    found = next_match(free, last, True, True)
    if found:
        kept = [s for s in view.selection if s != last] if skip else list(view.selection)
        view.set_selection([*kept, found])
        if search.whole_word:
            view.expanded_words = list(view.selection)
        geometry.show(view, found[1], center=False)


def find_all_under(core: Core, view: View, args: Args) -> None:
    """Every occurrence of the selection, or of the word at the caret."""
    span = _under(view)
    text = view.buffer.text.substr(*span)
    if text:
        search = _look_for(core, text, whole_word=span not in view.selection or _expanded(view))
        view.set_selection(search.matches(view))


def slurp_find_string(core: Core, view: View, args: Args) -> None:
    text = view.buffer.text.substr(*_under(view))
    if text:
        core.search.pattern = text


def slurp_replace_string(core: Core, view: View, args: Args) -> None:
    text = view.buffer.text.substr(*_under(view))
    if text:
        core.search.replacement = text


# -- the panel ----------------------------------------------------------------------------------------------------


def show_find_panel(core: Core, window: Window, args: Args) -> None:
    """`show_panel` for the find panels: one line that is selected is what they look for."""
    name, target = args["panel"], window.active_view
    if target is None and name != "find_in_files":
        return
    if window.find_panel:
        window.find_panel.close(cancel=False)
    search = core.search
    chosen = target.selection[0] if target and target.selection else (0, 0)
    text = target.buffer.text.substr(*chosen) if target else ""
    if target and text and "\n" not in text and target.settings.get("find_selected_text"):
        search.pattern = text
    search.where = args.get("where", search.where)
    search.pattern = args.get("pattern", search.pattern)
    search.replacement = args.get("replace_pattern", search.replacement)
    for switch in ("regex", "case_sensitive", "whole_word", "wrap", "preserve_case", "in_selection", "reverse"):
        setattr(search, switch, bool(args.get(switch, False if switch == "reverse" else getattr(search, switch))))
    panel = window.find_panel = FindPanel(core, window, name, target)
    window.active_panel = name
    window.focus = panel.views[0]
    core.update_focus()


def _target(window: Window) -> View | None:
    """What find commands search: the panel's view, or the one that has the focus."""
    return window.find_panel.target if window.find_panel else window.active_view


def _find(core: Core, window: Window, forward: bool) -> None:
    view = _target(window)
    if view is None or not core.search.pattern:
        return
    found = next_match(_matches(core, view), _from(view, forward), forward != core.search.reverse, core.search.wrap)
    if found:
        go(view, found, center=False)
    else:
        window.status_message = f"Unable to find {core.search.pattern}"


def _matches(core: Core, view: View) -> list[Span]:
    found = core.search.matches(view)
    within = [s for s in view.selection if s[0] != s[1]]
    if core.search.in_selection and within:
        return [m for m in found if any(min(s) <= m[0] and m[1] <= max(s) for s in within)]
    return found


def _from(view: View, forward: bool) -> Span:
    if not view.selection:
        return (0, 0)
    return view.selection[-1] if forward else view.selection[0]


def find_next(core: Core, window: Window, args: Args) -> None:
    _find(core, window, forward=True)


def find_prev(core: Core, window: Window, args: Args) -> None:
    _find(core, window, forward=False)


def find_all(core: Core, window: Window, args: Args) -> None:
    """Select every match; `close_panel` gives the focus back to the text. Find in Files lists them in a tab."""
    if window.find_panel and window.find_panel.name == "find_in_files":
        pattern = core.search.compiled()
        window.find_panel.close(cancel=False)
        if pattern:
            find_in_files.start(core, window, pattern, core.search.where)
        return
    view = _target(window)
    found = _matches(core, view) if view else []
    if args.get("close_panel") and window.find_panel:
        window.find_panel.close(cancel=False)
    if view and found:
        view.set_selection(found)


def _replacement(core: Core, matched: str) -> str:
    search = core.search
    compiled = search.compiled()
    new = search.replacement
    if search.regex and compiled:
        match = compiled.fullmatch(matched) or compiled.search(matched)
        new = match.expand(re.sub(r"\$(\d)", r"\\g<\1>", new)) if match else new
    if search.preserve_case:
        new = _cased(matched, new)
    return new


def _cased(like: str, text: str) -> str:
    if like.isupper():
        return text.upper()
    if like.islower():
        return text.lower()
    return text[:1].upper() + text[1:].lower() if like[:1].isupper() else text


def replace_next(core: Core, window: Window, args: Args) -> None:
    """Replace the match that is selected, and go to the next one."""
    view = _target(window)
    if view is None:
        return
    chosen = view.selection[0] if view.selection else (0, 0)
    if (min(chosen), max(chosen)) in core.search.matches(view):
        _replace(core, view, [chosen])
    find_next(core, window, args)


def replace_all(core: Core, window: Window, args: Args) -> None:
    view = _target(window)
    found = _matches(core, view) if view else []
    if args.get("close_panel") and window.find_panel:
        window.find_panel.close(cancel=False)
    if view and found:
        _replace(core, view, found)
        window.status_message = f"Replaced {len(found)} occurrences"


def _replace(core: Core, view: View, spans: list[Span]) -> None:
    if view.buffer.read_only:
        return
    with editing(core, view, "replace_all"):
        for span in reversed(spans):
            view.buffer.replace(min(span), max(span), _replacement(core, view.buffer.text.substr(*span)))


def _switch(name: str) -> WindowCommand:
    def command(core: Core, window: Window, args: Args) -> None:
        setattr(core.search, name, not getattr(core.search, name))

    return command


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (
        find_under,
        find_under_prev,
        find_under_expand,
        find_under_expand_skip,
        find_all_under,
        slurp_find_string,
        slurp_replace_string,
    )
}
WINDOW_COMMANDS: dict[str, WindowCommand] = {
    "find_next": find_next,
    "find_prev": find_prev,
    "find_all": find_all,
    "replace_next": replace_next,
    "replace_all": replace_all,
    "toggle_case_sensitive": _switch("case_sensitive"),
    "toggle_regex": _switch("regex"),
    "toggle_whole_word": _switch("whole_word"),
    "toggle_wrap": _switch("wrap"),
    "toggle_preserve_case": _switch("preserve_case"),
    "toggle_in_selection": _switch("in_selection"),
}
