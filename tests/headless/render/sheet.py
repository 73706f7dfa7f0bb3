"""A sheet: the text of a view with all that stands in and on it, or an HTML sheet."""

from __future__ import annotations

from typing import Any, Dict

from .bands import Band, Paint
from .context import PageContext
from .document import TAB_SIZE, Document, Position
from .gutter import Gutter
from .lines import Line, LinePainter, layout_lines
from .minimap import MinimapRows, draw_minimap, minimap_rows
from .regions import region_layer
from .theme import LINE_PX
from .tokens import find_lexer, tokenize

INLINE, BELOW, BLOCK = 0, 1, 2
"""Phantom layouts."""

MINIMAP_FROM_PX = 420
"""Narrower sheets give up the minimap."""

State = Dict[str, Any]


def draw_sheet(sheet: State, popups: list[State], context: PageContext, width_px: int, height_px: int) -> str:
    """The content of a sheet that has `width_px` by `height_px`; `popups` are those of its view."""
    if sheet.get("view") is None and sheet.get("text") is None:
        return f'<div class="html-sheet">{context.minihtml(sheet.get("html") or "")}</div>'
    return _TextSheet(sheet, popups, context, width_px, height_px).draw()


class _TextSheet:
    def __init__(self, sheet: State, popups: list[State], context: PageContext, width_px: int, height_px: int) -> None:
        self._sheet = sheet
        self._popups = popups
        self._context = context
        self._height_px = height_px
        self._focused = bool(sheet.get("focused"))
        self._document = Document(sheet.get("text") or "")
        viewport = sheet.get("viewport") or {}
        first_row = max(0, min(len(self._document.lines) - 1, viewport.get("first_row") or 0))
        folds = sorted(ends for ends in map(self._document.ends, sheet.get("folds") or ()) if ends[0] != ends[1])
        self._lines = layout_lines(self._document, folds, first_row, height_px // LINE_PX + 2)
        self._layer = region_layer(sheet.get("regions") or {}, self._document, context.scheme)
        self._minimap = MinimapRows(0, -1)
        if width_px >= MINIMAP_FROM_PX:
            self._minimap = minimap_rows(self._document, first_row, len(self._lines), height_px)

    def draw(self) -> str:
        lines, document = self._lines, self._document
        last_shown = lines[-1].pieces[-1].row
        first = min(lines[0].row, self._minimap.first) if self._has_minimap() else lines[0].row
        lexer = find_lexer(self._sheet.get("syntax"), self._sheet.get("file"), self._sheet.get("title"))
        tokens = tokenize(document, lexer, first, max(last_shown, self._minimap.last))
        selection = [self._selection_end(ends) for ends in self._sheet.get("selection") or ()]
        carets = [caret for _, _, caret in selection] if self._focused else []
        gutter = Gutter(
            self._layer.icons if self._sheet.get("gutter", True) else (),
            [caret.row for _, _, caret in selection],
            len(document.lines) - 1,
            bool(self._sheet.get("line_numbers", True)) and bool(self._sheet.get("gutter", True)),
        )
        painter = LinePainter(
            document,
            self._context.scheme,
            tokens,
            [*self._layer.bands, *self._selection_bands(selection)],
            carets,
            self._layer.marks,
            self._inline_phantoms(),
        )
        current = {caret.row for start, end, caret in selection if start == end} if self._focused else set()
        rows = [self._line(line, painter, gutter, line.row in current, index) for index, line in enumerate(lines)]
        classes = " ".join(
            ["text", *(["wrap"] if self._sheet.get("word_wrap") else []), *(["mapped"] if self._has_minimap() else [])]
        )
        gutter_css = f"--gutter:calc({gutter.cells}ch + {46 if self._sheet.get('gutter', True) else 10}px)"
        minimap = ""
        if self._has_minimap():
            minimap = draw_minimap(
                document,
                tokens,
                self._layer.minimap,
                self._context.scheme,
                self._minimap,
                (lines[0].row, last_shown),
                self._height_px,
            )
        return f'<div class="{classes}" style="{gutter_css}">{"".join(rows)}</div>{minimap}'

    def _has_minimap(self) -> bool:
        return self._minimap.last >= self._minimap.first

    def _line(self, line: Line, painter: LinePainter, gutter: Gutter, current: bool, index: int) -> str:
        last_row = line.pieces[-1].row
        rows = {piece.row for piece in line.pieces}
        indent = painter.guide_cells(line)
        guides = f'<i class="guides" style="width:{indent - 1}ch"></i>' if indent > TAB_SIZE else ""
        # What wraps goes on at the indentation of its line.
        hang = ""
        if indent and self._sheet.get("word_wrap"):
            hang = f' style="padding-left:{indent}ch;text-indent:-{indent}ch"'
        out = [
            f'<div class="line{" current" if current else ""}" data-row="{line.row}">{gutter.draw(line)}',
            f'<div class="row"{hang}>{guides}{painter.draw(line)}</div>',
            *(self._annotation(note.html, note.color) for note in self._layer.annotations if note.row in rows),
            "</div>",
            *(self._popup(popup, index) for popup in self._popups if self._popup_position(popup).row in rows),
        ]
        for layout, name in ((BELOW, "below"), (BLOCK, "block")):
            for phantom in self._sheet.get("phantoms") or ():
                position = self._phantom_position(phantom)
                if phantom.get("layout", BLOCK) == layout and position.row in rows:
                    cells = self._document.cells(*position) if layout == BELOW else 0
                    out.append(
                        f'<div class="phantom {name}" data-row="{last_row}">{gutter.blank()}'
                        f'<div class="phantom-body" style="margin-left:{cells}ch">'
                        f"{self._context.minihtml(phantom.get('html') or '')}</div></div>"
                    )
        return "".join(out)

    def _annotation(self, html: str, color: str) -> str:
        return f'<div class="annotation" style="--mark:{color}">{self._context.minihtml(html)}</div>'

    def _popup(self, popup: State, index: int) -> str:
        side = "above" if index > len(self._lines) * 0.6 else "under"
        indent = self._document.cells(*self._popup_position(popup))
        return (
            f'<div class="popup-anchor {side}" style="margin-left:calc(var(--gutter) + {indent}ch)">'
            f'<div class="popup">{self._context.minihtml(popup.get("html") or "")}</div></div>'
        )

    def _popup_position(self, popup: State) -> Position:
        """From "location" (a point) or "row" and "col"; else the first caret."""
        if (popup.get("location") or 0) > 0:
            return self._document.position(popup["location"])
        if popup.get("row") is not None:
            return self._document.clamp(popup["row"], popup.get("col") or 0)
        selection = self._sheet.get("selection")
        return self._selection_end(selection[0])[2] if selection else Position(0, 0)

    def _phantom_position(self, phantom: State) -> Position:
        """Where the phantom's region begins, or ends if it is inline; with a row only, that row's beginning or end."""
        inline = phantom.get("layout") == INLINE
        if phantom.get("region"):
            return self._document.ends(phantom["region"])[1 if inline else 0]
        row = phantom.get("row") or 0
        return self._document.clamp(row, phantom.get("col", 1 << 30 if inline else 0))

    def _inline_phantoms(self) -> dict[Position, str]:
        out: dict[Position, str] = {}
        shown = {piece.row for line in self._lines for piece in line.pieces}
        for phantom in self._sheet.get("phantoms") or ():
            position = self._phantom_position(phantom)
            if phantom.get("layout") == INLINE and position.row in shown:
                fragment = self._context.minihtml(phantom.get("html") or "")
                out[position] = out.get(position, "") + f'<div class="phantom inline">{fragment}</div>'
        return out

    def _selection_end(self, ends: list[int]) -> tuple[Position, Position, Position]:
        """Start, end and caret of `[row, col, row, col]`, whose second half is the caret."""
        start, end = self._document.ends(ends)
        return start, end, self._document.clamp(*ends[2:])

    def _selection_bands(self, selection: list[tuple[Position, Position, Position]]) -> list[Band]:
        scheme = self._context.scheme
        color = scheme["selection" if self._focused else "inactive_selection"].over(scheme.background).css()
        paint = Paint(fill=color, name="selection")
        return [Band(self._document, start, end, paint) for start, end, _ in selection if start != end]


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
