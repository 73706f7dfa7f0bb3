"""Conditions of the `wait` request."""

from __future__ import annotations

import re
from typing import Any

from . import links
from .core import Core
from .core.windows import Window

KINDS = ("sheet", "text", "link", "status", "command_enabled", "gone")


def look(core: Core, until: dict[str, Any]) -> tuple[Any, Any]:
    """(what matched or None, what was seen). Raises ValueError for an unknown condition."""
    kinds = [kind for kind in until if kind in KINDS]
    if len(kinds) != 1 or len(until) != 1:
        raise ValueError(f"expected until to be one of {', '.join(KINDS)}, not {sorted(until)}")
    kind, wanted = kinds[0], until[kinds[0]]
    if kind == "gone":
        matched, seen = look(core, wanted)
        return (None, matched) if matched is not None else (True, seen)
    return _LOOKS[kind](core, wanted)


def _windows(core: Core) -> list[Window]:
    return list(core.windows.values())


def _sheet(core: Core, wanted: str) -> tuple[Any, Any]:
    sheets = [
        {"view": s.view.id if s.view else None, "title": s.title, "file": s.file_name or None, "window": w.id}
        for w in _windows(core)
        for s in w.tabs
    ]
    found = next((s for s in sheets if re.search(wanted, s["title"]) or re.search(wanted, s["file"] or "")), None)
    return found, [s["title"] for s in sheets]


def _text(core: Core, wanted: dict[str, Any]) -> tuple[Any, Any]:
    view_ids = [wanted["view"]] if wanted.get("view") is not None else list(core.views)
    seen = {}
    for view_id in view_ids:
        view = core.views.get(view_id)
        if view is None:
            continue
        text = view.buffer.text.whole()
        if wanted["contains"] in text:
            return {"view": view_id, "at": text.index(wanted["contains"])}, None
        seen[view_id] = text[-2000:]
    return None, seen


def _link(core: Core, wanted: str) -> tuple[Any, Any]:
    found = [link for tier in links.search_order(core) for link in tier]
    match = next((link.to_json() for link in found if link.text == wanted), None)
    return match, [link.text for link in found]


def _status(core: Core, wanted: str) -> tuple[Any, Any]:
    seen = []
    for window in _windows(core):
        view = window.active_view
        for text in (view.status_text() if view else "", window.status_message):
            if re.search(wanted, text):
                return text, None
            seen.append(text)
    return None, seen


def _command_enabled(core: Core, wanted: str) -> tuple[Any, Any]:
    found = core.commands.find_by_focus(core.active_window, wanted)
    if found is None:
        return None, "no such command"
    enabled = bool(core.commands.ask(found, "is_enabled", None))
    return (True, None) if enabled else (None, "disabled")


_LOOKS = {"sheet": _sheet, "text": _text, "link": _link, "status": _status, "command_enabled": _command_enabled}
