"""Views, sheets, regions and panels in the host, as far as their own state goes."""

from __future__ import annotations

import time
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import Lab, own_layers_only

TWO_COLUMNS = {"cols": [0.0, 0.5, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


def test_region_ends_are_inside_and_touching_regions_do_not_intersect(lab: Lab) -> None:
    """[V] Region ends inclusive in `contains`; intersection of touching regions is Region(0, 0)."""
    region = lab.sublime.Region(2, 5)
    assert [point for point in range(8) if region.contains(point)] == [2, 3, 4, 5]
    touching = lab.sublime.Region(5, 9)
    assert not region.intersects(touching) and region.intersection(touching) == lab.sublime.Region(0, 0)
    assert region.intersection(lab.sublime.Region(4, 9)) == lab.sublime.Region(4, 5)


def test_read_only_and_scratch_are_the_buffers(lab: Lab) -> None:
    """[V] Read-only is per buffer: a clone has it, too."""
    view = lab.new_view("x")
    lab.window.run_command("clone_file")
    clone = lab.window.active_view()
    view.set_read_only(True)
    assert clone != view and clone.is_read_only() and clone.is_scratch()


def test_the_undo_stack_is_not_cleared_inside_a_text_command(start: Callable[..., Lab]) -> None:
    """[I] clear_undo_stack does nothing inside a TextCommand."""
    lab = start(
        """
        import sublime_plugin
        class SampleCommand(sublime_plugin.TextCommand):
            def run(self, edit):
                self.view.insert(edit, 0, "y")
                self.view.clear_undo_stack()
        """
    )
    view = lab.new_view("x")
    view.run_command("sample")
    view.run_command("undo")
    assert view.substr(lab.sublime.Region(0, view.size())) == "x"
    view.clear_undo_stack()
    view.run_command("undo")
    assert view.size() == 1


@pytest.mark.parametrize("layout", ["LAYOUT_BELOW", "LAYOUT_BLOCK"])
def test_a_phantom_stands_under_its_line_and_pushes_what_follows_down(lab: Lab, layout: str) -> None:
    """[T] BELOW and BLOCK stand under their line; phantoms above the caret push text down."""
    view = lab.new_view("a\nb\nc")
    before = [view.text_to_layout(point)[1] for point in (0, 2, 4)]
    view.add_phantom("p", lab.sublime.Region(2), "text", getattr(lab.sublime, layout))
    after = [view.text_to_layout(point)[1] for point in (0, 2, 4)]
    assert after[:2] == before[:2] and after[2] > before[2]
    view.erase_phantoms("p")
    assert [view.text_to_layout(point)[1] for point in (0, 2, 4)] == before


def test_phantoms_of_one_view_do_not_move_another(lab: Lab) -> None:
    """[V] A phantom belongs to one view."""
    view = lab.new_view("a\nb")
    lab.window.run_command("clone_file")
    clone = lab.window.active_view()
    before = clone.text_to_layout(2)
    view.add_phantom("p", lab.sublime.Region(0), "text", lab.sublime.LAYOUT_BLOCK)
    assert clone.text_to_layout(2) == before != view.text_to_layout(2)


def test_subl_links_run_commands_and_bypass_on_navigate(start: Callable[..., Lab]) -> None:
    """[V] `subl:` links run commands and bypass on_navigate."""
    lab = start(
        """
        import sublime_plugin
        RUNS = []
        class SampleCommand(sublime_plugin.WindowCommand):
            def run(self, **args):
                RUNS.append(args)
        """
    )
    view, followed = lab.new_view("x"), []
    link = lab.sublime.command_url("sample", {"a": "<b>"})
    html = f'<a href="{link}">run</a> <a href="other">go</a>'
    view.add_phantom("p", lab.sublime.Region(0), html, lab.sublime.LAYOUT_INLINE, followed.append)
    verbs.click(lab.host, text="run")
    assert (lab.plugin.RUNS, followed) == ([{"a": "<b>"}], [])
    verbs.click(lab.host, text="go")
    assert (len(lab.plugin.RUNS), followed) == (1, ["other"])


def test_annotations_have_links(lab: Lab) -> None:
    """[V] add_regions: `annotations` and `on_navigate` put links at the right edge."""
    view, followed = lab.new_view("x\ny"), []
    regions = [lab.sublime.Region(0), lab.sublime.Region(2)]
    annotations = ['<a href="one">first</a>', '<a href="two">second</a>']
    view.add_regions("k", regions, annotations=annotations, on_navigate=followed.append)
    verbs.click(lab.host, text="second")
    assert followed == ["two"]


def test_an_io_panel_has_an_output_and_an_input(lab: Lab) -> None:
    """[V] create_io_panel: an output panel with an input box."""
    lab.new_view()
    said: list[str] = []
    output, entry = lab.window.create_io_panel("chat", said.append)
    assert lab.window.find_io_panel("chat") == (output, entry) and output != entry
    lab.window.run_command("show_panel", {"panel": "output.chat"})
    verbs.enter(lab.host, "hello")
    assert said == ["hello"] and entry.size() == 0 and lab.window.active_panel() == "output.chat"
    assert lab.window.find_io_panel("none") == (None, None)


def test_selected_sheets_gives_the_active_group_only(lab: Lab) -> None:
    """[T] selected_sheets() gives the active group only: use selected_sheets_in_group."""
    lab.window.set_layout(TWO_COLUMNS)
    left, right = lab.new_view(), lab.new_view()
    lab.window.set_view_index(right, 1, 0)
    lab.window.select_sheets([left.sheet(), right.sheet()])
    lab.window.focus_group(0)
    assert lab.window.selected_sheets() == [left.sheet()]
    lab.window.focus_group(1)
    assert lab.window.selected_sheets() == [right.sheet()]


def test_selected_sheets_of_a_group_share_its_width(lab: Lab) -> None:
    """[T] Several selected sheets of a group stand side by side, all of the same width."""
    views = [lab.new_view("x") for _ in range(3)]
    alone = views[2].viewport_extent()[0]
    lab.window.select_sheets([view.sheet() for view in views[:2]])
    first, second = (view.viewport_extent()[0] for view in views[:2])
    assert first == second and 0 < first <= alone / 2


@own_layers_only
def test_from_build_4205_on_a_run_of_capitals_is_split(start: Callable[..., Lab]) -> None:
    """[V] Build 4200 does not split runs of capitals in a command's name, 4213 does; [I] the last begins a word."""
    source = "import sublime_plugin\nclass CreateCProjectCommand(sublime_plugin.WindowCommand): pass\n"
    for build, name in ((4200, "create_cProject"), (4204, "create_cProject"), (4205, "create_c_project")):
        lab = start(source, build=build)
        assert lab.plugin.CreateCProjectCommand(lab.window).name() == name
        assert lab.sublime.version() == str(build)


def test_a_timer_is_never_early(lab: Lab) -> None:
    """[T] Delays are minimums."""
    seen: list[Any] = []
    start = time.monotonic()
    lab.sublime.set_timeout(lambda: seen.append(time.monotonic() - start), 40)
    lab.sublime.set_timeout_async(lambda: seen.append(time.monotonic() - start), 40)
    lab.host.run_until(lambda: len(seen) == 2)
    assert len(seen) == 2 and min(seen) >= 0.04


def test_a_scroll_fires_no_event(lab: Lab) -> None:
    """[T] No scroll event exists: viewport_position has to be polled."""
    view = lab.new_view("x\n" * 500)
    lab.names()
    view.set_viewport_position((0.0, 300.0), False)
    verbs.scroll(lab.host, 200)
    assert view.viewport_position()[1] > 300 and lab.names() == []
