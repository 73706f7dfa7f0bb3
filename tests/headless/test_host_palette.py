"""The command palette with input handlers, quick panels and inputs, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import RECORDER, Lab
from .marked import keyboard, marked_view

COMMANDS = (
    RECORDER
    + """
RUNS, CALLS = [], []
SHOWN = [True]

class CountInputHandler(sublime_plugin.TextInputHandler):
    def placeholder(self):
        return "how many"
    def initial_text(self):
        return "12 pieces"
    def initial_selection(self):
        return [(0, 2)]
    def preview(self, text):
        return sublime.Html("<b>%s</b>" % text)
    def validate(self, text):
        return text.isdigit()
    def confirm(self, text):
        CALLS.append(("confirm", text))
    def next_input(self, args):
        return sublime_plugin.BackInputHandler() if args["count"] == "0" else None
    def cancel(self):
        CALLS.append("cancel count")

class FruitInputHandler(sublime_plugin.ListInputHandler):
    def name(self):
        return "fruit"
    def list_items(self):
        return ([sublime.ListInputItem("Apple", 1, details="<i>round</i>", annotation="red"), ("Pear", 2)], 1)
    def preview(self, value):
        return "number %s" % value
    def description(self, value, text):
        return text.upper()
    def confirm(self, value):
        CALLS.append(("confirm", value))
    def cancel(self):
        CALLS.append("cancel fruit")
    def next_input(self, args):
        return CountInputHandler() if "count" not in args else None

class SampleBuyCommand(sublime_plugin.WindowCommand):
    def run(self, fruit, count):
        RUNS.append((fruit, count))
    def input(self, args):
        return FruitInputHandler() if "fruit" not in args else CountInputHandler()
    def is_visible(self):
        return SHOWN[0]
    def is_enabled(self):
        return SHOWN[0]
    def description(self):
        return "Sample: described"

class SampleUncaptionedCommand(sublime_plugin.WindowCommand):
    def run(self):
        pass
    def description(self):
        return "Sample: described"
