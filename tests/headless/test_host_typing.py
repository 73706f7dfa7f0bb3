"""Typing: indentation, pairs, words that go, letters that change, snippets with their fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import Lab
from .marked import marked_view, select, shown, text_of

JS = "scope:source.js"
PYTHON = "scope:source.python"


def press(lab: Lab, *keys: str) -> None:
    for key in keys:
        verbs.press(lab.host, key.split(" ") if key != " " else [key])


@pytest.mark.parametrize(
    "syntax, before, keys, after",
    [
        (JS, "|", "(", "(|)"),
        (JS, "|a", "(", "(|a"),
        (JS, "«ab»", "(", "(«ab»)"),
        (JS, "(|)", ")", "()|"),
        (JS, "(|)", "backspace", "|"),
        (JS, "a |", '"', 'a "|"'),
        (JS, "a|", '"', 'a"|'),
        (JS, '"|"', '"', '""|'),
        (JS, "it|", "'", "it'|"),
        (JS, "  {|}", "enter", "  {\n      |\n  }"),
        (JS, "  a|", "enter", "  a\n  |"),
        (JS, "f() {|", "enter", "f() {\n    |"),
        (JS, "{\n    |", "}", "{\n}|"),
        (PYTHON, "def f():|", "enter", "def f():\n    |"),
        (JS, "|", "tab", "    |"),
        (JS, "a |", "tab", "a   |"),
        (JS, "«a\nb»", "tab", "    «a\n    b»"),
        (JS, "    |a", "shift+tab", "|a"),
    ],
)
def test_typing_pairs_and_indents(lab: Lab, syntax: str, before: str, keys: str, after: str) -> None:
    """[V] Default's bindings pair brackets and quotes where there is room; a newline indents as the language wants."""
    view = marked_view(lab, before, syntax, translate_tabs_to_spaces=True)
    press(lab, keys)
    assert text_of(view) == after.translate({ord(c): None for c in "«»|"})
    assert shown(view) == after


def test_pairing_and_indenting_can_be_switched_off(lab: Lab) -> None:
    """[V] auto_match_enabled and auto_indent govern it."""
    view = marked_view(lab, "  {|}", JS, auto_match_enabled=False, auto_indent=False)
    press(lab, "(", "enter")
    assert shown(view) == "  {(\n|}"


def test_indentation_that_nobody_typed_goes_again(lab: Lab) -> None:
    """[V] trim_automatic_white_space: a line that only the newline before indented is left empty."""
    view = marked_view(lab, "    a|", JS)
    press(lab, "enter", "enter")
    assert shown(view) == "    a\n\n    |"


def test_overwriting(lab: Lab) -> None:
    """[V] The Insert key overwrites characters, but not the line's end."""
    view = marked_view(lab, "a|b\nc")
    press(lab, "insert", "x", "y", "insert")
    assert shown(view) == "axy|\nc" and not view.overwrite_status()


@pytest.mark.parametrize(
    "keys, before, after",
    [
        ("ctrl+backspace", "foo bar|", "foo |"),
        ("ctrl+backspace", "foo.bar|", "foo.|"),
        ("ctrl+backspace", "foo    |", "foo|"),
        ("ctrl+delete", "|foo bar", "| bar"),
        ("ctrl+delete", "a|   b", "a|b"),
        ("ctrl+k ctrl+u", "ab|c d", "AB|C d"),
        ("ctrl+k ctrl+l", "«AB»C", "«ab»C"),
        ("ctrl+t", "ab|cd", "acb|d"),
        ("ctrl+t", "«one» «two»", "«two» «one»"),
    ],
)
def test_words_and_letters(lab: Lab, keys: str, before: str, after: str) -> None:
    """[V] Default's bindings for words and letters on Linux; of several blanks only those are deleted."""
    view = marked_view(lab, before)
    press(lab, keys)
    assert text_of(view) == after.translate({ord(c): None for c in "«»|"})
    assert shown(view) == after


