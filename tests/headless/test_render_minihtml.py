"""minihtml: what its documentation lists works, all else does not, and no fragment touches another or the page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.headless.core import metrics, minihtml
from tests.headless.core.minihtml_tree import Element, parse
from tests.headless.core.scheme import MINIHTML_NAMES, Scheme, load_scheme
from tests.headless.render.minihtml import render_minihtml
from tests.headless.render.png import measure
from tests.headless.render.theme import stylesheet

DARK = load_scheme("dark")
PX = metrics.font().size


def draw(source: str, scheme: str = "dark", **more: Any) -> str:
    return render_minihtml(source, load_scheme(scheme), PX, **more)


def body(source: str, **more: Any) -> str:
    match = re.search(r"<m-body[^>]*>(.*)</m-body>", draw(source, **more), re.DOTALL)
    assert match
    return match.group(1)


def styled(source: str, tag: str = "b", scheme: str = "dark") -> Element:
    """The first element with a tag, after the cascade."""
    tree = parse(source, load_scheme(scheme).variables(), scheme, PX)
    return next(element for element in tree.walk() if element.tag == tag)


# Tags and attributes

TAGS = [
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
]


@pytest.mark.parametrize("tag", TAGS)
def test_tags_that_the_documentation_lists_are_drawn(tag: str) -> None:
    assert re.fullmatch(rf"<m-{tag}( style=\"[^\"]*\")?>x</m-{tag}>", body(f"<{tag}>x</{tag}>"))


@pytest.mark.parametrize(
    "tag",
    [
        "table",
        "tr",
        "td",
        "form",
        "input",
        "button",
        "select",
        "pre",
        "iframe",
        "object",
        "svg",
        "video",
        "link",
        "meta",
        "hr",
    ],
)
def test_other_tags_lose_their_meaning_and_keep_their_text(tag: str) -> None:
    assert body(f"<{tag} onclick='x()'>kept</{tag}>") == "kept"


def test_default_styles_do_what_the_tags_mean() -> None:
    wanted = {
        "b": ("font-weight", "bold"),
        "strong": ("font-weight", "bold"),
        "i": ("font-style", "italic"),
        "em": ("font-style", "italic"),
        "u": ("text-decoration", "underline"),
        "li": ("display", "list-item"),
        "h3": ("display", "block"),
        "p": ("display", "block"),
        "code": ("font-family", "monospace"),
        "a": ("color", DARK["bluish"].css()),
    }
    for tag, (name, value) in wanted.items():
        assert styled(f"<{tag}>x</{tag}>", tag).style[name] == value, tag
    assert (
        styled("<big>x</big>", "big").number("font-size") > PX > styled("<small>x</small>", "small").number("font-size")
    )


def test_white_space_collapses_even_in_code_unless_the_style_keeps_it() -> None:
    assert "a b" in body("<code>a \n\t b</code>")
    assert "a \n\t b" in re.sub("<0x9>", "\t", body("<div style='white-space: pre'>a \n\t b</div>"))


def test_breaks_do_not_need_a_slash() -> None:
    assert body("a<br>b<br/>c") == "a<br>b<br>c"


def test_scripts_go_altogether() -> None:
    assert body("a<script>alert('<b>')</script>b") == "ab"
    assert body("a<script>alert(1)") == "a"


def test_event_handlers_and_unknown_attributes_are_dropped() -> None:
    drawn = body("<span onclick='x()' onmouseover=y() data-x=1 dir=rtl title='a\"b'>t</span>")
    assert drawn == '<m-span title="a&quot;b">t</m-span>'


def test_a_link_is_drawn_and_leads_nowhere() -> None:
    drawn = body("<a href='javascript:alert(1)'>x</a>")
    assert 'data-href="javascript:alert(1)"' in drawn and " href=" not in drawn


def test_text_is_escaped() -> None:
    assert body("a &lt;b&gt; &amp; \n  c") == "a &lt;b&gt; &amp; c"
    assert body("x&nbsp;&#8595;&#x2191;") == "x\u00a0↓↑"
    assert body("&hellip; &#xffffffffff;") == "&amp;hellip; &amp;#xffffffffff;"
    assert body("\u202ex\x1b\ud800") == "&lt;0x202e&gt;x&lt;0x1b&gt;&lt;0xd800&gt;"


def test_tags_left_open_are_closed_and_stray_ends_ignored() -> None:
    assert re.sub(r' style="[^"]*"', "", body("<div><b>x")) == "<m-div><m-b>x</m-b></m-div>"
    assert body("x</div></m-body></span></style>") == "x"


def test_only_pictures_inside_the_html_are_shown() -> None:
    assert 'src="data:image/png;base64,AAAA" style="width:16px;' in body(
        "<img src='data:image/png;base64,AAAA' width=16>"
    )
    for source in ("http://host/x.png", "file:///etc/passwd", "res://x.png", "data:image/svg+xml;base64,AAAA"):
        assert body(f"<img src='{source}' onerror=x()>").startswith('<span class="mini-img-missing"')


def test_details_of_list_items_know_a_few_inline_tags_and_no_styles() -> None:
    drawn = body("<b>b</b><i>i</i><h1>h</h1><div style='color: red'>d</div><img src='data:x'><br>", inline=True)
    assert re.sub(r' style="[^"]*"', "", drawn) == "<m-b>b</m-b><m-i>i</m-i>hd"
    assert "#ff0000" not in body("<b style='color: red'>x</b>", inline=True)


# Style sheets


def test_style_sheets_become_styles_of_elements_so_none_can_reach_the_page() -> None:
    drawn = draw(
        "<style>div.x, #y > b { color: #123456 } html { padding: 1px }</style><div class=x id=y><b>z</b></div>"
    )
    assert "<style" not in drawn and "{" not in drawn
    assert drawn.count("color:#123456") == 1  # the b inherits it
    assert styled("<style>#y > b { color: #123456 }</style><div id=y><i><b>z</b></i></div>").style.get("color") is None
    assert styled("<style>#y b { color: #123456 }</style><div id=y><i><b>z</b></i></div>").style["color"] == "#123456"


def test_the_more_specific_rule_wins_and_of_equals_the_last_and_inline_styles_over_all() -> None:
    sheet = "<style>#i {color: #111111} b.c {color: #222222} b {color: #333333} b {color: #444444}</style>"
    assert styled(f"{sheet}<b>x</b>").style["color"] == "#444444"
    assert styled(f"{sheet}<b class=c>x</b>").style["color"] == "#222222"
    assert styled(f"{sheet}<b class=c id=i>x</b>").style["color"] == "#111111"
    assert styled(f"{sheet}<b id=i style='color: #555555'>x</b>").style["color"] == "#555555"


@pytest.mark.parametrize("selector", ["b:hover", "b[href]", "*", "@media screen", "b + b", "> b", "b::before", "b >"])
def test_selectors_that_minihtml_lacks_are_dropped(selector: str) -> None:
    assert "color" not in styled(f"<style>{selector} {{ color: red }}</style><b>x</b>").style


def test_blocks_inside_at_rules_do_not_apply() -> None:
    source = "<style>@media screen { b { color: #111111 } } i { color: #222222 }</style><b>x</b><i>y</i>"
    assert "color" not in styled(source).style
    assert styled(source, "i").style["color"] == "#222222"


@pytest.mark.parametrize(
    "declaration",
    [
        "position: fixed",
        "position: absolute",
        "background: red",
        "background-image: url(x)",
        "color: url(x)",
        "color: r } body { display: none",
        "width: 10px",
        "height: 10px",
        "max-width: 10px",
        "margin: -3px",
        "margin: auto",
        "padding: 10%",
        "padding: 1vw",
        "float: left",
        "display: flex",
        "display: grid",
        "overflow: scroll",
        "opacity: 0.5",
        "z-index: 3",
        "transition: color 1s",
        "transform: rotate(3deg)",
        "cursor: pointer",
        "box-shadow: 0 0 1px red",
        "text-transform: uppercase",
        "vertical-align: top",
        "text-align: justify",
        "font-weight: 600",
        "font: 12px serif",
        "line-height: 1.5",
        "border-style: dashed",
        "list-style-type: decimal",
        "white-space: pre-line",
        "font-family: x</style><script>",
        "margin: 1px 2px 3px 4px 5px",
        "content: 'x'",
        "color: expression(alert(1))",
        "color: red\\",
        "color: rgb(255 0 0)",
        "color: oklch(40% 0.2 30)",
        "color: color-mix(in srgb, red, blue)",
        "padding: 12",
        "padding: calc(1px + 1px)",
        "padding: 1px !important",
    ],
)
def test_declarations_that_minihtml_lacks_are_dropped(declaration: str) -> None:
    plain = styled("<span>x</span>", "span").style
    assert styled(f'<span style="{declaration}">x</span>', "span").style == plain


@pytest.mark.parametrize(
    ("declaration", "name", "value"),
    [
        ("padding: 0.5rem 2em 0", "padding-top", 6.5),
        ("padding: 0.5rem 2em 0", "padding-left", 26.0),
        ("margin-top: 3pt", "margin-top", 4.0),
        ("top: -2px", "top", -2.0),
        ("border: 1px solid red", "border-left-color", "#ff0000"),
        ("border-top: 2px solid", "border-top-width", 2.0),
        ("border-radius: 1px 2px", "border-bottom-left-radius", 2.0),
        ("font-size: 2em", "font-size", 26.0),
        ("line-height: 2rem", "line-height", 26.0),
        ("font-family: system", "font-family", "system"),
        ("display: inline-block", "display", "inline-block"),
        ("text-align: center", "text-align", "center"),
        ("white-space: pre-wrap", "white-space", "pre-wrap"),
        ("list-style-type: square", "list-style-type", "square"),
        ("text-decoration: none", "text-decoration", "none"),
        ("background-color: hwb(0, 0%, 50%)", "background-color", "#800000"),
        ("color: transparent", "color", "#00000000"),
    ],
)
def test_declarations_that_the_documentation_lists(declaration: str, name: str, value: Any) -> None:
    assert styled(f"<span style='{declaration}'>x</span>", "span").style[name] == value


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_variables_are_the_colours_of_the_scheme(scheme: str) -> None:
    for name in MINIHTML_NAMES:
        style = styled(f"<b style='color: var(--{name})'>x</b>", scheme=scheme).style
        assert style["color"] == load_scheme(scheme)[name].css()


def test_colour_functions_are_resolved() -> None:
    red = DARK["redish"]
    source = "<b style='color: color(var(--redish) alpha(0.5)); background-color: color(var(--redish) a(25%))'></b>"
    style = styled(source).style
    assert (style["color"], style["background-color"]) == (red.alpha(0.5).css(), red.alpha(0.25).css())


def test_custom_properties_follow_the_kind_of_scheme_and_pass_downwards() -> None:
    source = "<style>html.dark { --x: #101010 } .light { --x: #efefef } b { color: var(--x) }</style><b>x</b>"
    assert styled(source).style["color"] == "#101010"
    assert styled(source, scheme="light").style["color"] == "#efefef"
    assert styled("<div style='--y: 3px'><b style='padding: var(--y)'>x</b></div>").number("padding-top") == 3.0
    # A variable can only stand for a whole value of several numbers.
    assert "padding-top" not in styled("<div style='--y: 3px'><b style='padding: var(--y) 1px'>x</b></div>").style


def test_the_scheme_styles_popups_and_by_the_bodys_id_whatever_the_plugin_says() -> None:
    data = {"globals": {"background": "#000", "popup_css": "b { color: #111111 } #plugin b { color: #222222 }"}}
    scheme = Scheme(data)
    assert scheme.css_for("phantom") == scheme.css_for("popup") != "" == scheme.css_for("sheet")
    plugin = "<style>b { color: #333333 }</style><b>x</b>"
    with_id = render_minihtml(f"<body id=plugin>{plugin}</body>", scheme, PX, sheet=scheme.css_for("popup"))
    assert "#222222" in with_id and "#333333" not in with_id
    assert "#333333" in render_minihtml(plugin, scheme, PX, sheet=scheme.css_for("popup"))


def test_hostile_sheets_neither_hang_nor_pass() -> None:
    assert body("<div>" * 5000 + "x").count("<m-div") == 99
    assert "#" not in body("<b style='color: " + "color(" * 5000 + "red" + ")" * 5000 + "'>x</b>").split("x</m-b>")[0]
    draw("<style>" + "b " * 60 + "i { color: red }</style>" + "<b>" * 90 + "x")


# Heights


def height(source: str, width: float = 400) -> float:
    return minihtml.height(source, PX, width)


def test_a_line_is_as_high_as_its_font_says() -> None:
    line = 1.3 * PX
    assert height("x") == pytest.approx(line)
    assert height("x<br>y") == pytest.approx(2 * line)
    assert height("") == height("<div></div>") == 0


def test_paddings_add_up_and_margins_meet() -> None:
    line = 1.3 * PX
    assert height("<div style='padding: 5px'>x</div>") == pytest.approx(line + 10)
    two = "<div style='margin: 7px'>x</div><div style='margin: 20px'>y</div>"
    assert height(two) == pytest.approx(7 + line + 20 + line + 20)
    assert height("<div style='margin: 7px'><div style='margin: 9px'>x</div></div>") == pytest.approx(9 + line + 9)
    assert height("<div style='padding-top: 57px'></div>") == 57


def test_text_wraps_at_the_width_unless_it_must_not() -> None:
    cell, line = metrics.font().cell, 1.3 * PX
    words = "word " * 20  # 4 words of 5 cells on a line of 20
    assert height(words, 20.5 * cell) == pytest.approx(5 * line)
    assert height(f"<div style='white-space: nowrap'>{words}</div>", 20.5 * cell) == pytest.approx(line)
    assert height("x" * 41, 20.5 * cell) == pytest.approx(3 * line)


SAMPLES = [
    "plain",
    "<div>a</div><div>b</div>",
    "<p>para</p><p>two</p>",
    "<h1>Head</h1>text<h2>x</h2><ul><li>a<li>b</ul>tail",
    "<div style='padding: 5px 3px; margin: 7px'>x</div><div style='margin: 20px 0'>y</div>",
    "<div style='border: 2px solid red; margin: 4px'><p>in</p></div>",
    "<div style='margin: 7px'><p>meets</p></div><div style='margin: 3px'><div style='margin: 30px'>x</div></div>",
    "<b>" + "word " * 60 + "</b>" + "x" * 300,
    "<small>" + "a b " * 100 + "</small><big>big</big>",
    "<div style='white-space: pre'>a\nb\n  c</div><code>a\nb</code>",
    "<div style='font-size: 2rem'>big</div><div style='line-height: 30px'>a<br>b</div>",
    "<span style='padding: 10px'>inline</span> x",
    "<span style='display: inline-block; padding: 10px'>box</span> x",
    "a<img src='data:image/png;base64,AAAA' width=40 height=50>b",
    "<body style='margin: 10px; padding: 5px'><div style='padding-top: 76px'></div><p></p></body>",
    "<div style='font-family: system'>" + "The quick brown fox jumps. " * 20 + "</div>",
    "<div>a<div>b</div>c</div><ol><li>" + "word " * 30 + "</ol>a<br><br>b",
    "<h1>" + "Long heading " * 10 + "</h1>" + "&nbsp;&nbsp;x" * 40,
    "<div style='padding: 3px'><ul><li>x<ul><li>y</ul></ul></div>",
    "<table><tr><td>a<td>b</table><pre>c\nd</pre>",
]


@pytest.mark.usefixtures("chromium")
def test_heights_agree_with_chromium_within_a_pixel() -> None:
    css = stylesheet(DARK, 1280, 800) + "body, html { overflow: visible } .box { width: 400px }"
    boxes = "".join(f'<div class="box">{draw(source)}</div>' for source in SAMPLES)
    (measured,) = measure(f"<!DOCTYPE html><style>{css}</style>{boxes}", ".box")
    assert len(measured) == len(SAMPLES)
    off = {
        source: (height(source), box[3]) for source, box in zip(SAMPLES, measured) if abs(height(source) - box[3]) > 1
    }
    assert off == {}
