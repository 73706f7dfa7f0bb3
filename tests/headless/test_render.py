"""The page of a window: tabs, groups, side bar, panels, lists, dialogs, status bar."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.headless.core import metrics
from tests.headless.core.scheme import load_scheme
from tests.headless.render import render_html, samples
from tests.headless.render.reading import Element, line, page, row_text

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
    assert [fact.text for fact in root.one("right").children] == ["Tab Size: 4", "Python"]
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


def test_the_status_bar_tells_what_is_out_of_the_ordinary() -> None:
    sheet = samples.sheet(
        1, "a", "x", focused=True, encoding="UTF-16 LE", line_endings="Windows", spaces=True, tab_size=2
    )
    facts = [fact.text for fact in page(samples.window(sheet)).one("right").children]
    assert facts == ["UTF-16 LE", "Windows", "Spaces: 2", "Python"]
    pane = samples.sheet(None, "Notes", None, focused=True, html="x")
    assert page(samples.window(pane)).one("right").children == []


def test_a_preview_is_in_italics_and_its_tab_says_so() -> None:
    tabs = page(samples.window(samples.sheet(1, "a", "", transient=True), samples.sheet(2, "b", ""))).all("tab")
    assert [tab.one("name").text for tab in tabs if "transient" in tab.classes] == ["a"]


def test_the_side_bar_lists_the_folders_and_marks_the_file_in_front() -> None:
    entries = [{"name": "src", "folder": True}, {"name": "a.py", "folder": False}, {"name": "b.md", "folder": False}]
    side_bar = [{"name": "proj", "path": "/proj", "entries": entries}, {"name": "other", "path": "/o", "entries": None}]
    sheet = samples.sheet(1, "a.py", "", file="/proj/a.py", focused=True)
    root = page(samples.window(sheet, side_bar=side_bar), width=1000)
    assert [entry.one("name").text for entry in root.all("entry")] == ["proj", "src", "a.py", "b.md", "other"]
    assert root.one("entry", "front").one("name").text == "a.py"
    assert root.one("group").css("width") == f"{1000 - metrics.SIDE_BAR_PX}px"
    assert page(samples.window(sheet, side_bar=side_bar, hidden_elements=[1])).all("side-bar") == []


def test_hidden_parts_are_not_drawn() -> None:
    sheet = samples.sheet(1, "a.py", "x = 1\n", focused=True)
    shown, bare = (page(samples.window(sheet, hidden_elements=hidden)) for hidden in ([], [2, 4, 8]))
    for name in ("minimap", "tabs", "statusbar"):
        assert len(shown.all(name)) == 1 and bare.all(name) == [], name


def test_an_io_panel_has_an_input_and_its_text_stays_visible() -> None:
    panel = {"name": "output.io", "visible": True, "text": "\n".join(map(str, range(50))), "input": "typed"}
    root = page(samples.window(panels=[panel]))
    assert [row.text for row in root.one("output").children] == [str(row) for row in range(41, 50)]
    assert root.one("field").text == "typed"


def quick_panel(**more: Any) -> Element:
    items = [{"trigger": f"item {n}", "details": f"<i>no</i> {n}", "annotation": f"a{n}"} for n in range(100)]
    panel = {"placeholder": "pick", "selected": 0, "items": items, "text": "", **more}
    return page(samples.window(quick_panel=panel)).one("overlay")


def test_the_quick_panel_shows_the_placeholder_until_something_is_typed() -> None:
    assert quick_panel().one("placeholder").text == "pick"
    typed = quick_panel(text="item 7", matches=[7, *range(70, 80)], selected=7)
    assert typed.all("placeholder") == [] and typed.one("field").text == "item 7"
    assert [item.one("trigger").text for item in typed.all("item")][:2] == ["item 7", "item 70"]
    assert [part.text for part in typed.one("item", "selected").walk() if part.tag == "b"] == ["item 7"]
    assert quick_panel(text="nothing", matches=[]).all("item") == []


@pytest.mark.parametrize("selected", [0, 50, 99])
def test_the_quick_panel_keeps_the_chosen_item_in_view(selected: int) -> None:
    panel = quick_panel(selected=selected)
    assert panel.one("item", "selected").one("trigger").text == f"item {selected}"
    assert 5 < len(panel.all("item")) < 20


def test_items_have_kind_details_and_annotation() -> None:
    items = [{"trigger": "t", "details": ["<b>one</b>", "two<br>"], "annotation": "side", "kind": [3, "f", "Function"]}]
    item = quick_panel(items=items).one("item")
    assert (item.one("kind").text, item.one("side").text) == ("f", "side")
    assert [line.text for line in item.all("details")] == ["one", "two"]
    assert load_scheme("dark")["redish"].css() in item.one("kind").attributes["style"]


def test_a_kind_without_a_letter_has_that_of_its_id() -> None:
    """Sublime's constants, such as KIND_FUNCTION, have none; nor has a kind of no meaning but a colour."""
    for kind, letter in (([3, "", ""], "f"), ([8, "", ""], "s"), ([9, "", ""], "·")):
        assert quick_panel(items=[{"trigger": "t", "kind": kind}]).one("kind").text == letter