@pytest.mark.parametrize(
    "keys, before, after",
    [
        ("ctrl+right", "|foo bar", "foo| bar"),
        ("ctrl+left", "foo bar|", "foo |bar"),
        ("ctrl+left", "foo |bar", "|foo bar"),
        ("alt+right", "|fooBar", "foo|Bar"),
        ("ctrl+shift+right", "|foo bar", "«foo» bar"),
        ("home", "  ab|", "  |ab"),
        ("home", "  |ab", "|  ab"),
        ("ctrl+m", "a(b| (c)d)e", "a(b (c)d|)e"),
        ("ctrl+m", "a|(b)c", "a(b)|c"),
        ("ctrl+end", "a|b\nc", "ab\nc|"),
    ],
)
def test_moving(lab: Lab, keys: str, before: str, after: str) -> None:
    """[V] Default's bindings for moving on Linux; Home goes to the text first."""
    view = marked_view(lab, before)
    press(lab, keys)
    assert shown(view) == after


def test_copying_without_a_selection_takes_the_line(lab: Lab) -> None:
    """[V] copy_with_empty_selection: the whole line, which is pasted above the caret's line."""
    view = marked_view(lab, "a|b\ncd")
    press(lab, "ctrl+c", "down", "ctrl+v")
    assert text_of(view) == "ab\nab\ncd"
    press(lab, "ctrl+x")
    assert text_of(view) == "ab\nab\n"


def test_as_many_lines_as_carets_are_pasted_one_each(lab: Lab) -> None:
    """[V] Pasting as many lines as there are selections gives each its own."""
    view = marked_view(lab, "«a» «b»\n")
    press(lab, "ctrl+c")
    select(lab, view, [(4, 4)])
    press(lab, "ctrl+v")
    assert text_of(view) == "a b\na\nb"
    view = marked_view(lab, "|-|-")
    press(lab, "ctrl+v")
    assert text_of(view) == "a-b-"


def test_pasting_with_indentation_and_from_history(lab: Lab) -> None:
    """[V] paste_and_indent fits lines to the place; paste_from_history offers what was copied."""
    view = marked_view(lab, "def f():\n|", PYTHON, translate_tabs_to_spaces=True)
    lab.sublime.set_clipboard("if a:\n    b")
    press(lab, "ctrl+shift+v")
    assert text_of(view) == "def f():\n    if a:\n        b"
    for word in ("one", "two"):
        marked_view(lab, f"«{word}»").run_command("copy")
    view = marked_view(lab, "|")
    press(lab, "ctrl+k ctrl+v")
    assert [i["trigger"] for i in verbs.state(lab.host)["windows"][0]["quick_panel"]["items"]] == ["two", "one"]
    verbs.pick(lab.host, text="one")
    lab.host.settle()
    assert text_of(view) == "one"


def test_the_fields_of_a_snippet_are_visited_with_tab(lab: Lab) -> None:
    """[V] Fields in order, their defaults selected, `$0` last; fields of one number are edited together."""
    view = marked_view(lab, "  |", translate_tabs_to_spaces=True)
    contents = "for (${1:i} of ${2:items}) {\n\tuse($1);\n\t$0\n}\\$"
    view.run_command("insert_snippet", {"contents": contents})
    assert shown(view) == "  for («i» of items) {\n      use(«i»);\n      \n  }$"
    press(lab, "x", "y", "tab")
    assert shown(view) == "  for (xy of «items») {\n      use(xy);\n      \n  }$"
    press(lab, "shift+tab")
    assert shown(view) == "  for («xy» of items) {\n      use(«xy»);\n      \n  }$"
    press(lab, "tab", "tab")
    assert shown(view) == "  for (xy of items) {\n      use(xy);\n      |\n  }$"
    press(lab, "tab")
    assert text_of(view).split("\n")[2] == "        "  # no field is left: the key is itself again


def test_escape_leaves_the_fields(lab: Lab) -> None:
    """[V] clear_fields breaks out of the fields."""
    view = marked_view(lab, "|")
    view.run_command("insert_snippet", {"contents": "$1 $2"})
    press(lab, "escape", "tab")
    assert text_of(view) == "\t "


