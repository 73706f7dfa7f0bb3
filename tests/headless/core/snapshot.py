"""The editor's whole state as JSON values: what a user could see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

from . import geometry, minihtml, side_bar
from .builtin_diff import shown_inline
from .completions import Request
from .indentation import tab_size
from .overlay import Item
from .scopes.highlighter import Highlighter
from .spans import Span
from .view import Regions, View
from .windows import HTML, Sheet, Window

if TYPE_CHECKING:
    from .app import Core

State = Dict[str, Any]


def take(core: Core, window_id: int | None = None, view_id: int | None = None, text: bool = False) -> State:
    """Everything, or one window, or one view; `text` includes the buffers' contents. Main thread."""
    windows = [w for w in core.windows.values() if window_id in (None, w.id)]
    return {
        "windows": [_window(core, window, view_id, text) for window in windows],
        "dialog": core.dialogs.open,
        "clipboard": core.clipboard,
        "app_active": core.active,
        "faults": core.faults.to_json(),
    }


def _window(core: Core, window: Window, view_id: int | None, text: bool) -> State:
    sheets = [s for s in window.tabs if view_id is None or (s.view and s.view.id == view_id)]
    view = window.active_view
    overlay, prompt = window.overlay, window.input_panel
    return {
        "id": window.id,
        "focused": window is core.active_window,
        "folders": window.folders,
        "layout": window.layout,
        "active_group": window.active_group,
        "sheets": [_sheet(window, sheet, text) for sheet in sheets],
        "panels": [
            {
                "name": "output." + panel.name,
                "visible": window.active_panel == "output." + panel.name,
                "text": panel.view.buffer.text.whole(),
                **({"input": panel.input_view.buffer.text.whole()} if panel.input_view else {}),
            }
            for panel in window.panels.values()
        ],
        "quick_panel": overlay
        and {
            "placeholder": overlay.placeholder,
            "text": overlay.text,
            "free_text": overlay.on_text is not None,
            "crumbs": overlay.crumbs,
            "preview": overlay.preview,
            "selected": overlay.selected,
            "items": [_item(item) for item in overlay.items],
            "matches": overlay.matches(),
        },
        "find_panel": window.find_panel
        and {"name": window.find_panel.name, "inputs": [v.buffer.text.whole() for v in window.find_panel.views]},
        "input_panel": prompt and {"caption": prompt.caption, "text": prompt.text},
        "completions": completions_of(core, window),
        "side_bar": side_bar.listing(window) if text else None,
        "hidden_elements": sorted(window.hidden_elements),
        "popups": [_popup(v) for v in window.all_views() if v.popup],
        "status_bar": {key: value for key, value in sorted(view.status.items()) if value} if view else {},
        "status_message": window.status_message,
    }


def _item(item: Item) -> State:
    """A row of a list; most have no kind."""
    kind = {"kind": list(item.kind)} if item.kind[0] or item.kind[1] else {}
    return {"trigger": item.trigger, "details": item.details, "annotation": item.annotation, **kind}


def _popup(view: View) -> State:
    popup = view.popup
    assert popup is not None
    row, col = view.buffer.text.row_col(popup.point)
    shown = {"html": popup.html, "text": minihtml.text(popup.html), "links": minihtml.links(popup.html)}
    width, height = popup.max_size
    return {"view": view.id, "row": row, "col": col, "max_width": width, "max_height": height, **shown}


def completions_of(core: Core, window: Window) -> State | None:
    """The completion list over a window's view."""
    request = core.completions.shown
    if request is None or request.view.window is not window:
        return None
    return {
        "view": request.view.id,
        "prefix": request.prefix,
        "selected": request.selected,
        "items": offers_of(core, request),
    }


def offers_of(core: Core, request: Request) -> list[State]:
    """The rows of a completion list."""
    return [
        {"trigger": offer.trigger, "annotation": offer.annotation, "kind": list(offer.kind), "details": offer.details}
        for offer in core.completions.items(request)
    ]


def rows_of(view: View, span: Span) -> list[int]:
    """[row, col, row, col] of a span."""
    row_col = view.buffer.text.row_col
    return [*row_col(span[0]), *row_col(span[1])]


