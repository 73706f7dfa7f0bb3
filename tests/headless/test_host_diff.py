"""The incremental diff: changes against the reference document or the file on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import verbs
from .conftest import Lab
from .marked import marked_view, select, shown, text_of

BASE = "one\ntwo\nthree\nfour\nfive"


def press(lab: Lab, *keys: str) -> None:
    for key in keys:
        verbs.press(lab.host, key.split(" "))


def test_going_through_the_changes(lab: Lab) -> None:
    """[V] Ctrl+. and Ctrl+, jump to the next and previous modification."""
    view = marked_view(lab, "|one\nTWO\nthree\nfour\nFIVE")
    view.set_reference_document(BASE)
    press(lab, "ctrl+.")
    assert shown(view) == "one\n|TWO\nthree\nfour\nFIVE"
    press(lab, "ctrl+.")
    assert view.rowcol(view.sel()[0].a) == (4, 0)
    press(lab, "ctrl+,")
    assert view.rowcol(view.sel()[0].a) == (1, 0)


@pytest.mark.parametrize(
    "text, after",
    [
        ("one\nTW|O\nthree\nfour\nfive", BASE),
        ("one\nTW|O\nthree\nfour\nFIVE", "one\ntwo\nthree\nfour\nFIVE"),
        ("one\nnew|\ntwo\nthree\nfour\nfive", BASE),
        ("one\nth|ree\nfour\nfive", BASE),
        ("one\ntwo\nthree\nfo|ur", BASE),
        ("one\ntwo\nthree\nfour\nfive\nmo|re", BASE),
        ("one\ntwo\nthree\nfour\nFI|VE", BASE),
        ("one\ntwo\nth|ree\nfour\nfive", BASE),
    ],
)
def test_a_hunk_is_taken_back(lab: Lab, text: str, after: str) -> None:
    """[V] revert_hunk makes the changed lines at the caret what they were; a deletion is at both lines around it."""
    view = marked_view(lab, text)
    view.set_reference_document(BASE)
    press(lab, "ctrl+k ctrl+z")
    assert text_of(view) == after


def test_only_the_changed_characters_are_taken_back(lab: Lab) -> None:
    """[V] revert_modification reverts what is modified in the selection."""
    view = marked_view(lab, "aXc d|Yf\n")
    view.set_reference_document("abc def\n")
    press(lab, "ctrl+k ctrl+shift+z")
    assert text_of(view) == "aXc def\n"


def test_the_old_text_is_shown_under_the_new(lab: Lab) -> None:
    """[V] toggle_inline_diff works at the carets; Ctrl+K, Ctrl+; hides all others."""
    view = marked_view(lab, "one\nTW|O\nthree\nfour\nFIVE")
    view.set_reference_document(BASE)

    def inline() -> list[object]:
        sheets = verbs.state(lab.host, text=True)["windows"][0]["sheets"]
        return next(s for s in sheets if s["view"] == view.id())["inline_diffs"]

    press(lab, "ctrl+k ctrl+/")
    assert inline() == [{"first_row": 1, "last_row": 2, "old": ["two"]}]
    select(lab, view, [(view.size(), view.size())])
    press(lab, "ctrl+k ctrl+/")
    assert [d["old"] for d in inline()] == [["two"], ["five"]]  # type: ignore[index]
    press(lab, "ctrl+k ctrl+;")
    assert inline() == []
    press(lab, "ctrl+k ctrl+;")
    assert [d["old"] for d in inline()] == [["five"]]  # type: ignore[index]


def test_without_a_reference_the_file_on_disk_is_compared(lab: Lab, tmp_path: Path) -> None:
    """[V] Diffs are calculated against the file on disk."""
    path = tmp_path / "a.txt"
    path.write_text("one\ntwo\n")
    view = lab.open(path)
    select(lab, view, [(4, 7)])
    view.run_command("insert", {"characters": "2"})
    view.run_command("revert_hunk")
    assert text_of(view) == "one\ntwo\n"
