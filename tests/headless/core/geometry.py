"""Where text stands on an imagined screen: one fixed-width font, folds, word wrap, phantoms pushing rows down."""

from __future__ import annotations

import weakref
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Callable, NamedTuple, Tuple

from . import metrics, minihtml
from .indentation import tab_size
from .metrics import WINDOW_SIZE
from .rows import DrawnRow, breaks, cell_width, cells, folded_row, wrapped
from .view import BELOW, INLINE, View
from .windows import MINIMAP, SIDE_BAR, TABS

Vector = Tuple[float, float]


class _Index(NamedTuple):
    """Drawn rows above each text row and, last, of all; `made_for` is what it was computed from."""

    made_for: tuple[object, ...]
    above: list[int]


_indexes: weakref.WeakKeyDictionary[View, _Index] = weakref.WeakKeyDictionary()


def font(view: View) -> metrics.Font:
    return metrics.font(view.settings.get("font_size"))


def em_width(view: View) -> float:
    return font(view).cell


def line_height(view: View) -> float:
    return font(view).line


def wraps(view: View) -> bool:
    """Whether long lines are wrapped: `word_wrap` "auto" wraps prose, that is, what is no source code [I]."""
    wanted = view.settings.get("word_wrap")
    if isinstance(wanted, bool):
        return wanted
    if view.element:
        return False
    syntax = view.core.syntaxes.resolve(str(view.settings.get("syntax")))
    return bool(syntax and syntax.scope.startswith("text."))


def wrap_cells(view: View) -> int | None:
    """Cells of a wrapped row, None if long lines stay whole."""
    if not wraps(view):
        return None
    return metrics.wrap_cells(viewport_extent(view)[0], em_width(view), view.settings.get("wrap_width"))


def _above(view: View) -> list[int] | None:
    """Drawn rows above each text row; None if every text row is drawn as one."""
    width = wrap_cells(view)
    if width is None and not view.folds:
        return None
    text, tab = view.buffer.text, tab_size(view)
    made_for = (text.version, tuple(view.folds), width, tab)
    index = _indexes.get(view)
    if index is None or index.made_for != made_for:
        if width is None:
            counts = [1] * text.line_count
        else:
            counts = text.measured((width, tab), lambda line: 1 + len(breaks(line, width, tab)))
        for a, b in view.folds:
            first, last = text.row_col(a)[0], text.row_col(b)[0]
            if last > first:  # joined rows are drawn as one
                counts[first : last + 1] = [1] + [0] * (last - first)
        index = _indexes[view] = _Index(made_for, [0, *accumulate(counts)])
    return index.above


def drawn_rows(view: View, row: int) -> list[DrawnRow]:
    """How the text row `row` is drawn; rows that a fold joins to an earlier one are drawn there."""
    text = view.buffer.text
    folds = [(text.row_col(a), text.row_col(b)) for a, b in view.folds]
    return list(wrapped(folded_row(row, text.line, folds), text.line, wrap_cells(view), tab_size(view)))


def _drops(view: View) -> Callable[[int], float]:
    """A function from a row to the pixels that phantoms add above it."""
    if not view.phantoms:
        return lambda row: 0.0
    row_col = view.buffer.text.row_col
    size, _cell, line = font(view)
    width = viewport_extent(view)[0]
    found: dict[int, float] = {}
    tallest: dict[int, float] = {}
    for phantom in list(view.phantoms.values()):
        point = max(phantom.span)
        if any(a < point < b for a, b in view.folds):
            continue
        row = row_col(point)[0]
        left = text_to_x(view, point) if phantom.layout == BELOW else 0.0
        height = minihtml.height(phantom.html, size, width - left)
        if phantom.layout == INLINE:  # makes its row higher if it is higher than text
            tallest[row] = max(tallest.get(row, 0.0), height - line)
        else:
            margins = line / 2 if view.core.choices.phantoms_have_margins else 0.0
            found[row] = found.get(row, 0.0) + height + margins
    for row, more in tallest.items():
        found[row] = found.get(row, 0.0) + more
    rows = sorted(found)
    sums = [0.0, *accumulate(found[row] for row in rows)]
    return lambda row: sums[bisect_left(rows, row)]


def text_to_x(view: View, point: int) -> float:
    """Distance of a point from the left edge of the text area."""
    row, col = view.buffer.text.row_col(point)
    drawn = _drawn_at(view, row, col)[1]
    return _cells_before(view, drawn, row, col) * em_width(view)


def _drawn_at(view: View, row: int, col: int) -> tuple[int, DrawnRow]:
    """Which of a text row's drawn rows has a column."""
    if wrap_cells(view) is None and not view.folds:
        return 0, drawn_rows(view, row)[0]
    shown = _shown_in(view, row)
    rows = drawn_rows(view, shown)
    index = bisect_right([drawn.pieces[0].first for drawn in rows], col) - 1 if shown == row else 0
    return max(0, index), rows[max(0, index)]


def _shown_in(view: View, row: int) -> int:
    """The row that a row is drawn in, if folds join it to an earlier one."""
    above = _above(view)
    return row if above is None else bisect_left(above, above[row + 1]) - 1 if above[row + 1] == above[row] else row


