"""The completion list: when it opens, and what committing an offer leaves."""

from __future__ import annotations

from typing import Callable

import pytest

from .conftest import Lab

PLUGIN = """
import sublime, sublime_plugin
ASKED = []

class Offers(sublime_plugin.EventListener):
    def on_query_completions(self, view, prefix, locations):
        ASKED.append(sublime.CompletionList())
        return ASKED[-1]

class SampleSeeCommand(sublime_plugin.TextCommand):
    seen = []
    def run(self, edit):
        self.seen.append(self.view.substr(sublime.Region(0, self.view.size())))
"""


def test_the_list_opens_when_there_is_something_to_offer(start: Callable[..., Lab]) -> None:
    """[T] A CompletionList can be filled later; the list is not visible before, nor if nothing comes."""
    lab = start(PLUGIN)
    view = lab.new_view()
    inhibit = lab.sublime.INHIBIT_WORD_COMPLETIONS
    view.run_command("auto_complete")
    assert not view.is_auto_complete_visible()
    lab.plugin.ASKED[-1].set_completions([], inhibit)
    assert not view.is_auto_complete_visible()
    view.run_command("auto_complete")
    lab.plugin.ASKED[-1].set_completions(["something"], inhibit)
    assert view.is_auto_complete_visible()
    view.run_command("commit_completion")
    assert view.substr(lab.sublime.Region(0, view.size())) == "something"
    assert not view.is_auto_complete_visible()


@pytest.mark.parametrize(("keeps", "seen"), [(True, "a k"), (False, "a ")])
def test_a_command_sees_the_text_as_it_was_when_the_list_opened(
    start: Callable[..., Lab], keeps: bool, seen: str
) -> None:
    """[T] What is typed while the list is open is taken back at the commit; KEEP_PREFIX keeps what was there before."""
    lab = start(PLUGIN)
    view = lab.new_view("a k")
    view.sel().clear()
    view.sel().add(view.size())
    view.run_command("auto_complete")
    flags = lab.sublime.COMPLETION_FLAG_KEEP_PREFIX if keeps else 0
    offer = lab.sublime.CompletionItem.command_completion("keys", "sample_see")
    offer.flags = flags
    lab.plugin.ASKED[-1].set_completions([offer], lab.sublime.INHIBIT_WORD_COMPLETIONS)
    for char in "ey":
        view.run_command("insert", {"characters": char})
    view.run_command("commit_completion")
    assert lab.plugin.SampleSeeCommand.seen == [seen]
