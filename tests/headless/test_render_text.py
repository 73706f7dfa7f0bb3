"""The text of a sheet and what stands in and on it; no text of the state becomes markup."""

from __future__ import annotations

from typing import Any

import pytest

from tests.headless.core import metrics
from tests.headless.core.scheme import load_scheme
from tests.headless.render import samples
from tests.headless.render.document import Document
from tests.headless.render.reading import Element, line, one_sheet, page, row_text

# Text


def test_hostile_text_stays_text_everywhere() -> None:
    evil = "</style></pre><script>alert(1)</script><img src=x onerror=alert(2)>\"'&lt;"
    sheet = samples.sheet(
        evil,  # type: ignore[arg-type]
        evil,
        f"x = 1 {evil}",
        focused=True,
        syntax=evil,
        regions={
            evil: [
                {"region": [0, 3], "scope": evil, "icon": evil, "flags": 0},
                {"region": [0, 3], "flags": 0, "annotation": {"html": evil, "color": f"red;{evil}"}},
            ]
        },
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
        side_bar=[{"name": evil, "path": evil, "entries": [{"name": evil, "folder": False}]}],
        completions={
            "view": evil,
            "prefix": "<",
            "items": [{"trigger": evil, "annotation": evil, "kind": [3, evil, evil]}],
        },
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
        " why": "comment",
    }
    found = {span.text: span.css("color") for span in root.one("text").walk() if span.css("color")}
    for text, scope in wanted.items():
        color = load_scheme("dark").style(scope).foreground
        assert color is not None and found[text] == color.css(), text


def test_a_language_inside_another_is_coloured_where_it_stands() -> None:
    root = one_sheet("# Title\n\n```python\ndef f(x): return 1\n```\n", syntax="Markdown")
    found = {span.text: span.css("color") for span in line(root, 3).one("row").walk() if span.css("color")}
    keyword = load_scheme("dark").style("keyword.control").foreground
    assert keyword and found["def"] == keyword.css()
    assert line(root, 0).one("row").text == "# Title"
    assert len(line(root, 0).one("row").children) == 1  # one colour


def test_carets_are_drawn_in_the_focused_sheet_only() -> None:
    assert len(one_sheet("ab", selection=[[0, 1, 0, 1], [0, 2, 0, 2]]).all("caret")) == 2
    root = one_sheet("ab", selection=[[0, 1, 0, 1]], focused=False)
    assert root.all("caret") == root.all("line", "current") == []


def test_current_line_and_its_number_are_marked() -> None:
    root = one_sheet("a\nb\nc", selection=[[1, 0, 1, 0]], highlight_line=True)
    assert root.one("line", "current").attributes["data-row"] == "1"
    assert root.one("number", "current").text == "2"
    assert one_sheet("a", selection=[[0, 0, 0, 0]]).all("line", "current") == []  # the setting is off by default


def test_line_numbers_and_gutter_can_be_off() -> None:
    assert [number.text for number in one_sheet("a\nb", line_numbers=False).all("number")] == ["", ""]
    icon = {"k": [{"region": [0, 1], "scope": "comment", "icon": "dot", "flags": 0}]}
    assert one_sheet("a", gutter=False, regions=icon).all("icon") == []


def test_a_fold_joins_lines_with_a_marker() -> None:
    root = page(samples.everything())
    assert row_text(root, 10) == "class Empty:…"
    assert [found.attributes["data-row"] for found in root.all("line")][10:12] == ["10", "12"]


def test_the_viewport_begins_at_its_first_row_and_the_rest_is_not_drawn() -> None:
    text = "".join(f"value_{row} = {row}\n" for row in range(100_000))
    root = one_sheet(text, viewport={"first_row": 90_000, "last_row": 90_030, "y": 0.0}, syntax="")
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
    column = samples.EVERYTHING.split("\n")[1].index("limit=")
    assert below.one("phantom-body").css("margin-left") == f"{column * metrics.font().cell:g}px"
    assert (block.attributes["data-row"], block.one("phantom-body").css("margin-left")) == ("8", "0px")
    assert row_text(root, 7).endswith(")\u00a0inline")
    text = root.all("rows")[0].children
    assert text.index(block) == text.index(line(root, 8)) + 1
    assert inline.text == "\u00a0inline"


def test_the_header_of_a_review_is_under_line_1_on_both_sides() -> None:
    for sheet in page(samples.review()).all("sheet"):
        children = sheet.one("rows").children
        assert children[0].attributes["data-row"] == "0"
        assert children[1].classes == ["phantom", "block"]
        assert children[2].attributes["data-row"] == "1"


def test_a_popup_is_anchored_under_its_row() -> None:
    root = page(samples.everything())
    children = root.all("rows")[0].children
    anchor = root.one("popup-anchor")
    assert children.index(anchor) == children.index(line(root, 5)) + 1
    assert anchor.one("popup").text.startswith("word: str")


def test_an_html_sheet_shows_its_minihtml() -> None:
    assert page(samples.everything()).one("html-sheet").text == "NotesAn HTML sheet with a link."


def test_links_and_popups_with_carets_elsewhere() -> None:
    state = samples.palette()
    assert page(state).all("line") and page(state).one("sheet", "focused").all("caret") == []  # it is in the panel


# Wrapping, scrolling, folds


