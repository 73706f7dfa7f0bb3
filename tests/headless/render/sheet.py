"""A sheet: the text of a view with all that stands in and on it, an HTML sheet, or a picture."""

from __future__ import annotations

import math
from typing import Any, Dict, NamedTuple

from ..core import metrics
from ..core.rows import DrawnRow
from ..core.view import BELOW, BLOCK, INLINE
from .bands import Band, Paint
from .completions import draw_completions
from .context import PageContext
from .diff import changed_rows
from .document import Document, Position
from .gutter import Gutter
from .image import draw_image
from .lines import LinePainter, layout_rows
from .minimap import MinimapRows, draw_minimap, minimap_rows
from .regions import region_layer
from .tokens import Run

POPUP_SIZE = (320, 240)
"""How large a popup may get unless it says otherwise, in pixels."""

State = Dict[str, Any]


class Over(NamedTuple):
    """What stands over the text of a sheet: the popups and the completion list of its view."""

    popups: list[State]
    completions: State | None


def draw_sheet(sheet: State, over: Over, context: PageContext, size: tuple[int, int], minimap: bool) -> str:
    """The content of a sheet of `size` pixels."""
    if sheet.get("view") is None and sheet.get("text") is None:
        if sheet.get("html") is None and sheet.get("file"):
            return draw_image(sheet["file"])
        return f'<div class="html-sheet">{context.minihtml(sheet.get("html") or "", "sheet")}</div>'
    return _TextSheet(sheet, over, context, size, minimap).draw()


