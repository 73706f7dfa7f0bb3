"""What the mouse does in text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import geometry
from .commands import Found
from .view import View

if TYPE_CHECKING:
    from .app import Core

HOVER_TEXT, HOVER_GUTTER, HOVER_MARGIN = 1, 2, 3
_HIDE_ON_MOUSE_MOVE, _HIDE_ON_MOUSE_MOVE_AWAY = 4, 8


def click(core: Core, view: View, point: int) -> None:
    """Put the caret at a point, with the command and the events of a click. Main thread."""

    def drag_select(_core: Any, target: View, _args: Any) -> None:
        target.set_selection([(point, point)])

    x, y = geometry.text_to_layout(view, point)
    event = {"button": 1, "x": x - view.viewport[0], "y": y - view.viewport[1]}
    core.commands.run(Found("text", "drag_select", view, built_in=drag_select), {"event": event}, by_user=True)


def hover(core: Core, view: View, point: int, zone: int) -> None:
    """Rest the mouse over a zone of a line: popups that go with the mouse go, then everybody hears of it."""
    popup = view.popup
    if popup and (
        popup.flags & _HIDE_ON_MOUSE_MOVE or (popup.flags & _HIDE_ON_MOUSE_MOVE_AWAY and point != popup.point)
    ):
        view.hide_popup()
    core.emit("on_hover", view.id, point, zone)
