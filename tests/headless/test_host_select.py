"""Selecting, searching, bookmarks and marks, folding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from . import verbs
from .conftest import Lab
from .marked import keyboard, marked_view, select, shown, text_of


def press(lab: Lab, *keys: str) -> None:
    for key in keys:
        verbs.press(lab.host, key.split(" "))


@pytest.mark.parametrize(
    "keys, before, after",
    [
        ("ctrl+l", "a|b\nc\nd", "«ab\n»c\nd"),
        ("ctrl+l", "«ab\n»c\nd", "«ab\nc\n»d"),
        ("alt+l", "a\n«b\n»c", "«a\nb\n»c"),
        ("ctrl+shift+m", "f(a, |b)", "f(«a, b»)"),
        ("ctrl+shift+m", "f(«a, b»)", "f«(a, b)»"),
        ("ctrl+shift+m", "a|b", "a|b"),
        ("ctrl+shift+a", "f(o|ne two)", "f(«one» two)"),
        ("ctrl+shift+a", 'f("«one» two", x)', 'f("«one two»", x)'),
        ("ctrl+shift+a", 'f("«one two»", x)', 'f(«"one two"», x)'),
        ("alt+shift+down", "a|b\ncd", "a|b\nc|d"),
        ("alt+shift+up", "ab\nc|d", "a|b\nc|d"),
        ("alt+shift+down", "«ab»\ncd", "«ab»\n«cd»"),
        ("ctrl+shift+l", "«ab\ncd\n»e", "«ab»\n«cd»\ne"),
        ("escape", "a|b|c", "a|bc"),
        ("ctrl+d", "o|ne two one", "«one» two one"),
        ("ctrl+d", "«one» two one", "«one» two «one»"),
        ("ctrl+k ctrl+d", "«on» one on", "on «on»e on"),
        ("alt+f3", "o|ne ones one", "«one» ones «one»"),
        ("alt+f3", "«one» ones", "«one» «one»s"),
        ("ctrl+f3", "o|ne two one", "one two «one»"),
        ("ctrl+shift+f3", "one two one| one", "«one» two one one"),
    ],
)
def test_selecting_by_keys(lab: Lab, keys: str, before: str, after: str) -> None:
    """[V] Default's bindings for selections on Linux."""
    view = marked_view(lab, before)
    press(lab, keys)
    assert shown(view) == after


def test_words_that_were_expanded_match_whole_words(lab: Lab) -> None:
    """[V] Ctrl+D from a caret goes on with whole words, from a selection with the bare text; it wraps around."""
    view = marked_view(lab, "on one on o|n")
    press(lab, "ctrl+d", "ctrl+d", "ctrl+d")
    assert shown(view) == "«on» one «on» «on»"
    press(lab, "ctrl+d")
    assert len(view.sel()) == 3  # there are no more
    view = marked_view(lab, "on one «on»")
    press(lab, "ctrl+d", "ctrl+d")
    assert shown(view) == "«on» «on»e «on»"


def test_a_selection_grows_to_a_word_paragraph_and_indentation(lab: Lab) -> None:
    """[V] expand_selection to word and indentation; the paragraph has a command of its own."""
    view = marked_view(lab, "a:\n  b\n  c|d\n\ne")
    view.run_command("expand_selection", {"to": "word"})
    assert shown(view) == "a:\n  b\n  «cd»\n\ne"
    view.run_command("expand_selection", {"to": "indentation"})
    assert shown(view) == "a:\n«  b\n  cd\n\n»e"
    select(lab, view, [(0, 0)])
    view.run_command("expand_selection_to_paragraph")
    assert shown(view) == "«a:\n  b\n  cd\n»\ne"
    view.run_command("invert_selection")
    assert shown(view) == "a:\n  b\n  cd\n«\ne»"


def state(lab: Lab) -> Any:
    return verbs.state(lab.host)["windows"][0]


def test_the_find_panel_searches_what_is_typed(lab: Lab) -> None:
    """[V] Ctrl+F takes the selection along; Enter and Shift+Enter, F3 and Shift+F3 go through the matches."""
    view = marked_view(lab, "«one» two One\ntwo")
    press(lab, "ctrl+f")
    assert lab.window.active_panel() == "find" and keyboard(lab).element == "find:input"
    press(lab, "enter")
    assert shown(view) == "one two «One»\ntwo"
    press(lab, "enter")
    assert shown(view) == "«one» two One\ntwo"
    verbs.press(lab.host, ["ctrl+a"])
    verbs.type(lab.host, "two")
    press(lab, "enter", "shift+enter")
    assert shown(view) == "one two One\n«two»"
    press(lab, "escape")
    assert lab.window.active_panel() is None or lab.window.active_panel() == ""
    assert lab.window.active_view() == view and keyboard(lab).id == view.id()
    press(lab, "f3")
    assert shown(view) == "one «two» One\ntwo"


def test_the_switches_of_the_find_panel(lab: Lab) -> None:
    """[V] Alt+C, Alt+R and Alt+W switch case, regular expressions and whole words; Alt+Enter selects all."""
    view = marked_view(lab, "a1 A2 ab |")
    lab.window.run_command("show_panel", {"panel": "find", "pattern": "a.", "regex": False, "whole_word": False})
    press(lab, "alt+r", "alt+enter")
    assert shown(view) == "«a1» «A2» «ab» " and lab.window.active_panel() in (None, "")
    select(lab, view, [(9, 9)])
    press(lab, "ctrl+f", "alt+c", "alt+enter")
    assert shown(view) == "«a1» A2 «ab» "


