"""Commands, palette, input handlers, key bindings, menus and the two threads in the host."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import RECORDER, Lab
from .core import Choices

COMMANDS = (
    RECORDER
    + """
RUNS = []
ENABLED = [True]

class SamplePlainCommand(sublime_plugin.ApplicationCommand):
    def run(self, **args):
        RUNS.append(("plain", args))

class SampleWindowCommand(sublime_plugin.WindowCommand):
    def is_enabled(self):
        return ENABLED[0]
    def run(self, value=None):
        RUNS.append(("window", value))

class SampleOddCommand(sublime_plugin.WindowCommand):
    def is_enabled(self):
        return None

class NameInputHandler(sublime_plugin.TextInputHandler):
    def validate(self, text):
        return text != "bad"

class ColorInputHandler(sublime_plugin.ListInputHandler):
    def list_items(self):
        return [("Red", "r"), sublime.ListInputItem("Green", "g", annotation="leaf")]
    def next_input(self, args):
        return NameInputHandler() if "name" not in args else None

class SampleAskCommand(sublime_plugin.TextCommand):
    def run(self, edit, color, name):
        RUNS.append(("ask", color, name))
    def input(self, args):
        return ColorInputHandler() if "color" not in args else None
"""
)


def package_file(tmp_path: Path, name: str, value: Any) -> None:
    (tmp_path / "packages" / "Sample").mkdir(parents=True, exist_ok=True)
    (tmp_path / "packages" / "Sample" / name).write_text(value if isinstance(value, str) else json.dumps(value))


def test_arguments_are_json_and_unknown_or_disabled_commands_are_ignored(start: Callable[..., Lab]) -> None:
    """[V] run_command arguments are JSON values; tuples arrive as lists; unknown and disabled are silently ignored."""
    lab = start(COMMANDS)
    lab.sublime.run_command("sample_plain", {"x": (1, {"y": 2})})
    lab.window.run_command("sample_window", {"value": 3})
    lab.plugin.ENABLED[0] = False
    lab.window.run_command("sample_window", {"value": 4})
    lab.window.run_command("there_is_no_such_command")
    assert lab.plugin.RUNS == [("plain", {"x": [1, {"y": 2}]}), ("window", 3)]
    with pytest.raises(TypeError):
        lab.sublime.run_command("sample_plain", {"x": object()})


def test_is_enabled_must_return_a_bool(start: Callable[..., Lab]) -> None:
    """[V] is_enabled must return bool."""
    lab = start(COMMANDS)
    assert verbs.run(lab.host, "sample_odd") == {"known": True, "enabled": False, "ran": False}
    assert lab.faults() == ["exception"]


def test_names_of_commands_do_not_split_runs_of_capitals(lab: Lab) -> None:
    """[V] Build 4200 does not split runs of capitals in a command's name."""
    import sublime_plugin

    made = type("ABCDefGhiCommand", (sublime_plugin.WindowCommand,), {})
    assert made(lab.window).name() == "a_bCDef_ghi"
    made = type("CopilotIdeAcceptDiffCommand", (sublime_plugin.TextCommand,), {})
    assert made(lab.new_view()).name() == "copilot_ide_accept_diff"


@pytest.mark.parametrize("events", [False, True])
def test_command_events_for_commands_that_code_runs(start: Callable[..., Lab], events: bool) -> None:
    """[U] Whether on_text_command and on_post_text_command fire for commands run by code."""
    lab = start(COMMANDS, choices=Choices(command_events_for_code=events))
    view = lab.new_view("x")
    lab.names()
    view.run_command("select_all")
    assert [n for n in lab.names() if "command" in n] == (["on_text_command", "on_post_text_command"] if events else [])
    verbs.run(lab.host, "select_all")
    assert [n for n in lab.names() if "command" in n] == ["on_text_command", "on_post_text_command"]


def test_a_listener_may_replace_a_command(start: Callable[..., Lab]) -> None:
    """[V] on_text_command may return another command; a view's own listeners are asked first."""
    lab = start(
        COMMANDS
        + """
class First(sublime_plugin.ViewEventListener):
    def on_text_command(self, name, args):
        return ("insert", {"characters": "view"}) if name == "move" else None
class Second(sublime_plugin.EventListener):
    def on_text_command(self, view, name, args):
        return ("insert", {"characters": "window"}) if name == "move" else None
"""
    )
    view = lab.new_view()
    view.run_command("move", {"by": "characters", "forward": True})
    assert view.substr(lab.sublime.Region(0, view.size())) == "view"


def test_a_missing_argument_opens_the_palette(start: Callable[..., Lab]) -> None:
    """[V] A missing required argument with an input handler opens the palette for it."""
    lab = start(COMMANDS)
    lab.new_view("x")
    lab.window.run_command("sample_ask", {"color": "b"})
    assert lab.faults() == ["exception"]  # no handler for what is missing: an ordinary TypeError
    lab.window.run_command("sample_ask")
    shown = verbs.state(lab.host)["windows"][0]["quick_panel"]
    assert [(item["trigger"], item["annotation"]) for item in shown["items"]] == [("Red", ""), ("Green", "leaf")]
    verbs.pick(lab.host, text="Green")
    verbs.enter(lab.host, "bad")
    assert lab.plugin.RUNS == []  # validate said no: it asks again
    verbs.enter(lab.host, "leaf")
    assert lab.plugin.RUNS == [("ask", "g", "leaf")]
    assert lab.window.active_view() and lab.faults() == []


