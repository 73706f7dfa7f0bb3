"""Links, wherever a user could click them, through the control protocol."""

from __future__ import annotations

import json
from typing import Any

from .control_client import Client

PHANTOM = (
    "view.add_phantom('p', sublime.Region({at}), '<a href=\"{href}\">{text}</a>', 2, lambda h: LOG.append(['went', h]))"
)


def links_in(error: str) -> list[Any]:
    return json.loads(error[error.index("[") :])


def test_phantoms_annotations_and_commands_are_followed(client: Client) -> None:
    view = client.open()
    client.ask("run", command="sample_links")
    for text, status, row in (("Say", "say", 0), ("Set", "subl", 0), ("Note", "note", 1)):
        link = client.ask("click", text=text)
        assert (link["view"], link["row"], link["text"]) == (view, row, text)
        assert client.status() == status
    client.ask("click", href="say")
    assert client.status() == "say"


def test_popups_and_html_sheets_have_links(client: Client) -> None:
    client.open()
    client.python("view.show_popup('<a href=\"x\">Pop</a>', 0, 5, on_navigate=lambda h: LOG.append(['went', h]))")
    (popup,) = client.front()["popups"]
    assert (popup["row"], popup["links"]) == (1, [{"text": "Pop", "href": "x"}])
    client.ask("click", text="Pop")
    assert client.heard("went") == [["went", "x"]]
    page = '<a href=\\\'subl:sample_python {"code": "LOG.append([1])"}\\\'>Page</a>'
    client.python(f"window.new_html_sheet('Page', '{page}')")
    client.ask("click", text="Page")
    assert [1] in client.value("LOG")


def test_the_nearest_place_is_searched_first(client: Client) -> None:
    first = client.front()["id"]
    a, b = client.ask("new_file", name="a", text="x"), client.ask("new_file", name="b", text="x")
    for view, href in ((a, "in a"), (b, "in b")):
        client.python(PHANTOM.format(at=0, href=href, text="Same"), view=view)
    client.forget()
    client.ask("click", text="Same")  # of the focused sheet
    client.ask("focus", view=a)
    client.ask("click", text="Same")
    client.ask("click", text="Same", view=b)
    c = client.ask("new_file", name="c")
    client.ask("tabs", views=[a, c])
    client.ask("click", text="Same")  # of the selected sheets
    client.ask("focus", view=client.ask("new_file", name="d"))
    assert len(links_in(client.refuse("click", text="Same"))) == 2  # of the window's sheets
    other = client.ask("new_window", folders=[])
    assert len(links_in(client.refuse("click", text="Same"))) == 2  # of other windows
    assert client.ask("click", text="Same", nth=1)["view"] == b
    assert client.heard("went") == [
        ["went", "in b"],
        ["went", "in a"],
        ["went", "in b"],
        ["went", "in a"],
        ["went", "in b"],
    ]
    client.ask("close", window=other)
    assert client.front()["id"] == first


def test_row_and_nth_tell_equal_links_apart(client: Client) -> None:
    view = client.open()
    for at, href in ((0, "first"), (0, "second"), (4, "third")):
        client.python(PHANTOM.format(at=at, href=href, text="Go"))
    expected = [
        {"view": view, "row": row, "text": "Go", "href": href}
        for row, href in ((0, "first"), (0, "second"), (1, "third"))
    ]
    assert links_in(client.refuse("click", text="Go")) == expected
    assert client.ask("click", text="Go", row=1) == expected[2]
    assert client.ask("click", text="Go", nth=1) == expected[1]
    assert client.ask("click", text="Go", href="first") == expected[0]
    assert client.ask("click", text="Go", row=0, nth=0) == expected[0]
    assert [h for _, h in client.heard("went")] == ["third", "second", "first", "first"]


def test_nothing_found_lists_what_is_there(client: Client) -> None:
    view = client.open()
    client.ask("run", command="sample_links")
    found = links_in(client.refuse("click", text="Nothing"))
    command = 'subl:sample_set {"value": "subl"}'
    assert found == [
        {"view": view, "row": 0, "text": "Say", "href": "say"},
        {"view": view, "row": 0, "text": "Set", "href": command},
        {"view": view, "row": 1, "text": "Note", "href": "note"},
    ]
    assert links_in(client.refuse("click", text="Say", view=client.ask("new_file"))) == []
    client.refuse("click", text="Say", row=0, col=0)
    client.refuse("click", nth=1, row=0, col=0)


def test_a_broken_command_in_a_link_says_so(client: Client) -> None:
    client.ask("new_file")
    client.python(PHANTOM.format(at=0, href="subl:sample_set {broken", text="Bad"))
    assert "in the link" in client.refuse("click", text="Bad")
