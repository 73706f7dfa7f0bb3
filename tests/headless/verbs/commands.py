"""Commands, keys, completions, panels and links."""

from __future__ import annotations

from typing import Any

from .. import links
from ..core import snapshot
from ..core.builtin_text import insert_text
from ..core.completions import TIMEOUT_S, Completion
from ..core.overlay import prompt_view
from ..host import Host
from .common import Result, view_of, window_of
from .typing import select, type


def run(
    host: Host,
    command: str,
    args: dict[str, Any] | None = None,
    view: int | None = None,
    window: int | None = None,
) -> Result:
    commands = host.core.commands
    target = view_of(host, view) if view is not None else None
    in_window = target.window if target else window_of(host, window)
    outcome = commands.run(commands.find_by_focus(in_window, command, target), args, by_user=True)
    return dict(outcome._asdict())


def palette(host: Host, window: int | None = None) -> Result:
    return host.core.menus.palette(window_of(host, window))


def menu(host: Host, window: int | None = None) -> Result:
    return host.core.menus.main(window_of(host, window))


def press(host: Host, keys: Any, view: int | None = None) -> Result:
    """One chord, or several in a row."""
    keys = keys.split() if isinstance(keys, str) else keys
    target = view_of(host, view) if view is not None else None
    window = target.window if target and target.window else window_of(host, None)
    target = target or window.focused_view
    binding = host.core.keymap.find(keys, target, window)
    if binding is None:
        if len(keys) == 1 and len(keys[0]) == 1 and target:
            type(host, keys[0], target.id)
            return {"typed": keys[0]}
        return {"unbound": True}
    found = host.core.commands.find_by_focus(window, binding.command, target)
    host.core.commands.run(found, binding.args, by_user=True)
    return {"command": binding.command, "args": binding.args, "package": binding.package}


def _offer(offer: Completion) -> dict[str, Any]:
    return {
        "trigger": offer.trigger,
        "annotation": offer.annotation,
        "kind": list(offer.kind),
        "details": offer.details,
    }


def complete(host: Host, view: int | None = None) -> Result:
    """Open the completion list; lists that plugins fill later are waited for."""
    core = host.core
    target = view_of(host, view)
    request = core.completions.begin(target)
    core.loop.run_until(lambda: not request.pending, TIMEOUT_S)
    caret = target.selection[0][1] if target.selection else 0
    region = snapshot.rows_of(target, (caret - len(request.prefix), caret))
    items = [_offer(offer) for offer in core.completions.items(request)]
    return {"prefix": request.prefix, "region": region, "items": items}


def commit(host: Host, trigger: str | None = None, index: int | None = None) -> Result:
    """Take an offer of the open list; the text that it replaced."""
    request = host.core.completions.shown
    if request is None:
        raise ValueError("expected an open completion list")
    items = host.core.completions.items(request)
    found = [offer for i, offer in enumerate(items) if offer.trigger == trigger or i == index]
    if len(found) != 1:
        raise ValueError(f"expected trigger to be one of {[offer.trigger for offer in items]}, not {trigger!r}")
    return host.core.completions.commit(request, found[0])


def _overlay(host: Host) -> Any:
    window = window_of(host, None)
    if window.overlay is None:
        raise ValueError("expected an open quick panel or palette")
    return window.overlay


def pick(host: Host, text: str | None = None, index: int | None = None) -> Result:
    overlay = _overlay(host)
    if index is None:
        captions = [item.trigger for item in overlay.items]
        exact = [i for i, caption in enumerate(captions) if caption == text]
        found = exact or [i for i, caption in enumerate(captions) if text is not None and text in caption]
        if len(found) != 1:
            raise ValueError(f"expected text to be one of {captions}, not {text!r}")
        index = found[0]
    if not -1 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from -1 to {len(overlay.items) - 1}, not {index}")
    overlay.pick(index)


def highlight(host: Host, index: int) -> Result:
    overlay = _overlay(host)
    if not 0 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from 0 to {len(overlay.items) - 1}, not {index}")
    overlay.highlight(index)


def enter(host: Host, text: str | None) -> Result:
    """Fill the open input and press Enter; Escape for null."""
    window = window_of(host, None)
    view = prompt_view(window)
    io_panel = window.panels.get(window.active_panel[len("output.") :])
    if view is None and io_panel and io_panel.input_view:
        view = io_panel.input_view
    if view is None:
        raise ValueError("expected an open input panel, palette input or io panel")
    if text is None:
        host.core.commands.run_window(window, "hide_overlay" if window.overlay else "hide_panel", {"cancel": True})
        return
    view.set_selection([(0, view.buffer.text.size)])
    insert_text(host.core, view, text)
    host.core.commands.run_window(window, "select", None)


def click(
    host: Host,
    view: int | None = None,
    text: str | None = None,
    href: str | None = None,
    row: int | None = None,
    col: int | None = None,
    nth: int | None = None,
) -> Result:
    """Follow a link, or put the caret somewhere with `row` and `col` alone."""
    core = host.core
    if text is None and href is None:
        if row is None or col is None:
            raise ValueError("expected text or href of a link, or row and col")
        target = view_of(host, view)
        if target.sheet:
            core.documents.focus_sheet(target.sheet)
        select(host, [[row, col, row, col]], target.id)
        return None
    tiers = [list(links.of_view(view_of(host, view)))] if view is not None else links.search_order(core)

    def fits(link: links.Link) -> bool:
        return (text is None or link.text == text) and (href is None or link.href == href) and row in (None, link.row)

    for tier in tiers:
        found = [link for link in tier if fits(link)]
        if nth is not None:
            found = found[nth : nth + 1]
        if len(found) == 1:
            links.follow(core, found[0])
            return found[0].to_json()
        if found:
            raise ValueError(f"several links fit: {[link.to_json() for link in found]}")
    raise ValueError(f"no link fits; there are {[link.to_json() for tier in tiers for link in tier]}")