def test_variables_of_snippets(lab: Lab) -> None:
    """[V] $SELECTION, $TM_… and a caller's own arguments; regular expressions change them."""
    view = marked_view(lab, "«one» «two»")
    view.run_command("insert_snippet", {"contents": "<$SELECTION:${MINE}:${NONE:none}>", "MINE": "m"})
    assert text_of(view) == "<one:m:none> <two:m:none>"
    view = marked_view(lab, "«a_b»")
    view.run_command("insert_snippet", {"contents": "${SELECTION/_(.)/-$1$1/g}"})
    assert text_of(view) == "a-bb"


def test_a_snippet_is_expanded_by_its_tab_trigger(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] has_snippet: Tab behind a snippet's trigger puts the snippet in its place."""
    folder = tmp_path / "packages" / "Sample"
    folder.mkdir(parents=True)
    (folder / "a.sublime-snippet").write_text(
        "<snippet><content><![CDATA[hello ${1:you}!]]></content><tabTrigger>hi</tabTrigger></snippet>"
    )
    lab = start()
    view = marked_view(lab, "say hi|")
    press(lab, "tab")
    assert shown(view) == "say hello «you»!"


def test_tags_are_closed(lab: Lab) -> None:
    """[V] close_tag ends the innermost open tag; typing `</` in HTML does so too."""
    view = marked_view(lab, "<ul><li>a<br>|", "scope:text.html.basic")
    press(lab, "alt+.")
    assert shown(view) == "<ul><li>a<br></li>|"
    press(lab, "<", "/")
    assert shown(view) == "<ul><li>a<br></li></ul>|"


def command_history(view: Any) -> list[Any]:
    return [view.command_history(-index)[:1] for index in range(3)]


def test_typing_is_undone_word_by_word(lab: Lab) -> None:
    """[I] Typing is one step up to a blank; deleting key by key is one step too."""
    view = marked_view(lab, "|")
    press(lab, *"one two")
    assert view.command_history(0) == ("insert", {"characters": " two"}, 1)
    press(lab, "backspace", "backspace")
    assert view.command_history(0) == ("left_delete", None, 2)
    press(lab, "ctrl+z")
    assert shown(view) == "one two|"
    press(lab, "ctrl+z")
    assert shown(view) == "one|"
    press(lab, "ctrl+y", "ctrl+y")
    assert shown(view) == "one t|"


def test_soft_undo_takes_back_selections_too(lab: Lab) -> None:
    """[V] soft_undo steps through granular edits, moved carets included; undo passes over those."""
    view = marked_view(lab, "one two one|")
    press(lab, "x", "left", "ctrl+d", "ctrl+d")
    assert shown(view) == "one two «onex»"
    press(lab, "ctrl+u", "ctrl+u")
    assert shown(view) == "one two onex|"
    press(lab, "ctrl+shift+u")
    assert shown(view) == "one two one|x"
    press(lab, "ctrl+z")
    assert shown(view) == "one two one|"
    press(lab, "ctrl+shift+z")
    assert shown(view) == "one two onex|"
    assert view.command_history(0, modifying_only=True)[0] == "insert"


def test_regions_are_in_soft_undo_unless_they_say_no(lab: Lab) -> None:
    """[T] add_regions enters soft undo; NO_UNDO keeps out."""
    view = marked_view(lab, "abc|")
    region = lab.sublime.Region
    view.add_regions("kept", [region(0, 1)], flags=lab.sublime.NO_UNDO)
    view.add_regions("soft", [region(0, 1)])
    view.add_regions("soft", [region(0, 2)])
    view.run_command("soft_undo")
    assert view.get_regions("soft") == [region(0, 1)] and view.get_regions("kept") == [region(0, 1)]
    view.run_command("soft_undo")
    assert view.get_regions("soft") == [] and view.get_regions("kept") == [region(0, 1)]
    view.run_command("soft_redo")
    assert view.get_regions("soft") == [region(0, 1)]
    view.run_command("undo")
    assert view.get_regions("soft") == [region(0, 1)]  # nothing was typed: there is nothing to undo


