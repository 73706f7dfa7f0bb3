"""Views in the host: editing, undo, selection, regions, phantoms, settings, popups, scrolling, files."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import RECORDER, Lab
from .core.watch import INTERVAL_MS

EDITOR = (
    RECORDER
    + """
EDITS = []

class SampleReplaceCommand(sublime_plugin.TextCommand):
    def run(self, edit, a, b, text):
        EDITS.append(edit)
        self.view.replace(edit, sublime.Region(a, b), text)

class SampleTwiceCommand(sublime_plugin.TextCommand):
    def run(self, edit):
        self.view.insert(edit, 0, "1")
        self.view.run_command("sample_replace", {"a": 0, "b": 0, "text": "2"})
"""
)


def text_of(view: Any) -> str:
    return view.substr(view.sel()[0].__class__(0, view.size()))


def test_an_edit_is_one_undo_step_with_its_selection(start: Callable[..., Lab]) -> None:
    """[I] Program edits share the user's undo stack; undo brings the selection back."""
    lab = start(EDITOR)
    view = lab.new_view("hello")
    view.sel().clear()
    view.sel().add(2)
    view.run_command("sample_twice")
    assert text_of(view) == "21hello"
    view.run_command("undo")
    assert (text_of(view), list(view.sel())) == ("hello", [lab.sublime.Region(2, 2)])
    view.run_command("redo")
    assert text_of(view) == "21hello"


def test_typing_is_one_undo_step_until_the_caret_moves(lab: Lab) -> None:
    """[I] Typed text undoes as one step."""
    view = lab.new_view()
    for char in "abc":
        view.run_command("insert", {"characters": char})
    assert view.command_history(0) == ("insert", {"characters": "abc"}, 1)
    view.run_command("move", {"by": "characters", "forward": False})
    view.run_command("insert", {"characters": "x"})
    view.run_command("undo")
    assert text_of(view) == "abc"
    view.run_command("undo")
    assert text_of(view) == "" and view.command_history(1)[0] == "insert"


def test_the_edit_is_dead_after_the_command(start: Callable[..., Lab]) -> None:
    """[V] TextCommand: the Edit is dead afterwards."""
    lab = start(EDITOR)
    view = lab.new_view("x")
    view.run_command("sample_replace", {"a": 0, "b": 1, "text": "y"})
    with pytest.raises(ValueError):
        view.insert(lab.plugin.EDITS[0], 0, "z")


def test_read_only_views_ignore_edits_but_append_with_force(start: Callable[..., Lab]) -> None:
    """[I] Read-only views ignore edits by TextCommands silently; `append` needs `force`."""
    lab = start(EDITOR)
    view = lab.new_view("x")
    view.set_read_only(True)
    view.run_command("sample_replace", {"a": 0, "b": 1, "text": "y"})
    view.run_command("append", {"characters": "y"})
    view.run_command("insert", {"characters": "y"})
    assert text_of(view) == "x"
    view.run_command("append", {"characters": "y", "force": True})
    assert text_of(view) == "xy"
    assert lab.faults() == []


def test_modified_comes_inside_the_command_and_before_selection_and_post(start: Callable[..., Lab]) -> None:
    """[I] command → end_edit → on_modified → on_selection_modified → on_post_text_command."""
    lab = start(EDITOR)
    view = lab.new_view("x")
    lab.names()
    view.run_command("sample_replace", {"a": 0, "b": 0, "text": "y"})
    assert [name for name, _ in lab.log] == [
        "on_text_command", "on_modified", "on_selection_modified", "on_post_text_command"
    ]  # fmt: skip


def test_a_selection_set_by_code_is_told_later(lab: Lab) -> None:
    """[I] on_selection_modified after sel().add comes at a later turn of the main loop, once, changed or not [T]."""
    view = lab.new_view("hello")
    lab.names()
    view.sel().clear()
    view.sel().add(0)
    assert lab.log == []
    assert lab.names() == ["on_selection_modified"]


def test_regions_are_reversed_sorted_and_merged(lab: Lab) -> None:
    """[V] a > b for reversed selections; Selection sorted, merged on add."""
    view = lab.new_view("0123456789")
    view.sel().clear()
    view.sel().add_all([lab.sublime.Region(9, 7), lab.sublime.Region(0, 2), lab.sublime.Region(6, 4)])
    assert [(r.a, r.b) for r in view.sel()] == [(0, 2), (6, 4), (9, 7)]
    view.sel().add(lab.sublime.Region(5, 8))
    assert [(r.a, r.b) for r in view.sel()] == [(0, 2), (9, 4)]


def test_rows_and_columns_in_code_points_and_utf_16(lab: Lab) -> None:
    """[V] Points are code points; the utf16 functions count UTF-16 units."""
    view = lab.new_view("a\U0001f600b\nc")
    assert view.rowcol(2) == (0, 2)
    assert view.rowcol_utf16(2) == (0, 3)
    assert view.text_point_utf16(0, 3) == 2
    assert view.text_point(0, 99) == view.size() and view.text_point(0, 99, clamp_column=True) == 3
    assert view.utf16_code_units() == 6


