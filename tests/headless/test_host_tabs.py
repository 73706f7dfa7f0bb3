"""Commands about tabs and their multi-selection, groups, files, folders and dialogs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from . import verbs
from .conftest import Lab
from .marked import text_of


def press(lab: Lab, *keys: str) -> None:
    for key in keys:
        verbs.press(lab.host, key.split(" "))


def names(lab: Lab, group: int | None = None) -> str:
    """First letters of the tabs: of all, or of a group."""
    views = lab.window.views() if group is None else lab.window.views_in_group(group)
    return "".join(view.name() for view in views)


def selected(lab: Lab) -> str:
    return "".join(sheet.view().name() for sheet in lab.window.selected_sheets())


def tabs(lab: Lab, letters: str = "abcde", front: str = "c") -> None:
    for view in lab.window.views():
        view.set_scratch(True)
        view.close()
    for letter in letters:
        view = lab.new_view(letter)
        view.set_name(letter)
    focus(lab, front)


def focus(lab: Lab, letter: str) -> None:
    lab.window.focus_view(next(view for view in lab.window.views() if view.name() == letter))


def front(lab: Lab) -> str:
    return lab.window.active_view().name()


@pytest.mark.parametrize(
    "command, args, left",
    [
        ("close_by_index", {"group": 0, "index": 1}, "acde"),
        ("close_by_index", {"group": -1, "index": -1}, "abde"),
        ("close_others_by_index", {"group": -1, "index": -1}, "c"),
        ("close_to_right_by_index", {"group": 0, "index": 1}, "ab"),
        ("close_to_right_by_index", {"group": -1, "index": -1}, "abc"),
        ("close_all", None, ""),
        ("close_file", None, "abde"),
    ],
)
def test_closing_tabs(lab: Lab, command: str, args: Any, left: str) -> None:
    """[V] The tab context menu's commands take a group and an index, -1 for the active ones."""
    tabs(lab)
    lab.window.run_command(command, args)
    assert names(lab) == left


def test_closing_what_is_not_modified(lab: Lab) -> None:
    """[V] close_unmodified keeps tabs with unsaved changes."""
    tabs(lab)
    lab.window.active_view().set_scratch(False)
    assert lab.window.active_view().is_dirty()
    lab.window.run_command("close_unmodified")
    assert names(lab) == "c"
    lab.host.core.dialogs.answers.append("Cancel")
    lab.window.run_command("close_all")
    assert names(lab) == "c"  # the user kept it


def test_several_tabs_are_selected_by_keys(lab: Lab) -> None:
    """[V] Ctrl+Shift+PageDown and Ctrl+J chords extend the tab selection; Alt+digit focuses in it, else by place."""
    tabs(lab)
    press(lab, "ctrl+shift+pagedown")
    assert selected(lab) == "cd" and front(lab) == "d"
    press(lab, "ctrl+j ctrl+shift+left")
    assert selected(lab) == "bcd" and front(lab) == "b"
    press(lab, "ctrl+j ctrl+shift+right")
    assert selected(lab) == "bcde" and front(lab) == "e"
    press(lab, "alt+2")
    assert selected(lab) == "bcde" and front(lab) == "c"
    press(lab, "ctrl+j ctrl+pageup")
    assert front(lab) == "b"
    press(lab, "alt+2", "ctrl+j ctrl+right")
    assert selected(lab) == "bc"
    press(lab, "ctrl+j ctrl+left")
    assert selected(lab) == "c"
    lab.window.run_command("select_all_tabs")
    assert selected(lab) == "abcde"
    press(lab, "ctrl+j ctrl+up")
    assert selected(lab) == "c"
    press(lab, "alt+2")
    assert selected(lab) == "b"


def test_going_through_tabs(lab: Lab) -> None:
    """[V] Ctrl+PageDown goes by place, Ctrl+Tab to the tab that was used before."""
    tabs(lab)
    press(lab, "ctrl+pagedown")
    assert front(lab) == "d"
    press(lab, "ctrl+pageup", "ctrl+pageup")
    assert front(lab) == "b"
    focus(lab, "e")
    press(lab, "ctrl+tab")
    assert front(lab) == "b"
    press(lab, "ctrl+tab")
    assert front(lab) == "e"


def test_groups_are_made_and_closed_by_keys(lab: Lab) -> None:
    """[V] Ctrl+K, Ctrl+Up moves the tab to a new group; Ctrl+K with arrows goes between groups; Down closes one."""
    tabs(lab)
    press(lab, "ctrl+k ctrl+up")
    assert (names(lab, 0), names(lab, 1), lab.window.active_group()) == ("abde", "c", 1)
    press(lab, "ctrl+k ctrl+left")
    assert lab.window.active_group() == 0
    focus(lab, "a")
    press(lab, "ctrl+k ctrl+shift+right")
    assert (names(lab, 0), names(lab, 1), front(lab)) == ("bde", "ca", "a")
    press(lab, "ctrl+k ctrl+right")
    assert lab.window.active_group() == 0
    press(lab, "ctrl+shift+2")
    assert lab.window.active_group() == 1 and len(names(lab, 1)) == 3
    press(lab, "ctrl+k ctrl+down")
    assert lab.window.num_groups() == 1 and len(names(lab)) == 5
    press(lab, "alt+shift+2", "ctrl+2")
    assert lab.window.num_groups() == 2 and lab.window.active_group() == 1


