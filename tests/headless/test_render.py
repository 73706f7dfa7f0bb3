"""The page of a window: what stands where, in which colour, and that no text of the state becomes markup."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from typing import Any, Iterator

import pytest

from tests.headless.render import render_html, samples
from tests.headless.core.colors import parse_color
from tests.headless.render.document import Document
from tests.headless.core.scheme import load_scheme

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


# Windows, groups, tabs


def test_two_selected_tabs_of_a_group_stand_side_by_side() -> None:
    root = page(samples.review())
    assert [tab.one("name").text for tab in root.all("tab")] == ["parse.py", "parse.py · before", "parse.py · proposed"]
    assert [tab.one("name").text for tab in root.all("tab", "selected")] == ["parse.py · before", "parse.py · proposed"]
    assert [sheet.attributes["data-view"] for sheet in root.one("sheets").all("sheet")] == ["11", "12"]
    assert root.one("sheet", "focused").attributes["data-view"] == "12"
    assert root.one("tab", "focused").one("name").text == "parse.py · proposed"


def test_groups_take_the_fractions_of_the_layout() -> None:
    root = page(samples.everything(), width=1000, height=800)
    left, upper, lower = root.all("group")
    assert left.css("width") == "620px"
    assert (upper.css("left"), upper.css("top")) == ("621px", "0px")
    assert lower.css("left") == upper.css("left")
    assert lower.css("top") != upper.css("top")


def test_a_dirty_tab_has_a_dot_and_a_scratch_tab_does_not() -> None:
    dirty = samples.sheet(1, "a", "", dirty=True, scratch=False)
    scratch = samples.sheet(2, "b", "", dirty=True, scratch=True)
    tabs = page(samples.window(dirty, scratch)).all("tab")
    assert [len(tab.all("dirty")) for tab in tabs] == [1, 0]


def test_title_and_status_bar_say_what_sublime_says() -> None:
    root = page(samples.everything())
    assert root.one("titlebar").text == "/home/ada/tokenizer/src/parse.py • (tokenizer) - Sublime Text"
    assert root.one("left").text == "Copilot ●, 2 selection regions; Saved parse.py"
    assert root.one("right").text == "Python"
    assert page(samples.review()).one("left").text == "Copilot ✎1, Line 19, Column 9"


def test_the_window_is_chosen_by_id() -> None:
    state = samples.window()
    state["windows"].append({**samples.review()["windows"][0], "id": 7})
    assert page(state, window_id=7).one("tab", "focused").text == "parse.py · proposed"
    assert page(state).all("tab") == []
    with pytest.raises(ValueError, match="no window has the id 8"):
        render_html(state, window_id=8)


def test_missing_optional_keys_are_tolerated() -> None:
    root = page({"windows": [{"sheets": [{"view": 1, "selected": True, "text": "x = 1"}]}]})
    assert row_text(root, 0) == "x = 1"


def test_an_empty_window_renders() -> None:
    assert page(samples.window(folders=[])).one("titlebar").text == "Sublime Text"


def test_panels_quick_panel_and_dialog() -> None:
    root = page(samples.everything())
    assert root.one("output").text.endswith("1 failed, 2 passed in 0.12s")
    assert (root.one("input").one("caption").text, root.one("input").one("field").text) == ("Name:", "session-1")
    overlay = page(samples.palette()).one("overlay")
    assert overlay.one("field").text == "Copilot IDE"
    assert overlay.one("item", "selected").one("trigger").text == "Copilot IDE: Reject"
    dialog = page(samples.question()).one("dialog")
    assert [button.text for button in dialog.all("button")] == ["Cancel", "Don't Save", "Save"]
    assert dialog.one("button", "default").text == "Save"


def test_a_hidden_panel_is_not_drawn() -> None:
    panel = {"name": "output.exec", "visible": False, "text": "secret"}
    assert page(samples.window(panels=[panel])).all("output") == []


# Text


def test_hostile_text_stays_text_everywhere() -> None:
    evil = "</style></pre><script>alert(1)</script><img src=x onerror=alert(2)>\"'&lt;"
    sheet = samples.sheet(
        evil,  # type: ignore[arg-type]
        evil,
        f"x = 1 {evil}",
        focused=True,
        syntax=evil,
        regions={evil: [{"region": [0, 3], "scope": evil, "icon": evil, "flags": 0}]},
        phantoms=[{"row": 0, "layout": 2, "html": evil}],
    )
    state = samples.window(
        sheet,
        folders=[evil],
        status_bar={evil: evil},
        status_message=evil,
        panels=[{"name": evil, "visible": True, "text": evil}],
        quick_panel={"placeholder": evil, "selected": 0, "items": [{"trigger": evil, "details": [evil]}, evil]},
        input_panel={"caption": evil, "text": evil},
        popups=[{"view": evil, "html": evil}],
    )
    state["dialog"] = {"kind": evil, "text": evil, "buttons": [evil]}
    root = page(state)
    assert not [element for element in root.walk() if element.tag == "script" or "onerror" in element.attributes]
    assert [element.attributes["src"] for element in root.walk() if element.tag == "img"] == []
    assert row_text(root, 0).rstrip() == f"x = 1 {evil}"


def test_unprintable_characters_are_shown_by_their_number() -> None:
    assert row_text(one_sheet("a\x1bb\u202ec\ud800d\x00", syntax=""), 0) == "a<0x1b>b<0x202e>c<0xd800>d<0x00>"
    one_sheet("\ud800").text.encode("utf-8")


def test_columns_count_code_points() -> None:
    text = "s = '🎉🎉' + '\U0001d54f' + name"
    at = text.index("name")
    regions = {"key": [{"region": [at, at + 4], "scope": "region.redish", "flags": 32}]}
    root = one_sheet(text, regions=regions, selection=[[0, 5, 0, 7]])
    assert root.one("region", "key").text == "name"
    assert root.one("selection").text == "🎉🎉"
    assert row_text(root, 0) == text


def test_points_map_to_rows_and_columns_of_code_points() -> None:
    document = Document("🎉a\n\tb日c")
    assert document.position(2) == (0, 2)
    assert document.position(3) == (1, 0)
    assert document.position(99) == (1, 4)
    assert document.cells(1, 3) == 4 + 1 + 2


def test_syntax_colours_are_those_of_the_scheme_for_the_scope() -> None:
    root = one_sheet("def parse(text):\n    return f(text, 12)  # why\n")
    wanted = {
        "def": "keyword",
        "parse": "entity.name.function",
        "text": "variable.parameter",
        "f": "variable.function",
        "12": "constant.numeric",
        "# why": "comment",
    }
    found = {span.text: span.css("color") for span in root.one("text").walk() if span.css("color")}
    for text, scope in wanted.items():
        color = load_scheme("dark").style(scope).foreground
        assert color is not None and found[text] == color.css(), text


@pytest.mark.parametrize("syntax", ["Python", "Packages/Python/Python.sublime-syntax", "scope:source.python"])
def test_the_lexer_follows_the_syntax_however_it_is_named(syntax: str) -> None:
    root = one_sheet("import re", syntax=syntax)
    assert "import" in [span.text for span in root.one("row").walk() if span.css("color")]


def test_the_lexer_follows_the_title_of_a_review() -> None:
    state = samples.window(samples.sheet(1, "parse.py · before", "import re", syntax=""))
    assert next(span.text for span in page(state).one("row").walk() if span.css("color")) == "import"


def test_plain_text_has_no_colours() -> None:
    root = one_sheet("import re", syntax="Packages/Text/Plain text.tmLanguage")
    assert [span for span in root.one("row").walk() if span.css("color")] == []


def test_carets_are_drawn_in_the_focused_sheet_only() -> None:
    assert len(one_sheet("ab", selection=[[0, 1, 0, 1], [0, 2, 0, 2]]).all("caret")) == 2
    root = one_sheet("ab", selection=[[0, 1, 0, 1]], focused=False)
    assert root.all("caret") == root.all("line", "current") == []


def test_current_line_and_its_number_are_marked() -> None:
    root = one_sheet("a\nb\nc", selection=[[1, 0, 1, 0]])
    assert root.one("line", "current").attributes["data-row"] == "1"
    assert root.one("number", "current").text == "2"


def test_line_numbers_and_gutter_can_be_off() -> None:
    assert [number.text for number in one_sheet("a\nb", line_numbers=False).all("number")] == ["", ""]
    icon = {"k": [{"region": [0, 1], "scope": "comment", "icon": "dot", "flags": 0}]}
    assert one_sheet("a", gutter=False, regions=icon).all("icon") == []


def test_a_fold_joins_lines_with_a_marker() -> None:
    root = page(samples.everything())
    assert row_text(root, 10) == "class Empty:…"
    assert [found.attributes["data-row"] for found in root.all("line")][10:12] == ["10", "12"]


def test_the_viewport_begins_at_its_first_row_and_large_files_stay_quick() -> None:
    text = "".join(f"value_{row} = {row}\n" for row in range(100_000))
    start = time.process_time()
    root = one_sheet(text, viewport={"first_row": 90_000, "last_row": 90_030, "y": 0.0})
    assert time.process_time() - start < 2.0
    rows = [int(found.attributes["data-row"]) for found in root.all("line")]
    assert rows == list(range(90_000, 90_000 + len(rows)))
    assert len(rows) < 60
    assert row_text(root, 90_000) == "value_90000 = 90000"


# Regions


def regions_of(flags: int, scope: str = "region.redish") -> Element:
    return one_sheet("one two", regions={"key": [{"region": [0, 3], "scope": scope, "icon": "dot", "flags": flags}]})


def test_flags_choose_fill_outline_and_underline() -> None:
    red = load_scheme("dark").style("region.redish").foreground
    assert red is not None
    filled = regions_of(0).one("region")
    assert filled.css("background-color") == red.css()
    assert filled.css("color") == load_scheme("dark").background.css()
    outlined = regions_of(32).one("region")
    assert outlined.css("background-color") is None
    assert red.css() in (outlined.css("box-shadow") or "")
    for flag, kind in ((512, "solid"), (1024, "dotted"), (2048, "wavy")):
        underlined = regions_of(32 | 256 | flag).one("region")
        assert underlined.css("box-shadow") is None
        assert underlined.css("text-decoration") == f"underline {kind} {red.css()}"


def test_a_hidden_region_keeps_its_icon() -> None:
    root = regions_of(128)
    assert root.all("region") == []
    assert root.one("icon").attributes["data-icon"] == "dot"


def test_empty_regions_are_drawn_only_if_asked() -> None:
    def marks(flags: int) -> list[list[str]]:
        region = {"region": [1, 1], "scope": "region.redish", "flags": flags}
        return [mark.classes for mark in one_sheet("abc", regions={"k": [region]}).all("mark")]

    assert (marks(0), marks(1), marks(4)) == ([], [["mark"]], [["mark", "over"]])


def test_the_outline_of_several_rows_is_one_shape() -> None:
    root = one_sheet("aaaa\nbbbbbb\n", regions={"key": [{"region": [0, 12], "scope": "region.redish", "flags": 32}]})
    top, bottom = "inset 0 1px", "inset 0 -1px"
    first, second = (line(root, row).all("region") for row in (0, 1))
    assert all(top in (run.css("box-shadow") or "") and bottom not in (run.css("box-shadow") or "") for run in first)
    assert all(bottom in (run.css("box-shadow") or "") for run in second)
    assert [run.text for run in second if top in (run.css("box-shadow") or "")] == ["b", " "]


def test_annotations_stand_on_the_row_of_their_region() -> None:
    root = page(samples.review())
    assert line(root.one("sheet", "focused"), 17).one("annotation").text == "drop hunk"


# Phantoms and popups


def test_phantoms_stand_where_their_layout_says() -> None:
    root = page(samples.everything())
    below, block, inline = root.one("phantom", "below"), root.one("phantom", "block"), root.one("phantom", "inline")
    assert (below.attributes["data-row"], below.text) == ("1", "below limit")
    assert below.one("phantom-body").css("margin-left") == f"{samples.EVERYTHING.split(chr(10))[1].index('limit')}ch"
    assert (block.attributes["data-row"], block.one("phantom-body").css("margin-left")) == ("8", "0ch")
    assert row_text(root, 7).endswith(")\u00a0inline")
    text = root.all("text")[0].children
    assert text.index(block) == text.index(line(root, 8)) + 1
    assert inline.text == "\u00a0inline"


def test_the_header_of_a_review_is_under_line_1_on_both_sides() -> None:
    for sheet in page(samples.review()).all("sheet"):
        children = sheet.one("text").children
        assert children[0].attributes["data-row"] == "0"
        assert children[1].classes == ["phantom", "block"]
        assert children[2].attributes["data-row"] == "1"


def test_a_popup_is_anchored_under_its_row() -> None:
    root = page(samples.everything())
    children = root.all("text")[0].children
    anchor = root.one("popup-anchor")
    assert children.index(anchor) == children.index(line(root, 5)) + 1
    assert anchor.one("popup").text.startswith("word: str")


def test_an_html_sheet_shows_its_minihtml() -> None:
    assert page(samples.everything()).one("html-sheet").text == "NotesAn HTML sheet with a link."


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
        ("color(#808080 l(+ 20%))", "#b3b3b3"),
        ("color(#ff0000 lightness(* 50%))", "#800000"),
    ],
)
def test_colour_expressions(expression: str, wanted: str) -> None:
    assert parse_color(expression, {"x": "#102030"}).css() == wanted


def test_a_variable_that_means_itself_is_an_error_and_not_a_hang() -> None:
    with pytest.raises(ValueError, match="nests too deeply"):
        parse_color("var(--x)", {"x": "var(--x)"})


def test_the_page_may_load_nothing() -> None:
    policy = next(meta for meta in page(samples.review()).walk() if "http-equiv" in meta.attributes)
    assert policy.attributes["content"].startswith("default-src 'none'")
    assert not re.search(r"https?://|url\(", render_html(samples.review()))
