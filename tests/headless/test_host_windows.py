"""Windows, groups, sheets and focus in the host, with the events that go with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import RECORDER, Lab
from .core import Choices

TWO_COLUMNS = {"cols": [0.0, 0.5, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


def test_a_new_file_comes_to_the_front(lab: Lab) -> None:
    """[I] on_new, then on_deactivated(old), on_activated(new)."""
    old = lab.new_view()
    lab.names()
    new = lab.window.new_file()
    assert lab.log == [
        ("on_new_buffer", new.buffer_id()),
        ("on_new", new.id()),
        ("on_deactivated", old.id()),
        ("on_activated", new.id()),
    ]
    assert lab.window.active_view() == new and new.sheet().is_selected() and not old.sheet().is_selected()


@pytest.mark.parametrize("early", [False, True])
def test_closing_goes_pre_close_detached_close(start: Callable[..., Lab], early: bool) -> None:
    """[V] on_pre_close in the window, on_close without; [U] on_activated of the next view before or after."""
    source = (
        RECORDER
        + """
class Closing(sublime_plugin.EventListener):
    def on_pre_close(self, view):
        LOG.append(("in window", view.window() is not None))
    def on_close(self, view):
        LOG.append(("in window", view.window() is not None))
"""
    )
    lab = start(source, choices=Choices(activate_before_on_close=early))
    other, view = lab.new_view(), lab.new_view()
    lab.names()
    view.close()
    wanted = ("in window", "on_pre_close", "on_close")
    seen = [event for event in lab.log if event[0] in wanted or event == ("on_activated", other.id())]
    middle = [("in window", False), ("on_close", view.id())]
    activated = [("on_activated", other.id())]
    first = [("in window", True), ("on_pre_close", view.id())]
    assert seen == first + (activated + middle if early else middle + activated)
    assert not view.is_valid() and view.window() is None and lab.window.active_view() == other


def test_identity_is_by_id_and_type(lab: Lab) -> None:
    """[V] ==/hash by id and type, a new wrapper per call, bool(view) is not validity."""
    view = lab.new_view()
    again = lab.window.active_view()
    assert view is not again and view == again and hash(view) == hash(again)
    assert view != lab.sublime.Sheet(view.id()) and view != view.id()
    view.close()
    assert bool(view) and not view.is_valid() and view.size() == 0 and view.file_name() is None


def test_sheets_of_three_kinds(lab: Lab, tmp_path: Path) -> None:
    """[V] Sheets: text, image, html; html and image sheets have no view; active_view() is then None."""
    lab.new_view()
    html = lab.window.new_html_sheet("Page", "<p>x</p>")
    assert type(html).__name__ == "HtmlSheet" and html.view() is None and lab.window.active_view() is None
    assert lab.window.active_sheet() == html
    image = tmp_path / "a.png"
    image.write_bytes(b"")
    assert not lab.window.open_file(str(image))
    sheet = lab.window.active_sheet()
    assert type(sheet).__name__ == "ImageSheet" and sheet.file_name() == str(image)
    assert len(lab.window.sheets()) == 3 and len(lab.window.views()) == 1


def test_a_sheet_without_a_view_fires_only_deactivated(lab: Lab) -> None:
    """[I] Sheets without a view fire only the first of on_deactivated, on_activated."""
    lab.new_view()
    lab.names()
    lab.window.new_html_sheet("Page", "")
    assert lab.names() == ["on_deactivated"]


@pytest.mark.parametrize("keeps", [False, True])
def test_select_sheets_sets_the_whole_window(start: Callable[..., Lab], keeps: bool) -> None:
    """[V] select_sheets sets the selection of the whole window; [U] its effect on groups that it does not name."""
    lab = start(choices=Choices(select_sheets_keeps_other_groups=keeps))
    lab.window.set_layout(TWO_COLUMNS)
    left = [lab.new_view() for _ in range(3)]
    right = lab.new_view()
    lab.window.set_view_index(right, 1, 0)
    lab.window.select_sheets([left[0].sheet(), left[2].sheet()])
    assert lab.window.selected_sheets_in_group(0) == [left[0].sheet(), left[2].sheet()]
    assert lab.window.selected_sheets_in_group(1) == ([right.sheet()] if keeps else [])
    lab.window.select_sheets([left[0].sheet(), right.sheet()])
    assert [lab.window.selected_sheets_in_group(g) for g in (0, 1)] == [[left[0].sheet()], [right.sheet()]]


def test_focusing_another_tab_unselects_the_pair(lab: Lab) -> None:
    """[T] Focusing or clicking another tab of the group unselects the pair."""
    views = [lab.new_view() for _ in range(3)]
    lab.window.select_sheets([views[0].sheet(), views[1].sheet()])
    lab.window.focus_view(views[1])
    assert len(lab.window.selected_sheets()) == 2
    lab.window.focus_view(views[2])
    assert lab.window.selected_sheets() == [views[2].sheet()]


def test_new_file_ignores_add_to_selection(lab: Lab) -> None:
    """[T] new_file(ADD_TO_SELECTION) is ignored."""
    lab.new_view()
    view = lab.window.new_file(lab.sublime.ADD_TO_SELECTION)
    assert lab.window.selected_sheets() == [view.sheet()]


def test_previews_are_replaced_and_not_listed(lab: Lab, tmp_path: Path) -> None:
    """[V] views() leaves out transient views; close() has no effect on one; an edit makes it stay."""
    for name in "ab":
        (tmp_path / name).write_text(name)
    first = lab.window.open_file(str(tmp_path / "a"), lab.sublime.TRANSIENT)
    lab.host.settle()
    assert lab.window.views() == [] and lab.window.views(include_transient=True) == [first]
    assert first.sheet().is_transient() and first.close() is False and first.is_valid()
    second = lab.window.open_file(str(tmp_path / "b"), lab.sublime.TRANSIENT)
    lab.host.settle()
    assert not first.is_valid()
    second.run_command("append", {"characters": "x"})
    assert lab.window.views() == [second]


def test_a_file_is_opened_once_and_cloned_on_demand(lab: Lab, tmp_path: Path) -> None:
    """[V] open_file focuses an open file; FORCE_GROUP makes a clone if it is open in another group only."""
    path = tmp_path / "a.txt"
    path.write_text("x")
    view = lab.open(path)
    lab.new_view()
    assert lab.open(path) == view and lab.window.active_view() == view
    lab.window.set_layout(TWO_COLUMNS)
    clone = lab.window.open_file(str(path), lab.sublime.FORCE_GROUP, 1)
    lab.host.settle()
    assert clone != view and clone.buffer() == view.buffer() and lab.window.get_view_index(clone) == (1, 0)


def test_leaving_the_application_deactivates_the_view(lab: Lab) -> None:
    """[I] When Sublime itself leaves the front, on_deactivated fires for the active view."""
    lab.new_view()
    lab.names()
    lab.core.active = False
    lab.core.update_focus()
    assert lab.names() == ["on_deactivated"]


def test_panels_have_views_without_sheets(lab: Lab) -> None:
    """[V] A panel's view has sheet id 0 and an element(); [I] create_output_panel again clears it."""
    lab.new_view()
    panel = lab.window.create_output_panel("sample")
    panel.run_command("append", {"characters": "out"})
    assert (panel.element(), panel.sheet_id(), lab.window.active_view().element()) == ("output:output", 0, None)
    lab.window.run_command("show_panel", {"panel": "output.sample"})
    assert lab.window.active_panel() == "output.sample" and "output.sample" in lab.window.panels()
    assert lab.window.create_output_panel("sample") == panel and panel.size() == 0
    lab.window.destroy_output_panel("sample")
    assert lab.window.find_output_panel("sample") is None and not panel.is_valid()