def test_the_palette_shows_what_a_user_would_see(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[I] The palette has the entries of .sublime-commands files whose commands are known and visible."""
    package_file(
        tmp_path,
        "Default.sublime-commands",
        '[// comment\n {"caption": "Sample: Do", "command": "sample_window", "args": {"value": 1},},\n'
        ' {"caption": "Sample: Gone", "command": "no_such"},]',
    )
    lab = start(COMMANDS)
    mine = [e for e in verbs.palette(lab.host) if e["caption"].startswith("Sample")]
    assert mine == [{"caption": "Sample: Do", "command": "sample_window", "args": {"value": 1}, "enabled": True}]
    verbs.press(lab.host, ["ctrl+shift+p"])
    verbs.pick(lab.host, text="Sample: Do")
    assert lab.plugin.RUNS == [("window", 1)]


def test_menus_are_merged_by_id(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Menu entries of the same id are one entry: a package's children go below those that are there."""
    children = [{"caption": "Sample", "children": [{"caption": "Do", "command": "sample_plain"}]}]
    package_file(tmp_path, "Main.sublime-menu", [{"id": "tools", "children": children}])
    lab = start(COMMANDS)
    found = [entry for entry in verbs.menu(lab.host) if entry["command"] == "sample_plain"]
    assert [entry["path"] for entry in found] == [["Tools", "Sample", "Do"]]


def test_the_last_binding_whose_context_holds_wins_and_examples_are_no_bindings(
    start: Callable[..., Lab], tmp_path: Path
) -> None:
    """[V] Default*.sublime-keymap with contexts; on_query_context: first truthy wins."""

    def bind(key: str, value: int, *context: dict[str, Any]) -> dict[str, Any]:
        return {"keys": [key], "command": "sample_window", "args": {"value": value}, "context": list(context)}

    package_file(
        tmp_path,
        "Default.sublime-keymap",
        [
            bind("ctrl+k", 1),
            bind("ctrl+k", 2, {"key": "setting.mine", "operator": "equal", "operand": True}),
            bind("ctrl+k", 3, {"key": "sample_key", "operator": "equal", "operand": "yes"}),
        ],
    )
    package_file(tmp_path, "Example.sublime-keymap", [bind("ctrl+alt+e", 9)])
    lab = start(
        COMMANDS
        + """
class Context(sublime_plugin.EventListener):
    def on_query_context(self, view, key, operator, operand, match_all):
        return view.settings().get("answer") == operand if key == "sample_key" else None
"""
    )
    view = lab.new_view()
    assert verbs.press(lab.host, ["ctrl+k"])["args"] == {"value": 1}
    view.settings().set("mine", True)
    assert verbs.press(lab.host, ["ctrl+k"])["args"] == {"value": 2}
    view.settings().set("answer", "yes")
    assert verbs.press(lab.host, ["ctrl+k"]) == {"command": "sample_window", "args": {"value": 3}, "package": "Sample"}
    assert verbs.press(lab.host, ["ctrl+alt+e"]) == {"unbound": True}
    assert verbs.press(lab.host, ["z"]) == {"typed": "z"}
    assert [value for _, value in lab.plugin.RUNS] == [1, 2, 3]


def test_timers_are_fifo_and_never_inline(lab: Lab) -> None:
    """[V] set_timeout → main thread, equal delays FIFO, never inline; set_timeout_async → one other thread."""
    calls = []
    for number in range(3):
        lab.sublime.set_timeout(lambda n=number: calls.append((n, threading.current_thread())))
        lab.sublime.set_timeout_async(lambda n=number: calls.append((10 + n, threading.current_thread())))
    assert [n for n, t in calls if t is threading.current_thread()] == []
    lab.host.settle()
    assert [n for n, t in calls if t is threading.current_thread()] == [0, 1, 2]
    others = {t for n, t in calls if n >= 10}
    assert [n for n, _ in calls if n >= 10] == [10, 11, 12] and len(others) == 1


def test_async_events_come_after_on_the_worker(start: Callable[..., Lab]) -> None:
    """[I] *_async handlers come after the sync ones, on the worker."""
    lab = start(
        """
        import sublime_plugin, threading
        LOG = []
        class Both(sublime_plugin.EventListener):
            def on_modified(self, view):
                LOG.append(("sync", threading.current_thread().name))
            def on_modified_async(self, view):
                LOG.append(("async", threading.current_thread().name))
        """
    )
    lab.new_view("x")
    assert [kind for kind, _ in lab.log] == ["sync", "async"] and lab.log[1][1] == "sublime-worker"


def test_run_command_from_a_thread_is_synchronous_and_runs_on_the_main_thread(start: Callable[..., Lab]) -> None:
    """[I] run_command from a background thread is synchronous for the caller and runs on the main thread."""
    lab = start(
        COMMANDS
        + """
import threading
class SampleWhereCommand(sublime_plugin.WindowCommand):
    def run(self):
        RUNS.append(threading.current_thread())
"""
    )
    seen = []

    def work() -> None:
        lab.window.run_command("sample_where")
        seen.append(list(lab.plugin.RUNS))

    thread = threading.Thread(target=work)
    thread.start()
    lab.host.run_until(lambda: not thread.is_alive())
    assert seen == [[threading.current_thread()]]


def test_completions_come_at_once_or_later_for_the_word_before_the_caret(start: Callable[..., Lab]) -> None:
    """[V] A CompletionList can be filled later; [T] the prefix breaks at word separators."""
    lab = start(
        COMMANDS
        + """
class Offers(sublime_plugin.EventListener):
    def on_query_completions(self, view, prefix, locations):
        LOG.append((prefix, locations))
        later = sublime.CompletionList()
        item = sublime.CompletionItem("@parse.py", "file", "parse.py:1", kind=sublime.KIND_NAVIGATION, details="d")
        run = sublime.CompletionItem.command_completion("plain", "sample_plain", {"x": 1})
        sublime.set_timeout_async(lambda: later.set_completions([item, run], sublime.INHIBIT_WORD_COMPLETIONS), 20)
        return later

class Old(sublime_plugin.ViewEventListener):
    def on_query_completions(self, prefix, locations):
        return [("other\\tnote", "x"), ("page\\tnote", "page$1")]
"""
    )
    view = lab.new_view("see @pa")
    view.sel().clear()
    view.sel().add(7)
    lab.log.clear()
    shown = verbs.complete(lab.host)
    assert lab.log[0] == ("pa", [7])
    assert (shown["prefix"], shown["region"]) == ("pa", [0, 5, 0, 7])
    assert [item["trigger"] for item in shown["items"]] == ["page", "@parse.py", "plain"]
    assert shown["items"][1] == {"trigger": "@parse.py", "annotation": "file", "kind": [5, "", ""], "details": "d"}
    assert view.is_auto_complete_visible()
    assert verbs.commit(lab.host, trigger="@parse.py") == "pa"
    assert view.substr(lab.sublime.Region(0, view.size())) == "see @parse.py:1"
    assert not view.is_auto_complete_visible() and lab.faults() == []
    view.run_command("insert", {"characters": " pl"})
    verbs.complete(lab.host)
    verbs.press(lab.host, ["tab"])
    assert lab.plugin.RUNS == [("plain", {"x": 1})]


def test_a_settings_callback_may_wait_for_a_thread_that_uses_the_api(lab: Lab) -> None:
    """[V] Every API method is thread-safe: none holds a lock while it calls plugin code."""
    view = lab.new_view("x")
    sizes: list[int] = []

    def callback() -> None:
        thread = threading.Thread(target=lambda: sizes.append(view.size()))
        thread.start()
        thread.join(5)

    view.settings().add_on_change("t", callback)
    view.settings().set("a", 1)
    assert sizes == [1]


def test_resources_and_values(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Resources by name, FileNotFoundError without one; relaxed JSON; variables with defaults; subl: links."""
    package_file(tmp_path, "data.txt", "text")
    package_file(tmp_path, "Mine.sublime-syntax", "name: Mine\nscope: text.mine\nfile_extensions:\n  - mine\n")
    lab = start()
    sublime = lab.sublime
    assert sublime.find_resources("data.txt") == ["Packages/Sample/data.txt"]
    assert sublime.load_resource("Packages/Sample/data.txt") == "text"
    with pytest.raises(FileNotFoundError):
        sublime.load_resource("Packages/Sample/nothing")
    assert sublime.decode_value('{"a": [1, 2,], /* c */ "b": "// no"}') == {"a": [1, 2], "b": "// no"}
    with pytest.raises(ValueError):
        sublime.decode_value("{")
    assert sublime.expand_variables({"a": ["${x:d} $y"]}, {"y": "1"}) == {"a": ["d 1"]}
    assert sublime.find_syntax_for_file("a.mine").scope == "text.mine"
    assert sublime.command_url("c", {"a": "<"}) == "subl:c {&quot;a&quot;:&quot;&lt;&quot;}"


def test_edit_settings_opens_both_files_in_a_window_of_their_own(lab: Lab) -> None:
    """[I] edit_settings: the package's file and the user's, side by side in a window of their own."""
    args = {"base_file": "${packages}/Sample/Sample.sublime-settings", "default": "{\n\t$0\n}\n"}
    lab.window.run_command("edit_settings", args)
    lab.host.settle()
    window = lab.sublime.active_window()
    names = [view.file_name() for view in window.views()]
    packages = lab.host.packages_path
    assert names == [f"{packages}/Sample/Sample.sublime-settings", f"{packages}/User/Sample.sublime-settings"]
    assert window.num_groups() == 2 and window.active_view().substr(lab.sublime.Region(0, 9)) == "{\n\t\n}\n"
