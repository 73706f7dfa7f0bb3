"""What the host records as a fault, and what it does not: an exception, CPU, a block, a call too late."""

from __future__ import annotations

import gc
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import Lab

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="threads are watched through /proc")

# Every place of plugin code runs ACTION if it is the one that the test means.
PLUGIN = """
import sublime, sublime_plugin

WHERE = ACTION = None

def act(where):
    if where == WHERE:
        ACTION()

def plugin_loaded():
    act("plugin_loaded")

def plugin_unloaded():
    act("plugin_unloaded")

class Events(sublime_plugin.EventListener):
    def on_new(self, view):
        act("on_new")
    def on_modified_async(self, view):
        act("on_modified_async")
    def on_text_command(self, view, name, args):
        act("on_text_command")
    def on_query_context(self, view, key, operator, operand, match_all):
        act("on_query_context")
    def on_query_completions(self, view, prefix, locations):
        act("on_query_completions")

class ViewEvents(sublime_plugin.ViewEventListener):
    @classmethod
    def is_applicable(cls, settings):
        act("is_applicable")
        return True
    def on_modified(self):
        act("view's on_modified")

class TextEvents(sublime_plugin.TextChangeListener):
    def on_text_changed(self, changes):
        act("on_text_changed")
    def on_text_changed_async(self, changes):
        act("on_text_changed_async")

class SampleCommand(sublime_plugin.WindowCommand):
    def run(self):
        act("run")
    def is_enabled(self):
        act("is_enabled")
        return True
    def input(self, args):
        return Name()

class Name(sublime_plugin.TextInputHandler):
    def preview(self, text):
        act("input handler")
"""


def _edit(lab: Lab) -> None:
    lab.window.active_view().run_command("append", {"characters": "x"})


def _run(lab: Lab) -> None:
    lab.window.run_command("sample")


def _navigate(lab: Lab) -> None:
    act, region, block = lab.plugin.act, lab.sublime.Region(0), lab.sublime.LAYOUT_BLOCK
    lab.window.active_view().add_phantom("p", region, "<a href='x'>go</a>", block, lambda href: act("on_navigate"))
    verbs.click(lab.host, text="go")


def _popup(lab: Lab) -> None:
    lab.window.active_view().show_popup("x", on_hide=lambda: lab.plugin.act("on_hide"))
    lab.window.active_view().hide_popup()


def _settings(lab: Lab) -> None:
    settings = lab.window.active_view().settings()
    settings.add_on_change("t", lambda: lab.plugin.act("settings callback"))
    settings.set("x", lab.core.new_id())
    settings.clear_on_change("t")


def _quick_panel(lab: Lab) -> None:
    act = lab.plugin.act
    lab.window.show_quick_panel(["a"], lambda i: act("on_select"), on_highlight=lambda i: act("on_highlight"))
    verbs.pick(lab.host, index=0)


def _input_panel(lab: Lab) -> None:
    act = lab.plugin.act
    callbacks = [lambda text: act("on_done"), lambda text: act("on_change"), lambda: act("on_cancel")]
    lab.window.show_input_panel("Name", "", *callbacks)
    verbs.enter(lab.host, "x")
    lab.window.show_input_panel("Name", "", *callbacks)
    verbs.enter(lab.host, None)


def _input_handler(lab: Lab) -> None:
    lab.window.run_command("show_overlay", {"overlay": "command_palette", "command": "sample"})
    verbs.type(lab.host, "x", view=lab.core.active_window.overlay.view.id)  # type: ignore[union-attr]
    lab.window.run_command("hide_overlay")


def _dialog(lab: Lab) -> None:
    lab.core.dialogs.answers.append("/x")
    lab.sublime.open_dialog(lambda path: lab.plugin.act("dialog callback"))


def _query(lab: Lab) -> None:
    lab.core.emit("on_query_context", lab.window.active_view().id(), "k", 0, True, False)


def _clipboard(lab: Lab) -> None:
    lab.sublime.get_clipboard_async(lambda text: lab.plugin.act("clipboard callback"))


def _unload(lab: Lab) -> None:
    lab.host.unload_package()


def _reload(lab: Lab) -> None:
    where, action = lab.plugin.WHERE, lab.plugin.ACTION
    module = Path(lab.plugin.__file__)
    module.write_text(module.read_text("utf-8").replace("WHERE = ACTION = None", "WHERE, ACTION"), "utf-8")
    lab.plugin.WHERE, lab.plugin.ACTION = where, action
    lab.host.reload_package()


