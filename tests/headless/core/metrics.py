"""Sizes of an imagined screen, in pixels: the editor's font, and the parts of a window around the text.

Pictures are drawn with the same numbers, so that the rows which the core takes for visible are those that one sees.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple

from .minihtml_layout import CELL

WINDOW_SIZE = (1280.0, 800.0)
TITLE_PX = 30
TABS_PX = 34
STATUS_PX = 26
INPUT_PX = 38
SIDE_BAR_PX = 200
TEXT_TOP_PX = 3
"""Blank space above the first row."""

MINIMAP_PX = 92
MINIMAP_FROM_PX = 420
"""Narrower sheets have no minimap."""

OUTPUT_ROWS = 9
OUTPUT_FRAME_PX = 11
GUTTER_PX = 46
"""Width of the gutter beside the line numbers."""

NO_GUTTER_PX = 10

_FONT_SIZE = 11.0
_FONT_PX = 13.0
_LINE_PX = 19.0


class Font(NamedTuple):
    """The editor's font at one setting of `font_size`: its size, and the width and height of a character's cell."""

    size: float
    cell: float
    line: float


def font(font_size: object = None) -> Font:
    """The font for a `font_size` setting; what is no number counts as the default."""
    points = float(font_size) if isinstance(font_size, (int, float)) and font_size > 0 else _FONT_SIZE
    size = _FONT_PX * points / _FONT_SIZE
    return Font(size, CELL * size, float(round(_LINE_PX * points / _FONT_SIZE)))


def gutter_width(cell: float, last_row: int, gutter: bool, line_numbers: bool) -> float:
    """Width of the gutter of a text whose last row is `last_row`."""
    if not gutter:
        return float(NO_GUTTER_PX)
    return GUTTER_PX + (cell * max(2, len(str(last_row + 1))) if line_numbers else 0.0)


def output_height(rows: int, line: float) -> float:
    """Height of an output panel whose text has `rows` rows."""
    return OUTPUT_FRAME_PX + line * min(OUTPUT_ROWS, rows)


Box = Tuple[int, int, int, int]


def group_boxes(layout: dict[str, Any], width: float, height: float) -> list[Box]:
    """Left, top, right and bottom of each group of a layout, tabs included, within `width` by `height`."""
    cols = [round(width * part) for part in layout["cols"]]
    rows = [round(height * part) for part in layout["rows"]]
    return [(cols[left], rows[top], cols[right], rows[bottom]) for left, top, right, bottom in layout["cells"]]


def sheet_size(box: Box, shown: int, tabs: bool = True) -> tuple[int, int]:
    """Width and height of each of the `shown` sheets that share a group; one pixel parts neighbours."""
    left, top, right, bottom = box
    width = right - left - (1 if left else 0) - max(0, shown - 1)
    return width // max(1, shown), bottom - top - (1 if top else 0) - (TABS_PX if tabs else 0)


def text_width(sheet_width: float, gutter: float, minimap: bool) -> float:
    """What gutter and minimap leave of a sheet's width."""
    mapped = minimap and sheet_width >= MINIMAP_FROM_PX
    return max(1.0, sheet_width - gutter - (MINIMAP_PX if mapped else 0))


def wrap_cells(width: float, cell: float, wrap_width: object = 0) -> int:
    """Cells of a row when text is wrapped: the width of the text area less a margin, or the setting `wrap_width`."""
    fit = int((width - 8) / cell)
    return max(8, wrap_width if isinstance(wrap_width, int) and wrap_width > 0 else fit)
