"""What `state` and `render` show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .control_client import Client

# As the page has them, and what we add.
STATE = ({"windows", "dialog", "clipboard", "app_active", "faults"}, set())
WINDOW = (
    {"id", "folders", "layout", "active_group", "sheets", "panels", "quick_panel", "input_panel"}
    | {"popups", "status_bar", "status_message"},
    {"focused", "completions", "side_bar", "hidden_elements", "find_panel"},
)
SHEET = (
    {"view", "group", "title", "file", "dirty", "scratch", "read_only", "selected", "focused", "syntax", "encoding"}
    | {"line_endings", "text", "selection", "folds", "viewport", "phantoms", "regions", "settings"},
    {"sheet", "transient"},
)
TEXT_SHEET = (
    SHEET[0],
    SHEET[1]
    | {"loading", "changed_on_disk", "deleted_on_disk", "reference_document"}
    | {"line_numbers", "gutter", "word_wrap", "wrap_width", "tab_size", "spaces", "highlight_line", "font_size"}
    | {"inline_diffs"},
)
HTML_SHEET = (SHEET[0], SHEET[1] | {"html", "links", "plain_text"})
VIEWPORT = ({"first_row", "last_row", "y"}, {"x", "first_row_y"})
PHANTOM = ({"row", "layout", "html", "text", "links"}, {"region"})
LINK = ({"text", "href"}, set())
REGION = ({"region", "scope", "icon", "annotation"}, {"flags"})
ANNOTATION = ({"html", "links"}, {"color"})
PANEL = ({"name", "visible", "text"}, set())
QUICK_PANEL = ({"placeholder", "selected", "items"}, {"text", "free_text", "matches", "crumbs", "preview"})
ITEM = ({"trigger", "details", "annotation"}, set())
INPUT_PANEL = ({"caption", "text"}, set())
POPUP = ({"html", "text", "links"}, {"view", "row", "col", "max_width", "max_height"})
DIALOG = ({"kind", "text", "buttons"}, set())
FAULT = ({"kind", "what", "where"}, set())


def check(found: Any, keys: tuple[set[str], set[str]]) -> None:
    assert set(found) == keys[0] | keys[1]


def test_the_keys_are_those_of_the_page(client: Client) -> None:
    client.open("a.py", "def f():\n    pass\n")
    client.ask("run", command="sample_links")
    client.python(
        """
