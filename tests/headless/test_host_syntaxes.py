"""Syntax files: contexts, patterns, embeddings and branches, and what edits do to scopes."""

from __future__ import annotations

import random

import pytest

from .conftest import Lab
from .core.scopes.highlighter import Highlighter
from .syntax_files import syntax, tokens, view_with


def test_a_match_gives_its_text_a_scope_and_the_first_of_equal_ones_wins(lab: Lab) -> None:
    """[V] The leftmost match counts; of several at one place the one that stands first in the context."""
    path = syntax(
        lab,
        """\
        main:
          - match: '\\b(if|else)\\b'
            scope: keyword.control.some
          - match: '\\w+'
            scope: variable.other.some
        """,
    )
    view = view_with(lab, path, "a if b")
    assert tokens(view) == [
        ("a", "variable.other.some"),
        (" ", ""),
        ("if", "keyword.control.some"),
        (" ", ""),
        ("b", "variable.other.some"),
    ]
    assert view.scope_name(2) == "source.some keyword.control.some "


def test_a_pushed_context_scopes_its_ends_and_its_content(lab: Lab) -> None:
    """[V] meta_scope covers the matches that push and pop, meta_content_scope only what is between."""
    path = syntax(
        lab,
        """\
        main:
          - match: '"'
            scope: punctuation.begin
            push:
              - meta_scope: string.quoted
              - meta_content_scope: meta.content
              - match: '"'
                scope: punctuation.end
                pop: true
              - match: '\\\\.'
                scope: constant.character.escape
        """,
    )
    assert tokens(view_with(lab, path, '"a\\"b" c')) == [
        ('"', "string.quoted punctuation.begin"),
        ("a", "string.quoted meta.content"),
        ('\\"', "string.quoted meta.content constant.character.escape"),
        ("b", "string.quoted meta.content"),
        ('"', "string.quoted punctuation.end"),
        (" c", ""),
    ]


def test_captures_are_scoped_within_the_match(lab: Lab) -> None:
    """[V] captures maps groups to scopes."""
    path = syntax(
        lab,
        """\
        main:
          - match: '(def)\\s+(\\w+)'
            scope: meta.function
            captures:
              1: keyword.declaration
              2: entity.name.function
        """,
    )
    assert tokens(view_with(lab, path, "def f")) == [
        ("def", "meta.function keyword.declaration"),
        (" ", "meta.function"),
        ("f", "meta.function entity.name.function"),
    ]


def test_several_contexts_are_pushed_and_popped_at_once(lab: Lab) -> None:
    """[V] push takes a list, of which the last ends on top; pop takes a number."""
    path = syntax(
        lab,
        """\
        main:
          - match: '<'
            push: [outer, inner]
        outer:
          - meta_scope: meta.outer
          - match: '\\]'
            pop: 1
        inner:
          - meta_scope: meta.inner
          - match: '!'
            pop: 2
          - match: ';'
            pop: 1
        """,
    )
    assert tokens(view_with(lab, path, "<a;b]c<!d")) == [
        ("<a;", "meta.outer meta.inner"),
        ("b]", "meta.outer"),
        ("c", ""),
        ("<!", "meta.outer meta.inner"),
        ("d", ""),
    ]


def test_set_replaces_the_context(lab: Lab) -> None:
    """[V] set pops the context it stands in and pushes others."""
    path = syntax(
        lab,
        """\
        main:
          - match: 'a'
            push: first
        first:
          - meta_content_scope: meta.first
          - match: 'b'
            set: second
        second:
          - meta_content_scope: meta.second
          - match: 'c'
            pop: true
        """,
    )
    assert tokens(view_with(lab, path, "a1b2c3")) == [
        ("a", ""),
        ("1", "meta.first"),
        ("b", ""),
        ("2", "meta.second"),
        ("c3", ""),
    ]


def test_variables_includes_and_the_prototype(lab: Lab) -> None:
    """[V] The prototype's patterns hold in every context but those that say no."""
    path = syntax(
        lab,
        """\
        prototype:
          - match: '#.*'
            scope: comment
        main:
          - include: words
          - match: "'"
            push:
              - meta_include_prototype: false
              - meta_scope: string
              - match: "'"
                pop: true
        words:
          - match: '{{word}}'
            scope: variable
        """,
        header="version: 2\nvariables:\n  letter: '[a-z]'\n  word: '{{letter}}+'",
    )
    assert tokens(view_with(lab, path, "ab '#' # x")) == [
        ("ab", "variable"),
        (" ", ""),
        ("'#'", "string"),
        (" ", ""),
        ("# x", "comment"),
    ]


def test_a_popping_pattern_refers_to_what_the_pushing_one_captured(lab: Lab) -> None:
    """[V] Back references of a pattern that pops mean captures of the match that pushed."""
    path = syntax(
        lab,
        """\
        main:
          - match: '<<(\\w+)'
            push:
              - meta_content_scope: string.unquoted.heredoc
              - match: '^\\1$'
                pop: true
        """,
    )
    view = view_with(lab, path, "<<END\nEN\nEND\nx")
    assert view.find_by_selector("string.unquoted") == [lab.sublime.Region(5, 9)]


