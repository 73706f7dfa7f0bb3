"""minihtml as safe markup for the page: the tree of core/minihtml_tree.py with its computed styles written out.

The page gets elements of its own names with inline styles only, so no fragment can touch another or the page; links are
drawn and lead nowhere.
"""

from __future__ import annotations

import re

from ..core.minihtml_css import CORNERS, SIDES
from ..core.minihtml_layout import image_size, is_proportional
from ..core.minihtml_tree import INHERITED, LINE_HEIGHT, Element, collapse, parse
from ..core.scheme import Scheme
from .escape import escape

_DATA_IMAGE = re.compile(r"data:image/(png|jpeg|jpg|gif);base64,[A-Za-z0-9+/=\s]+$")
_FAMILIES = {"system": "var(--ui)", "monospace": "var(--mono)"}

_OWN = (
    "display",
    "position",
    *SIDES,
    *(f"margin-{side}" for side in SIDES),
    *(f"padding-{side}" for side in SIDES),
    *(f"border-{side}-{part}" for side in SIDES for part in ("width", "style", "color")),
    *(f"border-{corner}-radius" for corner in CORNERS),
    "background-color",
    "text-decoration",
)
"""Properties that are not inherited, in the order in which they are written."""


def render_minihtml(source: str, scheme: Scheme, font_px: float, inline: bool = False, sheet: str = "") -> str:
    """An element with class `mini` that shows the minihtml `source`.

    `font_px` is the editor's font size. `inline`: only what details of list items understand. `sheet` is the CSS that
    the scheme has for this kind of content.
    """
    root = parse(source, scheme.variables(), scheme.kind, font_px, inline, sheet)
    return (
        f'<div class="mini" style="font:{font_px:g}px var(--mono);line-height:{LINE_HEIGHT}">'
        f"{_element(root, {'font-size': font_px})}</div>"
    )


def _element(element: Element, around: dict[str, str | float]) -> str:
    if element.tag == "br":
        return "<br>"
    if element.tag == "img":
        return _image(element)
    attributes = "".join(
        f' {shown}="{escape(element.attributes[name])}"'
        for name, shown in (("class", "data-class"), ("id", "data-id"), ("title", "title"), ("href", "data-href"))
        if element.attributes.get(name) and (name != "href" or element.tag == "a")
    )
    style = _style(element, around)
    attributes += f' style="{escape(style)}"' if style else ""
    verbatim = str(element.style.get("white-space", "normal")).startswith("pre")
    content = "".join(
        _element(child, element.style) if isinstance(child, Element) else _text(child, verbatim)
        for child in element.children
    )
    return f"<m-{element.tag}{attributes}>{content}</m-{element.tag}>"


def _text(text: str, verbatim: bool) -> str:
    return "\n".join(map(escape, text.split("\n"))) if verbatim else escape(collapse(text))


def _style(element: Element, around: dict[str, str | float]) -> str:
    """Declarations for what differs from the element around, and for what is not inherited."""
    out: list[str] = []
    for name in _OWN:
        if name in element.style and element.style[name] != "inline":
            out.append(f"{name}:{_value(element.style[name])}")
    for name in INHERITED:
        if name in element.style and element.style[name] != around.get(name):
            value = _family(element) if name == "font-family" else _value(element.style[name])
            out.append(f"{name}:{value}")
    return ";".join(out)


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".") + "px"


def _family(element: Element) -> str:
    """The fonts asked for; where this machine lacks them, the page's own of the same kind."""
    names = [name.strip() for name in str(element.style["font-family"]).split(",")]
    return ", ".join(
        [*(_FAMILIES.get(name, name) for name in names), f"var(--{'ui' if is_proportional(element) else 'mono'})"]
    )


def _image(element: Element) -> str:
    source = element.attributes.get("src", "")
    width, height = image_size(element)
    size = f'style="width:{width:g}px;height:{height:g}px"'
    if _DATA_IMAGE.match(source):
        return f'<img class="mini-img" alt="" src="{escape("".join(source.split()))}" {size}>'
    # file:// and res:// exist on the user's machine, not here: an empty frame stands for the picture.
    return f'<span class="mini-img-missing" {size}></span>'