PLACES: dict[str, Callable[[Lab], Any]] = {
    "on_new": lambda lab: lab.window.new_file(),
    "view's on_modified": _edit,
    "on_text_command": _edit,
    "on_text_changed": _edit,
    "on_query_context": lambda lab: lab.core.emit(
        "on_query_context", lab.window.active_view().id(), "k", 0, True, False
    ),
    "on_query_completions": lambda lab: verbs.complete(lab.host),
    "is_applicable": lambda lab: lab.window.new_file(),
    "run": _run,
    "is_enabled": _run,
    "input handler": _input_handler,
    "set_timeout": lambda lab: lab.sublime.set_timeout(lambda: lab.plugin.act("set_timeout")),
    "settings callback": _settings,
    "on_navigate": _navigate,
    "on_hide": _popup,
    "on_select": _quick_panel,
    "on_highlight": _quick_panel,
    "on_done": _input_panel,
    "on_change": _input_panel,
    "on_cancel": _input_panel,
    "dialog callback": _dialog,
    "close callback": lambda lab: lab.window.active_view().close(lambda closed: lab.plugin.act("close callback")),
    "clipboard callback": lambda lab: lab.sublime.get_clipboard_async(
        lambda text: lab.plugin.act("clipboard callback")
    ),
}
OFF_MAIN: dict[str, Callable[[Lab], Any]] = {
    "on_modified_async": _edit,
    "on_text_changed_async": _edit,
    "set_timeout_async": lambda lab: lab.sublime.set_timeout_async(lambda: lab.plugin.act("set_timeout_async")),
}
LIFE: dict[str, Callable[[Lab], Any]] = {
    "plugin_loaded": _reload,
    "plugin_unloaded": lambda lab: lab.host.unload_package(),
}


def provoke(start: Callable[..., Lab], where: str, action: Callable[[], Any]) -> Lab:
    """A host in which the plugin did `action` in the place called `where`."""
    lab = start(PLUGIN)
    view = lab.new_view("x")
    lab.plugin.WHERE, lab.plugin.ACTION = where, action
    {**PLACES, **OFF_MAIN, **LIFE}[where](lab)
    lab.host.settle()
    if "Sample.plugin" in sys.modules:
        lab.plugin.WHERE = None
    assert view is not None
    return lab


def fail() -> None:
    raise ZeroDivisionError("on purpose")


def test_a_plugin_cannot_end_the_editor(start: Callable[..., Lab]) -> None:
    lab = provoke(start, "on_new", lambda: sys.exit(3))
    (fault,) = lab.core.faults.take()
    assert (fault.kind, "SystemExit: 3" in fault.what) == ("exception", True)
    lab.new_view("it goes on")


def burn() -> None:
    until = time.thread_time() + 0.13
    while time.thread_time() < until:
        pass


@pytest.mark.parametrize("where", [*PLACES, *OFF_MAIN, *LIFE])
def test_an_exception_is_a_fault_wherever_plugin_code_runs(start: Callable[..., Lab], where: str) -> None:
    lab = provoke(start, where, fail)
    faults = lab.core.faults.take()
    assert faults and {fault.kind for fault in faults} == {"exception"}
    assert all("ZeroDivisionError: on purpose" in fault.what and "Traceback" in fault.where for fault in faults)


@pytest.mark.parametrize("where", PLACES)
def test_much_cpu_on_the_main_thread_is_a_fault_wherever_plugins_run(start: Callable[..., Lab], where: str) -> None:
    lab = provoke(start, where, burn)
    faults = lab.core.faults.take()
    assert faults and {fault.kind for fault in faults} == {"slow main handler"}


@pytest.mark.parametrize("where", [*PLACES, *OFF_MAIN, *LIFE])
def test_ordinary_work_is_no_fault_anywhere(start: Callable[..., Lab], where: str) -> None:
    ran: list[bool] = []
    provoke(start, where, lambda: ran.append(True))
    assert ran


def test_a_fault_names_the_handler(start: Callable[..., Lab]) -> None:
    lab = provoke(start, "on_new", burn)
    assert "Sample.plugin.Events.on_new" in lab.core.faults.take()[0].what
    lab = provoke(start, "on_new", fail)
    assert "Sample.plugin.Events.on_new" in lab.core.faults.take()[0].what


def test_a_fault_of_a_command_names_it(start: Callable[..., Lab]) -> None:
    lab = provoke(start, "run", burn)
    assert "command sample Sample.plugin.SampleCommand" in lab.core.faults.take()[0].what


def test_an_exception_that_ends_a_thread_is_a_fault(start: Callable[..., Lab]) -> None:
    lab = start(PLUGIN)
    thread = threading.Thread(target=fail, name="mine")
    thread.start()
    thread.join()
    faults = lab.core.faults.take()
    assert [fault.kind for fault in faults] == ["exception"] and faults[0].what.startswith("thread mine: Zero")
    quiet = threading.Thread(target=sys.exit)
    quiet.start()
    quiet.join()
    assert lab.faults() == []


def test_a_command_that_cannot_be_made_is_a_fault(start: Callable[..., Lab]) -> None:
    lab = start(
        "import sublime_plugin\nclass BadCommand(sublime_plugin.WindowCommand):\n    def __init__(self): pass\n"
    )
    lab.window.run_command("bad")
    assert "exception" in lab.faults()