def test_embedding_ends_at_its_escape_wherever_the_other_syntax_is(lab: Lab) -> None:
    """[V] embed pushes another syntax until escape matches; embed_scope takes the place of its own scope."""
    syntax(
        lab,
        """\
        main:
          - match: '"'
            push:
              - meta_scope: string
              - match: '"'
                pop: true
        """,
        name="Inner",
    )
    path = syntax(
        lab,
        """\
        main:
          - match: '<%'
            scope: punctuation.begin
            embed: scope:source.inner
            embed_scope: source.inner.embedded
            escape: '%>'
            escape_captures:
              0: punctuation.end
        """,
    )
    assert tokens(view_with(lab, path, '<%a "b%> c')) == [
        ("<%", "punctuation.begin"),
        ("a ", "source.inner.embedded"),
        ('"b', "source.inner.embedded string"),
        ("%>", "punctuation.end"),
        (" c", ""),
    ]


def test_with_prototype_holds_in_everything_that_is_pushed(lab: Lab) -> None:
    """[V] with_prototype adds patterns to all contexts above."""
    syntax(
        lab,
        "main:\n  - match: '\\('\n    push:\n      - meta_scope: meta.group\n      - match: '\\)'\n        pop: true\n",
        "Inner",
    )
    path = syntax(
        lab,
        """\
        main:
          - match: '<'
            push: Packages/Other/Inner.sublime-syntax
            with_prototype:
              - match: '(?=>)'
                pop: true
        """,
    )
    assert tokens(view_with(lab, path, "<(a>b")) == [("<", ""), ("(a", "source.inner meta.group"), (">b", "")]


def test_a_branch_that_fails_is_taken_anew_even_rows_later(lab: Lab) -> None:
    """[V] branch tries its contexts in order; fail goes back to the branch point, up to 128 lines."""
    path = syntax(
        lab,
        """\
        main:
          - match: '(?=\\{)'
            branch_point: braces
            branch: [set-body, map-body]
        set-body:
          - match: '\\{'
            set:
              - meta_scope: meta.set
              - match: ':'
                fail: braces
              - match: '\\}'
                pop: true
        map-body:
          - match: '\\{'
            set:
              - meta_scope: meta.map
              - match: '\\}'
                pop: true
        """,
    )
    view = view_with(lab, path, "{a\nb} {\nc:1}")
    assert tokens(view) == [
        ("{a\n", "meta.set"),
        ("b}", "meta.set"),
        (" ", ""),
        ("{\n", "meta.map"),
        ("c:1}", "meta.map"),
    ]
    view.run_command("append", {"characters": "\n{x:y}"})
    assert view.match_selector(view.size() - 3, "meta.map")


def test_a_syntax_extends_another(lab: Lab) -> None:
    """[V] extends takes over variables and contexts; meta_prepend puts patterns before the inherited ones."""
    syntax(
        lab,
        "main:\n  - match: '{{word}}'\n    scope: variable\n  - match: '\\d+'\n    scope: constant\n",
        "Base",
        "version: 2\nvariables:\n  word: '[a-z]+'",
    )
    path = syntax(
        lab,
        "main:\n  - meta_prepend: true\n  - match: 'if'\n    scope: keyword\n",
        header="version: 2\nextends: Base.sublime-syntax\nvariables:\n  word: '[A-Za-z]+'",
    )
    assert tokens(view_with(lab, path, "if X 1")) == [
        ("if", "keyword"),
        (" ", ""),
        ("X", "variable"),
        (" ", ""),
        ("1", "constant"),
    ]


def test_clear_scopes_takes_scopes_away(lab: Lab) -> None:
    """[V] clear_scopes removes the given number of scopes, or all, before the meta scopes are added."""
    path = syntax(
        lab,
        """\
        main:
          - match: '"'
            push:
              - meta_scope: string
              - match: '\\{'
                push:
                  - clear_scopes: 1
                  - meta_scope: meta.interpolation
                  - match: '\\}'
                    pop: true
              - match: '"'
                pop: true
        """,
    )
    assert tokens(view_with(lab, path, '"a{b}"')) == [('"a', "string"), ("{b}", "meta.interpolation"), ('"', "string")]