class _TextSheet:
    def __init__(self, sheet: State, over: Over, context: PageContext, size: tuple[int, int], minimap: bool) -> None:
        self._sheet = sheet
        self._popups, self._completions = over
        self._context = context
        self._font = metrics.font(sheet.get("font_size"))
        self._focused = bool(sheet.get("focused"))
        self._document = Document(sheet.get("text") or "", sheet.get("tab_size") or 4)
        self._has_gutter = bool(sheet.get("gutter", True))
        self._numbers = self._has_gutter and bool(sheet.get("line_numbers", True))
        last_row = len(self._document.lines) - 1
        self._gutter_px = metrics.gutter_width(self._font.cell, last_row, self._has_gutter, self._numbers)
        width, self._height_px = size
        self._text_px = metrics.text_width(width, self._gutter_px, minimap)
        wrap = None
        if sheet.get("word_wrap"):
            wrap = metrics.wrap_cells(self._text_px, self._font.cell, sheet.get("wrap_width"))
        viewport = sheet.get("viewport") or {}
        first_row = max(0, min(last_row, viewport.get("first_row") or 0))
        y = float(viewport.get("y") or 0)
        self._scroll = (float(viewport.get("x") or 0), max(0.0, y - float(viewport.get("first_row_y", y))))
        folds = sorted(ends for ends in map(self._document.ends, sheet.get("folds") or ()) if ends[0] != ends[1])
        count = math.ceil((self._height_px + self._scroll[1]) / self._font.line) + 1
        self._rows = layout_rows(self._document, folds, first_row, count, wrap)
        self._layer = region_layer(sheet.get("regions") or {}, self._document, context.scheme)
        self._minimap = MinimapRows(0, -1)
        if minimap and width >= metrics.MINIMAP_FROM_PX:
            self._minimap = minimap_rows(self._document, first_row, len(self._rows), self._height_px)

    def draw(self) -> str:
        rows, document = self._rows, self._document
        tokens = {row: [Run(*run) for run in runs] for row, runs in (self._sheet.get("tokens") or {}).items()}
        selection = [self._selection_end(ends) for ends in self._sheet.get("selection") or ()]
        shows_caret = self._focused and self._sheet.get("caret", True)
        carets = [caret for _, _, caret in selection] if shows_caret else []
        current_rows = {caret.row for _, _, caret in selection} if self._focused else set()
        gutter = Gutter(
            self._layer.icons if self._has_gutter else (),
            current_rows,
            self._numbers,
            changed_rows(self._sheet.get("reference_document"), document.lines) if self._has_gutter else {},
        )
        painter = LinePainter(
            document,
            self._context.scheme,
            tokens,
            [*self._layer.bands, *self._selection_bands(selection)],
            carets,
            self._layer.marks,
            self._inline_phantoms(),
            int(self._scroll[0] / self._font.cell),
        )
        highlighted = current_rows if self._sheet.get("highlight_line") else set()
        drawn = [self._row(index, painter, gutter, rows[index].row in highlighted) for index in range(len(rows))]
        minimap = ""
        if self._has_minimap():
            minimap = draw_minimap(
                document,
                tokens,
                self._layer.minimap,
                self._context.scheme,
                self._minimap,
                self._height_px,
            )
        size, cell, line = self._font
        css = f"--gutter:{self._gutter_px:.2f}px;--fs:{size:g}px;--lh:{line:g}px;--cell:{cell:.3f}px;"
        css += f"--x:{-self._scroll[0]:g}px;--guide-cells:{document.tab_size}"
        return (
            f'<div class="text{"" if self._has_gutter else " bare"}" style="{css}">'
            f'<div class="rows" style="margin-top:{-self._scroll[1]:g}px">{"".join(drawn)}</div></div>{minimap}'
        )

    def _has_minimap(self) -> bool:
        return self._minimap.last >= self._minimap.first

    def _row(self, index: int, painter: LinePainter, gutter: Gutter, current: bool) -> str:
        line = self._rows[index]
        last = index + 1 == len(self._rows) or not self._rows[index + 1].continued  # of its text row
        notes = () if line.continued else (note for note in self._layer.annotations if _on(line, note.row))
        indent = painter.guide_cells(line)
        guides = ""
        if indent > self._document.tab_size:
            guides = f'<i class="guides" style="width:calc({indent - 1} * var(--cell))"></i>'
        hang = f' style="padding-left:calc({line.indent} * var(--cell))"' if line.indent else ""
        out = [
            f'<div class="line{" current" if current else ""}" data-row="{line.row}">{gutter.draw(line)}',
            f'<div class="row{" continued" if line.continued else ""}"{hang}>{guides}{painter.draw(line)}</div>',
            *(self._annotation(note.html, note.color) for note in notes),
            "</div>",
            *(self._popup(popup, index) for popup in self._popups if self._shows(index, self._popup_position(popup))),
        ]
        if self._completions and self._shows(index, self._caret()):
            caret = self._caret()
            start = Position(caret.row, max(0, caret.col - len(self._completions.get("prefix") or "")))
            out.append(self._anchored(index, start, draw_completions(self._completions, self._context)))
        if last:
            out += self._phantoms(line, gutter)
        return "".join(out)

    def _shows(self, index: int, at: Position) -> bool:
        """Whether a drawn row is the one that has a position."""
        return any(
            piece.row == at.row
            and piece.first <= at.col
            and (at.col < piece.after or index + 1 == len(self._rows) or self._rows[index + 1].row != at.row)
            for piece in self._rows[index].pieces
        )

    def _phantoms(self, line: DrawnRow, gutter: Gutter) -> list[str]:
        out = []
        for layout, name in ((BELOW, "below"), (BLOCK, "block")):
            for phantom in self._sheet.get("phantoms") or ():
                position = self._phantom_position(phantom)
                if phantom.get("layout", BLOCK) == layout and _has(line, position):
                    cells = self._cells(line, position) if layout == BELOW else 0
                    out.append(
                        f'<div class="phantom {name}" data-row="{line.pieces[-1].row}">{gutter.blank()}'
                        f'<div class="phantom-body" style="margin-left:{cells * self._font.cell:g}px">'
                        f"{self._context.minihtml(phantom.get('html') or '', 'phantom', self._font.size)}</div></div>"
                    )
        return out

    def _cells(self, line: DrawnRow, at: Position) -> int:
        """Cells of a drawn row before a position."""
        before = self._document.cells(at.row, line.pieces[0].first) - line.indent if line.continued else 0
        return self._document.cells(*at) - before

    def _annotation(self, html: str, color: str) -> str:
        drawn = self._context.minihtml(html, "annotation", self._font.size - 1)
        return f'<div class="annotation" style="--mark:{color}">{drawn}</div>'

    def _popup(self, popup: State, index: int) -> str:
        width, height = popup.get("max_width") or POPUP_SIZE[0], popup.get("max_height") or POPUP_SIZE[1]
        drawn = self._context.minihtml(popup.get("html") or "", "popup", self._font.size)
        box = f'<div class="popup" style="max-width:{width:g}px;max-height:{height:g}px">{drawn}</div>'
        return self._anchored(index, self._popup_position(popup), box)

    def _anchored(self, index: int, at: Position, box: str) -> str:
        """A box under a position, or above it where the room under it is small."""
        side = "above" if (index + 1) * self._font.line - self._scroll[1] > self._height_px * 0.6 else "under"
        left = min(
            self._cells(self._rows[index], at) * self._font.cell - self._scroll[0], max(0.0, self._text_px - 200)
        )
        return (
            f'<div class="popup-anchor {side}" style="margin-left:{self._gutter_px + left:.1f}px;'
            f'--room:{self._text_px - left:.0f}px">{box}</div>'
        )

    def _caret(self) -> Position:
        selection = self._sheet.get("selection")
        return self._selection_end(selection[0])[2] if selection else Position(0, 0)

    def _popup_position(self, popup: State) -> Position:
        """From "location" (a point) or "row" and "col"; else the first caret."""
        if (popup.get("location") or 0) > 0:
            return self._document.position(popup["location"])
        if popup.get("row") is not None:
            return self._document.clamp(popup["row"], popup.get("col") or 0)
        return self._caret()

    def _phantom_position(self, phantom: State) -> Position:
        """Where the phantom's region ends; with a row only, that row's beginning, or its end for an inline one."""
        if phantom.get("region"):
            return self._document.ends(phantom["region"])[1]
        row = phantom.get("row") or 0
        return self._document.clamp(row, phantom.get("col", 1 << 30 if phantom.get("layout") == INLINE else 0))

    def _inline_phantoms(self) -> dict[Position, str]:
        out: dict[Position, str] = {}
        shown = {piece.row for line in self._rows for piece in line.pieces}
        for phantom in self._sheet.get("phantoms") or ():
            position = self._phantom_position(phantom)
            if phantom.get("layout") == INLINE and position.row in shown:
                fragment = self._context.minihtml(phantom.get("html") or "", "phantom", self._font.size)
                out[position] = out.get(position, "") + f'<div class="phantom inline">{fragment}</div>'
        return out

    def _selection_end(self, ends: list[int]) -> tuple[Position, Position, Position]:
        """Start, end and caret of `[row, col, row, col]`, whose second half is the caret."""
        start, end = self._document.ends(ends)
        return start, end, self._document.clamp(*ends[2:])

    def _selection_bands(self, selection: list[tuple[Position, Position, Position]]) -> list[Band]:
        scheme, prefix = self._context.scheme, "" if self._focused else "inactive_"
        border, text = scheme.get(prefix + "selection_border"), scheme.get(prefix + "selection_foreground")
        paint = Paint(
            fill=scheme[prefix + "selection"].over(scheme.background).css(),
            text=text.css() if text else "",
            outline=border.over(scheme.background).css() if border else "",
            name="selection",
        )
        return [Band(self._document, start, end, paint) for start, end, _ in selection if start != end]


def _on(line: DrawnRow, row: int) -> bool:
    return any(piece.row == row for piece in line.pieces)


def _has(line: DrawnRow, at: Position) -> bool:
    """Whether a position is on the text row of a drawn row and no fold hides it."""
    if not line.folded:
        return line.row == at.row
    return any(piece.row == at.row and piece.first <= at.col <= piece.after for piece in line.pieces)


def status_of_selection(sheet: State) -> str:
    """What Sublime's status bar says of the selection, from the sheet's "selection" and "text"."""
    selection = sheet.get("selection") or []
    if not selection:
        return ""
    if len(selection) > 1:
        return f"{len(selection)} selection regions"
    document = Document(sheet.get("text") or "")
    start, end = document.ends(selection[0])
    if start == end:
        return f"Line {start.row + 1}, Column {start.col + 1}"
    characters = end.col - start.col
    if end.row > start.row:
        characters += sum(len(line) + 1 for line in document.lines[start.row : end.row])
        return f"{end.row - start.row + 1} lines, {characters} characters selected"
    return f"{characters} character{'s' if characters != 1 else ''} selected"
