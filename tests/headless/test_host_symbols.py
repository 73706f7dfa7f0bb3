"""Symbols of views and projects, and metadata by scope."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import Lab
from .syntax_files import install, syntax, view_with

PYTHON = "Packages/Python/Python.sublime-syntax"
SOURCE = "class Boat:\n    def sail(self):\n        return steer(1)\n\n\ndef steer(x): pass\n"


def preferences(scope: str, settings: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>'
        f"<key>scope</key><string>{scope}</string><key>settings</key><dict>{settings}</dict></dict></plist>"
    )


@pytest.fixture
def boat(lab: Lab) -> Any:
    return view_with(lab, PYTHON, SOURCE)


def test_the_symbols_of_a_view(lab: Lab, boat: Any) -> None:
    """[V] symbols gives region and name of what is defined, in order."""
    names = ["Boat", "sail", "steer"]
    assert [name for _, name in boat.symbols()] == names
    assert [boat.substr(region) for region, _ in boat.symbols()] == names
    assert boat.get_symbols() == boat.symbols()
    assert boat.indexed_symbols() == boat.symbols()


def test_references_are_names_that_are_called(lab: Lab, boat: Any) -> None:
    """[V] indexed_references gives region and name."""
    assert [(boat.rowcol(region.a), name) for region, name in boat.indexed_references()] == [((2, 15), "steer")]


def test_symbol_regions_have_kind_type_and_syntax(lab: Lab, boat: Any) -> None:
    """[V] SymbolRegion has name, region, syntax, type and kind."""
    sublime = lab.sublime
    found = boat.symbol_regions()
    assert [(s.name, s.kind[0], s.type, s.syntax) for s in found] == [
        ("Boat", sublime.KindId.TYPE, sublime.SymbolType.DEFINITION, "source.python"),
        ("sail", sublime.KindId.FUNCTION, sublime.SymbolType.DEFINITION, "source.python"),
        ("steer", sublime.KindId.FUNCTION, sublime.SymbolType.DEFINITION, "source.python"),
    ]
    assert found[0].region == sublime.Region(6, 10)


def test_indexed_symbol_regions_by_type(lab: Lab, boat: Any) -> None:
    """[V] The type chooses definitions, references or both."""
    types = lab.sublime.SymbolType
    count = {kind: len(boat.indexed_symbol_regions(kind)) for kind in types}
    assert count == {types.ANY: 4, types.DEFINITION: 3, types.REFERENCE: 1}


def test_a_package_says_what_is_a_symbol_and_how_it_is_shown(lab: Lab) -> None:
    """[V] showInSymbolList and symbolTransformation of .tmPreferences."""
    settings = (
        "<key>showInSymbolList</key><integer>1</integer>"
        "<key>symbolTransformation</key><string>s/^task (\\w+)/$1!/; s/a/A/g;</string>"
    )
    install(lab, "Symbols.tmPreferences", preferences("source.some meta.task", settings))
    path = syntax(lab, "main:\n  - match: 'task \\w+'\n    scope: meta.task\n")
    view = view_with(lab, path, "task banana x task b")
    assert [name for _, name in view.symbols()] == ["bAnAnA!", "b!"]
    assert view.indexed_symbols() == []


def test_a_package_can_hide_a_symbol(lab: Lab, boat: Any) -> None:
    """[V] The better matching selector counts."""
    settings = "<key>showInSymbolList</key><integer>0</integer>"
    install(lab, "Hide.tmPreferences", preferences("source.python entity.name.class", settings))
    assert [name for _, name in boat.symbols()] == ["sail", "steer"]


def test_symbols_of_open_files_and_of_the_project(lab: Lab, tmp_path: Path) -> None:
    """[V] Locations have path, name as shown, row and column from 1, syntax, type and kind."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text(SOURCE)
    (project / "b.py").write_text("from a import steer\nsteer(2)\n")
    (project / "skipped.pyc").write_text("def steer(): pass\n")
    lab.core.windows[lab.window.id()].set_project_data({"folders": [{"path": str(project)}]})
    view = lab.open(project / "a.py")
    view.run_command("append", {"characters": "def added(): steer(3)\n"})
    window, sublime = lab.window, lab.sublime

    def places(found: list[Any]) -> list[tuple[str, int, int]]:
        return [(Path(at.path).name, at.row, at.col) for at in found]

    assert places(window.lookup_symbol_in_index("steer")) == [("a.py", 6, 5)]
    assert places(window.lookup_references_in_index("steer")) == [("a.py", 3, 16), ("b.py", 2, 1)]
    assert places(window.lookup_symbol_in_open_files("added")) == [("a.py", 7, 5)]
    assert places(window.lookup_references_in_open_files("steer")) == [("a.py", 3, 16), ("a.py", 7, 14)]
    assert window.lookup_symbol_in_index("added") == []
    both = window.symbol_locations("steer")
    assert places(both) == [("a.py", 6, 5), ("a.py", 3, 16), ("a.py", 7, 14), ("b.py", 2, 1)]
    (definition,) = window.symbol_locations(
        "steer", sublime.SymbolSource.INDEX, sublime.SymbolType.DEFINITION, sublime.KindId.FUNCTION, "f"
    )
    assert (definition.display_name, definition.syntax) == ("a.py", "source.python")
    assert definition.path_encoded_position() == f"{project / 'a.py'}:6:5"
    assert window.symbol_locations("steer", kind_id=sublime.KindId.TYPE) == []


