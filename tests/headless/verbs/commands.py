"""Commands, completions, panels and links."""

from __future__ import annotations

from typing import Any

from .. import links
from ..core import mouse, snapshot
from ..core.builtin_text import insert_text
from ..core.completions import TIMEOUT_S
from ..core.overlay import prompt_view
from ..host import Host
from .common import Result, bring, one_of, overlay_of, point_at, view_of, window_of


def run(
    host: Host,
    command: str,
    args: dict[str, Any] | None = None,
    view: int | None = None,
    window: int | None = None,
) -> Result:
    """Run a command as a menu would, from the focus or from a given view or window."""
    if view is not None and window is not None:
        raise ValueError("expected view or window, and not both")
    commands = host.core.commands
    target = view_of(host, view) if view is not None else None
    in_window = target.window if target else window_of(host, window) if window is not None else host.core.active_window
    found = commands.find_by_focus(in_window, command, target)
    try:
        outcome = commands.run(found, args, by_user=True)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        # A package's exceptions do not come here: only the editor's own commands are that strict.
        raise ValueError(f"expected args that the command {command} takes: {type(error).__name__} {error}") from None
    return dict(outcome._asdict())


def palette(host: Host, window: int | None = None) -> Result:
    return host.core.menus.palette(window_of(host, window))


def menu(host: Host, window: int | None = None) -> Result:
    return host.core.menus.main(window_of(host, window))


def complete(host: Host, view: int | None = None) -> Result:
    """Open the completion list; lists that plugins fill later are waited for."""
    core = host.core
    target = view_of(host, view)
    request = core.completions.begin(target)
    core.loop.run_until(lambda: not request.pending, TIMEOUT_S)
    region = snapshot.rows_of(target, (request.start, request.start + len(request.prefix)))
    return {"prefix": request.prefix, "region": region, "items": snapshot.offers_of(core, request)}


def commit(host: Host, trigger: str | None = None, index: int | None = None) -> Result:
    """Take an offer of the open list; the text that it replaced."""
    one_of(trigger=trigger, index=index)
    request = host.core.completions.shown
    if request is None:
        raise ValueError("expected an open completion list")
    items = host.core.completions.items(request)
    found = [offer for i, offer in enumerate(items) if (i == index if trigger is None else offer.trigger == trigger)]
    if len(found) > 1:
        raise ValueError(f"expected an index: several offers have the trigger {trigger!r}")
    if not found and trigger is None:
        raise ValueError(f"expected index to be from 0 to {len(items) - 1}, not {index}")
    if not found:
        raise ValueError(f"expected trigger to be one of {[offer.trigger for offer in items]}, not {trigger!r}")
    return host.core.completions.commit(request, found[0])


def pick(host: Host, text: str | None = None, index: int | None = None) -> Result:
    """Choose a row by its trigger, or by the only part of one, or by its place; -1 cancels."""
    one_of(text=text, index=index)
    overlay = overlay_of(host)
    if index is None:
        captions = [item.trigger for item in overlay.items]
        exact = [i for i, caption in enumerate(captions) if caption == text]
        found = exact or [i for i, caption in enumerate(captions) if text is not None and text in caption]
        if len(found) != 1:
            raise ValueError(f"expected text to be that of one of {captions}, not {text!r}")
        index = found[0]
    if not -1 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from -1 to {len(overlay.items) - 1}, not {index}")
    overlay.pick(index)


def highlight(host: Host, index: int) -> Result:
    overlay = overlay_of(host)
    if not 0 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from 0 to {len(overlay.items) - 1}, not {index}")
    overlay.highlight(index)


def enter(host: Host, text: str | None) -> Result:
    """Fill the open input and press Enter; Escape for null."""
    window = window_of(host, None)
    view = prompt_view(window)
    if view is None and window.output_panel:
        view = window.output_panel.input_view
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
    """Follow a link, or put the caret somewhere with `row` and `col` alone; `nth` counts from 0."""
    core = host.core
    if text is None and href is None:
        if row is None or col is None or nth is not None:
            raise ValueError("expected text or href of a link, or row and col of a place in text")
        target = view_of(host, view)
        point = point_at(target, row, col)
        if target.sheet:
            bring(host, target.sheet)
        mouse.click(core, target, point)
        return None
    if col is not None:
        raise ValueError("expected no col together with text or href of a link")
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
            raise ValueError(f"expected a link that is the only one, or nth; these fit: {links.listing(found)}")
    there = tiers[-1] if view is not None else links.everywhere(core)
    raise ValueError(f"expected one of the links that there are, none fits: {links.listing(there)}")
