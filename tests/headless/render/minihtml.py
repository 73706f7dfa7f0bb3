"""minihtml, Sublime's small HTML for phantoms, popups, annotations and HTML sheets, as safe markup for the page.

Only what Sublime's engine knows gets through; tags without a meaning there lose their tag and keep their text (a table
becomes running text), scripts go altogether, links are drawn and lead nowhere.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import List, Optional, Tuple

from .escape import escape
from .minicss import CssScope, rewrite_declarations, rewrite_sheet
from ..core.scheme import Scheme

TAGS = frozenset(
    [
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "div",
        "p",
        "ul",
        "ol",
        "li",
        "b",
        "strong",
        "i",
        "em",
        "u",
        "big",
        "small",
        "a",
        "code",
        "var",
        "tt",
        "span",
        "br",
        "img",
    ]
)
"""Tags that are drawn; html, head, style and body are handled apart."""

_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_VOID = ("br", "img")
_DATA_IMAGE = re.compile(r"data:image/(png|jpeg|jpg|gif);base64,[A-Za-z0-9+/=\s]+$")
_NAME = re.compile(r"[\w-]+$")
_DEPTH_LIMIT = 100

Attributes = List[Tuple[str, Optional[str]]]


def render_minihtml(source: str, scheme: Scheme, name: str) -> str:
    """An element with class `mini` that shows the minihtml `source`.

    `name` must be a CSS identifier, unique in the page: the fragment's styles apply below the class `name` only.
    """
    parser = _Parser(scheme, name)
    parser.feed(source)
    parser.close()
    return parser.result()


class _Parser(HTMLParser):
    def __init__(self, scheme: Scheme, name: str) -> None:
        super().__init__(convert_charrefs=False)
        self._scope = CssScope(name, scheme.kind)
        self._variables: dict[str, str] = scheme.variables()
        self._out: list[str] = []
        self._open: list[str] = []
        self._styles: list[str] = []
        self._css: list[str] = []
        self._swallow = ""  # the tag whose text is not content: style (kept for the style sheet) or script (dropped)
        self._body = '"'  # what follows `class="mini-body`

    def result(self) -> str:
        # The wrappers are elements of their own names, so that the fragment's rules for `div` do not meet them.
        while self._open:
            self._out.append(f"</{self._open.pop()}>")
        self._end_style()
        css = "\n".join(filter(None, self._css))
        style = f"<style>{css}</style>" if css else ""
        root = self._scope.class_name(self._scope.kind)
        return (
            f'<mini-root class="mini {self._scope.name}">{style}<mini-html class="mini-html {root}">'
            f'<mini-body class="mini-body{self._body}>{"".join(self._out)}</mini-body></mini-html></mini-root>'
        )

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag in ("style", "script"):
            self._swallow = tag
        elif tag == "body":
            self._body = self._attributes(attrs)
        elif tag == "img":
            self._image(dict(attrs))
        elif tag in TAGS and len(self._open) < _DEPTH_LIMIT:
            self._out.append(f'<{tag} class="mini-{tag}{self._attributes(attrs, link=tag == "a")}>')
            if tag not in _VOID:
                self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._swallow:
            self._swallow = ""
            self._end_style()
        elif tag in self._open:
            while True:
                closed = self._open.pop()
                self._out.append(f"</{closed}>")
                if closed == tag:
                    break

    def _end_style(self) -> None:
        self._css.append(rewrite_sheet("".join(self._styles), self._scope, self._variables))
        self._styles.clear()

    def handle_data(self, data: str) -> None:
        if self._swallow == "style":
            self._styles.append(data)
        elif not self._swallow:
            self._out.append(escape(re.sub(r"[\t\n\r\f ]+", " ", data)))

    def handle_entityref(self, name: str) -> None:
        self._text(_ENTITIES.get(name, f"&{name};"))

    def handle_charref(self, name: str) -> None:
        try:
            self._text(chr(int(name[1:], 16) if name[:1] in "xX" else int(name)))
        except (ValueError, OverflowError):
            self._text(f"&#{name};")

    def _text(self, text: str) -> None:
        if not self._swallow:
            self._out.append(escape(text))

    def _attributes(self, attrs: Attributes, link: bool = False) -> str:
        """What follows `class="mini-x` in a tag: classes, the closing quote, and the attributes that minihtml knows."""
        values = {name: value or "" for name, value in attrs}
        classes = [self._scope.class_name(name) for name in values.get("class", "").split() if _NAME.match(name)]
        out = "".join(" " + name for name in classes) + '"'
        if _NAME.match(values.get("id", "")):
            out += f' id="{self._scope.id_name(values["id"])}"'
        style = rewrite_declarations(values.get("style", ""), self._variables)
        if style:
            out += f' style="{escape(style)}"'
        if "title" in values:
            out += f' title="{escape(values["title"])}"'
        if link and "href" in values:
            out += f' data-href="{escape(values["href"])}"'
        return out

    def _image(self, values: dict[str, str | None]) -> None:
        source = values.get("src") or ""
        size = "".join(
            f' {name}="{int(value)}"'
            for name, value in ((name, values.get(name) or "") for name in ("width", "height"))
            if value.isdecimal() and len(value) < 5
        )
        if _DATA_IMAGE.match(source):
            self._out.append(f'<img class="mini-img" alt="" src="{escape("".join(source.split()))}"{size}>')
        else:
            # file:// and res:// exist on the user's machine, not here: an empty frame stands for the picture.
            self._out.append('<span class="mini-img-missing"></span>')
