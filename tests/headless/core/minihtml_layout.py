"""How high a piece of minihtml is at a given width: blocks, margins, and lines broken as a browser breaks them.

Widths of proportional fonts are estimated, those of the editor's font are exact.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from typing import NamedTuple

from .minihtml_css import SIDES
from .minihtml_tree import LINE_HEIGHT, Element, collapse

CELL = 0.602
"""Width of a character of the editor's font by the font's size."""

_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[]{} -`\"/"), frozenset("mwMWQO@%")
_WORDS = re.compile(r" *[^ ]*")
_PNG = re.compile(r"data:image/png;base64,([A-Za-z0-9+/]{32})")
_BREAK = "\n"


class _Word(NamedTuple):
    """What a line takes as a whole: its width, the height of its line, and whether a line may end before it.

    `wraps` tells whether it is broken anywhere if no line is long enough.
    """

    text: str
    width: float
    height: float
    breakable: bool
    wraps: bool = True


class _Box(NamedTuple):
    """A block's outer margins and what lies between them; `empty` blocks let their margins meet."""

    above: float
    height: float
    below: float
    empty: bool


def height(root: Element, width: float) -> float:
    """Height in pixels of a tree that has `width` pixels, margins at its ends included."""
    box = _block(root, width)
    return max(box.above, box.below) if box.empty else box.above + box.height + box.below


def _block(element: Element, width: float) -> _Box:
    padding = [element.number(f"padding-{side}") + _border(element, side) for side in SIDES]
    inner = width - padding[1] - padding[3] - element.number("margin-left") - element.number("margin-right")
    margins = (element.number("margin-top"), element.number("margin-bottom"))
    content = _children(element, max(1.0, inner))
    above, below = margins
    total = content.height
    # Without a border or padding between them, margins of a block and of what it begins or ends with meet.
    if content.empty and not padding[0] and not padding[2]:
        both = max(above, below, content.above, content.below)
        return _Box(both, 0.0, both, True)
    if padding[0] or content.empty:
        total += content.above
    else:
        above = max(above, content.above)
    if padding[2] and not content.empty:
        total += content.below
    elif not content.empty:
        below = max(below, content.below)
    return _Box(above, padding[0] + total + padding[2], below, False)


def _border(element: Element, side: str) -> float:
    return element.number(f"border-{side}-width") if element.style.get(f"border-{side}-style") == "solid" else 0.0


def _children(element: Element, width: float) -> _Box:
    """The blocks and runs of lines in an element, below one another."""
    total, first, pending, started = 0.0, 0.0, 0.0, False
    run: list[Element | str] = []
    for child in [*element.children, None]:
        if isinstance(child, str) or (child is not None and not _is_block(child)):
            run.append(child)
            continue
        lines = _lines(element, run, width)
        run = []
        if lines:
            total += pending + lines if started else lines
            first, pending, started = (first if started else pending), 0.0, True
        if child is None:
            break
        if child.display == "none":
            continue
        box = _block(child, width)
        pending = max(pending, box.above)
        if not box.empty:
            total += (pending if started else 0.0) + box.height
            first, started = (first if started else pending), True
            pending = box.below
    return _Box(first if started else pending, total, pending, not started)


def _is_block(element: Element) -> bool:
    return element.display in ("block", "list-item", "none")


def _lines(parent: Element, run: list[Element | str], width: float) -> float:
    """Height of the lines that inline content fills; 0 if there is none."""
    words: list[_Word] = []
    for item in run:
        _collect(item, parent, words, width)
    if not any(word.text.strip(" ") or word.width for word in words if word.text != " "):
        return 0.0
    strut = _line_height(parent)
    total, used, tallest = 0.0, 0.0, strut
    for word in words:
        if word.text == _BREAK:
            total, used, tallest = total + tallest, 0.0, strut
            continue
        blank = word.text.startswith(" ") and not used
        if used and word.breakable and used + word.width > width + 0.01:
            total, used, tallest = total + tallest, 0.0, strut
            blank = word.text.startswith(" ")
        used += word.width - (_text_width(" ", parent) if blank else 0.0)
        size = word.width / len(word.text)
        fit = max(size, width - (width + 0.01) % size) if size else width
        while used > width + 0.01 and word.wraps and (word.width > width or not word.breakable):
            total, used, tallest = total + tallest, used - fit, strut
        tallest = max(tallest, word.height)
    return total + (tallest if used or words[-1].text != _BREAK else 0.0)


def _collect(item: Element | str, parent: Element, words: list[_Word], width: float) -> None:
    """Add the words of inline content in order."""
    if isinstance(item, str):
        space = str(parent.style.get("white-space", "normal"))
        wraps = space in ("normal", "pre-wrap")
        text = item if space.startswith("pre") else collapse(item)
        line = _line_height(parent)
        for index, part in enumerate(text.split("\n")):
            if index:
                words.append(_Word(_BREAK, 0.0, line, True))
            for word in filter(None, _WORDS.findall(part)):
                free = word.startswith(" ") or not words or not words[-1].text.strip()
                words.append(_Word(word, _text_width(word, parent), line, wraps and free, wraps))
        return
    if item.tag == "br":
        words.append(_Word(_BREAK, 0.0, 0.0, True))
    elif item.tag == "img":
        size = image_size(item)
        words.append(_Word("img", size[0], max(_line_height(parent), size[1]), True))
    elif item.display == "inline-block":
        inner = _block(item, width)
        outer = inner.above + inner.height + inner.below
        words.append(_Word("box", _natural_width(item), max(_line_height(parent), outer), True))
    elif item.display != "none":
        for child in item.children:
            _collect(child, item, words, width)
        sides = sum(item.number(f"{part}-{side}") for part in ("padding", "margin") for side in ("left", "right"))
        if sides and words:
            words[-1] = words[-1]._replace(width=words[-1].width + sides)


def _natural_width(element: Element) -> float:
    words: list[_Word] = []
    for child in element.children:
        _collect(child, element, words, 1e6)
    sides = sum(element.number(f"{part}-{side}") for part in ("padding", "margin") for side in ("left", "right"))
    return sides + sum(word.width for word in words)


def image_size(element: Element) -> tuple[float, float]:
    """Width and height of a picture: as asked for, else its own if it is a PNG in the HTML, else a line's height."""
    match = _PNG.match(element.attributes.get("src", ""))
    own = (_font(element), _font(element))
    if match:
        try:
            own = tuple(map(float, struct.unpack(">II", base64.b64decode(match.group(1))[16:24])))
        except (binascii.Error, struct.error):
            pass
    return element.number("width") or own[0], element.number("height") or own[1]


def _font(element: Element) -> float:
    return element.number("font-size")


def _line_height(element: Element) -> float:
    return element.number("line-height") if "line-height" in element.style else LINE_HEIGHT * _font(element)


def _text_width(text: str, element: Element) -> float:
    if not is_proportional(element):
        return len(text) * CELL * _font(element)
    bold = 1.07 if element.style.get("font-weight") == "bold" else 1.0
    sizes = (0.28 if c in _NARROW else 0.86 if c in _WIDE else 0.68 if c.isupper() else 0.556 for c in text)
    return sum(sizes) * _font(element) * bold


def is_proportional(element: Element) -> bool:
    """Whether the text is in the system's font rather than the editor's or another of fixed width."""
    family = str(element.style.get("font-family", "monospace")).split(",")[0].strip("'\" ").lower()
    return not ("mono" in family or family in ("menlo", "consolas", "courier", "courier new"))
