"""Goto Anything, definitions, references, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import verbs
from .conftest import Lab
from .marked import keyboard, marked_view, select, shown


def press(lab: Lab, *keys: str) -> None:
    for key in keys:
        verbs.press(lab.host, key.split(" "))


def offers(lab: Lab) -> list[str]:
    panel = verbs.state(lab.host)["windows"][0]["quick_panel"]
    return [item["trigger"] for item in panel["items"]]


@pytest.fixture
def project(lab: Lab, tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "shape.py").write_text("class Shape:\n    def area(self):\n        return 0\n")
    (folder / "main.py").write_text("from shape import Shape\n\nprint(Shape().area())\nShape()\n")
    (folder / "skipped.pyc").write_text("")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("")
    lab.window.set_project_data({"folders": [{"path": str(folder)}]})
    return folder


def test_files_are_found_by_some_of_their_letters(lab: Lab, project: Path) -> None:
    """[V] Ctrl+P lists the folders' files but the excluded ones, filters while typing, and Enter opens one."""
    press(lab, "ctrl+p")
    assert keyboard(lab).element == "goto_anything:input"
    assert sorted(offers(lab)) == ["main.py", "src/shape.py"]
    verbs.type(lab.host, "shp")
    assert offers(lab) == ["src/shape.py"]
    press(lab, "enter")
    lab.host.settle()
    assert lab.window.active_view().file_name() == str(project / "src" / "shape.py")


def test_lines_symbols_and_words_of_the_view(lab: Lab) -> None:
    """[V] Ctrl+G goes to a line, Ctrl+R to a symbol, Ctrl+; to a word; Escape goes back."""
    view = marked_view(lab, "def one():\n    pass\n\ndef two():\n    pass|", "scope:source.python")
    press(lab, "ctrl+g")
    verbs.type(lab.host, "4")
    assert view.rowcol(view.sel()[0].a)[0] == 3  # shown while typing
    press(lab, "escape")
    assert shown(view).endswith("pass|")
    press(lab, "ctrl+r")
    assert offers(lab) == ["one", "two"]
    press(lab, "down", "enter")
    assert shown(view).startswith("def one():\n    pass\n\ndef «two»")
    press(lab, "ctrl+;")
    verbs.type(lab.host, "pas")
    press(lab, "enter")
    assert shown(view).startswith("def one():\n    «pass»")


def test_a_definition_is_found_in_the_folders(lab: Lab, project: Path) -> None:
    """[V] F12 goes to the only definition; Alt+- goes back."""
    view = lab.open(project / "main.py")
    select(lab, view, [(view.text_point(2, 7),) * 2])
    press(lab, "f12")
    lab.host.settle()
    found = lab.window.active_view()
    assert found.file_name() == str(project / "src" / "shape.py") and found.rowcol(found.sel()[0].a) == (0, 6)
    press(lab, "alt+-")
    assert lab.window.active_view() == view and view.rowcol(view.sel()[0].a) == (2, 7)
    press(lab, "alt+shift+-")
    assert lab.window.active_view() == found


def test_a_clone_is_no_second_definition(lab: Lab, project: Path) -> None:
    """[I] F12 goes to the definition in a file that is open twice, without a question."""
    view = lab.open(project / "src" / "shape.py")
    view.window().run_command("clone_file")
    view = lab.window.active_view()
    select(lab, view, [(view.text_point(0, 7),) * 2])
    press(lab, "f12")
    lab.host.settle()
    assert verbs.state(lab.host)["windows"][0]["quick_panel"] is None
    assert [lab.window.active_view().rowcol(region.a) for region in lab.window.active_view().sel()] == [(0, 6)]


def test_references_are_offered(lab: Lab, project: Path) -> None:
    """[V] Shift+F12 offers the places that use a symbol; Ctrl+Shift+R every symbol of the project."""
    view = lab.open(project / "main.py")
    select(lab, view, [(view.text_point(2, 7),) * 2])
    press(lab, "shift+f12")
    assert offers(lab) == ["main.py:3", "main.py:4"]
    press(lab, "escape", "ctrl+shift+r")
    verbs.type(lab.host, "area")
    press(lab, "enter")
    lab.host.settle()
    view = lab.window.active_view()
    assert view.rowcol(view.sel()[0].a) == (1, 8)


def test_what_is_not_found_is_said(lab: Lab) -> None:
    """[I] The status bar says that there is no definition."""
    marked_view(lab, "no|where")
    press(lab, "f12")
    assert verbs.state(lab.host)["windows"][0]["status_message"] == "Unable to find nowhere"