"""
)
ENTRIES = [{"caption": "Sample: Buy", "command": "sample_buy"}, {"command": "sample_uncaptioned"}]


@pytest.fixture
def shop(start: Callable[..., Lab], tmp_path: Path) -> Lab:
    folder = tmp_path / "packages" / "Sample"
    folder.mkdir(parents=True)
    (folder / "Default.sublime-commands").write_text(json.dumps(ENTRIES))
    lab = start(COMMANDS)
    marked_view(lab, "|")
    return lab


def panel(lab: Lab) -> Any:
    return verbs.state(lab.host)["windows"][0]["quick_panel"]


def begin(lab: Lab) -> None:
    verbs.press(lab.host, ["ctrl+shift+p"])
    verbs.type(lab.host, "sample: buy")
    verbs.press(lab.host, ["enter"])


def test_what_the_palette_lists(shop: Lab) -> None:
    """[V] Visible commands by caption, the description where there is none; what is not visible or enabled is not."""
    mine = [e["caption"] for e in verbs.palette(shop.host) if e["caption"].startswith("Sample")]
    assert mine == ["Sample: Buy", "Sample: described"]
    shop.plugin.SHOWN[0] = False
    assert [e["caption"] for e in verbs.palette(shop.host) if e["caption"].startswith("Sample")] == mine[1:]


def test_questions_are_asked_one_after_the_other(shop: Lab) -> None:
    """[V] A list with its preselected row, previews, then a text with initial text and selection, then the command."""
    begin(shop)
    first = panel(shop)
    assert [(i["trigger"], i["details"], i["annotation"]) for i in first["items"]] == [
        ("Apple", "<i>round</i>", "red"),
        ("Pear", "", ""),
    ]
    assert (first["selected"], first["preview"], first["crumbs"]) == (1, "number 2", [])
    verbs.press(shop.host, ["up"])
    assert panel(shop)["preview"] == "number 1"
    verbs.press(shop.host, ["enter"])
    second = panel(shop)
    assert (second["placeholder"], second["text"], second["crumbs"]) == ("how many", "12 pieces", ["APPLE"])
    assert second["free_text"] is True
    verbs.type(shop.host, "7")
    assert panel(shop)["preview"] == "<b>7 pieces</b>"
    verbs.press(shop.host, ["enter"])
    assert panel(shop)["text"] == "7 pieces" and shop.plugin.RUNS == []  # not valid: it stays open as it is
    verbs.enter(shop.host, "7")
    assert panel(shop) is None and shop.plugin.RUNS == [(1, "7")]
    assert shop.plugin.CALLS == [("confirm", 1), ("confirm", "7")] and shop.faults() == []


def test_the_way_back_through_the_questions(shop: Lab) -> None:
    """[V] Backspace in an empty input and BackInputHandler go to the question before; Escape ends it all."""
    begin(shop)
    verbs.pick(shop.host, text="Apple")
    verbs.press(shop.host, ["ctrl+a"])
    verbs.press(shop.host, ["backspace"])
    assert panel(shop)["text"] == "" and panel(shop)["free_text"]
    verbs.press(shop.host, ["backspace"])
    assert not panel(shop)["free_text"] and shop.plugin.CALLS[-1] == "cancel count"
    verbs.pick(shop.host, text="Pear")
    verbs.enter(shop.host, "0")
    assert [i["trigger"] for i in panel(shop)["items"]] == ["Apple", "Pear"]
    verbs.press(shop.host, ["escape"])
    assert panel(shop) is None and shop.plugin.CALLS[-1] == "cancel fruit"
    assert shop.plugin.RUNS == [] and shop.faults() == []


def test_the_palette_can_go_straight_to_a_command(shop: Lab) -> None:
    """[V] show_overlay takes a command and the arguments that are known; text is typed in for the user."""
    args = {"overlay": "command_palette", "command": "sample_buy", "args": {"fruit": 2}}
    shop.window.run_command("show_overlay", args)
    assert panel(shop)["placeholder"] == "how many"
    verbs.enter(shop.host, "3")
    assert shop.plugin.RUNS == [(2, "3")]
    shop.window.run_command("show_overlay", {"overlay": "command_palette", "text": "sample: b"})
    assert panel(shop)["items"][panel(shop)["matches"][0]]["trigger"] == "Sample: Buy"


def test_a_quick_panel_is_filtered_by_its_letters(lab: Lab) -> None:
    """[V] Typing narrows the rows to those with the letters in order, and highlights the best; arrows go around."""
    picked: list[int] = []
    seen: list[int] = []
    marked_view(lab, "|")
    rows = ["alpha beta", "alphabet", "gamma"]
    lab.window.show_quick_panel(rows, picked.append, on_highlight=seen.append, placeholder="which", selected_index=2)
    assert seen == [2] and panel(lab)["placeholder"] == "which"
    verbs.type(lab.host, "abt")
    assert panel(lab)["matches"] == [0, 1] and seen[-1] == 0
    verbs.press(lab.host, ["down"])
    assert seen[-1] == 1
    verbs.press(lab.host, ["down"])
    assert seen[-1] == 0
    verbs.press(lab.host, ["enter"])
    lab.host.settle()
    assert picked == [0] and panel(lab) is None


def test_an_event_comes_along_if_wanted(lab: Lab) -> None:
    """[V] WANT_EVENT: on_select gets the keys that were held too."""
    picked: list[Any] = []
    marked_view(lab, "|")
    lab.window.show_quick_panel(["a", "b"], lambda *args: picked.append(args), flags=lab.sublime.WANT_EVENT)
    verbs.press(lab.host, ["escape"])
    lab.host.settle()
    assert len(picked) == 1 and picked[0][0] == -1 and isinstance(picked[0][1], dict)


def test_an_io_panel_takes_text_again_and_again(lab: Lab) -> None:
    """[V] Enter in an io panel gives its text to the callback and empties the input; Escape hides the panel."""
    got: list[str] = []
    marked_view(lab, "|")
    output, box = lab.window.create_io_panel("talk", got.append)
    lab.window.run_command("show_panel", {"panel": "output.talk"})
    assert keyboard(lab).id == box.id()
    for text in ("one", "two"):
        verbs.type(lab.host, text)
        verbs.press(lab.host, ["enter"])
    assert got == ["one", "two"] and box.size() == 0 and output.is_valid()
    verbs.press(lab.host, ["escape"])
    assert not lab.window.active_panel()


def test_an_input_panel_reports_every_change(lab: Lab) -> None:
    """[V] on_change while typing, on_done with Enter, on_cancel with Escape."""
    log: list[Any] = []
    marked_view(lab, "|")

    def ask() -> None:
        lab.window.show_input_panel(
            "Name", "a", lambda t: log.append(("done", t)), lambda t: log.append(t), lambda: log.append("cancel")
        )

    ask()
    verbs.type(lab.host, "bc")
    verbs.press(lab.host, ["enter"])
    ask()
    verbs.press(lab.host, ["escape"])
    lab.host.settle()
    assert log == ["ab", "abc", ("done", "abc"), "cancel"]
