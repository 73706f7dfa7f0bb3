"""Regions as `View.add_regions` draws them: flags and scope to paint, gutter icons, marks of empty regions."""

from __future__ import annotations

from typing import NamedTuple

from ..core.colors import ColorError, parse_color
from ..core.scheme import Scheme
from .bands import Band, Paint
from .document import Document, Position

DRAW_EMPTY = 1
HIDE_ON_MINIMAP = 2
DRAW_EMPTY_AS_OVERWRITE = 4
DRAW_NO_FILL = 32
HIDDEN = 128
DRAW_NO_OUTLINE = 256
DRAW_SOLID_UNDERLINE = 512
DRAW_STIPPLED_UNDERLINE = 1024
DRAW_SQUIGGLY_UNDERLINE = 2048

_UNDERLINES = {
    DRAW_SOLID_UNDERLINE: "solid",
    DRAW_STIPPLED_UNDERLINE: "dotted",
    DRAW_SQUIGGLY_UNDERLINE: "wavy",
}


class Mark(NamedTuple):
    """An empty region that is drawn: a bar before the character, or a line under it."""

    at: Position
    color: str
    overwrite: bool


class Icon(NamedTuple):
    """An icon in the gutter of a row."""

    row: int
    name: str
    color: str


class Annotation(NamedTuple):
    """minihtml at the right edge of a row."""

    row: int
    html: str
    color: str


class MinimapBand(NamedTuple):
    """What a region tints in the minimap."""

    band: Band
    color: str


class RegionLayer:
    """Everything that the regions of one sheet draw."""

    def __init__(self) -> None:
        self.bands: list[Band] = []
        self.marks: list[Mark] = []
        self.icons: list[Icon] = []
        self.annotations: list[Annotation] = []
        self.minimap: list[MinimapBand] = []


def region_layer(regions: dict[str, list[dict]], document: Document, scheme: Scheme) -> RegionLayer:
    """What to draw for the state's "regions" (key to list of regions)."""
    layer = RegionLayer()
    for key, items in regions.items():
        for item in items:
            _add(layer, key, item, document, scheme)
    return layer


def _add(layer: RegionLayer, key: str, item: dict, document: Document, scheme: Scheme) -> None:
    flags, scope = item.get("flags") or 0, item.get("scope") or ""
    style = scheme.style(scope)
    color = (style.foreground or scheme.foreground).css()
    start, end = document.ends(item["region"])
    if item.get("icon"):
        layer.icons.append(Icon(start.row, item["icon"], color))
    annotation = item.get("annotation")
    if annotation:
        layer.annotations.append(Annotation(start.row, annotation.get("html", ""), _edge(annotation, scheme)))
    # HIDDEN keeps the icon and the annotation, as bookmarks do; a region without a scope is not drawn either.
    if flags & HIDDEN or not scope:
        return
    if start == end:
        if flags & (DRAW_EMPTY | DRAW_EMPTY_AS_OVERWRITE):
            layer.marks.append(Mark(start, color, bool(flags & DRAW_EMPTY_AS_OVERWRITE)))
        return
    layer.bands.append(Band(document, start, end, _paint(key, flags, color, scheme, scope)))
    if not flags & HIDE_ON_MINIMAP:
        layer.minimap.append(MinimapBand(layer.bands[-1], color))


def _edge(annotation: dict, scheme: Scheme) -> str:
    """The colour of an annotation's edge; the accent if it is none or not a colour."""
    try:
        return parse_color(annotation.get("color") or "", scheme.variables()).css()
    except ColorError:
        return scheme["accent"].css()


def _paint(key: str, flags: int, color: str, scheme: Scheme, scope: str) -> Paint:
    fill, text = "", ""
    if not flags & DRAW_NO_FILL:
        background: str | None = None
        style = scheme.style(scope)
        if style.background:
            background = style.background.over(scheme.background).css()
        # A filled region loses its syntax colours: the text is drawn in one colour on the fill.
        fill, text = background or color, color if background else scheme.background.css()
    underline = next((f"underline {kind} {color}" for flag, kind in _UNDERLINES.items() if flags & flag), "")
    return Paint(
        fill=fill,
        text=text,
        outline="" if flags & DRAW_NO_OUTLINE else (fill or color),
        underline=underline,
        name=f"region {key}",
    )
