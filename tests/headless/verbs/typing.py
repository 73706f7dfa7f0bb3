"""Carets, typing and the clipboard."""

from __future__ import annotations

from ..core import geometry
from ..core.builtin_text import insert_text
from ..host import Host
from .common import Result, view_of


def select(host: Host, regions: list[list[int]], view: int | None = None) -> Result:
    target = view_of(host, view)
    text = target.buffer.text

    def point(row: int, col: int) -> int:
        return text.line_start(row) + min(col, len(text.line(row)))

    target.set_selection([(point(a, b), point(c, d)) for a, b, c, d in regions])
    if target.selection:
        geometry.show(target, target.selection[-1][1], center=False)


def scroll(host: Host, row: int, view: int | None = None) -> Result:
    target = view_of(host, view)
    geometry.set_viewport(target, (target.viewport[0], geometry.row_top(target, row)))


def type(host: Host, text: str, view: int | None = None) -> Result:
    """Key by key, as typing comes."""
    target = view_of(host, view)
    for char in text:
        if char in "\n\t":
            host.core.commands.run_text(target, "insert", {"characters": char})
        else:
            insert_text(host.core, target, char)


def paste(host: Host, text: str | None = None, view: int | None = None) -> Result:
    if text is not None:
        host.core.clipboard = text
    host.core.commands.run(host.core.commands.find("text", "paste", view_of(host, view)), None, by_user=True)


def clipboard(host: Host, text: str | None = None) -> Result:
    if text is not None:
        host.core.clipboard = text
    return host.core.clipboard
