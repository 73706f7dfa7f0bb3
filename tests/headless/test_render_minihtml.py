"""minihtml in the picture: what Sublime's engine knows works, all else does not, and no fragment touches another."""

from __future__ import annotations

import re

import pytest

from tests.headless.render.minihtml import render_minihtml
from tests.headless.core.scheme import MINIHTML_NAMES, load_scheme

DARK = load_scheme("dark")


def draw(source: str, scheme: str = "dark", name: str = "mini-1") -> str:
    return render_minihtml(source, load_scheme(scheme), name)


def body(source: str) -> str:
    match = re.search(r"<mini-body[^>]*>(.*)</mini-body>", draw(source), re.DOTALL)
    assert match
    return match.group(1)


def test_known_tags_are_drawn() -> None:
    for tag in [
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
    ]:
        assert body(f"<{tag}>x</{tag}>") == f'<{tag} class="mini-{tag}">x</{tag}>'
    assert body("a<br>b<br/>c") == 'a<br class="mini-br">b<br class="mini-br">c'


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
def test_unknown_tags_lose_their_meaning_and_keep_their_text(tag: str) -> None:
    drawn = body(f"<{tag} onclick='x()'>kept</{tag}>")
    assert drawn == "kept"


def test_scripts_go_altogether() -> None:
    assert body("a<script>alert('<b>')</script>b") == "ab"
    assert body("a<script>alert(1)") == "a"


def test_event_handlers_and_unknown_attributes_are_dropped() -> None:
    drawn = body("<div onclick='x()' onmouseover=y() data-x=1 dir=rtl title='a\"b'>t</div>")
    assert drawn == '<div class="mini-div" title="a&quot;b">t</div>'


def test_a_link_is_drawn_and_leads_nowhere() -> None:
    drawn = body("<a href='javascript:alert(1)'>x</a>")
    assert drawn == '<a class="mini-a" data-href="javascript:alert(1)">x</a>'


def test_text_is_escaped_and_blanks_collapse() -> None:
    assert body("a &lt;b&gt; &amp; \n  c") == "a &lt;b&gt; &amp; c"
    assert body("x&nbsp;&#8595;&#x2191;") == "x\u00a0↓↑"
    assert body("&hellip; &#xffffffffff;") == "&amp;hellip; &amp;#xffffffffff;"


def test_tags_left_open_are_closed_and_stray_ends_ignored() -> None:
    assert body("<div><b>x") == '<div class="mini-div"><b class="mini-b">x</b></div>'
    assert body("x</div></mini-body></span>") == "x"


def test_only_pictures_inside_the_html_are_shown() -> None:
    assert 'src="data:image/png;base64,AAAA"' in body("<img src='data:image/png;base64,AAAA' width=16>")
    for source in ("http://host/x.png", "file:///etc/passwd", "res://x.png", "data:image/svg+xml;base64,AAAA"):
        assert body(f"<img src='{source}' onerror=x()>") == '<span class="mini-img-missing"></span>'


def test_rules_apply_to_their_own_fragment_only() -> None:
    drawn = draw("<style>div.x, #y > b { color: #123456 } html { padding: 1px }</style><div class=x id=y></div>")
    assert ".mini-1 div.u-x, .mini-1 #mini-1-y > b { color: #123456 }" in drawn
    assert ".mini-1 .mini-html { padding: 1px }" in drawn
    assert '<div class="mini-div u-x" id="mini-1-y">' in drawn
    styles = re.findall(r"<style>(.*?)</style>", drawn, re.DOTALL)
    selectors = [selector for rule in re.findall(r"([^{}]+)\{", styles[0]) for selector in rule.split(",")]
    assert len(selectors) == 3 and all(selector.strip().startswith(".mini-1 ") for selector in selectors)


@pytest.mark.parametrize("selector", ["a:hover", "a[href]", "*", "@media screen", "b + i", "> b", "a::before", "b >"])
def test_selectors_that_minihtml_lacks_are_dropped(selector: str) -> None:
    assert "<style>" not in draw(f"<style>{selector} {{ color: red }}</style>")


def test_blocks_inside_at_rules_do_not_apply() -> None:
    drawn = draw("<style>@media screen { b { color: #111111 } } i { color: #222222 }</style>")
    assert "#111111" not in drawn
    assert ".mini-1 i { color: #222222 }" in drawn


@pytest.mark.parametrize(
    "declaration",
    [
        "position: fixed",
        "position: absolute",
        "background: url(http://host/x)",
        "background-image: url(x)",
        "color: url(x)",
        "color: rgb(1,2,3); } body { display: none",
        "width: calc(1px + 1px)",
        "float: left",
        "display: flex",
        "z-index: 3",
        "font-family: x</style><script>",
        "margin: 1px 2px 3px 4px 5px",
        "content: 'x'",
        "color: expression(alert(1))",
        "color: red\\;",
        "padding: 12",
    ],
)
def test_declarations_that_minihtml_lacks_are_dropped(declaration: str) -> None:
    drawn = body(f'<b style="{declaration}">x</b>')
    name = declaration.split(":")[0]
    assert "url" not in drawn and "<script" not in drawn and "none" not in drawn
    assert f"{name}: {declaration.split(':')[1].split(';')[0].strip()}" not in drawn


def test_known_declarations_pass_with_rem_as_the_editor_font_size() -> None:
    source = "<b style='padding: 0.5rem 2em 0; border: 1px solid red; font-weight: bold; top: -2px'>x</b>"
    style = "padding: 6.5px 2em 0; border: 1px solid #ff0000; font-weight: bold; top: -2px"
    assert body(source) == f'<b class="mini-b" style="{style}">x</b>'


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_variables_are_the_colours_of_the_scheme(scheme: str) -> None:
    for name in MINIHTML_NAMES:
        drawn = draw(f"<b style='color: var(--{name})'>x</b>", scheme)
        assert f"color: {load_scheme(scheme)[name].css()}" in drawn


def test_colour_functions_are_resolved() -> None:
    red = DARK["redish"]
    drawn = draw(
        "<b style='color: color(var(--redish) alpha(0.5)); background-color: color(var(--redish) a(25%))'></b>"
    )
    assert f"color: {red.alpha(0.5).css()}; background-color: {red.alpha(0.25).css()}" in drawn


def test_custom_properties_of_html_follow_the_kind_of_scheme() -> None:
    source = "<style>html.dark { --x: #101010 } html.light { --x: #efefef } b { color: var(--x) }</style><b>x</b>"
    assert "color: #101010" in draw(source, "dark")
    assert "color: #efefef" in draw(source, "light")


def test_deep_nesting_is_cut() -> None:
    assert body("<div>" * 5000 + "x").count("<div") == 100
    assert "<style>" not in draw("<style>b { color: " + "color(" * 5000 + "red" + ")" * 5000 + " }</style>")
