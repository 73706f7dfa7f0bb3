"""What a reader sees of a piece of minihtml: its text, its links, and how high it is."""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser

from . import minihtml_layout, minihtml_tree

_BLOCKS = {"div", "p", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "body", "html"}
_UNSEEN = {"style", "head", "script", "title"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.links: list[dict[str, str]] = []
        self._link: dict[str, str] | None = None
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BLOCKS:
            self.out.append("\n")
        elif tag == "a":
            href = dict(attrs).get("href")
            self._link = {"text": "", "href": href or ""} if href is not None else None

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        if tag in _BLOCKS:
            self.out.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _BLOCKS and tag != "br":
            self.out.append("\n")
        elif tag == "a" and self._link is not None:
            self._link["text"] = " ".join(self._link["text"].split())
            self.links.append(self._link)
            self._link = None

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        self.out.append(data.replace("\n", " "))
        if self._link is not None:
            self._link["text"] += data


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


def text(html: str) -> str:
    """The text, a line per block, white space collapsed."""
    lines = ("".join(_read(html).out)).split("\n")
    return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)


def links(html: str) -> list[dict[str, str]]:
    """`{"text", "href"}` of every link, in order."""
    return _read(html).links


@lru_cache(maxsize=1024)
def height(html: str, font_px: float, width: float) -> float:
    """Pixels that it takes on the screen where the editor's font has `font_px` and a line `width` pixels."""
    return minihtml_layout.height(minihtml_tree.parse(html, {}, "dark", font_px), width)
