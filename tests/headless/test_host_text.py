"""Spans, encodings and selectors in the host."""

from __future__ import annotations

import random

import pytest

from .core import codecs, selectors, spans
from .core.text import Text


def test_inserting_moves_carets_and_starts_but_not_ends_of_regions() -> None:
    """[I] Where text goes in at a caret or at a region's start, that moves behind it; a region's end stays."""
    assert spans.shift((3, 3), 3, 0, 2) == (5, 5)
    assert spans.shift((3, 6), 6, 0, 2) == (3, 6)
    assert spans.shift((3, 6), 3, 0, 2) == (5, 8)
    assert spans.shift((6, 3), 4, 0, 2) == (8, 3)
    assert spans.shift((3, 6), 2, 4, 0) == (2, 2)


def test_overlapping_selections_merge_and_touching_ones_do_not() -> None:
    """[V] A Selection is sorted and merged on add."""
    assert spans.merge([(5, 9), (1, 6)]) == [(1, 9)]
    assert spans.merge([(1, 3), (3, 5)]) == [(1, 3), (3, 5)]
    assert spans.merge([(3, 3), (1, 3)]) == [(1, 3)]


@pytest.mark.parametrize(
    ("data", "encoding", "endings", "text"),
    [
        (b"a\nb", "UTF-8", "Unix", "a\nb"),
        (b"\xef\xbb\xbfa\r\nb\r\n", "UTF-8 with BOM", "Windows", "a\nb\n"),
        ("a\rb".encode("utf-16"), "UTF-16 LE with BOM", "CR", "a\nb"),
        (b"caf\xe9\n", "Western (Windows 1252)", "Unix", "café\n"),
    ],
)
def test_a_file_comes_back_byte_by_byte(data: bytes, encoding: str, endings: str, text: str) -> None:
    """[V] Buffers hold \\n only and no byte order mark; encoding and line endings are kept aside."""
    decoded = codecs.decode(data)
    assert decoded == (text, encoding, endings)
    assert codecs.encode(*decoded) == data


def test_bytes_with_nul_are_shown_in_hexadecimal() -> None:
    """[V] enable_hexadecimal_encoding: files with null bytes are opened as hexadecimal."""
    decoded = codecs.decode(bytes(range(20)))
    assert decoded.encoding == "Hexadecimal"
    assert decoded.text.splitlines()[0] == "0001 0203 0405 0607 0809 0a0b 0c0d 0e0f"
    assert codecs.encode(*decoded) == bytes(range(20))


def test_selectors() -> None:
    """[V] Scope selectors: a more specific match scores higher, 0 is no match."""
    scope = "source.python meta.function string.quoted"
    for selector in ("source.python", "source string", "text, source", "source - comment", "(text | source) & string"):
        assert selectors.score(scope, selector) > 0, selector
    for selector in ("source.pyth", "string source", "source - string", "text | comment"):
        assert selectors.score(scope, selector) == 0, selector


@pytest.mark.parametrize("seed", range(30))
def test_following_many_edits_at_once_is_following_them_one_by_one(seed: int) -> None:
    """[I] Where a span goes depends on the edits alone."""
    rng = random.Random(seed)
    points = sorted(rng.sample(range(0, 400, 4), 20))
    edits = [(at, rng.choice((0, 1, 3)), rng.choice((0, 1, 5))) for at in points]
    if seed % 3 == 0:
        edits.reverse()  # as commands at several carets do
    elif seed % 3 == 1:
        grown = 0
        for index, (at, removed, added) in enumerate(edits):
            edits[index] = (at + grown, removed, added)
            grown += added - removed
    else:
        rng.shuffle(edits)
    inserted = [(at, removed, added) for at, removed, added in edits if removed or added]
    ends = [(rng.randrange(420), rng.randrange(420)) for _ in range(40)]
    carets = [(at, at) for at in range(0, 420, 5)]
    expected = [*ends, *carets]
    for edit in inserted:
        expected = [spans.shift(span, *edit) for span in expected]
    assert spans.shift_all([*ends, *carets], inserted) == expected


@pytest.mark.parametrize("seed", range(20))
def test_adding_to_a_selection_merges_like_starting_anew(seed: int) -> None:
    """[V] Selections are sorted, and merged when added."""
    rng = random.Random(seed)
    merged: list[tuple[int, int]] = []
    added: list[tuple[int, int]] = []
    for _ in range(30):
        a = rng.randrange(100)
        span = (a, a + rng.choice((0, 0, 3, -3, 20)))
        merged = spans.insert(merged, span)
        added = spans.merge([*added, span])
        assert merged == added


def test_line_spans_are_the_lines_without_newlines() -> None:
    """[V] View.lines gives every line without its newline."""
    text = Text("ab\n\nc\n" * 500 + "last")
    plain = text.whole().split("\n")
    found = text.line_spans(0, text.line_count - 1)
    assert [text.substr(a, b) for a, b in found] == plain
    assert text.line_spans(700, 702) == found[700:703]
