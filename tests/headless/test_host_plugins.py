"""Loading, reloading and unloading of packages in the host, and the faults that it records."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import RECORDER, Lab
from .host import Host

LIFE = """
import sublime, sublime_plugin
try:
    LOG
except NameError:
    LOG = []
VERSION = 1

def plugin_loaded():
    LOG.append("plugin_loaded")

def plugin_unloaded():
    LOG.append("plugin_unloaded")

class OfView(sublime_plugin.ViewEventListener):
    def __init__(self, view):
        super().__init__(view)
        LOG.append("view listener")
    def on_activated(self):
        LOG.append("view on_activated")

class OfAll(sublime_plugin.EventListener):
    def on_init(self, views):
        LOG.append(("on_init", len(views)))
    def on_activated(self, view):
        LOG.append("on_activated")
    def on_exit(self):
        LOG.append("on_exit")
"""


def test_reload_goes_unloaded_loaded_listeners_init_activated(start: Callable[..., Lab]) -> None:
    """[V] plugin_loaded → ViewEventListeners for existing views → on_init(views) → synthetic on_activated."""
    lab = start(LIFE)
    lab.new_view()
    module = lab.plugin
    lab.log.clear()
    lab.host.reload_package()
    assert lab.plugin is module
    assert lab.log == [
        "plugin_unloaded", "plugin_loaded", "view listener", ("on_init", 1), "on_activated", "view on_activated"
    ]  # fmt: skip


def test_only_root_modules_are_plugins_and_only_they_are_reloaded(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Every root *.py is a plugin module; sub-packages load by import and stay at a reload."""
    package = tmp_path / "packages" / "Sample"
    (package / "part").mkdir(parents=True)
    (package / "part" / "__init__.py").write_text("COUNT = []\n")
    (package / "other.py").write_text("LOADED = True\n")
    lab = start("from .part import COUNT\nCOUNT.append(1)\n")
    assert sys.modules["Sample.other"].LOADED
    lab.host.reload_package()
    assert lab.plugin.COUNT == [1, 1]


def test_unloading_calls_plugin_unloaded_first_and_takes_everything(start: Callable[..., Lab]) -> None:
    """[V] Unload: plugin_unloaded first."""
    lab = start(LIFE)
    log = lab.log
    log.clear()
    assert lab.host.unload_package() == []
    assert log == ["plugin_unloaded"] and "Sample.plugin" not in sys.modules
    lab.window.new_file()
    lab.host.settle()
    assert log == ["plugin_unloaded"] and lab.faults() == []


def test_quitting_calls_on_exit_only(start: Callable[..., Lab]) -> None:
    """[T] At quit plugin_unloaded is not called; on_exit runs late, after the API is gone."""
    lab = start(LIFE)
    log = lab.log
    log.clear()
    lab.host.quit()
    assert log == ["on_exit"] and lab.sublime.windows() == []


def test_view_listeners_follow_settings_and_the_primary_view(start: Callable[..., Lab]) -> None:
    """[V] is_applicable is re-evaluated at every settings change; clones get none by default."""
    lab = start(
        """
        import sublime_plugin
        class Mine(sublime_plugin.ViewEventListener):
            @classmethod
            def is_applicable(cls, settings):
                return settings.get("mine", False)
        class Each(sublime_plugin.ViewEventListener):
            @classmethod
            def applies_to_primary_view_only(cls):
                return False
        """
    )
    find = sys.modules["sublime_plugin"].find_view_event_listener
    view = lab.new_view()
    assert find(view, lab.plugin.Mine) is None
    view.settings().set("mine", True)
    first = find(view, lab.plugin.Mine)
    assert first is not None and first.view == view
    lab.window.run_command("clone_file")
    clone = lab.window.active_view()
    clone.settings().set("mine", True)
    assert find(clone, lab.plugin.Mine) is None and find(clone, lab.plugin.Each) is not None
    view.close()
    lab.host.settle()
    assert clone.is_primary() and find(clone, lab.plugin.Mine) is not None
    clone.settings().erase("mine")
    assert find(clone, lab.plugin.Mine) is None


FAULTY = """
import sublime, sublime_plugin, threading, time

class Faulty(sublime_plugin.EventListener):
    def on_new(self, view):
        raise RuntimeError("on purpose")
    def on_modified(self, view):
        until = time.thread_time() + 0.15
        while time.thread_time() < until:
            pass
    def on_text_command(self, view, name, args):
        if name == "select_all":
            time.sleep(0.3)

EVENT = threading.Event()
"""


def test_an_exception_is_recorded_and_the_next_handler_runs(start: Callable[..., Lab]) -> None:
    """[V] Exceptions in handlers are printed and swallowed. The host records them."""
    lab = start(FAULTY + RECORDER)
    lab.window.new_file()
    assert "on_new" in lab.names()
    faults = lab.core.faults.take()
    assert [f.kind for f in faults] == ["exception"] and "on purpose" in faults[0].what
    assert "Faulty.on_new" in faults[0].what and "Traceback" in faults[0].where
    lab.sublime.set_timeout(lambda: 1 / 0)
    lab.host.settle()
    assert lab.faults() == ["exception"]


