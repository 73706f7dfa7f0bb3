"""What nobody could look up about Sublime: each unknown, told to go either way, and what is seen of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, NamedTuple

import pytest

from .conftest import RECORDER, Lab
from .core import Choices, geometry, minihtml

TWO_COLUMNS = {"cols": [0.0, 0.5, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


class Unknown(NamedTuple):
    """What `observe` gives when the choice is off, and when it is on."""

    observe: Callable[[Lab], Any]
    off: Any
    on: Any


def events_of_closing(lab: Lab) -> list[str]:
    lab.new_view()
    view = lab.new_view()
    lab.names()
    view.close()
    return [name for name in lab.names() if name in ("on_close", "on_activated")]


def selected_after_the_call(lab: Lab) -> tuple[list[int], list[int], int]:
    """Three tabs on the left, one on the right; of which the third and the first are selected, in this order.

    Gives what is selected left and right, and what is active.
    """
    lab.window.set_layout(TWO_COLUMNS)
    views = [lab.new_view() for _ in range(4)]
    lab.window.set_view_index(views[3], 1, 0)
    lab.window.select_sheets([views[2].sheet(), views[0].sheet()])
    numbers = {view.sheet(): number for number, view in enumerate(views)}
    left, right = ([numbers[sheet] for sheet in lab.window.selected_sheets_in_group(group)] for group in (0, 1))
    return left, right, numbers[lab.window.active_sheet()]


def events_of_a_command(lab: Lab) -> list[str]:
    view = lab.new_view()
    lab.names()
    view.run_command("select_all")
    return [name for name in lab.names() if name.endswith("command")]


def group_after_set_layout(lab: Lab) -> int:
    lab.window.set_layout(TWO_COLUMNS)
    lab.window.focus_group(1)
    lab.window.set_layout(TWO_COLUMNS)
    return lab.window.active_group()


def views_of_a_new_window(lab: Lab) -> int:
    lab.sublime.run_command("new_window")
    return len(lab.sublime.active_window().views())


def dirty_without_its_file(lab: Lab) -> bool:
    path = Path(lab.host.home, "a.txt")
    path.write_text("x")
    view = lab.open(path)
    path.unlink()
    lab.core.watch.look()
    return view.is_dirty()


def margins_of_a_phantom(lab: Lab) -> float:
    """In lines, what a phantom takes more than its contents."""
    view = lab.new_view("a\nb")
    before = view.text_to_layout(2)[1]
    view.add_phantom("p", lab.sublime.Region(0), "text", lab.sublime.LAYOUT_BLOCK)
    font_px = geometry.font(lab.core.views[view.id()])[0]
    contents = minihtml.height("text", font_px, view.viewport_extent()[0])
    return round((view.text_to_layout(2)[1] - before - contents) / view.line_height(), 3)


UNKNOWNS = {
    "activate_before_on_close": Unknown(
        events_of_closing, ["on_close", "on_activated"], ["on_activated", "on_close"]
    ),
    "select_sheets_keeps_other_groups": Unknown(lambda lab: selected_after_the_call(lab)[1], [], [3]),
    "select_sheets_focuses_last": Unknown(lambda lab: selected_after_the_call(lab)[2], 2, 0),
    "select_sheets_in_given_order": Unknown(lambda lab: selected_after_the_call(lab)[0], [0, 2], [2, 0]),
    "command_events_for_code": Unknown(events_of_a_command, [], ["on_text_command", "on_post_text_command"]),
    "set_layout_moves_focus": Unknown(group_after_set_layout, 1, 0),
    "empty_window_has_view": Unknown(views_of_a_new_window, 0, 1),
    "phantoms_have_margins": Unknown(margins_of_a_phantom, 0.0, 0.5),
    "deleted_file_is_dirty": Unknown(dirty_without_its_file, False, True),
}  # fmt: skip


@pytest.mark.parametrize("chosen", [False, True], ids=["off", "on"])
@pytest.mark.parametrize("unknown", UNKNOWNS)
def test_an_unknown_goes_the_way_that_was_chosen(start: Callable[..., Lab], unknown: str, chosen: bool) -> None:
    """[U] Each of these could be either way; see `Choices` for what they are."""
    lab = start(RECORDER, choices=Choices(**{unknown: chosen}))
    wanted = UNKNOWNS[unknown].on if chosen else UNKNOWNS[unknown].off
    assert UNKNOWNS[unknown].observe(lab) == wanted
