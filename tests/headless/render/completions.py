"""The list of completions under the caret."""

from __future__ import annotations

from typing import Any, Dict

from .context import PageContext
from .escape import escape
from .kinds import draw_kind

State = Dict[str, Any]

MAX_ITEMS = 8


def draw_completions(completions: State, context: PageContext) -> str:
    """The list: kind, trigger with the typed letters marked, annotation; under it the details of the chosen item."""
    items, chosen = completions.get("items") or [], completions.get("selected") or 0
    first = max(0, min(chosen - MAX_ITEMS + 1, len(items) - MAX_ITEMS))
    shown = range(first, min(len(items), first + MAX_ITEMS))
    prefix = completions.get("prefix") or ""
    rows = "".join(_item(items[index], index == chosen, prefix, context) for index in shown)
    details = items[chosen].get("details") if 0 <= chosen < len(items) else ""
    detail_pane = f'<div class="details">{context.details(details)}</div>' if details else ""
    return f'<div class="completions"><div class="items">{rows}</div>{detail_pane}</div>'


def _item(item: State, chosen: bool, prefix: str, context: PageContext) -> str:
    return (
        f'<div class="completion{" selected" if chosen else ""}">{draw_kind(item.get("kind"), context.scheme)}'
        f'<span class="trigger">{marked(item.get("trigger") or "", prefix)}</span>'
        f'<span class="side">{escape(item.get("annotation") or "")}</span></div>'
    )


def marked(text: str, typed: str) -> str:
    """A text whose characters that were typed are bold, as far as they are found in order."""
    at = text.lower().find(typed.lower()) if typed else -1
    if at >= 0:
        places = set(range(at, at + len(typed)))
    else:
        places, at = set(), 0
        for char in typed.lower():
            found = text.lower().find(char, at)
            if found < 0:
                return escape(text)
            places.add(found)
            at = found + 1
    out, start = [], 0
    for end in range(1, len(text) + 1):
        if end == len(text) or (end in places) != (start in places):
            part = escape(text[start:end])
            out.append(f"<b>{part}</b>" if start in places else part)
            start = end
    return "".join(out)
