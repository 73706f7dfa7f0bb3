"""Loading, reloading and unloading of packages in the host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest

from .conftest import RECORDER, Lab

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
import sublime, sublime_plugin

class Faulty(sublime_plugin.EventListener):
    def on_new(self, view):
        raise RuntimeError("on purpose")
"""


def test_after_an_exception_the_next_handler_runs(start: Callable[..., Lab]) -> None:
    """[V] Exceptions in handlers are printed and swallowed."""
    lab = start(FAULTY + RECORDER)
    lab.window.new_file()
    assert "on_new" in lab.names() and lab.faults() == ["exception"]


@pytest.mark.parametrize("base", ["EventListener", "ViewEventListener", "TextChangeListener"])
def test_a_listener_whose_handler_is_inherited_does_not_load(start: Callable[..., Lab], base: str) -> None:
    """[V] Event handlers are looked up in the listener's class itself, not in its bases: others are an error."""
    name = "on_text_changed" if base == "TextChangeListener" else "on_activated"
    lab = start(
        f"""
        import sublime_plugin
        class Mixin:
            def {name}(self, *args):
                pass
        class Listener(Mixin, sublime_plugin.{base}):
            pass
        """
    )
    faults = lab.core.faults.take()
    assert [fault.kind for fault in faults] == ["exception"] and f"KeyError: '{name}'" in faults[0].what


def test_a_plugin_file_that_appears_is_loaded_and_one_that_goes_is_unloaded(lab: Lab) -> None:
    """[T] Sublime loads plugins that appear in Packages while it runs, those of User too; UnitTesting relies on it."""
    user = Path(lab.sublime.packages_path(), "User", "mine.py")
    user.write_text("import sublime_plugin\nclass MineCommand(sublime_plugin.WindowCommand):\n    pass\n")
    assert lab.host.run_until(lambda: "User.mine" in sys.modules)
    assert lab.core.commands.find("window", "mine", lab.core.active_window)
    user.unlink()
    assert lab.host.run_until(lambda: "User.mine" not in sys.modules)
    assert lab.core.commands.find("window", "mine", lab.core.active_window) is None
    package = Path(lab.sublime.packages_path(), "New")
    package.mkdir()
    (package / "one.py").write_text("def plugin_loaded():\n    global LOADED\n    LOADED = True\n")
    assert lab.host.run_until(lambda: hasattr(sys.modules.get("New.one"), "LOADED"))
