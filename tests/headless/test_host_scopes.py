"""Scopes of text: the languages that come with Sublime, selectors, and what is asked of scopes and words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import Lab
from .core import contexts
from .syntax_files import syntax, tokens, view_with


@pytest.mark.parametrize(
    ("name", "text", "word", "selector"),
    [
        ("Python/Python", "def f(a):\n    return 1\n", "f(", "source.python entity.name.function"),
        ("Python/Python", "class C: pass\n", "C", "entity.name.class"),
        ("Python/Python", "x = 'a'  # note\n", "# note", "comment.line"),
        ("Python/Python", "x = 'a'\n", "a'", "string.quoted.single - punctuation"),
        ("Python/Python", "x = 'a'\n", "'a", "string.quoted.single punctuation.definition.string.begin"),
        ("Python/Python", "x = 'a'\n", "'\n", "string.quoted.single punctuation.definition.string.end"),
        ("Python/Python", "f(1)  # x\n", "# x", "comment.line punctuation.definition.comment"),
        ("Python/Python", "def f(a): pass\n", "a)", "variable.parameter"),
        ("Python/Python", "x = None\n", "None", "constant.language"),
        ("Python/Python", '"""one\ntwo"""\n', "two", "comment.block.documentation"),
        ("JavaScript/JavaScript", "const a = 12.5;\n", "12.5", "constant.numeric"),
        ("JavaScript/JavaScript", "/* a\n b */ x\n", "b", "comment.block"),
        ("JSON/JSON", '{"a": true}\n', "true", "source.json constant.language"),
        ("HTML/HTML", "<p class='x'>y</p>\n", "p ", "text.html.basic entity.name.tag"),
        ("CSS/CSS", "a { color: red }\n", "{", "punctuation.section.block.begin"),
        ("Markdown/Markdown", "# Title\n", "Title", "markup.heading"),
        ("ShellScript/Bash", "if true; then echo 'x'; fi\n", "if", "keyword.control"),
        ("C++/C", "int main(void) { return 0; }\n", "int", "storage.type"),
    ],
)
def test_languages_whose_syntaxes_sublime_brings_have_scopes(
    lab: Lab, name: str, text: str, word: str, selector: str
) -> None:
    """[V] Names after Sublime's scope naming guidelines, as far as a stand-in for its own syntaxes goes [I]."""
    view = view_with(lab, f"Packages/{name}.sublime-syntax", text)
    assert view.match_selector(text.index(word), selector), view.scope_name(text.index(word))


def test_a_syntax_may_embed_one_of_sublimes_own(lab: Lab) -> None:
    """[V] embed takes any syntax. [I] Of the stand-ins it gets the scope alone."""
    other = syntax(lab, "main:\n  - match: '<'\n    embed: scope:source.diff\n    escape: '>'\n")
    assert tokens(view_with(lab, other, "<+a>")) == [("<", ""), ("+a", "source.diff"), (">", "")]


def test_the_tokens_of_a_row_cover_all_of_it(lab: Lab) -> None:
    """[I] Every character has a scope, the newline too."""
    text = 'def f(a, b="x"):\n\n    """doc\n    more"""\n    return {a: 1}\n'
    view = view_with(lab, "Packages/Python/Python.sublime-syntax", text)
    assert "".join(piece for piece, _ in tokens(view)) == text


def test_a_real_syntax_file_takes_the_place_of_the_stand_in(lab: Lab) -> None:
    """[V] A resource of an installed package is what Sublime reads."""
    package = Path(lab.sublime.packages_path(), "Python")
    package.mkdir()
    text = "name: Python\nscope: source.python\ncontexts:\n  main:\n    - match: x\n      scope: real\n"
    (package / "Python.sublime-syntax").write_text(text)
    lab.core.syntaxes.forget()
    view = view_with(lab, "Packages/Python/Python.sublime-syntax", "x = 1")
    assert tokens(view) == [("x", "real"), (" = 1", "")]


@pytest.fixture
def nested(lab: Lab) -> Any:
    """`f("a\\n", 1)` with a string, an escape in it, and a group around both."""
    path = syntax(
        lab,
        """\
        main:
          - match: '\\('
            push:
              - meta_scope: meta.group
              - match: '\\)'
                pop: true
              - match: '"'
                push:
                  - meta_scope: string.quoted
                  - match: '\\\\.'
                    scope: constant.character.escape
                  - match: '"'
                    pop: true
              - match: '\\d+'
                scope: constant.numeric
        """,
    )
    return view_with(lab, path, 'f("a\\n", 1)')


def test_extract_scope_includes_what_is_nested(lab: Lab, nested: Any) -> None:
    """[V] The extent of the scope at the point, narrower scopes included."""
    Region = lab.sublime.Region
    assert nested.extract_scope(3) == Region(2, 7)
    assert nested.extract_scope(4) == Region(4, 6)
    assert nested.extract_scope(7) == Region(1, 11)
    assert nested.extract_scope(0) == Region(0, 11)