def test_inputs_take_the_focus_with_their_own_view(lab: Lab) -> None:
    """[V] Panels and inputs fire on_deactivated and on_activated, too: check element()."""
    view = lab.new_view()
    done = []
    lab.names()
    panel = lab.window.show_input_panel("Name:", "a", done.append, None, None)
    assert panel.element() == "input:input" and lab.window.active_view() == view
    activated = [e for e in lab.log if e[0] in ("on_activated", "on_deactivated")]
    assert activated == [("on_deactivated", view.id()), ("on_activated", panel.id())]
    panel.run_command("insert", {"characters": "b"})
    lab.window.run_command("select")
    assert done == ["ab"] and not panel.is_valid()


def test_a_quick_panel_answers_exactly_once(lab: Lab) -> None:
    """[I] on_select(-1) on cancel, exactly once; a new panel cancels the old one."""
    answers, seen = [], []
    lab.window.show_quick_panel(["a", "b"], lambda i: answers.append(("first", i)), on_highlight=seen.append)
    lab.window.show_quick_panel(
        [lab.sublime.QuickPanelItem("x", ["d", "e"], "note")], lambda i: answers.append(("second", i))
    )
    overlay: Any = lab.core.active_window.overlay  # type: ignore[union-attr]
    assert overlay.items[0][:3] == ("x", "d\ne", "note")
    overlay.pick(0)
    lab.host.settle()
    assert answers == [("first", -1), ("second", 0)] and seen == [0]