def _cells_before(view: View, drawn: DrawnRow, row: int, col: int) -> int:
    used, tab = drawn.indent, tab_size(view)
    for piece in drawn.pieces:
        line = view.buffer.text.line(piece.row)
        part = line[piece.first : min(piece.after, col) if piece.row == row else piece.after]
        if used == 0:
            used = cells(part, tab)
        else:
            for char in part:
                used += cell_width(char, used, tab)
        if piece.row == row and col <= piece.after:
            break
        used += 1 if drawn.folded else 0
    return used


def row_top(view: View, row: int) -> float:
    """Distance of a row's upper edge from the top of the document."""
    return _row_top(view, row, _above(view), _drops(view))


def _row_top(view: View, row: int, above: list[int] | None, drops: Callable[[int], float]) -> float:
    return (row if above is None else above[row]) * line_height(view) + drops(row)


def text_to_layout(view: View, point: int) -> Vector:
    row, col = view.buffer.text.row_col(point)
    shown = _shown_in(view, row)
    index = _drawn_at(view, row, col)[0]
    return (text_to_x(view, point), row_top(view, shown) + index * line_height(view))


def layout_to_text(view: View, xy: Vector) -> int:
    text, above, drops = view.buffer.text, _above(view), _drops(view)
    low, high = 0, text.line_count - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _row_top(view, middle, above, drops) <= xy[1]:
            low = middle
        else:
            high = middle - 1
    row = _shown_in(view, low)
    rows = drawn_rows(view, row)
    index = int((xy[1] - _row_top(view, row, above, drops)) // line_height(view))
    drawn = rows[max(0, min(len(rows) - 1, index))]
    return _point_at(view, drawn, xy[0] / em_width(view))


def _point_at(view: View, drawn: DrawnRow, wanted: float) -> int:
    """The point in a drawn row that is nearest to a number of cells from its beginning."""
    text, used, tab = view.buffer.text, drawn.indent, tab_size(view)
    for piece in drawn.pieces:
        line = text.line(piece.row)
        for col in range(piece.first, piece.after):
            size = cell_width(line[col], used, tab)
            if used + size / 2 > wanted:
                return text.line_start(piece.row) + col
            used += size
        used += 1 if drawn.folded else 0
    last = drawn.pieces[-1]
    return text.line_start(last.row) + last.after


def viewport_extent(view: View) -> Vector:
    """The size of a view's text area: its share of its group's cell, less gutter and minimap [I]."""
    return _text_area(view)[2:]


def layout_to_window(view: View, xy: Vector) -> Vector:
    """A place in the document as one in the window, whose title bar does not count."""
    left, top, _, _ = _text_area(view)
    return (xy[0] - view.viewport[0] + left, xy[1] - view.viewport[1] + top)


def window_to_layout(view: View, xy: Vector) -> Vector:
    """The reverse of `layout_to_window`."""
    left, top, _, _ = _text_area(view)
    return (xy[0] + view.viewport[0] - left, xy[1] + view.viewport[1] - top)


def _text_area(view: View) -> tuple[float, float, float, float]:
    """Left and top edge in the window, width and height of where a view's text is; a panel's is at the left edge."""
    window = view.window
    if window is None or view.sheet is None or view.sheet.group_index < 0:
        return (0.0, 0.0, WINDOW_SIZE[0], 160.0)
    height = WINDOW_SIZE[1] - metrics.TITLE_PX - metrics.STATUS_PX
    panel = window.output_panel
    if panel:
        height -= metrics.output_height(len(panel_rows(panel.view)), font(panel.view).line)
    if window.input_panel or (panel and panel.input_view):
        height -= metrics.INPUT_PX
    side_bar = metrics.SIDE_BAR_PX if window.folders and SIDE_BAR not in window.hidden_elements else 0
    group = view.sheet.group_index
    box = metrics.group_boxes(window.layout, WINDOW_SIZE[0] - side_bar, height)[group]
    width, height = metrics.sheet_size(box, len(window.groups[group].selected), TABS not in window.hidden_elements)
    get = view.settings.get
    gutter = metrics.gutter_width(
        em_width(view), view.buffer.text.line_count - 1, bool(get("gutter")), bool(get("line_numbers"))
    )
    shown = window.groups[group].selected
    place = shown.index(view.sheet) if view.sheet in shown else 0
    return (
        side_bar + box[0] + (1 if box[0] else 0) + place * (width + 1) + gutter,
        box[3] - height + metrics.TEXT_TOP_PX,
        metrics.text_width(width, gutter, MINIMAP not in window.hidden_elements),
        float(height - metrics.TEXT_TOP_PX),
    )


def panel_rows(view: View) -> list[str]:
    """The rows of an output panel that are shown."""
    return view.buffer.text.whole().rstrip("\n").split("\n")[-metrics.OUTPUT_ROWS :]


def _height(view: View) -> float:
    above, drops, rows = _above(view), _drops(view), view.buffer.text.line_count
    return (rows if above is None else above[rows]) * line_height(view) + drops(rows)


def layout_extent(view: View) -> Vector:
    """Size of the whole document; its width goes by the first 2,000 lines."""
    text = view.buffer.text
    longest = max((len(text.line(row)) for row in range(min(text.line_count, 2000))), default=0)
    width = viewport_extent(view)[0]
    return (width if wraps(view) else max(longest * em_width(view), width), _height(view))


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
