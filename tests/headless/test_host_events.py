"""The order in which listeners hear of something, and what they find then."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import Lab

ORDER = """
import sublime, sublime_plugin
LOG = []

class First(sublime_plugin.EventListener):
    def on_modified(self, view):
        LOG.append("first")
    def on_text_command(self, view, name, args):
        LOG.append("first")
    def on_query_context(self, view, key, operator, operand, match_all):
        LOG.append("first")
        return key == "mine" or None

    def on_new_async(self, view):
        LOG.append(("valid", view.is_valid(), view.window()))

class Second(sublime_plugin.EventListener):
    def on_modified(self, view):
        LOG.append("second")
    def on_query_context(self, view, key, operator, operand, match_all):
        LOG.append("second")
        return True

class View(sublime_plugin.ViewEventListener):
    def on_modified(self):
        LOG.append("view's")
    def on_text_command(self, name, args):
        LOG.append("view's")
"""


def test_every_listener_hears_of_it_before_the_views_own(start: Callable[..., Lab]) -> None:
    """[V] Every EventListener, then the view's ViewEventListeners; on_text_command the other way round."""
    lab = start(ORDER)
    view = lab.new_view()
    lab.log.clear()
    view.run_command("append", {"characters": "x"})
    assert lab.log == ["view's", "first", "first", "second", "view's"]


def test_the_first_answer_to_a_context_is_the_last_question(start: Callable[..., Lab]) -> None:
    """[V] on_query_context: first truthy wins."""
    lab = start(ORDER)
    view = lab.new_view()
    for key, asked in (("mine", ["first"]), ("other", ["first", "second"])):
        lab.log.clear()
        assert lab.core.emit("on_query_context", view.id(), key, 0, True, False) is True
        assert lab.log == asked


def test_an_async_handler_may_see_a_view_that_is_gone(start: Callable[..., Lab]) -> None:
    """[V] Async handlers may see an invalid view."""
    lab = start(ORDER)
    gate = threading.Event()
    lab.sublime.set_timeout_async(gate.wait)
    view = lab.window.new_file()
    view.set_scratch(True)
    view.close()
    gate.set()
    lab.host.settle()
    assert ("valid", False, None) in lab.log


def test_a_class_that_two_root_modules_show_is_registered_twice(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Classes are collected with dir(module): one visible in two root modules registers twice."""
    package = tmp_path / "packages" / "Sample"
    package.mkdir(parents=True)
    (package / "z_other.py").write_text("from .plugin import Counter\n")
    lab = start(
        """
        import sublime_plugin
        LOG = []
        class Counter(sublime_plugin.EventListener):
            def on_new(self, view):
                LOG.append("new")
        """
    )
    lab.window.new_file()
    assert lab.log == ["new", "new"]


def test_a_window_command_name_reaches_the_active_view(lab: Lab) -> None:
    """[V] Window.run_command sends text commands to the active view."""
    other, view = lab.new_view("a"), lab.new_view("b")
    lab.window.run_command("append", {"characters": "x"})
    assert (other.size(), view.size()) == (1, 2)


@pytest.mark.parametrize("question", ["is_visible", "is_checked"])
def test_what_a_command_says_of_itself_must_be_a_bool(start: Callable[..., Lab], question: str) -> None:
    """[V] is_enabled, is_visible and is_checked must return bool."""
    lab = start(
        f"""
        import sublime_plugin
        class SampleCommand(sublime_plugin.WindowCommand):
            def {question}(self):
                return 1
        """
    )
    command: Any = lab.plugin.SampleCommand(lab.window)
    with pytest.raises(ValueError, match=question):
        getattr(command, question + "_")(None)
    found = lab.core.commands.find("window", "sample", lab.core.active_window)
    assert found and lab.core.commands.ask(found, question, None) is False
    assert lab.faults() == ["exception"]
