"""Links that a user could click: in phantoms, popups, annotations and HTML sheets."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator, NamedTuple

from .core import Core, minihtml
from .core.view import View
from .core.windows import Sheet, Window


class Link(NamedTuple):
    """A link as it is shown. `navigate` is the callback of what it stands in."""

    view: int | None
    sheet: Sheet | None
    row: int
    text: str
    href: str
    navigate: Callable[[str], Any] | None

    def to_json(self) -> dict[str, Any]:
        return {"view": self.view, "row": self.row, "text": self.text, "href": self.href}


def of_view(view: View) -> Iterator[Link]:
    """Links in and on one view, from top to bottom."""
    row_of = view.buffer.text.row_col
    places = [(min(p.span), p.html, p.on_navigate) for p in view.phantoms.values()]
    for regions in view.regions.values():
        places += [(min(s), html, regions.on_navigate) for s, html in zip(regions.spans, regions.annotations)]
    if view.popup:
        places.append((view.popup.point, view.popup.html, view.popup.on_navigate))
    for point, html, navigate in sorted(places, key=lambda place: place[0]):
        for link in minihtml.links(html):
            yield Link(view.id, view.sheet, row_of(point)[0], link["text"], link["href"], navigate)


def of_sheet(sheet: Sheet) -> list[Link]:
    if sheet.view:
        return list(of_view(sheet.view))
    return [Link(None, sheet, 0, link["text"], link["href"], None) for link in minihtml.links(sheet.html)]


def of_window(window: Window) -> list[Link]:
    """Links of every sheet and of the open panel."""
    links = [link for sheet in window.sheets for link in of_sheet(sheet)]
    panel = window.output_panel
    return links + (list(of_view(panel.view)) if panel else [])


def search_order(core: Core) -> list[list[Link]]:
    """Where a click without a view looks: focused sheet, selected sheets, the window's sheets, other windows."""
    window = core.active_window
    if window is None:
        return []
    active = window.active_sheet
    selected = [s for group in window.groups for s in group.selected]
    tiers = [of_sheet(active) if active else [], [link for s in selected for link in of_sheet(s)], of_window(window)]
    tiers.append([link for other in core.windows.values() if other is not window for link in of_window(other)])
    return tiers


def everywhere(core: Core) -> list[Link]:
    """Every link, each once."""
    return [link for window in core.windows.values() for link in of_window(window)]


def listing(found: list[Link]) -> str:
    """Links as JSON, for a client that looks for one."""
    return json.dumps([link.to_json() for link in found], ensure_ascii=False)


def follow(core: Core, link: Link) -> None:
    """Click: a `subl:` address runs its command, others go to the callback, or to the browser if there is none."""
    if link.href.startswith("subl:"):
        name, _, raw = link.href[len("subl:") :].partition(" ")
        try:
            args = json.loads(raw) if raw.strip() else None
        except ValueError as error:
            raise ValueError(f"expected a command and its arguments in the link {link.href!r}: {error}") from None
        view = core.views.get(link.view) if link.view else None
        window = view.window if view else link.sheet.window if link.sheet else None
        core.commands.run(core.commands.find_by_focus(window, name, view), args, by_user=True)
    elif link.navigate is not None:
        core.invoke(link.navigate, (link.href,), "on_navigate")
    elif link.href.startswith(("http:", "https:", "file:", "mailto:")):
        core.opened_urls.append(link.href)