# -- CPU ----------------------------------------------------------------------------------------------------------


def test_cpu_of_the_worker_is_no_fault(start: Callable[..., Lab]) -> None:
    provoke(start, "on_modified_async", burn)


def test_the_editors_own_work_is_not_the_handlers(start: Callable[..., Lab]) -> None:
    def ask() -> None:
        sys.modules["sublime"].find_resources("x")

    lab = start(PLUGIN)
    lab.core.resources.find = lambda pattern: burn() or []
    lab.plugin.WHERE, lab.plugin.ACTION = "on_new", ask
    lab.window.new_file()
    assert lab.faults() == []


def test_each_of_two_nested_handlers_answers_for_its_own_cpu(start: Callable[..., Lab]) -> None:
    lab = start(PLUGIN)
    lab.new_view("x")
    lab.plugin.WHERE, lab.plugin.ACTION = "view's on_modified", burn
    lab.sublime.set_timeout(lambda: _edit(lab))
    lab.host.settle()
    faults = lab.core.faults.take()
    assert len(faults) == 1 and "ViewEvents.on_modified" in faults[0].what


def test_wall_time_alone_is_logged_and_no_fault(start: Callable[..., Lab]) -> None:
    lab = start(PLUGIN)
    lines: list[str] = []
    lab.core.log = lines.append  # type: ignore[method-assign]
    lab.plugin.WHERE, lab.plugin.ACTION = "on_new", lambda: [time.sleep(0.03) for _ in range(5)]
    lab.window.new_file()
    assert lab.faults() == []
    assert [line for line in lines if line.startswith("slow: ") and "Events.on_new" in line]


# -- blocking -----------------------------------------------------------------------------------------------------


def _wait_for_lock() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire(timeout=0.3)


def _wait_for_socket() -> None:
    import socket

    one, other = socket.socketpair()
    one.settimeout(0.3)
    with one, other, pytest.raises(socket.timeout):
        one.recv(1)


def _wait_for_process() -> None:
    import subprocess

    subprocess.call([sys.executable, "-c", "import time; time.sleep(0.3)"])


BLOCKS: dict[str, Callable[[], Any]] = {
    "time.sleep": lambda: time.sleep(0.3),
    "lock.acquire": _wait_for_lock,
    "one.recv": _wait_for_socket,
    "subprocess": _wait_for_process,
}


@linux_only
@pytest.mark.parametrize("call", BLOCKS)
def test_a_blocking_call_on_the_main_thread_is_a_fault_with_its_place(start: Callable[..., Lab], call: str) -> None:
    faults = provoke(start, "on_new", BLOCKS[call]).core.faults.take()
    assert {fault.kind for fault in faults} == {"blocking call"}
    assert "the main thread" in faults[0].what and call in faults[0].where


@linux_only
@pytest.mark.parametrize("call", ["time.sleep"])
def test_a_blocking_call_on_the_worker_is_a_fault_after_a_second(start: Callable[..., Lab], call: str) -> None:
    provoke(start, "on_modified_async", BLOCKS[call])  # 0.3 s are fine there
    faults = provoke(start, "on_modified_async", lambda: time.sleep(1.3)).core.faults.take()
    assert [fault.kind for fault in faults] == ["blocking call"] and "the worker" in faults[0].what


@linux_only
def test_a_short_wait_and_a_wait_on_an_own_thread_are_no_faults(start: Callable[..., Lab]) -> None:
    provoke(start, "on_new", lambda: time.sleep(0.04))
    lab = start(PLUGIN)
    thread = threading.Thread(target=time.sleep, args=(0.3,))
    thread.start()
    lab.host.run_until(lambda: not thread.is_alive())


@linux_only
def test_the_time_in_a_modal_dialog_is_no_fault(start: Callable[..., Lab]) -> None:
    lab = start(PLUGIN)
    lab.core.dialogs.on_ask = lambda dialog: time.sleep(0.3) or burn() or "OK"
    lab.plugin.WHERE, lab.plugin.ACTION = "on_new", lambda: lab.sublime.message_dialog("?")
    lab.window.new_file()
    assert lab.faults() == []


def test_the_time_of_the_garbage_collector_is_no_fault(start: Callable[..., Lab]) -> None:
    def collect() -> None:
        until = time.thread_time() + 0.13
        while time.thread_time() < until:
            gc.collect()

    provoke(start, "on_new", collect)


def test_a_dialog_that_nobody_answers_is_cancelled_and_a_fault(lab: Lab) -> None:
    assert lab.sublime.ok_cancel_dialog("Sure?") is False
    assert lab.faults() == ["unanswered dialog"]
    lab.core.dialogs.answers.append("Yes please")
    assert lab.sublime.yes_no_cancel_dialog("Sure?", "Yes please") == lab.sublime.DIALOG_YES
