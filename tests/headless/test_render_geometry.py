"""What the core says of a view's layout is what one sees in the picture of the same window, measured in Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.headless.conftest import Lab
from tests.headless.core import geometry, metrics, snapshot
from tests.headless.render import render_html
from tests.headless.render.png import Box, measure

pytestmark = pytest.mark.usefixtures("chromium")

HEADER = """<body id="x"><style>
    html, body { margin: 0; padding: 0; } .header { padding: 0.35rem 0 0.5rem 0; }
    .box { font-weight: bold; padding: 0.15rem 0.7rem; } .note { padding-top: 0.35rem; }
</style><div class="header"><div><a class="box" href="a">Accept</a> <a href="b">Reject</a></div>
<div class="note">written to disk only when you accept</div></div></body>"""


def look(lab: Lab, selector: str = "none") -> tuple[Box, list[Box]]:
    """The focused sheet's text area, without gutter, minimap and the blank above; and what fits the selector."""
    html = render_html(snapshot.take(lab.core, text=True), lab.window.id())
    text, gutters, found = measure(html, ".sheet.focused .text", ".sheet.focused .gutter", selector)
    left, top, width, height = text[0]
    gutter = gutters[0][2]
    return (left + gutter, top + metrics.TEXT_TOP_PX, width - gutter, height - metrics.TEXT_TOP_PX), found


def text_area(lab: Lab) -> Box:
    return look(lab)[0]


def check_rows(lab: Lab, view: Any) -> int:
    """Every drawn row stands where the core says; returns how many were compared."""
    core_view = lab.core.views[view.id()]
    (_, top, _, _), numbers = look(lab, ".sheet.focused .line")
    first = core_view.buffer.text.row_col(geometry.visible_span(core_view)[0])[0]
    expected, row = [], first
    while len(expected) < len(numbers):
        drawn = geometry.drawn_rows(core_view, row)
        for index in range(len(drawn)):
            y = geometry.row_top(core_view, row) + index * geometry.line_height(core_view) - core_view.viewport[1]
            expected.append(top + y)
        row = drawn[-1].pieces[-1].row + 1
    wrong = [(a, b[1]) for a, b in zip(expected, numbers) if abs(a - b[1]) > 1.5]
    assert wrong == []
    return len(numbers)


def test_rows_stand_where_the_core_says_with_phantoms_folds_and_scrolling(lab: Lab) -> None:
    view = lab.new_view("".join(f"row {n}\n" for n in range(300)))
    layout = lab.sublime
    view.add_phantom("k", lab.sublime.Region(0), HEADER, layout.LAYOUT_BLOCK)
    for row in (3, 4, 4, 9):
        point = view.text_point(row, 2)
        view.add_phantom("k", lab.sublime.Region(point), "<h2>Title</h2><ul><li>one<li>two</ul>", layout.LAYOUT_BELOW)
    view.add_phantom("k", lab.sublime.Region(view.text_point(5, 2)), "<b>inline</b>", layout.LAYOUT_INLINE)
    view.fold(lab.sublime.Region(view.text_point(11, 3), view.text_point(14, 2)))
    lab.host.settle()
    assert check_rows(lab, view) > 15
    view.set_viewport_position((0, 140.0))
    assert check_rows(lab, view) > 15


def test_wrapped_rows_stand_where_the_core_says(lab: Lab) -> None:
    text = "".join(("    " * (n % 3)) + f"paragraph {n} " + "of words that wrap " * (n % 40) + "\n" for n in range(60))
    view = lab.new_view(text)
    view.settings().set("word_wrap", True)
    view.set_viewport_position((0, 333.0))
    assert check_rows(lab, view) > 30


def test_the_text_area_is_as_large_as_the_viewport(lab: Lab, tmp_path: Path) -> None:
    lab.window.set_project_data({"folders": [{"path": str(tmp_path)}]})
    lab.window.set_layout(
        {"cols": [0, 0.3, 1], "rows": [0, 0.5, 1], "cells": [[0, 0, 1, 2], [1, 0, 2, 1], [1, 1, 2, 2]]}
    )
    lab.window.focus_group(1)
    panel = lab.window.create_output_panel("x")
    panel.run_command("append", {"characters": "a\nb\nc"})
    lab.window.run_command("show_panel", {"panel": "output.x"})
    view = lab.new_view("x\n" * 2000)
    lab.host.settle()
    _, _, width, height = text_area(lab)
    assert view.viewport_extent() == pytest.approx((width, height), abs=1.5)


def test_an_input_panel_takes_its_height(lab: Lab) -> None:
    view = lab.new_view("x\n" * 2000)
    lab.window.show_input_panel("Name:", "x", None, None, None)
    lab.host.settle()
    assert view.viewport_extent()[1] == pytest.approx(text_area(lab)[3], abs=1.5)


def test_two_selected_sheets_share_the_width(lab: Lab) -> None:
    views = [lab.new_view("x\n" * 10), lab.new_view("y\n" * 10)]
    lab.window.select_sheets([view.sheet() for view in views])
    lab.host.settle()
    _, _, width, height = text_area(lab)
    assert lab.window.active_view().viewport_extent() == pytest.approx((width, height), abs=1.5)


def test_columns_stand_where_the_core_says(lab: Lab) -> None:
    text = "def f(x):\n\tif x:\n\t\treturn 'äöü\x1b' + \"\\t\" * 12  # a comment at the end\n"
    view = lab.new_view(text)
    points = [6, 14, 20, 40, view.size() - 2]
    view.sel().clear()
    for point in points:
        view.sel().add(point)
    lab.host.settle()
    view.set_viewport_position((30.0, 0))
    (left, *_), found = look(lab, ".caret")
    carets = sorted(box[0] + 31 - left for box in found)
    assert carets == pytest.approx(sorted(view.text_to_layout(point)[0] for point in points), abs=1.5)