def wrapped(text: str, **more: Any) -> Element:
    return one_sheet(text, **{"word_wrap": True, "wrap_width": 20, "syntax": "", **more})


def rows_of(root: Element) -> list[str]:
    return [row.text.rstrip("\n") for row in root.all("row")]


def test_long_lines_wrap_behind_blanks_and_only_their_first_row_has_a_number() -> None:
    root = wrapped("one two three four five six\nx")
    assert [text.rstrip() for text in rows_of(root)] == ["one two three four", "five six", "x"]
    assert [number.text for number in root.all("number")] == ["1", "2"]
    assert rows_of(wrapped("x" * 45)) == ["x" * 20, "x" * 20, "x" * 5]


def test_wrapped_rows_go_on_at_the_indentation_of_their_line() -> None:
    rows = wrapped("    " + "word " * 8).all("row")
    assert [row.css("padding-left") for row in rows] == [None, *["calc(4 * var(--cell))"] * (len(rows) - 1)]
    assert all(len(row.text.strip()) <= 16 for row in rows) and len(rows) > 2


def test_a_caret_at_a_break_stands_on_the_next_row_and_at_the_end_on_the_last() -> None:
    def row_with_caret(col: int) -> int:
        rows = wrapped("x" * 40, selection=[[0, col, 0, col]]).all("row")
        return next(index for index, row in enumerate(rows) if row.all("caret"))

    assert [row_with_caret(col) for col in (0, 19, 20, 40)] == [0, 0, 1, 1]


def test_regions_go_on_over_wrapped_rows() -> None:
    regions = {"key": [{"region": [15, 25], "scope": "region.redish", "flags": 32}]}
    root = wrapped("x" * 40, regions=regions)
    assert [found.text for found in root.all("region", "key")] == ["x" * 5, "x" * 5]


def test_a_view_scrolled_by_part_of_a_row_is_drawn_so() -> None:
    viewport = {"first_row": 3, "last_row": 30, "x": 40.0, "y": 64.0, "first_row_y": 57.0}
    root = one_sheet("x\n" * 100, viewport=viewport)
    assert root.one("rows").css("margin-top") == "-7px"
    assert "--x:-40px" in root.one("text").attributes["style"]
    assert root.all("line")[0].attributes["data-row"] == "3"


def test_a_fold_within_a_line_hides_what_is_in_it() -> None:
    assert row_text(one_sheet("f(a, b, c)", folds=[[2, 9]]), 0) == "f(…)"


def test_font_and_tab_sizes_are_those_of_the_view() -> None:
    style = one_sheet("\tx", font_size=22, tab_size=8).one("text").attributes["style"]
    assert "--fs:26px" in style and "--lh:38px" in style and "--guide-cells:8" in style


# Changes against the reference document


def test_changed_rows_are_marked_in_the_gutter() -> None:
    def marks(reference: str | None, text: str) -> dict[str, str]:
        root = one_sheet(text, reference_document=reference, syntax="")
        return {
            found.attributes["data-row"]: mark.classes[1] for found in root.all("line") for mark in found.all("diff")
        }

    assert marks(None, "a\nb") == marks("a\nb", "a\nb") == {}
    assert marks("a\nb\nc", "a\nX\nc") == {"1": "modified"}
    assert marks("a\nc", "a\nb\nc") == {"1": "added"}
    assert marks("a\nb\nc", "a\nc") == {"1": "deleted"}
    assert marks("a\nb\nz", "a\n1\n2\nz") == {"1": "modified", "2": "added"}


# Size


@pytest.mark.parametrize("more", [{}, {"word_wrap": True}])
def test_of_much_of_everything_only_what_is_in_view_is_drawn(more: dict[str, Any]) -> None:
    text = "".join(f"value_{row} = {'x' * 10_000}\n" for row in range(500))
    phantoms = [{"row": row, "layout": 2, "html": f"<p>phantom {row}</p>"} for row in range(500)]
    root = page(samples.window(samples.sheet(1, "a.py", text, focused=True, phantoms=phantoms, **more)))
    assert len(root.all("line")) < 60 and len(root.all("phantom")) < 60
    assert all(len(row.text) <= 1100 for row in root.all("row"))


def test_white_space_shows_in_what_is_selected() -> None:
    root = one_sheet("a b  c d", selection=[[0, 0, 0, 6]], syntax="")
    assert [blank.text for blank in root.one("selection").all("blank")] == [" ", "  "]
    assert root.all("blank") == root.one("selection").all("blank")


def test_annotations_have_the_colour_that_was_asked_for() -> None:
    def edge(color: str) -> str | None:
        note = {"html": "x", "color": color}
        root = one_sheet("abc", regions={"k": [{"region": [0, 1], "scope": "", "annotation": note}]})
        return root.one("annotation").css("--mark")

    assert edge("#123456") == "#123456"
    assert edge("var(--redish)") == load_scheme("dark")["redish"].css()
    assert edge("red;} body{display:none}") == load_scheme("dark")["accent"].css()


def test_the_caret_is_in_the_input_of_an_open_io_panel() -> None:
    panel = {"name": "output.chat", "visible": True, "text": "", "input": "hi"}
    sheet = samples.sheet(1, "a.py", "ab", focused=True, selection=[[0, 1, 0, 1]])
    root = page(samples.window(sheet, panels=[panel]))
    assert root.all("caret") == root.one("field").all("caret") != []