def _sheet(window: Window, sheet: Sheet, text: bool) -> State:
    group = sheet.group_index
    out: State = {
        "view": sheet.view.id if sheet.view else None,
        "sheet": sheet.id,
        "group": group,
        "title": sheet.title,
        "file": sheet.file_name or None,
        "selected": sheet in window.groups[group].selected,
        "focused": sheet is window.active_sheet,
        "transient": sheet.transient,
    }
    if sheet.kind == HTML:
        out.update(html=sheet.html, links=minihtml.links(sheet.html), plain_text=minihtml.text(sheet.html))
    return {**out, **(_view(sheet.view, text) if sheet.view else _WITHOUT_VIEW)}


# What HTML and images have of a text's properties.
_WITHOUT_VIEW: State = {
    "dirty": False,
    "scratch": False,
    "read_only": True,
    "syntax": None,
    "encoding": None,
    "line_endings": None,
    "text": None,
    "selection": [],
    "folds": [],
    "viewport": {"first_row": 0, "last_row": 0, "y": 0.0},
    "phantoms": [],
    "regions": {},
    "settings": {},
}


def _view(view: View, text: bool) -> State:
    buffer, settings = view.buffer, view.settings
    first, last = geometry.visible_span(view)
    shown = settings.to_dict()
    return {
        "dirty": buffer.dirty,
        "scratch": buffer.scratch,
        "read_only": buffer.read_only,
        "loading": buffer.loading,
        "changed_on_disk": buffer.changed_on_disk,
        "deleted_on_disk": buffer.deleted_on_disk,
        "syntax": settings.get("syntax"),
        "encoding": buffer.encoding,
        "line_endings": buffer.line_endings,
        "text": buffer.text.whole() if text else None,
        "reference_document": buffer.reference if text else None,
        "selection": [rows_of(view, span) for span in view.selection],
        "inline_diffs": [
            {"first_row": hunk.first, "last_row": hunk.last, "old": list(hunk.old)} for hunk in shown_inline(view)
        ],
        "folds": [rows_of(view, span) for span in view.folds],
        "viewport": {
            "first_row": buffer.text.row_col(first)[0],
            "last_row": buffer.text.row_col(last)[0],
            "x": view.viewport[0],
            "y": view.viewport[1],
            "first_row_y": geometry.row_top(view, buffer.text.row_col(first)[0]),
        },
        "phantoms": [
            {
                "row": buffer.text.row_col(min(p.span))[0],
                "region": rows_of(view, p.span),
                "layout": p.layout,
                "html": p.html,
                "text": minihtml.text(p.html),
                "links": minihtml.links(p.html),
            }
            for p in sorted(view.phantoms.values(), key=lambda p: (min(p.span), p.id))
        ],
        "regions": {key: _regions(view, regions) for key, regions in sorted(view.regions.items())},
        "settings": {key: value for key, value in sorted(shown.items()) if key.startswith("copilot_ide")},
        "line_numbers": bool(settings.get("line_numbers")),
        "gutter": bool(settings.get("gutter")),
        "word_wrap": geometry.wraps(view),
        "wrap_width": settings.get("wrap_width"),
        "tab_size": tab_size(view),
        "spaces": bool(settings.get("translate_tabs_to_spaces")),
        "highlight_line": bool(settings.get("highlight_line")),
        "font_size": settings.get("font_size"),
    }


def tokens(highlighter: Highlighter, rows: range) -> dict[int, list[tuple[int, int, str]]]:
    """(first column, column after the last, scopes) of the tokens of rows, for a picture."""
    return {
        row: [(token.start, token.end, " ".join(token.scopes)) for token in highlighter.tokens(row)] for row in rows
    }


def _regions(view: View, regions: Regions) -> list[State]:
    out = []
    for index, span in enumerate(regions.spans):
        html = regions.annotations[index] if index < len(regions.annotations) else None
        note = None
        if html is not None:
            note = {"html": html, "links": minihtml.links(html)}
            if regions.annotation_color:
                note["color"] = regions.annotation_color
        out.append(
            {
                "region": rows_of(view, span),
                "scope": regions.scope,
                "icon": regions.icon,
                "flags": regions.flags,
                "annotation": note,
            }
        )
    return out
