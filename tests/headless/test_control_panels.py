"""Quick panels, the palette, input panels and io panels through the control protocol."""

from __future__ import annotations

from .control_client import Client

QUICK = """
items = ["Red", sublime.QuickPanelItem("Green", details=["of leaves", "of grass"], annotation="leaf"), "Greener"]
window.show_quick_panel(items, lambda i: LOG.append(["picked", i]), on_highlight=lambda i: LOG.append(["over", i]),
    placeholder="Colour", selected_index=2)
"""


def test_a_quick_panel_is_seen_and_picked_from(client: Client) -> None:
    client.python(QUICK)
    panel = client.front()["quick_panel"]
    assert (panel["placeholder"], panel["selected"]) == ("Colour", 2)
    assert panel["items"] == [
        {"trigger": "Red", "details": "", "annotation": ""},
        {"trigger": "Green", "details": "of leaves\nof grass", "annotation": "leaf"},
        {"trigger": "Greener", "details": "", "annotation": ""},
    ]
    assert client.ask("highlight", index=0) is None
    assert client.front()["quick_panel"]["selected"] == 0
    assert client.ask("pick", text="Green") is None
    assert client.front()["quick_panel"] is None
    assert client.heard("over", "picked") == [["over", 2], ["over", 0], ["picked", 1]]


def test_pick_takes_a_part_or_an_index_and_minus_one_cancels(client: Client) -> None:
    for arguments, picked in (({"text": "er"}, 2), ({"index": 1}, 1), ({"index": -1}, -1)):
        client.forget()
        client.python(QUICK)
        client.ask("pick", **arguments)
        assert client.heard("picked") == [["picked", picked]]


def test_the_palette_asks_for_its_inputs(client: Client) -> None:
    client.ask("press", keys=["ctrl+shift+p"])
    assert "Sample: Ask" in [item["trigger"] for item in client.front()["quick_panel"]["items"]]
    client.ask("pick", text="Sample: Ask")
    assert [item["trigger"] for item in client.front()["quick_panel"]["items"]] == ["Red", "Green"]
    client.ask("pick", text="Green")
    assert client.front()["quick_panel"]["placeholder"] == "Name"
    assert client.ask("enter", text="leaf") is None
    assert ["g", "leaf"] in client.value("LOG")


def test_enter_filters_a_list_and_takes_the_first(client: Client) -> None:
    client.python(QUICK)
    client.ask("enter", text="green")
    assert client.heard("picked") == [["picked", 1]]


def test_an_input_panel_is_filled_or_cancelled(client: Client) -> None:
    show = (
        "window.show_input_panel('Name:', 'old', lambda t: LOG.append(['done', t]), None, lambda: LOG.append(['no']))"
    )
    client.python(show)
    assert client.front()["input_panel"] == {"caption": "Name:", "text": "old"}
    assert client.ask("enter", text="new") is None
    client.python(show)
    client.ask("type", text="er")
    assert client.front()["input_panel"]["text"] == "older"
    client.ask("press", keys=["enter"])
    client.python(show)
    client.ask("enter", text="")
    client.python(show)
    client.ask("enter", text=None)
    assert client.front()["input_panel"] is None
    assert client.heard("done", "no") == [["done", "new"], ["done", "older"], ["done", ""], ["no"]]


def test_an_io_panel_takes_lines(client: Client) -> None:
    client.python("window.create_io_panel('io', lambda text: LOG.append(['line', text]))")
    client.ask("run", command="show_panel", args={"panel": "output.io"})
    client.ask("enter", text="first")
    client.ask("enter", text="second")
    assert client.heard("line") == [["line", "first"], ["line", "second"]]
    client.ask("enter", text=None)
    assert [panel["visible"] for panel in client.front()["panels"]] == [False]


def test_a_quick_panel_goes_when_the_user_turns_elsewhere(client: Client) -> None:
    view = client.ask("new_file")
    client.python(QUICK)
    client.ask("focus", view=view)
    assert client.front()["quick_panel"] is None and client.heard("picked") == [["picked", -1]]
    client.python(QUICK.replace("placeholder", "flags=sublime.KEEP_OPEN_ON_FOCUS_LOST, placeholder"))
    client.ask("click", view=view, row=0, col=0)
    assert client.front()["quick_panel"] is not None
    client.ask("pick", index=-1)


def test_nothing_open_and_nothing_fitting_say_so(client: Client) -> None:
    for verb, arguments in (("pick", {"index": 0}), ("highlight", {"index": 0}), ("enter", {"text": "x"})):
        assert "open" in client.refuse(verb, **arguments)
    client.python(QUICK)
    assert "['Red', 'Green', 'Greener']" in client.refuse("pick", text="Blue")
    assert "['Red', 'Green', 'Greener']" in client.refuse("pick", text="e")
    assert "from -1 to 2" in client.refuse("pick", index=3)
    assert "from 0 to 2" in client.refuse("highlight", index=-1)
    client.refuse("pick")
    client.refuse("pick", text="Red", index=0)
    client.ask("pick", index=-1)