def test_regions_phantoms_and_status_belong_to_one_view(lab: Lab) -> None:
    """[I] Clones do not get phantoms, regions, status and settings of the original."""
    view = lab.new_view("text")
    view.add_regions("k", [lab.sublime.Region(0, 4)])
    view.set_status("k", "v")
    view.settings().set("mine", 1)
    phantoms = lab.sublime.PhantomSet(view, "k")
    phantoms.update([lab.sublime.Phantom(lab.sublime.Region(0), "<b>x</b>", lab.sublime.LAYOUT_BLOCK)])
    lab.window.run_command("clone_file")
    clone = lab.window.active_view()
    assert clone != view and clone.buffer() == view.buffer() and view.is_primary() and not clone.is_primary()
    assert clone.get_regions("k") == [] and clone.get_status("k") == "" and not clone.settings().has("mine")
    assert len(lab.core.views[clone.id()].phantoms) == 0 and len(lab.core.views[view.id()].phantoms) == 1


def test_regions_follow_edits(lab: Lab) -> None:
    """[I] Regions move with the text that they cover."""
    view = lab.new_view("hello world")
    view.add_regions("k", [lab.sublime.Region(6, 11)])
    view.sel().clear()
    view.sel().add(0)
    view.run_command("insert", {"characters": "oh "})
    assert view.get_regions("k") == [lab.sublime.Region(9, 14)]


def test_a_phantom_set_keeps_what_is_equal_and_erases_itself(lab: Lab) -> None:
    """[V] PhantomSet.update diffs by (region, content, layout, on_navigate); PhantomSet erases itself in __del__."""
    view = lab.new_view("text")
    sublime, shown = lab.sublime, lab.core.views[view.id()].phantoms

    def navigate(href: str) -> None:
        raise AssertionError(href)

    def phantom(text: str) -> Any:
        return sublime.Phantom(sublime.Region(0), text, sublime.LAYOUT_BELOW, navigate)

    phantoms = sublime.PhantomSet(view, "k")
    phantoms.update([phantom("a"), phantom("b")])
    first = {p.html: p.id for p in shown.values()}
    phantoms.update([phantom("b"), phantom("c")])
    second = {p.html: p.id for p in lab.core.views[view.id()].phantoms.values()}
    assert set(second) == {"b", "c"} and second["b"] == first["b"]
    del phantoms
    assert not lab.core.views[view.id()].phantoms


def test_a_file_is_loading_until_the_loop_turns(lab: Lab, tmp_path: Path) -> None:
    """[V] open_file returns at once with is_loading(); text, then on_load; [I] on_activated before it."""
    path = tmp_path / "a.py"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    lab.names()
    view = lab.window.open_file(f"{path}:2:2", lab.sublime.ENCODED_POSITION)
    assert view.is_loading() and view.size() == 0 and view.file_name() == str(path)
    names = lab.names()
    assert names.index("on_activated") < names.index("on_load") and "on_new" not in names
    assert text_of(view) == "one\ntwo\n" and not view.is_dirty()
    assert (view.encoding(), view.line_endings()) == ("UTF-8 with BOM", "Windows")
    assert view.sel()[0].b == view.text_point(1, 1)
    assert view.syntax().name == "Python" and view.scope_name(0) == "source.python "