def test_folders_are_empty_at_a_new_windows_first_event_and_change_without_one(start: Callable[..., Lab]) -> None:
    """[T] No event when a window's folders change; folders() is empty at a new window's first events."""
    source = (
        RECORDER
        + """
class Folders(sublime_plugin.EventListener):
    def on_new_window(self, window):
        LOG.append(("folders", list(window.folders())))
"""
    )
    lab = start(source)
    lab.host.new_window(["/tmp"])
    assert ("folders", []) in lab.log
    lab.host.settle()
    lab.log.clear()
    window = lab.sublime.active_window()
    assert window.folders() == ["/tmp"]
    window.set_project_data({"folders": [{"path": "/"}]})
    assert lab.names() == [] and window.folders() == ["/"]


def test_a_view_moves_between_windows(lab: Lab) -> None:
    """[I] set_view_index takes a view of another window, too."""
    view = lab.new_view("x")
    other_id = lab.host.new_window().id
    other = lab.sublime.Window(other_id)
    other.set_view_index(view, 0, 0)
    assert view.window() == other and lab.window.views() == [] and other.active_view() == view


def test_closing_a_window_makes_it_invalid(lab: Lab) -> None:
    """[V] Window.is_valid() ⇔ it has groups."""
    other = lab.sublime.Window(lab.host.new_window().id)
    assert other.is_valid() and other in lab.sublime.windows()
    other.run_command("close_window")
    assert not other.is_valid() and lab.sublime.windows() == [lab.window]
    assert lab.sublime.active_window() == lab.window


def test_removing_a_group_moves_its_sheets(lab: Lab) -> None:
    """[I] The sheets of a group that a layout no longer has move to the last one."""
    lab.window.set_layout(TWO_COLUMNS)
    view, other = lab.new_view(), lab.new_view()
    lab.window.set_view_index(other, 1, 0)
    lab.window.set_layout({"cols": [0.0, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1]]})
    assert lab.window.num_groups() == 1 and lab.window.views_in_group(0) == [view, other]


@pytest.mark.parametrize("has_view", [True, False])
def test_a_window_without_tabs_has_a_blank_view(start: Callable[..., Lab], has_view: bool) -> None:
    """[U] Whether a window without tabs has a view; [T] it goes when another tab comes, unless it was used."""
    lab = start(choices=Choices(empty_window_has_view=has_view))
    lab.sublime.run_command("new_window")
    window = lab.sublime.active_window()
    assert [view.size() for view in window.views()] == [0] * has_view
    assert (window.active_view() is not None) == has_view
    other = window.new_file()
    assert window.views() == [other]
    other.close()
    assert len(window.views()) == has_view and other not in window.views()
    window.run_command("insert", {"characters": "typed"})
    used = window.views()
    other = window.new_file()
    assert window.views() == [*used, other]


def test_built_in_panels_are_listed_and_the_console_can_be_shown(lab: Lab) -> None:
    """[V] Window.panels() includes certain built-in panels; [T] among them the console."""
    assert {"console", "find", "replace", "find_in_files"} <= set(lab.window.panels())
    lab.window.run_command("show_panel", {"panel": "console"})
    assert lab.window.active_panel() == "console"
    lab.window.run_command("hide_panel")
    assert lab.window.active_panel() is None