def test_replacing(lab: Lab) -> None:
    """[V] Ctrl+H, Tab to the second input, Ctrl+Alt+Enter replaces every match as one step."""
    view = marked_view(lab, "|cat cut cat")
    press(lab, "ctrl+h")
    verbs.type(lab.host, "cat")
    press(lab, "tab")
    verbs.type(lab.host, "dog")
    press(lab, "ctrl+alt+enter")
    assert text_of(view) == "dog cut dog"
    view.run_command("undo")
    assert text_of(view) == "cat cut cat"
    select(lab, view, [(0, 0)])
    press(lab, "f3", "ctrl+shift+h")
    assert text_of(view) == "dog cut cat" and [(r.a, r.b) for r in view.sel()] == [(8, 11)]


def test_incremental_search_goes_along_and_back(lab: Lab) -> None:
    """[V] Ctrl+I selects while typing; Enter stays there, Escape goes back to where it began."""
    view = marked_view(lab, "|one two")
    press(lab, "ctrl+i")
    verbs.type(lab.host, "tw")
    assert shown(view) == "one «tw»o"
    press(lab, "escape")
    assert shown(view) == "|one two"
    press(lab, "ctrl+i")
    verbs.press(lab.host, ["ctrl+a"])
    verbs.type(lab.host, "o t")
    press(lab, "enter")
    assert "«" not in shown(view) or shown(view) == "|one two"
    assert lab.window.active_panel() in (None, "")


def test_the_word_under_the_caret_is_looked_for_next(lab: Lab) -> None:
    """[V] slurp_find_string sets what F3 looks for, slurp_replace_string what replaces it."""
    view = marked_view(lab, "o|ne x one")
    press(lab, "ctrl+e", "f3", "f3")
    assert shown(view) in ("«one» x one", "one x «one»")


def test_bookmarks_are_regions(lab: Lab) -> None:
    """[V] Bookmarks are the regions "bookmarks"; F2 goes through them, from the last to the first."""
    view = marked_view(lab, "a|\nb\nc|\nd")
    press(lab, "ctrl+f2")
    assert [(r.a, r.b) for r in view.get_regions("bookmarks")] == [(1, 1), (5, 5)]
    select(lab, view, [(2, 2)])
    press(lab, "f2")
    assert shown(view) == "a\nb\nc|\nd"
    press(lab, "f2")
    assert shown(view) == "a|\nb\nc\nd"
    press(lab, "shift+f2")
    assert shown(view) == "a\nb\nc|\nd"
    press(lab, "ctrl+f2", "alt+f2")
    assert shown(view) == "a|\nb\nc\nd"
    press(lab, "ctrl+shift+f2")
    assert view.get_regions("bookmarks") == []


def test_marks(lab: Lab) -> None:
    """[V] Text up to the mark can be selected, deleted and yanked."""
    view = marked_view(lab, "ab|cdef")
    press(lab, "ctrl+k ctrl+space")
    select(lab, view, [(4, 4)])
    press(lab, "ctrl+k ctrl+a")
    assert shown(view) == "ab«cd»ef"
    select(lab, view, [(4, 4)])
    press(lab, "ctrl+k ctrl+w")
    assert shown(view) == "ab|ef"
    press(lab, "ctrl+k ctrl+y")
    assert shown(view) == "abcd|ef"
    select(lab, view, [(0, 0)])
    press(lab, "ctrl+k ctrl+x")
    assert shown(view) == "abcd|ef" and [r.a for r in view.get_regions("mark")] == [0]
    press(lab, "ctrl+k ctrl+g")
    assert view.get_regions("mark") == []


def test_folding(lab: Lab) -> None:
    """[V] fold takes the selection, or the indented block of a caret; fold_by_level what is that deep."""
    view = marked_view(lab, "a|:\n  b\n  c\nd")
    press(lab, "ctrl+shift+[")
    assert [(r.a, r.b) for r in view.folded_regions()] == [(2, 10)]
    press(lab, "ctrl+k ctrl+j")
    assert view.folded_regions() == []
    select(lab, view, [(11, 11)])
    view.settings().set("tab_size", 2)
    press(lab, "ctrl+k ctrl+1")
    assert [(r.a, r.b) for r in view.folded_regions()] == [(2, 10)]


def test_find_in_files_lists_the_matches_in_a_tab(lab: Lab, tmp_path: Path) -> None:
    """[V] Ctrl+Shift+F searches folders and open files, the location narrows it; F4 goes through the results."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("1\n2\n3\nneedle\n5\n6\n7\n")
    (folder / "b.txt").write_text("needle\n")
    lab.window.set_project_data({"folders": [{"path": str(folder)}]})
    marked_view(lab, "«needle»")
    press(lab, "ctrl+shift+f")
    assert keyboard(lab).element == "find_in_files:input:find" and keyboard(lab).buffer.text.whole() == "needle"
    press(lab, "tab")
    verbs.type(lab.host, "*.py")
    press(lab, "enter")
    view = lab.window.active_view()
    assert view.name() == "Find Results"
    lab.host.run_until(lambda: "1 match in 1 file" in text_of(view))
    wanted = f'Searching 1 file for "needle"\n\n{folder}/a.py:\n    2  2\n    3  3\n    4: needle\n    5  5\n    6  6\n'
    assert text_of(view) == wanted + "\n1 match in 1 file"
    assert view.find_all_results() == [(f"{folder}/a.py", 4, 0)]
    press(lab, "f4")
    lab.host.settle()
    found = lab.window.active_view()
    assert found.file_name() == f"{folder}/a.py" and found.rowcol(found.sel()[0].a) == (3, 0)
