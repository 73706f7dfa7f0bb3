"""Colour schemes: expressions, globals, selectors, and the two that come with the host."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.headless.core.colors import ColorError, parse_color
from tests.headless.core.scheme import Scheme, load_scheme
from tests.headless.render import render_html, samples
from tests.headless.render.reading import page

# Schemes


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_scheme_colours_the_page(name: str) -> None:
    scheme = load_scheme(name)
    assert scheme.kind == name
    assert f"--bg:{scheme.background.css()}" in render_html(samples.review(), scheme=name)


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match='must be "dark" or "light"'):
        render_html(samples.review(), scheme="../dark")


@pytest.mark.parametrize("name", ["dark", "light"])
def test_schemes_are_legible(name: str) -> None:
    def luminance(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    def contrast(one: Any, other: Any) -> float:
        weights = (0.2126, 0.7152, 0.0722)
        darker, lighter = sorted(sum(w * luminance(c) for w, c in zip(weights, color)) for color in (one, other))
        return (lighter + 0.05) / (darker + 0.05)

    scheme = load_scheme(name)
    scopes = [
        "comment",
        "string",
        "keyword",
        "entity.name.function",
        "variable.parameter",
        "constant.numeric",
        "support.function",
    ]
    scopes += [f"region.{color}ish" for color in ["red", "orang", "green", "cyan", "blu", "purpl", "pink"]]
    for scope in [*scopes, "markup.inserted", "markup.deleted", "markup.changed"]:
        color = scheme.style(scope).foreground
        assert color is not None, scope
        wanted = 3.4 if scope == "comment" else 4.2
        assert contrast(color, scheme.background) >= wanted, (scope, contrast(color, scheme.background))


def test_a_scope_takes_the_longest_selector_and_the_last_of_a_stack() -> None:
    scheme = load_scheme("dark")
    assert scheme.style("keyword.operator.assignment.python") == scheme.style("keyword.operator")
    assert scheme.style("keywordish") == scheme.style("unknown")
    assert scheme.style("source.python markup.inserted").foreground == scheme.style("markup.inserted").foreground


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("#abc", "#aabbcc"),
        ("rgba(255, 0, 0, 0.5)", "#ff000080"),
        ("hsl(120, 100%, 25%)", "#008000"),
        ("color(var(--x) alpha(0.5))", "#10203080"),
        ("color(#000 blend(#fff 25%))", "#bfbfbf"),
        ("color(#ff0000 blend(#0000ff 50% hsl))", "#ff00ff"),
        ("color(#ff000080 blend(#000 50%))", "#80000080"),
        ("color(#ff000080 blenda(#000 50%))", "#800000c0"),
        ("color(#804040 saturation(100%))", "#c00000"),
        ("color(#804040 s(- 10%))", "#764a4a"),
        ("hwb(120, 20%, 20%)", "#33cc33"),
        ("hwb(0, 0%, 0%, 0.5)", "#ff000080"),
        ("RebeccaPurple", "#663399"),
        ("#abcd", "#aabbccdd"),
        ("color(#808080 l(+ 20%))", "#b3b3b3"),
        ("color(#ff0000 lightness(* 50%))", "#800000"),
    ],
)
def test_colour_expressions(expression: str, wanted: str) -> None:
    assert parse_color(expression, {"x": "#102030"}).css() == wanted


@pytest.mark.parametrize(
    "expression",
    [
        "rgb(255 0 0)",
        "rgb(255, 0, 0, 0.5)",
        "rgba(255, 0, 0)",
        "hsl(0, 1, 1)",
        "oklch(40% 0.2 30)",
        "lab(50% 40 59)",
        "color-mix(in srgb, red, blue)",
        "color(red shade(20%))",
        "color(red blend(blue))",
        "currentcolor",
        "inherit",
        "#12345",
        "",
    ],
)
def test_what_sublime_does_not_know_is_no_colour(expression: str) -> None:
    with pytest.raises(ColorError):
        parse_color(expression, {})


def test_min_contrast_moves_a_colour_just_as_far_as_it_must() -> None:
    background, wanted = parse_color("#303841", {}), 4.5
    dim = parse_color("color(#40484f min-contrast(#303841 4.5))", {})
    assert wanted <= dim.contrast(background) < wanted + 0.1
    assert parse_color("color(#fff min-contrast(#303841 4.5))", {}).css() == "#ffffff"
    dark_on_light = parse_color("color(#eeeeee min-contrast(#ffffff 3))", {})
    assert 3 <= dark_on_light.contrast(parse_color("white", {})) < 3.1


# A scheme from its file


def test_a_scheme_needs_no_more_than_a_background() -> None:
    scheme = Scheme({"globals": {"background": "black"}})
    assert scheme.kind == "dark" and scheme.foreground.css() == "#ffffff"
    assert scheme.style("keyword").foreground is None
    assert all(scheme.variables().values())


def test_rules_take_selectors_and_of_equal_ones_the_last_wins() -> None:
    rules = [
        {"scope": "string", "foreground": "#111111"},
        {"scope": "string - string.regexp", "foreground": "#222222", "font_style": "italic"},
        {"scope": "source.js string.quoted, text.html", "foreground": "#333333"},
        {"scope": "comment", "foreground": ["#444444", "#555555"]},
        {"scope": "invalid", "foreground": "#ff0000", "background": "#000000", "foreground_adjust": "l(+ 20%)"},
    ]
    scheme = Scheme({"globals": {"background": "#fff"}, "rules": rules})

    def color(scope: str) -> str:
        found = scheme.style(scope).foreground
        return found.css() if found else ""

    assert color("source.python string.regexp") == "#111111"
    assert color("source.python string.quoted") == "#222222"
    assert color("source.js string.quoted.double") == "#333333"
    assert color("text.html.basic") == "#333333"
    assert color("comment") == "#444444"  # hashed colours begin at the first
    assert color("invalid.illegal") == "#ff6666"
    assert scheme.style("source.js string.quoted").font_style == "italic"


def test_minihtml_colours_are_the_variables_of_that_name_or_the_nearest_in_use() -> None:
    rules = [{"scope": "a", "foreground": "#dd2222"}, {"scope": "b", "foreground": "#2255dd"}]
    data = {"variables": {"greenish": "#00cc00"}, "globals": {"background": "#fff"}, "rules": rules}
    variables = Scheme(data).variables()
    assert (variables["redish"], variables["bluish"], variables["greenish"]) == ("#dd2222", "#2255dd", "#00cc00")


def test_globals_colour_selections_and_diff_marks() -> None:
    scheme = load_scheme("dark")
    html = render_html(samples.window(samples.sheet(1, "a", "x", focused=True, selection=[[0, 0, 0, 1]])))
    assert f"background-color:{scheme['selection'].over(scheme.background).css()}" in html
    for name in ("added", "modified", "deleted"):
        assert f"--diff-{name}:{scheme['line_diff_' + name].css()}" in html


def test_a_variable_that_means_itself_is_an_error_and_not_a_hang() -> None:
    with pytest.raises(ValueError, match="nests too deeply"):
        parse_color("var(--x)", {"x": "var(--x)"})


def test_the_page_may_load_nothing() -> None:
    policy = next(meta for meta in page(samples.review()).walk() if "http-equiv" in meta.attributes)
    assert policy.attributes["content"].startswith("default-src 'none'")
    assert not re.search(r"https?://|url\(", render_html(samples.review()))


def test_a_rule_without_a_colour_is_left_out_and_told() -> None:
    rules = [{"scope": "comment", "foreground": "var(nowhere)"}, {"scope": "string", "foreground": "#f00"}]
    scheme = Scheme({"globals": {"background": "#000"}, "rules": rules})
    assert scheme.style("comment").foreground is None
    assert scheme.style("string").foreground == parse_color("red", {})
    (problem,) = scheme.problems
    assert problem.startswith("comment: ") and "nowhere" in problem


@pytest.mark.parametrize("name", ["dark", "light"])
def test_our_own_schemes_have_no_such_rule(name: str) -> None:
    assert load_scheme(name).problems == []
