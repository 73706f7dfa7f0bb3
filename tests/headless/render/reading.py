"""Reads a page back: its elements, for the tests."""

from __future__ import annotations

from html.parser import HTMLParser
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