def test_expand_to_scope_goes_as_far_as_the_selector_matches(lab: Lab, nested: Any) -> None:
    """[V] The matched region, None if the point itself does not match."""
    Region = lab.sublime.Region
    assert nested.expand_to_scope(4, "string") == Region(2, 7)
    assert nested.expand_to_scope(4, "meta.group") == Region(1, 11)
    assert nested.expand_to_scope(0, "meta.group") is None


def test_find_by_selector(lab: Lab, nested: Any) -> None:
    """[V] All regions that match a selector."""
    Region = lab.sublime.Region
    assert nested.find_by_selector("string | constant.numeric") == [Region(2, 7), Region(9, 10)]
    assert nested.find_by_selector("meta.group - string - constant") == [Region(1, 2), Region(7, 9), Region(10, 11)]
    assert nested.find_by_selector("comment") == []


@pytest.mark.parametrize(
    ("selector", "matches"),
    [
        ("keyword", True),
        ("keyword.control", True),
        ("keyword.cont", False),
        ("control", False),
        ("keyword.control.php.embedded", False),
        ("meta keyword", True),
        ("keyword meta", False),
        ("source.php keyword.control.php", True),
        ("source.php -keyword", False),
        ("source - meta.block", False),
        ("keyword - string", True),
        ("string, keyword", True),
        ("string | keyword", True),
        ("meta & keyword", True),
        ("meta & string", False),
        ("source.php & (string | keyword)", True),
        ("source - (string | keyword)", False),
    ],
)
def test_selectors(lab: Lab, selector: str, matches: bool) -> None:
    """[V] The rules and examples of the documentation of selectors."""
    scope = "source.php meta.block.php keyword.control.php"
    assert (lab.sublime.score_selector(scope, selector) > 0) is matches


def test_a_more_specific_selector_scores_higher(lab: Lab) -> None:
    """[V] A higher score means a better match."""
    score = lab.sublime.score_selector
    scope = "source.php meta.block.php keyword.control.php"
    assert (
        score(scope, "keyword.control") > score(scope, "keyword") > score(scope, "meta.block") > score(scope, "source")
    )


def test_a_key_binding_asks_for_the_scope_at_the_caret(lab: Lab, nested: Any) -> None:
    """[V] The context key `selector` is about the text at the caret."""
    view = lab.core.views[nested.id()]
    assert view.window
    condition = {"key": "selector", "operand": "string"}
    found = []
    for point in (0, 3):
        view.set_selection([(point, point)])
        found.append(contexts.holds(lab.core, condition, view, view.window))
    assert found == [False, True]


def test_the_indented_region_is_the_block_around_a_line(lab: Lab) -> None:
    """[I] As far as lines are indented at least as this one; blank lines within belong to it."""
    view = lab.new_view("a\n    b\n\n        c\n    d\n\ne\n")
    assert view.indented_region(4) == lab.sublime.Region(2, 25)
    assert view.indented_region(15) == lab.sublime.Region(9, 19)
    assert view.indented_region(0).empty()


def test_completions_from_the_words_of_the_text(lab: Lab) -> None:
    """[V] extract_completions prefers words that are near a point."""
    view = lab.new_view("sailor sail x sailing Sailboat")
    assert view.extract_completions("sail", 15) == ["sailing", "Sailboat", "sailor"]
    assert view.extract_completions("sail", 0) == ["sailor", "sailing", "Sailboat"]
    assert view.extract_completions("none") == []


def test_a_popup_menu_calls_back_once(lab: Lab) -> None:
    """[V] With the index of the chosen item, or -1 if it was cancelled."""
    picked: list[int] = []
    view = lab.new_view("text")
    core_view = lab.core.views[view.id()]
    view.show_popup_menu(["one", "<two>"], picked.append)
    assert view.is_popup_visible()
    core_view.pick(1)
    assert picked == [1] and not view.is_popup_visible()
    view.show_popup_menu(["one"], picked.append)
    view.hide_popup()
    assert picked == [1, -1]
    with pytest.raises(ValueError, match="no open menu"):
        core_view.pick(0)


def test_the_command_log_can_be_switched(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """[V] log_commands controls whether commands are logged to the console when run."""
    view, logged = lab.new_view("text"), []
    monkeypatch.setattr(lab.core, "log", logged.append)
    lab.sublime.log_commands(True)
    assert lab.sublime.get_log_commands() is True
    view.run_command("insert", {"characters": "x"})
    lab.sublime.log_commands(False)
    view.run_command("insert", {"characters": "y"})
    assert logged == ['command: insert {"characters": "x"}']


def test_histories_are_of_the_open_windows(lab: Lab, tmp_path: Path) -> None:
    """[I] The host remembers no windows of earlier times."""
    lab.core.windows[lab.window.id()].set_project_data({"folders": [{"path": str(tmp_path)}]})
    assert lab.sublime.folder_history() == [str(tmp_path)] and lab.sublime.project_history() == []
