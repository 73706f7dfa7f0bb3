"""Colour schemes as the API tells of them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from .conftest import Lab
from .syntax_files import install, syntax, view_with

SCHEME = {
    "name": "Some",
    "variables": {"ink": "#102030", "paper": "rgb(250, 240, 230)", "red": "hsl(0, 100%, 50%)"},
    "globals": {
        "background": "var(paper)",
        "foreground": "var(ink)",
        "caret": "var(red)",
        "accent": "#00f",
        "selection": "color(var(ink) alpha(0.5))",
        "line_highlight": "#eee",
        "gutter_foreground": "#888",
        "redish": "var(red)",
        "orangish": "#f80",
        "yellowish": "#ff0",
        "greenish": "#0f0",
        "cyanish": "#0ff",
        "bluish": "#00f",
        "purplish": "#80f",
        "pinkish": "#f0f",
    },
    "rules": [
        {"scope": "string", "foreground": "#008000"},
        {"scope": "string constant.character", "foreground": "#808000", "font_style": "bold italic"},
        {"scope": "comment", "foreground": "#808080", "font_style": "italic"},
        {"scope": "markup.error", "background": "var(red)"},
        {"scope": "markup.underline", "font_style": "underline"},
    ],
}


@pytest.fixture
def view(lab: Lab) -> Any:
    """`a "b" ; c` with a string and a comment, in a colour scheme of its own."""
    install(lab, "Some.sublime-color-scheme", json.dumps(SCHEME))
    path = syntax(lab, "main:\n  - match: '\".*?\"'\n    scope: string\n  - match: ';.*'\n    scope: comment\n")
    view = view_with(lab, path, 'a "b" ; <c>')
    view.settings().set("color_scheme", "Packages/Other/Some.sublime-color-scheme")
    lab.core.schemes.forget()
    return view


def test_the_style_of_a_view_has_its_global_colours(lab: Lab, view: Any) -> None:
    """[V] All colours as six digits with a hash. [I] What is translucent is as it looks on the background."""
    style = view.style()
    assert style["background"] == "#faf0e6" and style["foreground"] == "#102030" and style["caret"] == "#ff0000"
    assert style["line_highlight"] == "#eeeeee" and style["accent"] == "#0000ff"
    assert style["selection"] == "#85888b"
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in style.values())


def test_the_style_of_a_scope(lab: Lab, view: Any) -> None:
    """[V] foreground, bold and italic always; background, underline and the like only if set."""
    plain = view.style_for_scope("source.some")
    assert (plain["foreground"], plain["bold"], plain["italic"]) == ("#102030", False, False)
    assert not {"background", "underline", "glow"} & set(plain)
    assert view.style_for_scope("string.quoted")["foreground"] == "#008000"
    escape = view.style_for_scope("string.quoted constant.character.escape")
    assert (escape["foreground"], escape["bold"], escape["italic"]) == ("#808000", True, True)
    assert view.style_for_scope("constant.character")["foreground"] == "#102030"
    assert view.style_for_scope("markup.error")["background"] == "#ff0000"
    assert view.style_for_scope("markup.underline")["underline"] is True
    assert {"source_line", "source_column", "source_file"} <= set(plain)


def test_files_of_the_same_name_add_to_a_scheme(lab: Lab, view: Any) -> None:
    """[V] User files override variables, globals and rules."""
    from pathlib import Path

    user = Path(lab.sublime.packages_path(), "User", "Some.sublime-color-scheme")
    user.write_text(json.dumps({"variables": {"ink": "#000"}, "rules": [{"scope": "string", "foreground": "#123456"}]}))
    lab.core.schemes.forget()
    assert view.style()["foreground"] == "#000000"
    assert view.style_for_scope("string")["foreground"] == "#123456"
    assert view.style_for_scope("comment")["foreground"] == "#808080"


def test_an_older_scheme_file(lab: Lab, view: Any) -> None:
    """[V] .tmTheme files are read too."""
    colors = {**SCHEME["globals"], "background": "#222222", "foreground": "#eeeeee"}
    globals_ = "".join(f"<key>{key}</key><string>{value}</string>" for key, value in colors.items() if "(" not in value)
    text = (
        '<?xml version="1.0"?><plist version="1.0"><dict><key>settings</key><array>'
        f"<dict><key>settings</key><dict>{globals_}</dict></dict>"
        "<dict><key>scope</key><string>comment, quote</string><key>settings</key><dict><key>foreground</key>"
        "<string>#cccccc</string><key>fontStyle</key><string>italic</string></dict></dict></array></dict></plist>"
    )
    install(lab, "Old.tmTheme", text)
    view.settings().set("color_scheme", "Packages/Other/Old.tmTheme")
    assert view.style()["background"] == "#222222"
    style = view.style_for_scope("comment.line")
    assert (style["foreground"], style["italic"]) == ("#cccccc", True)


def test_a_scheme_that_is_not_there_gives_the_default_one(lab: Lab, view: Any) -> None:
    """[I] A missing file is logged, and the default scheme stands in."""
    default = lab.new_view().style()
    view.settings().set("color_scheme", "Packages/Other/Missing.sublime-color-scheme")
    assert view.style() == default


def test_the_user_interface(lab: Lab) -> None:
    """[V] ui_info has system, theme and color_scheme, with the palette of the scheme."""
    info = lab.sublime.ui_info()
    assert set(info) == {"system", "theme", "color_scheme"}
    assert info["system"]["style"] in ("dark", "light")
    assert info["theme"]["value"] == info["color_scheme"]["value"] == "auto"
    assert info["color_scheme"]["resolved_value"] == "Mariana.sublime-color-scheme"
    palette = info["color_scheme"]["palette"]
    assert {"background", "foreground", "accent", "redish", "greenish"} <= set(palette)
    assert palette["background"] == lab.new_view().style()["background"]


def test_text_as_html(lab: Lab, view: Any) -> None:
    """[V] export_to_html gives the text with its colours, on request in a div with the base style."""
    plain = view.export_to_html()
    assert re.sub("<[^>]*>", "", plain) == 'a "b" ; &lt;c&gt;'
    assert '<span style="color: #008000;">"b"</span>' in plain
    assert '<span style="color: #808080; font-style: italic;">; &lt;c&gt;</span>' in plain
    part = view.export_to_html(lab.sublime.Region(3, 4))
    assert part == '<span style="color: #008000;">b</span>'
    whole = view.export_to_html(enclosing_tags=True)
    assert whole.startswith('<div style="background-color: #faf0e6; color: #102030; font-family:')
    assert "font-size" not in view.export_to_html(enclosing_tags=True, font_size=False)
    assert "font-family" not in view.export_to_html(enclosing_tags=True, font_family=False)
    assert "background-color" not in plain


def test_text_as_minihtml_keeps_blanks_and_lines(lab: Lab, view: Any) -> None:
    """[I] minihtml knows no white-space: blanks are entities, lines end with a tag."""
    view.run_command("append", {"characters": "\n  x"})
    assert view.export_to_html(minihtml=True).endswith("<br>&nbsp;&nbsp;x")
