"""The minimap: a sheet's text in miniature, two pixels a row and one a character."""

from __future__ import annotations

from typing import Iterable, NamedTuple

from ..core import metrics
from ..core.scheme import Scheme
from .document import Document
from .regions import MinimapBand
from .tokens import Run

ROW_PX = 2
WIDTH_PX = metrics.MINIMAP_PX
MARGIN_PX = 6


class MinimapRows(NamedTuple):
    """The rows that the minimap shows; `last` is included."""

    first: int
    last: int


def minimap_rows(document: Document, first_row: int, visible_rows: int, height_px: int) -> MinimapRows:
    """The rows to show beside a viewport from `first_row` on: all of a short text, else a part that moves with it."""
    total, fit = len(document.lines), max(1, height_px // ROW_PX)
    if total <= fit:
        return MinimapRows(0, total - 1)
    share = min(1.0, first_row / max(1, total - visible_rows))
    first = int(share * (total - fit))
    return MinimapRows(first, first + fit - 1)


def draw_minimap(
    document: Document,
    tokens: dict[int, list[Run]],
    bands: Iterable[MinimapBand],
    scheme: Scheme,
    rows: MinimapRows,
    height_px: int,
) -> str:
    """The minimap as an SVG element."""
    strokes: dict[str, list[str]] = {}
    plain = scheme.foreground.css()
    for row in range(rows.first, rows.last + 1):
        y = (row - rows.first) * ROW_PX + 1
        for first, after, color in _row(
            document.lines[row][: WIDTH_PX - MARGIN_PX], tokens.get(row, ()), scheme, plain
        ):
            strokes.setdefault(color, []).append(f"M{MARGIN_PX + first} {y}h{after - first}")
    shapes = [_band(band, rows) for band in bands]
    shapes += [f'<path d="{"".join(parts)}" stroke="{color}"/>' for color, parts in strokes.items()]
    return (
        f'<svg class="minimap" width="{WIDTH_PX}" height="{height_px}" viewBox="0 0 {WIDTH_PX} {height_px}">'
        f"{''.join(shapes)}</svg>"
    )


def _row(text: str, runs: Iterable[Run], scheme: Scheme, plain: str) -> list[tuple[int, int, str]]:
    """Stretches of one colour on a row, blanks left out."""
    colors = [plain] * len(text)
    for run in runs:
        color = scheme.style(run.scope).foreground
        if color:
            after = min(run.after, len(text))
            colors[run.first : after] = [color.css()] * max(0, after - run.first)
    stretches: list[tuple[int, int, str]] = []
    for col, (char, color) in enumerate(zip(text, colors)):
        if char.isspace():
            continue
        if stretches and stretches[-1][1] == col and stretches[-1][2] == color:
            stretches[-1] = (stretches[-1][0], col + 1, color)
        else:
            stretches.append((col, col + 1, color))
    return stretches


def _band(band: MinimapBand, rows: MinimapRows) -> str:
    """The band's text on each row, in the band's colour."""
    out = []
    for row in range(max(band.band.start.row, rows.first), min(band.band.end.row, rows.last) + 1):
        columns = band.band.columns(row)
        if columns and columns[0] < WIDTH_PX - MARGIN_PX:
            width = min(columns[1], WIDTH_PX - MARGIN_PX) - columns[0]
            y = (row - rows.first) * ROW_PX
            out.append(f"M{MARGIN_PX + columns[0]} {y}h{width}v{ROW_PX}h-{width}z")
    return f'<path class="band" d="{"".join(out)}" style="fill:{band.color}"/>' if out else ""
