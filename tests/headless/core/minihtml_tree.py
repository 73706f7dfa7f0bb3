"""minihtml as a tree of elements with their computed styles: what Sublime's engine knows of HTML and CSS, and no more.

Tags without a meaning there lose their tag and keep their text (a table becomes running text), scripts go altogether.
The default styles are guesses in size, not in kind [I].
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Iterator, List, Mapping, Optional, Tuple

from . import minihtml_css as css

LINE_HEIGHT = 1.3
"""Height of a line by its font's size, unless `line-height` says otherwise."""

INHERITED = (
    "color",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "line-height",
    "text-align",
    "white-space",
    "list-style-type",
)

_BLOCK = {"display": "block"}
_LIST = {**_BLOCK, "margin-top": "0.3rem", "margin-bottom": "0.3rem", "padding-left": "1.5rem"}
_DEFAULTS: dict[str, dict[str, str]] = {
    **dict.fromkeys(("html", "body", "div"), _BLOCK),
    "p": {**_BLOCK, "margin-top": "0.5rem", "margin-bottom": "0.5rem"},
    **{
        tag: {**_BLOCK, "font-weight": "bold", "font-size": size, "margin-top": "0.5rem", "margin-bottom": "0.5rem"}
        for tag, size in zip(
            ("h1", "h2", "h3", "h4", "h5", "h6"), ("1.6rem", "1.4rem", "1.2rem", "1rem", "1rem", "1rem")
        )
    },
    "ul": _LIST,
    "ol": _LIST,  # bullets, too: minihtml has no numbers
    "li": {"display": "list-item"},
    **{key: {"font-weight": "bold"} for key in ("b", "strong")},
    **{key: {"font-style": "italic"} for key in ("i", "em")},
    "u": {"text-decoration": "underline"},
    "big": {"font-size": "1.2em"},
    "small": {"font-size": "0.85em"},
    "a": {"color": "var(--bluish)", "text-decoration": "underline"},
    **{key: {"font-family": "monospace"} for key in ("code", "var", "tt")},
    "span": {},
}
"""Default styles of the tags that minihtml draws; br and img are handled apart."""

_INLINE_TAGS = frozenset(["a", "b", "strong", "i", "em", "u", "tt", "code"])
"""All that completion and quick panel details understand."""

_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_VOID = ("br", "img")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_SIZE = re.compile(r"\d{1,4}$")
_DEPTH_LIMIT = 100

Attributes = List[Tuple[str, Optional[str]]]