@pytest.mark.parametrize(
    ("pattern", "text", "matched"),
    [
        (r"\h+", "xfFgg", "fF"),
        (r"[\h_]+", "xa_1g", "a_1"),
        (r"\x{200b}.", "a\u200bb", "\u200bb"),
        (r"(?i)AB", "xab", "ab"),
        (r"a++b", "xaab", "aab"),
        (r"(?>a|ab)c", "abc ac", "ac"),
        (r"[[:alpha:]&&[^a]]+", "abc1", "bc"),
        (r"(?<!a)b", "ab b", "b"),
        (r"\p{Lu}+", "aBC", "BC"),
        (r"{a}", "x{a}", "{a}"),
        (r"b\z", "bab", "b"),
        (r"(?x) a  b # comment", "xab", "ab"),
    ],
)
def test_patterns_are_those_of_oniguruma(lab: Lab, pattern: str, text: str, matched: str) -> None:
    """[V] Patterns may use what the Oniguruma engine knows."""
    path = syntax(lab, f"main:\n  - match: '{pattern}'\n    scope: found\n")
    view = view_with(lab, path, text)
    assert [view.substr(region) for region in view.find_by_selector("found")] == [matched]


@pytest.mark.parametrize(
    ("contexts", "message"),
    [
        ("main:\n  - match: '(a'\n", r"Some.sublime-syntax: main: .* in \(a"),
        ("main:\n  - match: a\n    push: missing\n", "Some.sublime-syntax: no context missing"),
        ("main:\n  - include: scope:source.missing\n", "Some.sublime-syntax: no syntax scope:source.missing"),
        ("main:\n  - match: '{{missing}}'\n", "Some.sublime-syntax: main: no variable missing"),
        ("other: []\n", "Some.sublime-syntax: no main context"),
    ],
)
def test_a_broken_syntax_file_says_what_is_wrong_with_it(lab: Lab, contexts: str, message: str) -> None:
    """[I] Sublime names the file and the pattern when it reads the file; here it is an error at the first look."""
    path = syntax(lab, contexts)
    with pytest.raises(ValueError, match=message):
        tokens(view_with(lab, path, "a"))


def test_zero_width_matches_do_not_hang(lab: Lab) -> None:
    """[I] Contexts that push and pop one another without an end are left by one character."""
    path = syntax(
        lab,
        """\
        main:
          - match: '(?=a)'
            push:
              - match: ''
                pop: true
          - match: 'b'
            scope: found
        """,
    )
    assert [text for text, scope in tokens(view_with(lab, path, "aab")) if scope == "found"] == ["b"]


def test_the_backtrace_names_contexts_and_where_they_are(lab: Lab) -> None:
    """[V] context_backtrace gives frames with name, file and location. [I] Outermost first, from 0."""
    path = syntax(lab, "main:\n  - match: '<'\n    push: inner\ninner:\n  - match: '>'\n    pop: true\n")
    view = view_with(lab, path, "a<b>")
    frames = view.context_backtrace(3)
    assert [frame.context_name for frame in frames] == ["main", "inner"]
    assert [frame.source_file for frame in frames] == [path, path]
    assert frames[1].source_location == (10, 4)
    assert [frame.context_name for frame in view.context_backtrace(1)] == ["main"]


@pytest.mark.parametrize("seed", range(5))
def test_scopes_after_random_edits_are_those_of_a_fresh_look(lab: Lab, seed: int) -> None:
    """[I] Highlighting depends on the text alone, not on how it came about."""
    path = syntax(
        lab,
        """\
        main:
          - match: '/\\*'
            push:
              - meta_scope: comment
              - match: '\\*/'
                pop: true
          - match: '(?=\\()'
            branch_point: group
            branch: [plain, call]
          - match: '\\w+'
            scope: variable
        plain:
          - match: '\\('
            set:
              - meta_scope: meta.group
              - match: ','
                fail: group
              - match: '\\)'
                pop: true
        call:
          - match: '\\('
            set:
              - meta_scope: meta.call
              - match: '\\)'
                pop: true
        """,
    )
    rng = random.Random(seed)
    view = view_with(lab, path, "a (b\nc) /* d\n */ (e,\nf) g\n" * 40)
    core_view = lab.core.views[view.id()]
    buffer = core_view.buffer
    for _ in range(80):
        a = rng.randrange(buffer.text.size)
        buffer.replace(a, a + rng.choice((0, 1, 9)), rng.choice(["x", "\n", "", "/*", "*/", "(", ",", ")", "a\nb\n"]))
        if rng.random() < 0.5:
            view.scope_name(rng.randrange(view.size()))
    fresh = Highlighter(buffer.text, core_view.highlighter.lexer)
    for row in range(buffer.text.line_count):
        assert core_view.highlighter.tokens(row) == fresh.tokens(row), row


def test_every_view_of_a_buffer_follows_an_edit(lab: Lab) -> None:
    """[I] Clones are highlighted each with its own syntax."""
    view = lab.new_view("x = 1\n")
    view.assign_syntax("Packages/Python/Python.sublime-syntax")
    lab.window.run_command("clone_file")
    clone = lab.window.active_view()
    clone.assign_syntax("Packages/Text/Plain text.tmLanguage")
    assert view.scope_name(4).startswith("source.python meta.number") and clone.scope_name(4) == "text.plain "
    view.run_command("select_all")
    view.run_command("insert", {"characters": "'"})
    assert "string" in view.scope_name(0) and clone.scope_name(0) == "text.plain "