def test_a_slow_handler_on_the_main_thread_is_recorded_by_its_cpu(start: Callable[..., Lab]) -> None:
    lab = start(FAULTY)
    lab.new_view("x")
    faults = [f for f in lab.core.faults.take() if f.kind == "slow main handler"]
    assert len(faults) == 1 and "Faulty.on_modified" in faults[0].what


@pytest.mark.skipif(sys.platform != "linux", reason="threads are watched through /proc")
def test_a_blocking_call_on_the_main_thread_is_recorded_with_its_place(start: Callable[..., Lab]) -> None:
    lab = start(FAULTY)
    lab.new_view()
    lab.faults()
    lab.window.active_view().run_command("select_all")
    lab.host.settle()
    faults = lab.core.faults.take()
    assert [f.kind for f in faults] == ["blocking call"] and "time.sleep(0.3)" in faults[0].where


def test_calls_from_unloaded_code_are_recorded(start: Callable[..., Lab]) -> None:
    lab = start("import sublime\ndef call():\n    return sublime.windows()\n")
    call = lab.plugin.call
    call()
    assert lab.faults() == []
    lab.host.unload_package()
    call()
    faults = lab.core.faults.take()
    assert [f.kind for f in faults] == ["api after unload"] and "Sample.plugin:4" not in faults[0].what
    assert "windows called from Sample.plugin:3" in faults[0].what


def test_calls_from_code_that_a_reload_replaced_are_recorded(start: Callable[..., Lab], tmp_path: Path) -> None:
    (tmp_path / "packages" / "Sample" / "part").mkdir(parents=True)
    (tmp_path / "packages" / "Sample" / "part" / "__init__.py").write_text(
        "import sublime\ndef call():\n    return sublime.windows()\n"
    )
    lab = start("import sys\nsys.modules.pop('Sample.part', None)\nfrom .part import call\n")
    old = lab.plugin.call
    lab.host.reload_package()
    lab.plugin.call()
    assert lab.faults() == []
    old()
    assert lab.faults() == ["api after unload"]


LITTER = """
import os, socket, sublime, threading
STOP = threading.Event()

def plugin_loaded():
    global SOCKET, SET
    view = sublime.active_window().active_view()
    view.set_status("sample", "here")
    view.add_regions("sample", [sublime.Region(0, 0)])
    view.add_phantom("sample", sublime.Region(0), "x", sublime.LAYOUT_BLOCK)
    sublime.active_window().create_output_panel("sample")
    SOCKET = socket.socket()
    SOCKET.bind(("127.0.0.1", 0))
    SOCKET.listen(1)
    threading.Thread(target=STOP.wait, name="sample-thread", daemon=True).start()
    os.makedirs(os.path.expanduser("~/.copilot/ide"), exist_ok=True)
    open(os.path.expanduser("~/.copilot/ide/x.lock"), "w").close()
"""


def test_what_a_package_leaves_behind_is_recorded(start: Callable[..., Lab]) -> None:
    lab = start("")
    lab.new_view("x")
    module = Path(lab.host.packages_path, "Sample", "plugin.py")
    module.write_text(LITTER)
    lab.host.unload_package()
    lab.host.load_package()
    loaded = lab.plugin
    left = lab.host.unload_package()
    loaded.STOP.set()
    loaded.SOCKET.close()
    kinds = {what.split(":")[0] for what in left}
    expected = {"thread", "status key", "regions", "phantom", "output panel", "file"}
    assert kinds == (expected | {"socket"} if sys.platform == "linux" else expected)
    assert set(lab.faults()) == {"leftover"}


def test_a_dialog_that_nobody_answers_is_cancelled_and_recorded(lab: Lab) -> None:
    assert lab.sublime.ok_cancel_dialog("Sure?") is False
    assert lab.faults() == ["unanswered dialog"]
    lab.core.dialogs.answers.append("Yes please")
    assert lab.sublime.yes_no_cancel_dialog("Sure?", "Yes please") == lab.sublime.DIALOG_YES


def test_a_host_gives_the_process_back(tmp_path: Path) -> None:
    import os

    home, path, threads = os.environ.get("HOME"), list(sys.path), threading.active_count()
    (tmp_path / "packages" / "Sample").mkdir(parents=True)
    (tmp_path / "packages" / "Sample" / "plugin.py").write_text(RECORDER)
    for _ in range(2):
        with Host(None, str(tmp_path / "packages")) as host:
            host.load_package()
            inside: Any = os.environ["HOME"]
            assert inside == host.home != home
            core = host.core
        core.worker.thread.join(5)
    assert (os.environ.get("HOME"), sys.path) == (home, path) and not os.path.exists(inside)
    assert "sublime" not in sys.modules and threading.active_count() <= threads + 1