def test_completions_open_at_the_caret_of_their_view() -> None:
    offers = [
        {"trigger": "parse_all", "annotation": "module", "kind": [3, "f", ""], "details": "<i>parses</i> all"},
        {"trigger": "Parser", "annotation": "", "kind": [2, "t", ""], "details": "more"},
    ]
    sheet = samples.sheet(1, "a.py", "x\npa", focused=True, selection=[[1, 2, 1, 2]])
    completions = {"view": 1, "prefix": "pa", "selected": 0, "items": offers}
    root = page(samples.window(sheet, samples.sheet(2, "b.py", "pa"), completions=completions))
    box = root.one("completions")
    assert [row.one("trigger").text for row in box.all("completion")] == ["parse_all", "Parser"]
    assert [row.one("kind").text for row in box.all("completion")] == ["f", "t"]
    assert box.one("completion", "selected").one("side").text == "module"
    assert box.one("details").text == "parses all"
    rows = root.one("sheet", "focused").one("rows").children
    assert rows.index(root.one("popup-anchor")) == rows.index(line(root.one("sheet", "focused"), 1)) + 1


@pytest.mark.parametrize(
    ("buttons", "order"),
    [
        (["OK"], ["OK"]),
        (["Accept", "Cancel"], ["Cancel", "Accept"]),
        (["Yes", "No", "Cancel"], ["Cancel", "No", "Yes"]),
    ],
)
def test_dialogs_have_their_buttons_with_the_default_at_the_right(buttons: list[str], order: list[str]) -> None:
    state = {**samples.window(), "dialog": {"kind": "x", "text": "Sure?\n\nIt goes away.\nReally.", "buttons": buttons}}
    dialog = page(state).one("dialog")
    assert [button.text for button in dialog.all("button")] == order
    assert dialog.one("button", "default").text == buttons[0]
    assert (dialog.one("message").text, dialog.one("more").text) == ("Sure?", "It goes away.\nReally.")


def test_an_image_sheet_shows_its_file(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG")
    sheet = samples.sheet(None, "a.png", None, file=str(picture), focused=True)
    image = next(found for found in page(samples.window(sheet)).one("image-sheet").walk() if found.tag == "img")
    assert image.attributes["src"] == "data:image/png;base64,iVBORw=="
    gone = samples.sheet(None, "b.png", None, file=str(tmp_path / "b<i>.png"), focused=True)
    assert page(samples.window(gone)).one("image-sheet").text == "b<i>.png"


def test_a_file_dialog_has_a_field() -> None:
    state = {**samples.window(), "dialog": {"kind": "save_file", "text": "/a/b.py", "buttons": []}}
    dialog = page(state).one("dialog")
    assert (dialog.one("message").text, dialog.one("field").text) == ("Save As", "/a/b.py")
    assert [button.text for button in dialog.all("button")] == ["Cancel", "Save"]
