"""Where text stands on an imagined screen: one fixed-width font, no wrapping, phantoms pushing lines down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Tuple

from . import minihtml
from .view import INLINE, View

if TYPE_CHECKING:
    from .windows import Window

WINDOW_SIZE = (1280.0, 800.0)
_CHROME_HEIGHT = 60.0
_TAB_BAR_HEIGHT = 32.0

Vector = Tuple[float, float]


def em_width(view: View) -> float:
    return round(float(view.settings.get("font_size", 11)) * 0.73, 1)


def line_height(view: View) -> float:
    return round(float(view.settings.get("font_size", 11)) * 1.73)


def _drops(view: View) -> list[tuple[int, float]]:
    """(row, height) of every phantom that stands under a line."""
    row_col = view.buffer.text.row_col
    height = line_height(view)
    return [
        (row_col(max(p.span))[0] if p.layout != INLINE else 0, minihtml.height(p.html, height))
        for p in list(view.phantoms.values())
        if p.layout != INLINE
    ]


def _hidden_rows(view: View, row: int) -> int:
    """Rows above `row` that folds hide."""
    hidden = 0
    for a, b in view.folds:
        first, last = view.buffer.text.row_col(a)[0], view.buffer.text.row_col(b)[0]
        hidden += max(0, min(last, row) - first)
    return hidden


def row_top(view: View, row: int) -> float:
    """Distance of a row's upper edge from the top of the document."""
    return _row_top(view, row, _drops(view))


def _row_top(view: View, row: int, drops: list[tuple[int, float]]) -> float:
    above = sum(height for at, height in drops if at < row)
    return (row - _hidden_rows(view, row)) * line_height(view) + above


def text_to_layout(view: View, point: int) -> Vector:
    row, col = view.buffer.text.row_col(point)
    tab = int(view.settings.get("tab_size", 4))
    cells = len(view.buffer.text.line(row)[:col].expandtabs(tab))
    return (cells * em_width(view), row_top(view, row))


def layout_to_text(view: View, xy: Vector) -> int:
    text = view.buffer.text
    low, high, drops = 0, text.line_count - 1, _drops(view)
    while low < high:
        middle = (low + high + 1) // 2
        if _row_top(view, middle, drops) <= xy[1]:
            low = middle
        else:
            high = middle - 1
    line = text.line(low)
    tab, width, col = int(view.settings.get("tab_size", 4)), em_width(view), 0
    while col < len(line) and len(line[: col + 1].expandtabs(tab)) * width - width / 2 <= xy[0]:
        col += 1
    return text.line_start(low) + col


def viewport_extent(view: View) -> Vector:
    """The part of the window that a view has: its group's cell, shared among the group's selected sheets."""
    width, height = WINDOW_SIZE
    window = view.window
    if window is None or view.sheet is None:
        return (width, 160.0)
    left, top, right, bottom = _cell(window, view.sheet.group_index)
    shared = max(1, len(window.groups[view.sheet.group_index].selected))
    return (width * (right - left) / shared, (height - _CHROME_HEIGHT) * (bottom - top) - _TAB_BAR_HEIGHT)


def _cell(window: Window, group: int) -> tuple[float, float, float, float]:
    cols, rows = window.layout["cols"], window.layout["rows"]
    x1, y1, x2, y2 = window.layout["cells"][group]
    return cols[x1], rows[y1], cols[x2], rows[y2]


def _height(view: View) -> float:
    drops, last = _drops(view), view.buffer.text.line_count - 1
    below = sum(height for at, height in drops if at >= last)
    return _row_top(view, last, drops) + line_height(view) + below


def layout_extent(view: View) -> Vector:
    """Size of the whole document; its width goes by the first 2,000 lines."""
    text = view.buffer.text
    longest = max((len(text.line(row)) for row in range(min(text.line_count, 2000))), default=0)
    return (max(longest * em_width(view), viewport_extent(view)[0]), _height(view))


def set_viewport(view: View, xy: Vector) -> None:
    """Scroll; the last line can go up to the top (`scroll_past_end`)."""
    limit = max(0.0, _height(view) - line_height(view))
    view.viewport = (max(0.0, float(xy[0])), max(0.0, min(float(xy[1]), limit)))


def visible_span(view: View) -> tuple[int, int]:
    x, y = view.viewport
    last = view.buffer.text.row_col(layout_to_text(view, (0, y + viewport_extent(view)[1])))[0]
    text = view.buffer.text
    return (layout_to_text(view, (x, y)), text.line_start(last) + len(text.line(last)))


def show(view: View, point: int, center: bool) -> None:
    """Scroll so that `point` is seen: in the middle if `center`, else only as far as needed."""
    y = text_to_layout(view, point)[1]
    height, line = viewport_extent(view)[1], line_height(view)
    top = view.viewport[1]
    if center:
        set_viewport(view, (view.viewport[0], y - (height - line) / 2))
    elif y < top:
        set_viewport(view, (view.viewport[0], y - line))
    elif y + line > top + height:
        set_viewport(view, (view.viewport[0], y + 2 * line - height))
