"""Which syntax a file gets, and tests of syntaxes."""

from __future__ import annotations

import pytest

from .conftest import Lab
from .syntax_files import install, syntax


@pytest.mark.parametrize(
    ("file", "first_line", "name"),
    [
        ("a.py", "", "Python"),
        ("a.PY", "", "Python"),
        ("x/.bashrc", "", "Bash"),
        ("Makefile", "", "Makefile"),
        ("page.html.erb", "", "HTML (Rails)"),
        ("a.tsx", "", "TSX"),
        ("run", "#!/usr/bin/env python3", "Python"),
        ("run", "#!/bin/sh", "Bash"),
        ("data", '<?xml version="1.0"?>', "XML"),
        ("a.py", "#!/bin/sh", "Python"),
        ("none.unknown", "", "Plain Text"),
    ],
)
def test_the_syntax_of_a_file(lab: Lab, file: str, first_line: str, name: str) -> None:
    """[V] By its name or extension, else by its first line."""
    assert lab.sublime.find_syntax_for_file(file, first_line).name == name


def test_an_installed_syntax_says_which_files_it_is_for(lab: Lab) -> None:
    """[V] file_extensions, hidden_file_extensions and first_line_match."""
    syntax(
        lab,
        "main: []",
        header="hidden: true\nfile_extensions: [some, SomeFile]\n"
        "hidden_file_extensions:\n  - more\nfirst_line_match: ^!some",
    )
    find = lab.sublime.find_syntax_for_file
    assert [find(name).name for name in ("a.some", "SomeFile", "b.more")] == ["Some"] * 3
    assert find("none", "!some").name == "Some" and find("none", "some").name == "Plain Text"
    assert [s.hidden for s in lab.sublime.find_syntax_by_scope("source.some")] == [True]
    assert [s.path for s in lab.sublime.find_syntax_by_name("Some")] == ["Packages/Other/Some.sublime-syntax"]


def test_an_older_syntax_file_gives_way_to_one_of_the_same_name(lab: Lab) -> None:
    """[V] A .sublime-syntax shadows a .tmLanguage beside it (sublime_lib's tests expect it)."""
    plist = (
        '<?xml version="1.0"?><plist version="1.0"><dict><key>name</key><string>Old</string>'
        "<key>scopeName</key><string>source.old</string></dict></plist>"
    )
    install(lab, "Some.tmLanguage", plist)
    install(lab, "Old.tmLanguage", plist)
    syntax(lab, "main: []")
    paths = [s.path for s in lab.sublime.list_syntaxes() if s.path.startswith("Packages/Other/")]
    assert sorted(paths) == ["Packages/Other/Old.tmLanguage", "Packages/Other/Some.sublime-syntax"]
    assert lab.sublime.syntax_from_path("Packages/Other/Old.tmLanguage").scope == "source.old"


LANGUAGE = """\
main:
  - match: '\\bif\\b'
    scope: keyword.control
  - match: '//'
    push:
      - meta_scope: comment.line
      - match: '$\\n?'
        pop: true
"""


def run_syntax_test(lab: Lab, text: str) -> tuple[int, list[str]]:
    import sublime_api  # type: ignore[import-not-found]

    syntax(lab, LANGUAGE)
    return sublime_api.run_syntax_test(install(lab, "syntax_test_some.some", text))


def test_a_syntax_test_counts_what_it_asserts(lab: Lab) -> None:
    """[V] `^` stands under the characters meant, `<-` for the column of its comment, as often as it has hyphens."""
    assertions, messages = run_syntax_test(
        lab,
        """\
        // SYNTAX TEST "Packages/Other/Some.sublime-syntax"
        if a
        // <- keyword.control
        //<-- keyword.control
        // ^ - keyword
        // note
        // ^^^ comment.line - keyword
        """,
    )
    assert (assertions, messages) == (1 + 2 + 1 + 3, [])


def test_a_syntax_test_may_close_its_comments(lab: Lab) -> None:
    """[V] What ends the comment in the first line ends the selectors too."""
    assert run_syntax_test(
        lab,
        """\
        /* SYNTAX TEST "Packages/Other/Some.sublime-syntax" */
        if a
        /* <- keyword.control */
        /* ^ - keyword */ // more
        """,
    ) == (2, [])


def test_a_syntax_test_tells_which_scopes_were_found(lab: Lab) -> None:
    """[T] "error: scope does not match" at file:row:column, with the line, the assertion and the actual scopes."""
    assertions, (message,) = run_syntax_test(
        lab,
        """\
        // SYNTAX TEST "Packages/Other/Some.sublime-syntax"
           if a
        // ^^^ keyword.control
        """,
    )
    assert assertions == 3
    assert message.splitlines() == [
        "Packages/Other/syntax_test_some.some:2:6",
        "error: scope does not match",
        "2 |    if a",
        "3 | // ^^^ keyword.control",
        "  |      - these locations did not match",
        "actual:",
        "  |    ^^ source.some keyword.control",
        "  |      ^ source.some",
    ]


def test_a_syntax_test_beyond_the_line_fails(lab: Lab) -> None:
    """[T] "error: test covers non-existing text"."""
    _, (message,) = run_syntax_test(
        lab, '// SYNTAX TEST "Packages/Other/Some.sublime-syntax"\nif a\n// ^^^^ source.some\n'
    )
    assert "error: test covers non-existing text" in message


def test_patterns_that_only_oniguruma_can_do_are_listed(lab: Lab) -> None:
    """[V] UnitTesting's compatibility test: possessive quantifiers, lookbehind and atomic groups are incompatible."""
    import sublime_api  # type: ignore[import-not-found]

    path = syntax(
        lab, "main:\n  - match: 'a++'\n  - match: '(?<=a)b'\n  - match: '(?>a)'\n  - match: '(?=a)b+\\+\\+'\n"
    )
    found = sublime_api.incompatible_syntax_patterns(path)
    assert [(place, pattern) for place, pattern, _ in found] == [
        ((7, 13), "a++"),
        ((8, 13), "(?<=a)b"),
        ((9, 13), "(?>a)"),
    ]
