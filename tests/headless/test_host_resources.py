"""Resources, settings files and the relaxed JSON they are written in."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable

import pytest

from .conftest import Lab
from .syntax_files import install


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2,]", [1, 2]),
        ("[1, // no ] here\n 2]", [1, 2]),
        ("[1, /* nor ] here */ 2]", [1, 2]),
        ("[1, /* a */ 2, /* b */]", [1, 2]),
        ("[1, // the last\n]", [1]),
        ('{"a": "// no comment, }",}', {"a": "// no comment, }"}),
        ('/* a * b / c **/ "x"', "x"),
    ],
)
def test_comments_and_trailing_commas_are_allowed(lab: Lab, text: str, value: Any) -> None:
    """[T] Sublime's JSON has comments and trailing commas."""
    assert lab.sublime.decode_value(text) == value


def test_malformed_json_says_where(lab: Lab) -> None:
    """[V] decode_value raises ValueError."""
    with pytest.raises(ValueError, match="line 2"):
        lab.sublime.decode_value('{"a": 1,\n"b" 2}')


def test_a_settings_file_that_changes_on_disk_is_read_again(lab: Lab) -> None:
    """[T] Settings.add_on_change fires for any change, also one of the file; values that are gone from it are gone."""
    settings = lab.sublime.load_settings("Sample.sublime-settings")
    settings.set("kept", 1)
    lab.sublime.save_settings("Sample.sublime-settings")
    calls: list[Any] = []
    settings.add_on_change("test", lambda: calls.append(settings.get("added")))
    file = Path(lab.sublime.packages_path(), "User", "Sample.sublime-settings")
    file.write_text(json.dumps({"added": [1, 2]}), encoding="utf-8")
    assert lab.host.run_until(lambda: calls) == [[1, 2]]
    assert not settings.has("kept")
    file.unlink()
    lab.host.run_until(lambda: len(calls) == 2)
    assert calls == [[1, 2], None]


def test_saving_a_settings_file_does_not_fire_again(lab: Lab) -> None:
    """[I] What save_settings wrote is no change from outside."""
    settings = lab.sublime.load_settings("Sample.sublime-settings")
    calls: list[Any] = []
    settings.add_on_change("test", lambda: calls.append(1))
    settings.set("a", 1)
    lab.sublime.save_settings("Sample.sublime-settings")
    lab.core.watch.look()
    assert calls == [1]


def test_resources_are_found_by_the_pattern_of_their_file_name(lab: Lab) -> None:
    """[V] find_resources goes by the file name; [T] an empty pattern finds everything."""
    package = Path(lab.sublime.packages_path(), "Other", "deep")
    package.mkdir(parents=True)
    (package / "one.txt").write_text("1")
    assert lab.sublime.find_resources("on?.txt") == ["Packages/Other/deep/one.txt"]
    assert "Packages/Other/deep/one.txt" in lab.sublime.find_resources("")
    assert lab.sublime.load_resource("Packages/Other/deep/one.txt") == "1"
    with pytest.raises(FileNotFoundError):
        lab.sublime.load_resource("Packages/Other/none.txt")


def test_a_syntax_may_be_assigned_by_its_file_name(lab: Lab) -> None:
    """[T] assign_syntax takes a path, scope:… or a bare file name."""
    package = Path(lab.sublime.packages_path(), "Other")
    package.mkdir()
    header = "%YAML 1.2\n---\nname: Other\nscope: text.other\ncontexts:\n  main: []\n"
    (package / "Other Text.sublime-syntax").write_text(header)
    lab.core.syntaxes.forget()
    view = lab.new_view()
    for wanted in ("Other Text.sublime-syntax", "scope:text.other", "Packages/Other/Other Text.sublime-syntax"):
        view.assign_syntax("Packages/Text/Plain text.tmLanguage")
        view.assign_syntax(wanted)
        assert view.syntax().name == "Other"


def test_a_listener_meets_an_opened_file_with_its_name_and_syntax(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[I] A ViewEventListener is created when the file's name and syntax are known, before its text is there."""
    lab = start(
        """
        import sublime_plugin
        SEEN = []
        class Sample(sublime_plugin.ViewEventListener):
            def __init__(self, view):
                super().__init__(view)
                if view.file_name():
                    SEEN.append((view.file_name(), view.syntax().scope, view.size()))
        """
    )
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    lab.open(file)
    ((name, scope, size),) = lab.plugin.SEEN
    assert (name, scope, size) == (os.path.abspath(str(file)), "source.python", 0)


def test_what_comes_with_the_editor_is_found_in_its_files(lab: Lab) -> None:
    """[T] Packages look syntaxes and the default colour schemes up as resources."""
    assert 'name: "Python"' in lab.sublime.load_resource("Packages/Python/Python.sublime-syntax")
    (scheme,) = lab.sublime.find_resources("Mariana.sublime-color-scheme")
    assert set(lab.sublime.decode_value(lab.sublime.load_resource(scheme))) >= {"variables", "globals", "rules"}


def test_resources_come_in_the_order_of_their_names_in_any_case(lab: Lab) -> None:
    """[T] find_resources sorts the files of a folder without regard to case; those of its folders follow."""
    package = Path(lab.sublime.packages_path(), "Other")
    (package / "a").mkdir(parents=True)
    for name in ("b.txt", "A.txt", "C.txt", "a/a.txt"):
        (package / name).write_text("")
    names = [name for name in lab.sublime.find_resources("*.txt") if name.startswith("Packages/Other/")]
    assert [name[len("Packages/Other/") :] for name in names] == ["A.txt", "b.txt", "C.txt", "a/a.txt"]


def test_a_syntax_has_settings_of_its_own(lab: Lab) -> None:
    """[V] The file named after a syntax goes before project and user preferences; a view's own values before that."""
    package = Path(lab.sublime.packages_path(), "Other")
    package.mkdir()
    (package / "Python.sublime-settings").write_text('{"tab_size": 7, "rulers": [1]}')
    lab.window.set_project_data({"settings": {"tab_size": 3, "word_wrap": True}})
    view = lab.new_view()
    assert view.settings().get("tab_size") == 3
    view.assign_syntax("scope:source.python")
    settings = view.settings()
    assert [settings.get(key) for key in ("tab_size", "rulers", "word_wrap")] == [7, [1], True]
    settings.set("tab_size", 2)
    assert settings.get("tab_size") == 2
    view.assign_syntax("Packages/Text/Plain text.tmLanguage")
    assert settings.get("rulers") == [] and settings.get("tab_size") == 2


def test_a_colour_scheme_that_cannot_be_read_is_a_fault(lab: Lab) -> None:
    """[I] What other packages say in files of that name holds."""
    install(lab, "Mariana.sublime-color-scheme", "{ no value")
    lab.core.schemes.forget()
    assert lab.new_view("a").style()["background"].startswith("#")
    (fault,) = lab.core.faults.take()
    assert fault.kind == "bad resource" and "Packages/Other/Mariana" in fault.what


@pytest.mark.parametrize("name", ["Other.sublime-settings", "Other.tmPreferences"])
def test_a_file_that_cannot_be_read_is_a_fault(lab: Lab, name: str) -> None:
    """[I] The fault names the file; the others hold."""
    install(lab, name, "{ no value")
    values = lab.sublime.load_settings("Other.sublime-settings").to_dict()
    assert (values, lab.new_view("a").meta_info("showInSymbolList", 0)) == ({}, None)
    (fault,) = lab.core.faults.take()
    assert fault.kind == "bad resource" and fault.what.startswith(f"Packages/Other/{name}: ")
