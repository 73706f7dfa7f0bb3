"""What the verbs share: finding the window or view that a request means."""

from __future__ import annotations

from typing import Any

from ..core.view import View
from ..core.windows import Sheet, Window
from ..host import Host

Result = Any


def window_of(host: Host, window: int | None) -> Window:
    """The window with this id, or the front one."""
    found = host.core.windows.get(window) if window is not None else host.core.active_window
    if found is None:
        raise ValueError(f"expected window to be one of {sorted(host.core.windows)}, not {window}")
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
        raise ValueError(f"view {view.id} belongs to a panel and has no tab")
    return view.sheet
