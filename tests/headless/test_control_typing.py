"""Carets, keys, typing, the mouse, the clipboard and completions through the control protocol."""

from __future__ import annotations

from .control_client import Client


def test_select_sets_carets_and_ranges_in_either_direction(client: Client) -> None:
    view = client.open()
    assert client.ask("select", regions=[[0, 1, 0, 3], [2, 5, 1, 0]]) is None
    assert client.sheet()["selection"] == [[0, 1, 0, 3], [2, 5, 1, 0]]
    other = client.ask("new_file")
    client.ask("select", view=view, regions=[[1, 99, 1, 99]])
    assert client.sheet(view)["selection"] == [[1, 3, 1, 3]]
    assert client.sheet()["view"] == other
    for regions in ([[4, 0, 4, 0]], [[0, 0, 0, -1]], [[-1, 0, 0, 0]]):
        assert "row to be from 0 to 3" in client.refuse("select", view=view, regions=regions)


def test_scroll_makes_a_row_the_first(client: Client) -> None:
    view = client.open("long.txt", "line\n" * 500)
    assert client.sheet()["viewport"]["first_row"] == 0
    assert client.ask("scroll", row=100) is None
    viewport = client.sheet()["viewport"]
    assert viewport["first_row"] == 100 and viewport["last_row"] > 100 and viewport["y"] > 0
    assert client.sheet()["selection"] == [[0, 0, 0, 0]]
    assert "from 0 to 500" in client.refuse("scroll", view=view, row=501)


def test_type_goes_to_every_caret_of_the_focus_or_of_a_view(client: Client) -> None:
    view = client.open()
    client.ask("select", regions=[[0, 0, 0, 0], [1, 0, 1, 3]])
    client.forget()
    assert client.ask("type", text="xy\t") is None
    assert client.sheet()["text"] == "xy\tone\nxy\t\nthree\n"
    assert len(client.heard("modified")) == 3
    client.ask("new_file")
    client.ask("type", text="behind\n", view=view)
    assert client.sheet(view)["text"].startswith("xy\tbehind\none")
    assert client.sheet()["text"] == ""


def test_typed_keys_can_be_bound(client: Client) -> None:
    client.ask("new_file", name="keys")
    client.ask("type", text="a@b")
    assert (client.sheet()["text"], client.status()) == ("ab", "at")
    client.ask("new_file", name="other")
    client.ask("type", text="a@b")
    assert (client.sheet()["text"], client.status()) == ("a@b", "")


def test_a_read_only_view_takes_no_text(client: Client) -> None:
    client.open()
    client.python("view.set_read_only(True)")
    client.ask("type", text="x")
    client.ask("paste", text="y")
    assert client.sheet()["text"] == "one\ntwo\nthree\n" and client.sheet()["read_only"]


def test_paste_and_clipboard(client: Client) -> None:
    view = client.open()
    assert client.ask("clipboard", text="from another program") == "from another program"
    assert client.state()["clipboard"] == "from another program"
    assert client.ask("paste") is None
    assert client.sheet()["text"].startswith("from another programone")
    client.ask("new_file")
    client.ask("paste", text="some\r\nlines", view=view)
    assert client.sheet(view)["text"].startswith("from another programsome\nlinesone")
    client.ask("select", regions=[[0, 0, 0, 4]], view=view)
    client.ask("run", command="copy", view=view)
    assert client.ask("clipboard") == "from"


def test_press_runs_what_a_chord_is_bound_to(client: Client) -> None:
    client.ask("new_file")
    bound = {"command": "sample_set", "args": {"value": "chord"}, "package": "Sample"}
    assert client.ask("press", keys=["ctrl+k", "ctrl+b"]) == bound
    assert client.status() == "chord"
    assert client.ask("press", keys=["ctrl+k"]) == {"unbound": True}
    assert client.ask("press", keys=["f17"]) == {"unbound": True}  # the Example keymap is for reading only
    assert client.ask("press", keys=["f16"]) == {"unbound": True}  # its context does not hold
    assert client.ask("press", keys=["enter"])["package"] == "Default"
    assert client.ask("press", keys=["f5"]) == {
        "command": "sample_off",
        "args": None,
        "package": "Sample",
        "ran": False,
    }