def test_a_closed_file_comes_back(lab: Lab, tmp_path: Path) -> None:
    """[V] Ctrl+Shift+T reopens the file that was closed last."""
    for name in "ab":
        (tmp_path / name).write_text(name)
        lab.open(tmp_path / name)
    press(lab, "ctrl+w", "ctrl+w", "ctrl+shift+t")
    lab.host.settle()
    assert lab.window.active_view().file_name() == str(tmp_path / "a")


def test_dialogs_for_files(lab: Lab, tmp_path: Path) -> None:
    """[V] Ctrl+O and Ctrl+Shift+S ask for a file; a cancelled dialog changes nothing."""
    (tmp_path / "a").write_text("text")
    answers = lab.host.core.dialogs.answers
    answers.append([str(tmp_path / "a")])
    press(lab, "ctrl+o")
    lab.host.settle()
    view = lab.window.active_view()
    assert view.file_name() == str(tmp_path / "a")
    answers.append(None)
    press(lab, "ctrl+shift+s")
    assert view.file_name() == str(tmp_path / "a")
    answers.append(str(tmp_path / "b"))
    press(lab, "ctrl+shift+s")
    assert view.file_name() == str(tmp_path / "b") and (tmp_path / "b").read_text() == "text"


def test_folders_by_dialog(lab: Lab, tmp_path: Path) -> None:
    """[V] prompt_add_folder adds to the window; a folder opens in a window of its own if this one is in use."""
    answers = lab.host.core.dialogs.answers
    lab.new_view("x")
    answers.append([str(tmp_path)])
    lab.window.run_command("prompt_add_folder")
    assert lab.window.folders() == [str(tmp_path)]
    lab.window.run_command("remove_folder", {"dirs": [str(tmp_path)]})
    assert lab.window.folders() == []
    answers.append([str(tmp_path)])
    lab.window.run_command("prompt_open_folder")
    assert lab.sublime.active_window() != lab.window and lab.sublime.active_window().folders() == [str(tmp_path)]
    lab.sublime.active_window().run_command("close_other_windows")
    assert len(lab.sublime.windows()) == 1


def test_saving_and_reverting_all(lab: Lab, tmp_path: Path) -> None:
    """[V] save_all writes every modified file."""
    views = []
    for name in "ab":
        (tmp_path / name).write_text(name)
        views.append(lab.open(tmp_path / name))
        views[-1].run_command("append", {"characters": "+"})
    lab.window.run_command("save_all")
    assert (tmp_path / "a").read_text() == "a+" and (tmp_path / "b").read_text() == "b+"
    for view in views:
        view.run_command("append", {"characters": "+"})
    lab.window.run_command("revert_all")
    assert [text_of(view) for view in views] == ["a+", "b+"]


def test_what_a_file_is_written_as(lab: Lab, tmp_path: Path) -> None:
    """[V] set_line_ending takes windows, unix or cr; set_file_type another syntax."""
    (tmp_path / "a").write_text("a\nb")
    view = lab.open(tmp_path / "a")
    view.run_command("set_line_ending", {"type": "windows"})
    view.run_command("set_file_type", {"syntax": "Packages/Python/Python.sublime-syntax"})
    assert view.line_endings() == "Windows" and view.syntax().name == "Python"
    view.run_command("save")
    assert (tmp_path / "a").read_bytes() == b"a\r\nb"


def test_parts_of_the_window_are_switched(lab: Lab) -> None:
    """[V] toggle_side_bar and its like show and hide parts of the window."""
    for name, part in (("side_bar", "sidebar"), ("minimap", "minimap"), ("tabs", "tabs"), ("status_bar", "status_bar")):
        visible = getattr(lab.window, f"is_{part}_visible" if part != "tabs" else "get_tabs_visible", None)
        visible = visible or getattr(lab.window, f"is_{part}_visible")
        before = visible()
        lab.window.run_command(f"toggle_{name}")
        assert visible() is not before
        lab.window.run_command(f"toggle_{name}")
        assert visible() is before


def test_settings_of_a_view(lab: Lab) -> None:
    """[V] toggle_setting and set_setting are for one view; the font size is a preference."""
    view, other = lab.new_view("x"), lab.new_view("y")
    other.run_command("toggle_setting", {"setting": "mine"})
    other.run_command("set_setting", {"setting": "tab_size", "value": 7})
    assert other.settings().get("mine") is True and view.settings().get("mine") is None
    assert (other.settings().get("tab_size"), view.settings().get("tab_size")) == (7, 4)
    press(lab, "ctrl+=")
    assert view.settings().get("font_size") == 12
    press(lab, "ctrl+-")
    assert view.settings().get("font_size") == 11


def test_delete_file_asks_unless_told_not_to(lab: Lab, tmp_path: Path) -> None:
    """[I] The command deletes after a question; the view of the file stays."""
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text("text")
    view = lab.open(files[0])
    lab.window.run_command("delete_file", {"files": [str(files[0])], "prompt": False})
    assert not files[0].exists() and view.is_valid()
    lab.core.dialogs.on_ask = lambda dialog: "Cancel"
    lab.window.run_command("delete_file", {"files": [str(files[1])]})
    assert files[1].exists()
    lab.core.dialogs.on_ask = lambda dialog: "Delete"
    lab.window.run_command("delete_file", {"files": [str(files[1])]})
    assert not files[1].exists()