view.add_regions("plain", [sublime.Region(0, 3)], "comment")
view.show_popup("<a href='x'>Pop</a>", sublime.KEEP_ON_SELECTION_MODIFIED)
window.create_output_panel("sample")
window.show_input_panel("Name:", "old", None, None, None)
window.show_quick_panel(["a"], lambda i: None)
1 / 0
"""
    )
    client.python("sublime.message_dialog('Hi')")
    state = client.state(text=True)
    check(state, STATE)
    check(state["dialog"], DIALOG)
    check(state["faults"][0], FAULT)
    (window,) = state["windows"]
    check(window, WINDOW)
    check(window["panels"][0], PANEL)
    check(window["quick_panel"], QUICK_PANEL)
    check(window["quick_panel"]["items"][0], ITEM)
    check(window["input_panel"], INPUT_PANEL)
    (sheet,) = window["sheets"]
    check(sheet, TEXT_SHEET)
    check(sheet["viewport"], VIEWPORT)
    check(sheet["phantoms"][0], PHANTOM)
    check(sheet["phantoms"][0]["links"][0], LINK)
    check(sheet["regions"]["sample"][0], REGION)
    check(sheet["regions"]["sample"][0]["annotation"], ANNOTATION)
    assert sheet["regions"]["plain"][0]["annotation"] is None
    client.ask("answer", value="OK")
    client.ask("faults", clear=True)
    client.ask("pick", index=-1)
    client.ask("enter", text=None)
    client.python("view.show_popup(\"<a href='x'>Pop</a>\")")
    (popup,) = client.front()["popups"]
    check(popup, POPUP)
    check(popup["links"][0], LINK)
    state = client.state()
    assert state["dialog"] is None
    assert (client.front()["quick_panel"], client.front()["input_panel"]) == (None, None)


def test_html_and_image_sheets_have_the_same_keys(client: Client) -> None:
    client.python("window.new_html_sheet('Page', '<h1>Title</h1><p>text <a href=\"x\">link</a></p>')")
    client.ask("open", file=str(client.file("a.png", "")))
    page, image = client.front(text=True)["sheets"]
    check(page, HTML_SHEET)
    check(image, SHEET)
    assert (page["view"], page["title"], page["dirty"], page["text"], page["phantoms"]) == (
        None,
        "Page",
        False,
        None,
        [],
    )
    assert (page["plain_text"], page["links"]) == ("Title\ntext link", [{"text": "link", "href": "x"}])
    assert (image["view"], image["title"], image["selected"], image["focused"]) == (None, "a.png", True, True)


def test_the_values_are_what_a_user_sees(client: Client) -> None:
    path = client.file("a.py", "")
    path.write_bytes("\ufeffone\r\ntwo\r\nthree\r\n".encode())
    client.ask("open", file=str(path))
    client.ask("select", regions=[[2, 5, 1, 1]])
    client.ask("run", command="sample_links")
    client.ask("run", command="sample_set", args={"value": "ok"})
    client.python("view.fold(sublime.Region(4, 7)); view.set_read_only(True)")
    client.ask("clipboard", text="clip")
    sheet = client.sheet()
    expected = {"group": 0, "title": "a.py", "file": str(path), "dirty": False, "scratch": False, "read_only": True}
    expected.update(selected=True, focused=True, syntax="Packages/Python/Python.sublime-syntax")
    expected.update(encoding="UTF-8 with BOM", line_endings="Windows", text="one\ntwo\nthree\n")
    expected.update(selection=[[2, 5, 1, 1]], folds=[[1, 0, 1, 3]], settings={"copilot_ide.kind": "sample"})
    assert {key: sheet[key] for key in expected} == expected
    (phantom,) = sheet["phantoms"]
    assert (phantom["row"], phantom["layout"], phantom["text"]) == (0, 2, "Say Set")
    command = 'subl:sample_set {"value": "subl"}'
    assert phantom["links"] == [{"text": "Say", "href": "say"}, {"text": "Set", "href": command}]
    (region,) = sheet["regions"]["sample"]
    assert (region["region"], region["scope"], region["icon"]) == ([1, 0, 1, 2], "region.redish", "dot")
    note = {"html": "<a href='note'>Note</a>", "links": [{"text": "Note", "href": "note"}], "color": "#ff0000"}
    assert region["annotation"] == note
    state = client.state()
    assert (state["clipboard"], state["app_active"], state["dialog"]) == ("clip", True, None)
    (window,) = state["windows"]
    assert (window["status_bar"], window["active_group"]) == ({"sample": "ok"}, 0)


def test_state_can_be_narrowed(client: Client) -> None:
    first = client.front()["id"]
    a, b = client.ask("new_file", name="a", text="text a"), client.ask("new_file", name="b")
    second = client.ask("new_window", folders=[])
    assert [w["id"] for w in client.state()["windows"]] == [first, second]
    assert [w["id"] for w in client.state(window=second)["windows"]] == [second]
    (window,) = client.state(view=a, text=True)["windows"]
    assert [(s["view"], s["text"]) for s in window["sheets"]] == [(a, "text a")]
    (window,) = client.state(window=first)["windows"]
    assert [(s["view"], s["text"]) for s in window["sheets"]] == [(a, None), (b, None)]
    assert f"one of [{first}, {second}]" in client.refuse("state", window=99999)
    assert str(a) in client.refuse("state", view=99999)
    assert "in window" in client.refuse("state", window=second, view=a)


def test_what_a_package_leaves_in_the_state_stays_json(client: Client) -> None:
    client.ask("new_file")
    client.python("view.settings().set('copilot_ide.x', float('nan')); view.set_status('sample', '\\ud800 \\u2028')")
    window = client.front()
    assert window["status_bar"] == {"sample": "\ud800 \u2028"}
    assert window["sheets"][0]["settings"] == {"copilot_ide.x": None}


def test_render_writes_html(client: Client, tmp_path: Path) -> None:
    view = client.open("a.py", "def seen(): pass\n")
    path = tmp_path / "a.html"
    first = client.front()["id"]
    client.ask("new_window", folders=[])
    result = client.ask("render", path=str(path), window=first, width=640, height=480, scheme="light")
    assert result == str(path) and "seen" in path.read_text(encoding="utf-8")
    client.ask("render", path=str(path))
    assert "seen" not in path.read_text(encoding="utf-8")
    for wrong in (
        {"scheme": "blue"},
        {"width": 0},
        {"height": "1"},
        {"window": 99999},
        {"path": str(tmp_path / "no" / "x")},
        {"path": str(tmp_path)},
    ):
        client.refuse("render", **{"path": str(path), **wrong})
    client.ask("focus", view=view)


def test_a_large_state_is_one_line(client: Client) -> None:
    text = "lorem ipsum\n" * 200_000
    view = client.open("large.txt", text)
    assert client.sheet(view)["text"] == text
    assert json.loads(json.dumps(client.front()))