def test_a_file_that_changed_is_indexed_again(lab: Lab, tmp_path: Path) -> None:
    """[I] The index follows the files."""
    file = tmp_path / "project" / "a.py"
    file.parent.mkdir()
    file.write_text("def one(): pass\n")
    lab.core.windows[lab.window.id()].set_project_data({"folders": [{"path": str(file.parent)}]})
    assert len(lab.window.lookup_symbol_in_index("one")) == 1
    file.write_text("def other(): pass\n")
    assert lab.window.lookup_symbol_in_index("one") == []
    assert len(lab.window.lookup_symbol_in_index("other")) == 1


def test_meta_info_comes_from_the_rule_that_matches_best(lab: Lab) -> None:
    """[V] meta_info looks a key up in the .tmPreferences that match; shell variables are keys too."""
    variables = (
        "<key>shellVariables</key><array><dict><key>name</key><string>{}</string>"
        "<key>value</key><string>{}</string></dict></array>"
    )
    install(lab, "A.tmPreferences", preferences("source.some", variables.format("TM_COMMENT_START", "; ")))
    install(lab, "B.tmPreferences", preferences("source.some string", variables.format("TM_COMMENT_START", "# ")))
    install(lab, "C.tmPreferences", preferences("source.some", "<key>increaseIndentPattern</key><string>^if</string>"))
    view = view_with(lab, syntax(lab, "main:\n  - match: '\".*?\"'\n    scope: string\n"), 'a "b"')
    assert [view.meta_info("TM_COMMENT_START", point) for point in (0, 3)] == ["; ", "# "]
    assert view.meta_info("increaseIndentPattern", 3) == "^if"
    assert view.meta_info("missing", 0) is None


def test_comment_marks_of_the_languages_that_sublime_brings(lab: Lab, boat: Any) -> None:
    """[V] TM_COMMENT_START is there for them, too."""
    assert boat.meta_info("TM_COMMENT_START", 0) == "# "


def test_comments_have_the_marks_of_the_packages(lab: Lab) -> None:
    """[V] toggle_comment takes the shellVariables of the caret's scope; a start that has an end is for blocks."""
    names = {"TM_COMMENT_START": "; ", "TM_COMMENT_START_2": "(*", "TM_COMMENT_END_2": "*)"}
    rows = "".join(
        f"<dict><key>name</key><string>{name}</string><key>value</key><string>{value}</string></dict>"
        for name, value in names.items()
    )
    rule = f"<key>shellVariables</key><array>{rows}</array>"
    install(lab, "A.tmPreferences", preferences("source.some", rule))
    view = view_with(lab, syntax(lab, "main: []\n"), "a")
    view.run_command("toggle_comment")
    assert view.substr(lab.sublime.Region(0, view.size())) == "; a"
    view.run_command("toggle_comment")
    view.run_command("toggle_comment", {"block": True})
    assert view.substr(lab.sublime.Region(0, view.size())) == "(* a *)"
