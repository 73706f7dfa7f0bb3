"""Carets, keys, typing, the mouse and the clipboard."""

from __future__ import annotations

from typing import Any

from ..core import geometry, mouse
from ..core.builtin_text import insert
from ..core.keymap import Binding
from ..host import Host
from .common import Result, point_at, span_at, view_of, window_of

_HIDE_ON_CHARACTER_EVENT = 32
_CHARACTERS = {"space": " ", "plus": "+", "minus": "-"}
_KEYS = {"\n": "enter", "\t": "tab"}
_ZONES = {"text": mouse.HOVER_TEXT, "gutter": mouse.HOVER_GUTTER, "margin": mouse.HOVER_MARGIN}


def select(host: Host, regions: list[list[int]], view: int | None = None) -> Result:
    target = view_of(host, view)
    before = list(target.selection)
    target.set_selection([span_at(target, region) for region in regions])
    target.buffer.history.note_selection(target, before, "drag_select", None)
    if target.selection:
        geometry.show(target, target.selection[-1][1], center=False)


def scroll(host: Host, row: int, view: int | None = None) -> Result:
    """Make a row the first visible one, as far as the text goes."""
    target = view_of(host, view)
    point_at(target, row, 0)
    geometry.set_viewport(target, (target.viewport[0], geometry.row_top(target, row)))


def hover(host: Host, row: int, col: int = 0, view: int | None = None, zone: str = "text") -> Result:
    """Rest the mouse over text, or beside it."""
    target = view_of(host, view)
    if zone not in _ZONES:
        raise ValueError(f"expected zone to be one of {', '.join(_ZONES)}, not {zone!r}")
    mouse.hover(host.core, target, point_at(target, row, col), _ZONES[zone])


def type(host: Host, text: str, view: int | None = None) -> Result:
    """Key by key, as typing comes: into the view that then has the keyboard, unless one is given."""
    bindings = host.core.keymap.bindings()
    bound = {binding.keys[0] for binding in bindings if len(binding.keys) == 1}
    for char in text:
        target = view_of(host, view)
        focused = host.core.active_window is not None and host.core.active_window.focused_view is target
        known = _KEYS.get(char, char) in bound or "<character>" in bound
        if not (focused and known and _run_bound(host, [_KEYS.get(char, char)], bindings)):
            _type_character(host, char, target.id)


def _type_character(host: Host, char: str, view: int) -> None:
    target = view_of(host, view)
    if target.popup and target.popup.flags & _HIDE_ON_CHARACTER_EVENT:
        target.hide_popup()
    if char in _KEYS:
        host.core.commands.run_text(target, "insert", {"characters": char})
    else:
        insert(host.core, target, {"characters": char})


def _run_bound(host: Host, keys: list[str], bindings: list[Binding], view: int | None = None) -> dict[str, Any] | None:
    """Run what a chord is bound to; None if it is to nothing."""
    target = view_of(host, view) if view is not None else None
    window = target.window if target and target.window else window_of(host, None)
    target = target or window.focused_view
    binding = host.core.keymap.find(keys, target, window, bindings)
    if binding is None:
        return None
    found = host.core.commands.find_by_focus(window, binding.command, target)
    outcome = host.core.commands.run(found, binding.args, by_user=True)
    answer = {"command": binding.command, "args": binding.args, "package": binding.package}
    return answer if outcome.ran else {**answer, "ran": False}


def press(host: Host, keys: list[str], view: int | None = None) -> Result:
    """Press keys one after the other; the longest chord that is bound runs. What the last of it did."""
    bindings = host.core.keymap.bindings()
    typed, answer, at = "", {"unbound": True}, 0
    while at < len(keys):
        for end in range(len(keys), at, -1):
            ran = _run_bound(host, keys[at:end], bindings, view)
            if ran:
                typed, answer, at = "", ran, end
                break
        else:
            char = _character(keys[at])
            if char and (view is not None or window_of(host, None).focused_view):
                typed += char
                _type_character(host, char, view_of(host, view).id)
            else:
                typed = ""
            answer = {"typed": typed} if typed else {"unbound": True}
            at += 1
        if at < len(keys):
            host.settle()
    return answer


def _character(key: str) -> str:
    """What a key types if nothing is bound to it, "" if it types nothing."""
    name = key[len("shift+") :] if key.lower().startswith("shift+") and len(key) > len("shift+") else key
    char = _CHARACTERS.get(name.lower(), name)
    if len(char) != 1:
        return ""
    return char.upper() if name != key else char


def paste(host: Host, text: str | None = None, view: int | None = None) -> Result:
    """Paste the clipboard, or what was just copied in another program."""
    target = view_of(host, view)
    if text is not None:
        host.core.clipboard = text
    host.core.commands.run(host.core.commands.find("text", "paste", target), None, by_user=True)


def clipboard(host: Host, text: str | None = None) -> Result:
    """What is on the clipboard, after `text` was put there."""
    if text is not None:
        host.core.clipboard = text
    return host.core.clipboard