@dataclass
class Element:
    """`style` has computed values: lengths as numbers of pixels, everything else as text; defaults are left out."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)
    style: dict[str, str | float] = field(default_factory=dict)

    def number(self, name: str) -> float:
        """A length in pixels, 0 if there is none."""
        value = self.style.get(name, 0.0)
        return value if isinstance(value, float) else 0.0

    @property
    def display(self) -> str:
        return str(self.style.get("display", "inline"))

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()


def parse(
    source: str, variables: Mapping[str, str], kind: str, font_px: float, inline: bool = False, sheet: str = ""
) -> Element:
    """The `html` element of a piece of minihtml.

    `variables` are the scheme's colours by name, `kind` is "dark" or "light", `font_px` is what `rem` means, `sheet` a
    colour scheme's CSS for this kind of content. With `inline` only the tags for details count, and no styles.
    """
    builder = _Builder(inline)
    builder.feed(source)
    builder.close()
    builder.html.attributes["class"] = f"{kind} {builder.html.attributes.get('class', '')}".strip()
    rules = [] if inline else css.parse_sheet(sheet) + css.parse_sheet("\n".join(builder.styles))
    _Cascade(rules, font_px, inline).apply(builder.html, (), dict(variables), {})
    return builder.html


class _Builder(HTMLParser):
    def __init__(self, inline: bool) -> None:
        super().__init__(convert_charrefs=False)
        self.body = Element("body", {})
        self.html = Element("html", {}, [self.body])
        self.styles: list[str] = []
        self._inline = inline
        self._open = [self.body]
        self._swallow = ""  # the tag whose text is not content: style (kept for the style sheet) or script (dropped)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in ("style", "script"):
            self._swallow = tag
        elif tag in ("html", "body"):
            (self.html if tag == "html" else self.body).attributes.update(attributes)
        elif self._known(tag) and len(self._open) < _DEPTH_LIMIT:
            element = Element(tag, attributes)
            self._open[-1].children.append(element)
            if tag not in _VOID:
                self._open.append(element)

    def _known(self, tag: str) -> bool:
        return tag in (_INLINE_TAGS if self._inline else _DEFAULTS) or (not self._inline and tag in _VOID)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._swallow:
            self._swallow = ""
        elif any(element.tag == tag for element in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._swallow == "style":
            self.styles.append(data)
        else:
            self._text(data)

    def handle_entityref(self, name: str) -> None:
        self._text(_ENTITIES.get(name, f"&{name};"))

    def handle_charref(self, name: str) -> None:
        try:
            self._text(chr(int(name[1:], 16) if name[:1] in "xX" else int(name)))
        except (ValueError, OverflowError):
            self._text(f"&#{name};")

    def _text(self, text: str) -> None:
        children = self._open[-1].children
        if self._swallow:
            return
        if children and isinstance(children[-1], str):
            children[-1] += text
        else:
            children.append(text)


class _Cascade:
    """Computes the styles of a tree from the default styles, a sheet's rules and inline styles."""

    def __init__(self, rules: list[css.Rule], font_px: float, inline: bool) -> None:
        self._rules = sorted(rules, key=lambda rule: rule.weight)  # stable: later rules of one weight win
        self._rem = font_px
        self._inline = inline

    def apply(
        self,
        element: Element,
        above: tuple[Element, ...],
        variables: Mapping[str, str],
        inherited: dict[str, str | float],
    ) -> None:
        """Style an element and all below it; `above` are its ancestors from the outermost on."""
        declared: css.Declarations = list(_DEFAULTS.get(element.tag, {}).items())
        path = (*above, element)
        for rule in self._rules:
            if _matches(rule.selector, path):
                declared += rule.declarations
        if not self._inline:
            declared += css.parse_declarations(element.attributes.get("style", ""))
        custom = {name[2:]: value for name, value in declared if name.startswith("--")}
        variables = {**variables, **custom} if custom else variables
        values: dict[str, str] = {}
        for name, value in declared:
            values.update(css.longhands(name, value, variables))
        element.style = self._computed(element, values, inherited)
        passed = {name: element.style[name] for name in INHERITED if name in element.style}
        for child in element.children:
            if isinstance(child, Element):
                self.apply(child, path, variables, passed)

    def _computed(
        self, element: Element, values: dict[str, str], inherited: dict[str, str | float]
    ) -> dict[str, str | float]:
        parent_px = float(inherited.get("font-size", self._rem))
        size = css.pixels(values.pop("font-size"), parent_px, self._rem) if "font-size" in values else parent_px
        style: dict[str, str | float] = {**inherited, "font-size": size}
        for name, value in values.items():
            length = name in css.SIDES or name == "line-height" or name.endswith(("width", "radius"))
            if length or name.startswith(("margin", "padding")):
                style[name] = css.pixels(value, size, self._rem)
            else:
                style[name] = value
        if element.tag == "img":
            for name in ("width", "height"):
                if _SIZE.match(element.attributes.get(name, "")):
                    style[name] = float(element.attributes[name])
        return style


def _matches(selector: tuple[css.Compound, ...], path: tuple[Element, ...]) -> bool:
    """Whether the selector's last part is the path's last element, and the others stand above it."""
    if not _is(selector[-1], path[-1]):
        return False
    ends = [_is(selector[0], element) for element in path]  # where the parts so far can end
    for compound in selector[1:]:
        above, following = False, []
        for index, element in enumerate(path):
            fits = index > 0 and ends[index - 1] if compound.child else above
            following.append(fits and _is(compound, element))
            above = above or ends[index]
        ends = following
    return ends[-1]


def _is(compound: css.Compound, element: Element) -> bool:
    if compound.tag and compound.tag != element.tag:
        return False
    if compound.ids and not compound.ids <= {element.attributes.get("id", "")}:
        return False
    return not compound.classes or compound.classes <= set(element.attributes.get("class", "").split())


def collapse(text: str) -> str:
    """Text as it is drawn where white space does not count."""
    return _BLANKS.sub(" ", text)
