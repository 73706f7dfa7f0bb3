"""What the verbs share: finding what a request means."""

from __future__ import annotations

from typing import Any

from ..core.overlay import Overlay
from ..core.spans import Span
from ..core.view import View
from ..core.windows import Sheet, Window
from ..host import Host

Result = Any


def window_of(host: Host, window: int | None) -> Window:
    """The window with this id, or the front one."""
    found = host.core.windows.get(window) if window is not None else host.core.active_window
    if found is None:
        wanted = "no window is open" if window is None else f"not {window}"
        raise ValueError(f"expected window to be one of {sorted(host.core.windows)}: {wanted}")
    return found


def view_of(host: Host, view: int | None) -> View:
    """The view with this id, or the one that has the keyboard."""
    if view is not None:
        found = host.core.views.get(view)
        if found is None:
            raise ValueError(f"expected view to be one of {sorted(host.core.views)}, not {view}")
        return found
    front = host.core.active_window
    focused = front.focused_view if front else None
    if focused is None:
        raise ValueError("expected view: no text view has the focus")
    return focused


def sheet_of(view: View) -> Sheet:
    if view.sheet is None:
        raise ValueError(f"expected view to be that of a tab: {view.id} belongs to a panel")
    return view.sheet


def tab_of(host: Host, view: int | None, sheet: int | None) -> Sheet:
    """The tab of a view, or the one with a sheet's id, as HTML and images have no view."""
    if sheet is None:
        return sheet_of(view_of(host, view))
    found = host.core.sheets.get(sheet)
    if found is None or found.window is None:
        raise ValueError(f"expected sheet to be one of {sorted(host.core.sheets)}, not {sheet}")
    return found


def bring(host: Host, sheet: Sheet) -> None:
    """Bring a tab and its window to the front."""
    if sheet.window and sheet.window.overlay:
        sheet.window.overlay.lose_focus()
    host.core.documents.focus_sheet(sheet)
    if sheet.window:
        host.core.documents.focus_window(sheet.window)


def one_of(**given: object) -> None:
    """Raises ValueError unless exactly one of these arguments is not None."""
    if sum(value is not None for value in given.values()) != 1:
        raise ValueError(f"expected one of {', '.join(given)}, and no more than one")


def overlay_of(host: Host) -> Overlay:
    """The open quick panel or palette: that of the front window, else of any."""
    front = host.core.active_window
    windows = ([front] if front else []) + list(host.core.windows.values())
    found = next((window.overlay for window in windows if window.overlay), None)
    if found is None:
        raise ValueError("expected an open quick panel or palette")
    return found


def point_at(view: View, row: int, col: int) -> int:
    """The point at a row and column, counted from 0; a column behind the line's end is the end."""
    text = view.buffer.text
    if not 0 <= row < text.line_count or col < 0:
        raise ValueError(f"expected row to be from 0 to {text.line_count - 1} and col from 0, not {row} and {col}")
    return text.line_start(row) + min(col, len(text.line(row)))


def span_at(view: View, rows: list[int]) -> Span:
    """The span of `[row, col, row, col]`."""
    return point_at(view, rows[0], rows[1]), point_at(view, rows[2], rows[3])