def test_press_types_characters_and_takes_several_keys(client: Client) -> None:
    view = client.ask("new_file", name="keys")
    assert client.ask("press", keys=["a"]) == {"typed": "a"}
    assert client.ask("press", keys=["shift+b", "space", "c"]) == {"typed": "B c"}
    assert client.ask("press", keys=["d", "f16"])["args"] == {"value": "six"}
    assert (client.sheet()["text"], client.status()) == ("aB cd", "six")
    client.ask("new_file")
    assert client.ask("press", keys=["x"], view=view) == {"typed": "x"}
    assert client.sheet(view)["text"] == "aB cdx" and client.sheet()["text"] == ""


def test_hover_tells_the_listeners_and_moves_popups_away(client: Client) -> None:
    view = client.open()
    client.forget()
    assert client.ask("hover", row=1, col=2) is None
    client.ask("hover", row=1, zone="gutter", view=view)
    client.ask("hover", row=2, col=5, zone="margin")
    assert client.heard("hover") == [["hover", 6, 1], ["hover", 4, 2], ["hover", 13, 3]]
    client.python("view.show_popup('<p>hi</p>', sublime.HIDE_ON_MOUSE_MOVE_AWAY, 4)")
    client.ask("hover", row=1, col=0)
    assert len(client.front()["popups"]) == 1
    client.ask("hover", row=0, col=0)
    assert client.front()["popups"] == []
    assert "text, gutter, margin" in client.refuse("hover", row=0, zone="minimap")
    assert "from 0 to 3" in client.refuse("hover", row=4)


def test_a_click_in_text_puts_the_caret_with_the_events_of_a_click(client: Client) -> None:
    view = client.open()
    client.ask("new_file")
    client.forget()
    assert client.ask("click", view=view, row=2, col=1) is None
    assert client.sheet()["view"] == view and client.sheet()["selection"] == [[2, 1, 2, 1]]
    assert client.heard("text") == [["text", "drag_select"]]
    assert "row" in client.refuse("click", row=4, col=0)
    assert "row and col" in client.refuse("click", row=1)


def test_complete_resolves_lists_that_come_later(client: Client) -> None:
    view = client.ask("new_file", text="see @pa and more")
    client.ask("select", regions=[[0, 7, 0, 7]])
    shown = client.ask("complete")
    assert (shown["prefix"], shown["region"]) == ("pa", [0, 5, 0, 7])
    parse = {"trigger": "parse", "annotation": "file", "kind": [3, "", ""], "details": "d"}
    assert shown["items"] == [parse, {"trigger": "past", "annotation": "", "kind": [0, "", ""], "details": ""}]
    assert set(shown) == {"prefix", "region", "items"}
    assert client.ask("complete", view=view) == shown


def test_commit_gives_what_it_replaced(client: Client) -> None:
    view = client.ask("new_file", text="pa")
    client.ask("complete", view=view)
    assert client.ask("commit", trigger="parse") == "pa"
    assert client.sheet()["text"] == "parsed()"
    assert "open completion list" in client.refuse("commit", index=0)
    client.ask("type", text=" pa")
    client.ask("complete")
    assert client.ask("commit", index=1) == ""
    assert client.sheet()["text"] == "parsed() pa-ime"


def test_commit_says_what_there_is(client: Client) -> None:
    client.ask("new_file", text="tw")
    client.ask("complete")
    assert "index" in client.refuse("commit", trigger="twice")
    assert "one of ['twice', 'twice']" in client.refuse("commit", trigger="thrice")
    assert "from 0 to 1" in client.refuse("commit", index=2)
    client.refuse("commit")
    client.refuse("commit", trigger="twice", index=0)
    assert client.ask("commit", index=1) == "tw"


def test_the_list_narrows_while_its_word_is_typed_and_closes_when_it_is_left(client: Client) -> None:
    client.ask("new_file", text="pa")
    client.ask("complete")
    client.ask("type", text="r")
    assert "one of ['parse']" in client.refuse("commit", trigger="past")
    client.ask("type", text=" ")
    assert "open completion list" in client.refuse("commit", trigger="parse")
    client.ask("press", keys=["backspace"])
    client.ask("complete")
    client.ask("press", keys=["tab"])
    assert client.sheet()["text"] == "parsed()"