def test_redo_or_repeat_repeats(lab: Lab) -> None:
    """[V] Without anything to redo it performs the last action again."""
    view = marked_view(lab, "|")
    press(lab, "a", "b", "ctrl+y")
    assert text_of(view) == "abab"


COMPLETIONS = """
import sublime, sublime_plugin

class Offers(sublime_plugin.EventListener):
    def on_query_completions(self, view, prefix, locations):
        return (["parse", "pass", "past"], sublime.INHIBIT_WORD_COMPLETIONS)
"""


def test_the_list_of_completions_by_keys(start: Callable[..., Lab]) -> None:
    """[V] Ctrl+Space opens the list, arrows go through it, typing narrows it, Tab takes the highlighted one."""
    lab = start(COMPLETIONS)
    view = marked_view(lab, "p|")
    press(lab, "ctrl+space")

    def completions() -> Any:
        return verbs.state(lab.host)["windows"][0]["completions"]

    def triggers() -> list[str]:
        return [item["trigger"] for item in completions()["items"]]

    assert (triggers(), completions()["selected"]) == (["parse", "pass", "past"], 0)
    press(lab, "down", "down", "down", "up")
    assert completions()["selected"] == 2 and shown(view) == "p|"
    verbs.type(lab.host, "as")
    assert (triggers(), completions()["selected"]) == (["parse", "pass", "past"], 0)
    press(lab, "down", "tab")
    assert shown(view) == "pass|" and completions() is None
    press(lab, "ctrl+space", "escape")
    assert completions() is None


def test_tab_completes_a_word(lab: Lab) -> None:
    """[V] tab_completion: Tab behind a word takes the only completion, and is itself where there is none."""
    view = marked_view(lab, "needle nee|")
    press(lab, "tab")
    assert shown(view) == "needle needle|"
    view = marked_view(lab, "needle xyz|")
    press(lab, "tab")
    assert shown(view) == "needle xyz\t|"
    view = marked_view(lab, "needle nee|", tab_completion=False)
    press(lab, "tab")
    assert shown(view) == "needle nee\t|"


def test_a_files_indentation_is_noticed_when_it_opens(lab: Lab, tmp_path: Path) -> None:
    """[V] detect_indentation: what is typed into a file is indented like the rest of it."""
    (tmp_path / "a.py").write_text("if a:\n  b\n" * 12)
    view = lab.open(tmp_path / "a.py")
    assert view.settings().get("tab_size") == 2 and view.settings().get("translate_tabs_to_spaces") is True


def test_a_snippet_in_a_field_of_another(lab: Lab) -> None:
    """[I] Fields of the inner snippet come first; those of the outer one go on behind them, where they now are."""
    view = marked_view(lab, "|", JS)
    view.run_command("insert_snippet", {"contents": "f($1, $2)"})
    press(lab, "(", "a", ")", "tab")
    assert shown(view) == "f((a), |)"
    press(lab, "shift+tab")
    view.run_command("insert_snippet", {"contents": "[$1-$2]"})
    press(lab, "1", "tab", "2", "tab")
    assert shown(view) == "f([1-2]|, )"
    press(lab, "tab")
    assert shown(view) == "f([1-2], |)"


def test_moving_the_caret_does_not_take_away_what_can_be_redone(lab: Lab) -> None:
    """[I] After an undo the caret may move before the redo."""
    view = marked_view(lab, "ab|")
    press(lab, "x", "ctrl+z", "left", "ctrl+shift+z")
    assert shown(view) == "abx|"


def test_text_of_several_lines_is_typed_line_by_line(lab: Lab) -> None:
    """[T] `insert` makes a change of each line and of each newline, which indents; it is one step to undo."""
    view = lab.new_view("\t")
    view.run_command("move_to", {"to": "eof"})
    count = view.change_count()
    view.run_command("insert", {"characters": "a\n\tb"})
    assert text_of(view) == "\ta\n\t\tb"
    assert view.change_count() - count == 3
    view.run_command("undo")
    assert text_of(view) == "\t"
