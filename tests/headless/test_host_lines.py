"""Commands on whole lines and their indentation, and comments."""

from __future__ import annotations

from typing import Any

import pytest

from . import verbs
from .conftest import Lab
from .marked import marked_view, shown, text_of

PYTHON = "scope:source.python"
SPACES: dict[str, Any] = {"translate_tabs_to_spaces": True}


@pytest.mark.parametrize(
    "command, args, before, after",
    [
        ("indent", None, "a|\n\nb", "    a|\n\nb"),
        ("indent", None, "«a\n\n  b»\nc", "    «a\n\n    b»\nc"),
        ("unindent", None, "      a|", "    a|"),
        ("unindent", None, "«    a\n  b\nc»", "«a\nb\nc»"),
        ("duplicate_line", None, "a\nb|b\nc", "a\nbb\nb|b\nc"),
        ("duplicate_line", None, "a«bc»d", "abc«bc»d"),
        ("join_lines", None, "a|  \n    b\nc", "a| b\nc"),
        ("join_lines", None, "«a\nb\nc»\nd", "«a b c»\nd"),
        ("swap_line_up", None, "a\nb|c\nd", "b|c\na\nd"),
        ("swap_line_up", None, "a|\nb", "a|\nb"),
        ("swap_line_down", None, "a|\nb\nc", "b\na|\nc"),
        ("swap_line_down", None, "«a\nb»\nc", "c\n«a\nb»"),
        ("sort_lines", {"case_sensitive": False}, "|b\nA\nc", "|A\nb\nc"),
        ("sort_lines", {"case_sensitive": True}, "x\n«b\nA\na»\nc", "x\n«A\na\nb»\nc"),
        ("permute_lines", {"operation": "reverse"}, "«a\nb»\nc", "«b\na»\nc"),
        ("permute_lines", {"operation": "unique"}, "«a\nb\na»\nc", "«a\nb»\nc"),
        ("permute_selection", {"operation": "reverse"}, "«a» «bb»", "«bb» «a»"),
        ("trim_trailing_white_space", None, "a \nb\t |\n", "a\nb|\n"),
        ("expand_tabs", {"set_translate_tabs": True}, "\ta\tb|", "    a\tb|"),
        ("unexpand_tabs", None, "      a|", "\t  a|"),
    ],
)
def test_commands_on_lines(lab: Lab, command: str, args: Any, before: str, after: str) -> None:
    """[V] The line commands of the Default package, by their documentation."""
    view = marked_view(lab, before, **SPACES)
    view.run_command(command, args)
    assert shown(view).replace("«", "").replace("»", "").replace("|", "") == after.replace("«", "").replace(
        "»", ""
    ).replace("|", "")
    assert shown(view) == after
    view.run_command("undo")
    assert shown(view) == before


def test_a_read_only_view_ignores_them(lab: Lab) -> None:
    """[I] Read-only views ignore edits by text commands silently."""
    view = marked_view(lab, "a|\nb")
    view.set_read_only(True)
    for command in ("indent", "duplicate_line", "swap_line_down", "join_lines", "toggle_comment", "left_delete"):
        view.run_command(command)
    assert shown(view) == "a|\nb" and not view.is_dirty()


@pytest.mark.parametrize(
    "syntax, block, before, after",
    [
        (PYTHON, False, "  a|\n", "  # a|\n"),
        (PYTHON, False, "  #a|\n", "  a|\n"),
        (PYTHON, False, "«  a\n\n    b»", "«  # a\n\n  #   b»"),
        (PYTHON, False, "«# a\nb»", "«# # a\n# b»"),
        ("scope:source.js", False, "a|", "// a|"),
        ("scope:source.js", True, "a «b» c", "a /* «b» */ c"),
        ("scope:source.css", False, "a|: b;", "/* a|: b; */"),
        ("scope:text.html.basic", False, "  <!-- <b>| -->", "  <b>|"),
        ("scope:text.plain", False, "a|", "a|"),
    ],
)
def test_comments_go_in_and_out(lab: Lab, syntax: str, block: bool, before: str, after: str) -> None:
    """[V] toggle_comment comments the lines, or uncomments them if all are, with the markers of the language."""
    view = marked_view(lab, before, syntax)
    view.run_command("toggle_comment", {"block": block})
    assert text_of(view) == after.translate({ord(c): None for c in "«»|"})


def test_paragraphs_are_wrapped_with_their_comment_marker(lab: Lab) -> None:
    """[V] wrap_lines breaks a paragraph at the ruler."""
    view = marked_view(lab, "x\n\n# one two three fo|ur\n# five\n\ny", PYTHON, rulers=[12])
    view.run_command("wrap_lines")
    assert text_of(view) == "x\n\n# one two\n# three four\n# five\n\ny"


@pytest.mark.parametrize(
    "syntax, before, after",
    [
        (PYTHON, "def f():\nx|", "def f():\n    x|"),
        (PYTHON, "if a:\n    b\n    else:|", "if a:\n    b\nelse:|"),
        ("scope:source.js", "f(() => {\nx|", "f(() => {\n    x|"),
        ("scope:source.js", "{\n    a\n    }|", "{\n    a\n}|"),
        ("scope:text.plain", "  a {\nx|", "  a {\n  x|"),
    ],
)
def test_lines_stand_where_the_line_above_puts_them(lab: Lab, syntax: str, before: str, after: str) -> None:
    """[V] reindent goes by the rules of the language and the line before."""
    view = marked_view(lab, before, syntax, **SPACES)
    view.run_command("reindent", {"single_line": True})
    assert shown(view) == after


def test_the_kind_of_indentation_is_guessed(lab: Lab) -> None:
    """[V] detect_indentation guesses tab size and tabs or spaces from the text."""
    view = marked_view(lab, "|" + "a:\n  b:\n    c\n" * 10)
    view.run_command("detect_indentation")
    assert view.settings().get("tab_size") == 2 and view.settings().get("translate_tabs_to_spaces") is True
    view = marked_view(lab, "|" + "a:\n\tb\n" * 12, translate_tabs_to_spaces=True)
    view.run_command("detect_indentation")
    assert view.settings().get("translate_tabs_to_spaces") is False


def test_macros_of_default_are_one_step_each(lab: Lab) -> None:
    """[V] Ctrl+Enter adds a line below, Ctrl+Shift+Enter above, Ctrl+Shift+K deletes it."""
    view = marked_view(lab, "  on|e\ntwo", **SPACES)
    verbs.press(lab.host, ["ctrl+enter"])
    assert shown(view) == "  one\n  |\ntwo"
    verbs.press(lab.host, ["ctrl+z"])
    assert shown(view) == "  on|e\ntwo"
    verbs.press(lab.host, ["ctrl+shift+enter"])
    assert text_of(view).split("\n")[1:] == ["  one", "two"]
    verbs.press(lab.host, ["ctrl+z"])
    verbs.press(lab.host, ["ctrl+shift+k"])
    assert shown(view) == "|two"
    verbs.press(lab.host, ["ctrl+z"])
    verbs.press(lab.host, ["ctrl+k", "ctrl+k"])
    assert shown(view) == "  on|\ntwo"
    verbs.press(lab.host, ["ctrl+k", "ctrl+backspace"])
    assert shown(view) == "|\ntwo"
    verbs.press(lab.host, ["ctrl+k", "ctrl+y"])
    assert shown(view) == "  on|\ntwo"
