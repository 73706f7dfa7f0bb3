"""Where text stands: folds, word wrap, phantoms, and points and pixels as each other's inverse."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .conftest import Lab
from .core import rows

WORDS = "one two three four five six seven eight nine ten eleven twelve"


def wrapped(lab: Lab, text: str, columns: int = 20) -> Any:
    view = lab.new_view(text)
    view.settings().set("word_wrap", True)
    view.settings().set("wrap_width", columns)
    return view


def y_of(view: Any, point: int) -> float:
    return view.text_to_layout(point)[1] / view.line_height()


@pytest.mark.parametrize(
    ("syntax", "wraps"),
    [
        ("Text/Plain text.tmLanguage", True),
        ("Markdown/Markdown.sublime-syntax", True),
        ("Python/Python.sublime-syntax", False),
    ],
)
def test_prose_wraps_and_source_code_does_not(lab: Lab, syntax: str, wraps: bool) -> None:
    """[I] `"word_wrap": "auto"` wraps what is no source code."""
    view = lab.new_view("word " * 1000)
    view.assign_syntax(f"Packages/{syntax}")
    assert (y_of(view, view.size()) > 0) == wraps
    view.settings().set("word_wrap", not wraps)
    assert (y_of(view, view.size()) > 0) != wraps


def test_lines_break_behind_blanks_and_the_next_line_comes_below(lab: Lab) -> None:
    """[I] Lines break between words, `wrap_width` columns wide."""
    view = wrapped(lab, f"{WORDS}\nend")
    starts = [WORDS.index(word) for word in ("one", "five", "nine", "twelve")]
    assert [view.text_to_layout(start) for start in starts] == [(0, n * view.line_height()) for n in range(4)]
    assert y_of(view, view.text_point(1, 0)) == 4


def test_rows_that_go_on_are_indented_like_their_line(lab: Lab) -> None:
    """[I] `indent_subsequent_lines` is on by default."""
    view = wrapped(lab, "    " + WORDS)
    x, y = view.text_to_layout(view.find("four", 0).begin())
    assert (x, y) == (pytest.approx(4 * view.em_width()), view.line_height())


def test_every_point_is_found_again_where_it_stands(lab: Lab) -> None:
    """[I] `layout_to_text` undoes `text_to_layout`."""
    generator = random.Random(3)
    text = "\n".join(
        "".join(generator.choice("ab c\t日é\x1b") for _ in range(generator.randrange(90))) for _ in range(60)
    )
    view = wrapped(lab, text)
    view.add_phantom("k", lab.sublime.Region(200), "<h1>x</h1>", lab.sublime.LAYOUT_BLOCK)
    for point in range(view.size() + 1):
        x, y = view.text_to_layout(point)
        assert view.layout_to_text((x, y + 1)) == point


def test_a_fold_takes_its_rows_off_the_screen(lab: Lab) -> None:
    """[I] What is folded is drawn on the row where the fold begins."""
    view = lab.new_view("".join(f"row {n}\n" for n in range(20)))
    view.fold(lab.sublime.Region(view.text_point(3, 5), view.text_point(7, 2)))
    assert [y_of(view, view.text_point(row, 0)) for row in (3, 5, 8, 9)] == [3, 3, 4, 5]
    assert view.rowcol(view.layout_to_text((0, 4 * view.line_height())))[0] == 8


@pytest.mark.parametrize("layout", ["LAYOUT_BELOW", "LAYOUT_BLOCK"])
def test_a_phantom_pushes_down_what_is_under_its_line(lab: Lab, layout: str) -> None:
    """[T] Phantoms stand under their line and push the text below them down."""
    view = lab.new_view("x\n" * 10)
    content = '<body style="margin: 0; padding: 0"><div style="padding-top: 57px"></div></body>'
    view.add_phantom("k", lab.sublime.Region(view.text_point(4, 1)), content, getattr(lab.sublime, layout))
    heights = [view.text_to_layout(view.text_point(row, 0))[1] - row * view.line_height() for row in (4, 5, 9)]
    assert heights == [0, 57, 57]
    assert view.layout_extent()[1] == 11 * view.line_height() + 57


def test_an_inline_phantom_makes_its_row_higher_only_if_it_is_higher_than_text(lab: Lab) -> None:
    """[I] A row is as high as what stands in it."""
    view = lab.new_view("x\n" * 10)
    view.add_phantom("small", lab.sublime.Region(4), "x", lab.sublime.LAYOUT_INLINE)
    assert y_of(view, view.text_point(5, 0)) == 5
    view.add_phantom("large", lab.sublime.Region(4), "<div style='padding: 20px'>x</div>", lab.sublime.LAYOUT_INLINE)
    assert y_of(view, view.text_point(5, 0)) > 6


def test_an_edit_of_a_large_wrapped_text_breaks_few_lines_anew(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """[I] Buffers of 100,000 lines are usable."""
    view = wrapped(lab, "".join(f"{n} {WORDS}\n" for n in range(100_000)))
    view.text_to_layout(0)
    broken: list[str] = []

    def counted(line: str, width: int, tab: int) -> list[int]:
        broken.append(line)
        return rows.breaks(line, width, tab)

    monkeypatch.setattr("tests.headless.core.geometry.breaks", counted)
    view.run_command("insert", {"characters": "x"})
    view.visible_region()
    assert 0 < len(broken) < 1000


def test_both_ways_of_breaking_agree() -> None:
    """[I] Plain text is broken by a quicker way than text with tabs and wide characters, at the same columns."""
    generator = random.Random(1)
    for _ in range(3000):
        line = "".join(generator.choice("ab  c") for _ in range(generator.randrange(120)))
        width = generator.randrange(8, 40)
        expected = rows.breaks(line.replace("a", "ä"), width, 4)  # as wide, but not plain
        assert rows.breaks(line, width, 4) == expected


def test_places_in_the_document_and_in_the_window(lab: Lab) -> None:
    """[V] layout_to_window and window_to_layout are each other's reverse, and follow scrolling. [I] Two groups are
    side by side."""
    left = lab.new_view("line\n" * 200)
    lab.window.set_layout({"cols": [0, 0.5, 1], "rows": [0, 1], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]})
    lab.window.focus_group(1)
    right = lab.new_view("line\n" * 200)
    x, y = left.layout_to_window((5.0, 7.0))
    assert right.layout_to_window((5.0, 7.0))[0] > x + left.viewport_extent()[0]
    assert left.window_to_layout((x, y)) == (5.0, 7.0)
    left.set_viewport_position((0.0, 100.0))
    assert left.layout_to_window((5.0, 107.0)) == (x, y)
    assert left.window_to_text(left.text_to_window(300)) == 300
