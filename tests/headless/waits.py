"""Conditions of the `wait` request."""

from __future__ import annotations

import re
from typing import Any, Callable, Tuple

from . import links
from .core import Core, minihtml
from .core.windows import HTML
from .verbs.arguments import shown

Look = Tuple[Any, Any]  # what matched or None, and what was seen instead


def check(core: Core, until: Any, in_gone: bool = False) -> None:
    """Raises ValueError, with a sentence about what was expected, unless `until` is one condition."""
    kinds = [*_LOOKS, "gone"]
    if not isinstance(until, dict) or len(until) != 1 or not set(until) <= set(kinds):
        raise ValueError(f"wait: expected until to be an object with one of {', '.join(kinds)}, not {shown(until)}")
    ((kind, wanted),) = until.items()
    if kind == "gone":
        if in_gone:
            raise ValueError("wait: expected gone to hold another condition than gone")
        check(core, wanted, in_gone=True)
    elif kind == "text":
        _check_text(core, wanted, in_gone)
    elif not isinstance(wanted, str):
        raise ValueError(f"wait: expected {kind} to be text, not {shown(wanted)}")
    elif kind in ("sheet", "status"):
        try:
            re.compile(wanted)
        except re.error as error:
            raise ValueError(f"wait: expected {kind} to be a regular expression: {error} in {shown(wanted)}") from None


def _check_text(core: Core, wanted: Any, in_gone: bool) -> None:
    """A view need not be there to have lost its text."""
    keys = set(wanted) if isinstance(wanted, dict) else set()
    if "contains" not in keys or not keys <= {"view", "contains"} or not isinstance(wanted["contains"], str):
        raise ValueError(f'wait: expected text to be {{"view"?, "contains": text}}, not {shown(wanted)}')
    view = wanted.get("view")
    known = isinstance(view, int) and not isinstance(view, bool) and (in_gone or view in core.views)
    if view is not None and not known:
        raise ValueError(f"wait: expected view to be one of {sorted(core.views)}, not {shown(view)}")


def look(core: Core, until: dict[str, Any]) -> Look:
    """(what matched or None, what was seen) for a condition that `check` let pass."""
    ((kind, wanted),) = until.items()
    if kind == "gone":
        matched, seen = look(core, wanted)
        return (None, matched) if matched is not None else (True, seen)
    return _LOOKS[kind](core, wanted)


def _sheet(core: Core, wanted: str) -> Look:
    sheets = [
        {"view": s.view.id if s.view else None, "title": s.title, "file": s.file_name or None, "window": w.id}
        for w in list(core.windows.values())
        for s in w.tabs
    ]
    found = next((s for s in sheets if re.search(wanted, s["title"]) or re.search(wanted, s["file"] or "")), None)
    return found, [s["title"] for s in sheets]


def _text(core: Core, wanted: dict[str, Any]) -> Look:
    """In one view, or in any view or HTML sheet; a view that is gone has no text."""
    view_id, contains = wanted.get("view"), wanted["contains"]
    views = [view for view in list(core.views.values()) if view_id in (None, view.id)]
    texts: list[tuple[int | None, str]] = [(view.id, view.buffer.text.whole()) for view in views]
    if view_id is None:
        texts += [(None, minihtml.text(s.html)) for w in core.windows.values() for s in w.sheets if s.kind == HTML]
    for where, text in texts:
        if contains in text:
            return {"view": where, "at": text.index(contains)}, None
    return None, [{"view": where, "text": text[-2000:]} for where, text in texts]


def _link(core: Core, wanted: str) -> Look:
    found = links.everywhere(core)
    match = next((link.to_json() for link in found if link.text == wanted), None)
    return match, sorted({link.text for link in found})


def _status(core: Core, wanted: str) -> Look:
    """The status texts of each window's view, as they stand there together and one by one, and the message."""
    seen = []
    for window in list(core.windows.values()):
        view = window.active_view
        whole = view.status_text() if view else ""
        values = list(view.status.values()) if view else []
        for text in (whole, window.status_message, *values):
            if re.search(wanted, text):
                return text, None
        seen += [whole, window.status_message]
    return None, [text for text in seen if text]


def _command_enabled(core: Core, wanted: str) -> Look:
    found = core.commands.find_by_focus(core.active_window, wanted)
    if found is None:
        return None, "no such command"
    enabled = bool(core.commands.ask(found, "is_enabled", None))
    return (True, None) if enabled else (None, "disabled")


_LOOKS: dict[str, Callable[[Core, Any], Look]] = {
    "sheet": _sheet,
    "text": _text,
    "link": _link,
    "status": _status,
    "command_enabled": _command_enabled,
}
