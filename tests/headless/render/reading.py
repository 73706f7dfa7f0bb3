"""Reads a page back: its elements, for the tests."""

from __future__ import annotations

import struct
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Iterator

from . import samples
from .page import render_html

VOID = ("meta", "br", "img")


class Element:
    """A node of the parsed page."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Any] = []

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def walk(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def all(self, *classes: str) -> list[Element]:
        return [element for element in self.walk() if set(classes) <= set(element.classes)]

    def one(self, *classes: str) -> Element:
        found = self.all(*classes)
        assert len(found) == 1, f"{len(found)} elements have {classes}"
        return found[0]

    def css(self, name: str) -> str | None:
        declarations = dict(part.split(":", 1) for part in self.attributes.get("style", "").split(";") if part)
        return declarations.get(name)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].children.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.stack[-1].children.append(Element(tag, {}))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop().tag == tag, "the page's tags do not nest"

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)


def page(state: dict[str, Any], **options: Any) -> Element:
    builder = _Builder()
    builder.feed(render_html(state, **options))
    builder.close()
    assert len(builder.stack) == 1, "the page's tags do not nest"
    return builder.stack[0]


def one_sheet(text: str, **more: Any) -> Element:
    return page(samples.window(samples.sheet(1, "a.py", text, **{"focused": True, **more})))


def line(root: Element, row: int) -> Element:
    return next(found for found in root.all("line") if found.attributes["data-row"] == str(row))


def row_text(root: Element, row: int) -> str:
    return line(root, row).one("row").text


def read_png(path: Path) -> list[list[tuple[int, int, int]]]:
    """The rows of a PNG file as (red, green, blue): 8 bits a channel, not interlaced. Raises ValueError otherwise."""
    data = path.read_bytes()
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    size = {2: 3, 6: 4}.get(kind, 0)
    if depth != 8 or not size or interlaced:
        raise ValueError(f"a kind of PNG that is not read here: {path}")
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    raw, stride = zlib.decompress(packed), width * size
    above, rows = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, size)
        rows.append([(line[i], line[i + 1], line[i + 2]) for i in range(0, stride, size)])
        above = line
    return rows


def _unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    for i in range(len(line)):
        left, up = (line[i - size] if i >= size else 0), above[i]
        corner = above[i - size] if i >= size else 0
        if kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        else:
            nearest = (0, left, up, (left + up) // 2)[kind]
        line[i] = (line[i] + nearest) & 255
    return line