def test_saving_writes_the_bytes_and_fires_its_events(lab: Lab, tmp_path: Path) -> None:
    """[V] on_pre_save before the file is written, on_post_save after it."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\r\n")
    view = lab.open(path)
    view.run_command("append", {"characters": "two\n"})
    assert view.is_dirty()
    lab.names()
    view.run_command("save")
    assert [n for n in lab.names() if "save" in n] == ["on_pre_save", "on_post_save"]
    assert path.read_bytes() == b"one\r\ntwo\r\n" and not view.is_dirty()
    view.run_command("undo")
    assert view.is_dirty()


def test_a_clean_view_reloads_within_a_quarter_of_a_second_and_a_dirty_one_stays(lab: Lab, tmp_path: Path) -> None:
    """[I] Open files are watched: clean views reload with on_reload, dirty ones stay and are marked."""
    assert INTERVAL_MS <= 250
    clean, dirty = tmp_path / "clean.txt", tmp_path / "dirty.txt"
    clean.write_text("one\ntwo\n")
    dirty.write_text("one\n")
    clean_view, dirty_view = lab.open(clean), lab.open(dirty)
    dirty_view.run_command("append", {"characters": "mine"})
    clean_view.sel().clear()
    clean_view.sel().add(5)
    lab.names()
    clean.write_text("ONE!\ntwo\n")
    dirty.write_text("other\n")
    assert lab.host.run_until(lambda: text_of(clean_view) == "ONE!\ntwo\n", 5)
    assert "on_reload" in lab.names() and not clean_view.is_dirty()
    assert clean_view.sel()[0].b == 6  # the caret stays with its text
    assert text_of(dirty_view) == "one\nmine" and lab.core.views[dirty_view.id()].buffer.changed_on_disk


def test_dirty_views_ask_before_they_close_and_scratch_never_does(lab: Lab) -> None:
    """[V] A dirty non-scratch view prompts on close; scratch never does."""
    view = lab.window.new_file()
    view.run_command("append", {"characters": "text"})
    lab.core.dialogs.answers.append("Cancel")
    assert view.close() is False and view.is_valid()
    lab.core.dialogs.answers.append("Don't Save")
    assert view.close() is True and not view.is_valid()
    scratch = lab.new_view("text")
    assert scratch.is_dirty() is False and scratch.close() is True
    assert lab.faults() == []


def test_settings_fall_back_and_tell_their_watchers(lab: Lab) -> None:
    """[V] add_on_change fires for any change; settings()["x"] raises KeyError; load_settings is shared by name."""
    view = lab.new_view()
    settings = view.settings()
    assert settings.get("tab_size") == 4 and "nothing" not in settings
    with pytest.raises(KeyError):
        settings["nothing"]
    calls = []
    settings.add_on_change("t", lambda: calls.append(settings.get("tab_size")))
    settings.set("tab_size", 2)
    lab.window.set_project_data({"settings": {"rulers": [80]}})
    assert settings.get("rulers") == [80]
    lab.sublime.load_settings("Preferences.sublime-settings").set("font_size", 20)
    assert len(calls) == 3 and calls[0] == 2
    settings.clear_on_change("t")
    settings.erase("tab_size")
    assert len(calls) == 3 and settings.get("tab_size") == 4
    first, second = (lab.sublime.load_settings("Sample.sublime-settings") for _ in range(2))
    first.set("a", [1])
    assert second.get("a") == [1]


def test_settings_of_a_closed_view_are_gone(lab: Lab) -> None:
    """[I] What belongs to a closed view reads as empty; nothing fails."""
    view = lab.new_view()
    settings = view.settings()
    settings.add_on_change("t", lambda: None)
    view.close()
    assert settings.get("tab_size") is None and settings.to_dict() == {}
    assert lab.host.unload_package() == []


def test_settings_callbacks_run_on_the_main_thread(lab: Lab) -> None:
    """[V] add_on_change callbacks come on the main thread, whoever changed the setting."""
    settings = lab.new_view().settings()
    threads: list[threading.Thread] = []
    settings.add_on_change("t", lambda: threads.append(threading.current_thread()))
    lab.sublime.set_timeout_async(lambda: settings.set("x", 1))
    lab.host.run_until(lambda: threads)
    assert threads == [threading.current_thread()]


def test_popups_hide_once_when_the_view_loses_the_focus_or_the_caret_moves(lab: Lab) -> None:
    """[V] A popup hides when the selection changes, unless flagged; [I] and when its view loses the focus."""
    view = lab.new_view("text")
    hidden = []
    view.show_popup("<b>x</b>", on_hide=lambda: hidden.append(True))
    assert view.is_popup_visible()
    lab.new_view()
    assert hidden == [True] and not view.is_popup_visible()
    for flags, stays in ((0, False), (lab.sublime.KEEP_ON_SELECTION_MODIFIED, True)):
        lab.window.focus_view(view)
        view.show_popup("<b>x</b>", flags)
        view.sel().add(1)
        lab.host.settle()
        assert view.is_popup_visible() == stays


def test_scrolling_shows_what_was_asked_for(lab: Lab) -> None:
    """[I] show scrolls no further than needed, show_at_center to the middle."""
    view = lab.new_view("line\n" * 1000)
    view.show_at_center(view.text_point(500, 0))
    visible = view.visible_region()
    assert visible.begin() < view.text_point(500, 0) < visible.end()
    height = view.line_height()
    assert view.text_to_layout(view.text_point(10, 0)) == (0, 10 * height)
    view.add_phantom("k", view.line(0), "one<br>two", lab.sublime.LAYOUT_BLOCK)
    assert view.text_to_layout(view.text_point(10, 0))[1] > 10 * height  # phantoms above push text down [T]
    assert view.layout_to_text(view.text_to_layout(view.text_point(700, 2))) == view.text_point(700, 2)


def test_changes_are_told_to_text_change_listeners_and_regions_can_be_carried_over(start: Callable[..., Lab]) -> None:
    """[V] on_text_changed gets what changed, with the positions as they were."""
    lab = start(
        """
        import sublime_plugin
        CHANGES = []
        class Changes(sublime_plugin.TextChangeListener):
            def on_text_changed(self, changes):
                CHANGES.extend((c.a.pt, c.b.pt, c.len_utf16, c.str, self.buffer.id()) for c in changes)
        """
    )
    view = lab.new_view("a\U0001f600b")
    assert [(0, 0, 0, "a\U0001f600b", view.buffer_id())] == lab.plugin.CHANGES
    change_id, region = view.change_id(), lab.sublime.Region(2, 3)
    view.sel().clear()
    view.sel().add(lab.sublime.Region(0, 2))
    view.run_command("left_delete")
    assert lab.plugin.CHANGES[-1][:4] == (0, 2, 3, "")
    assert view.transform_region_from(region, change_id) == lab.sublime.Region(0, 1)
