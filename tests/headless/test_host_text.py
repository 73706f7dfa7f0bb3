"""Spans, encodings and selectors in the host."""

from __future__ import annotations

import pytest

from .core import codecs, selectors, spans


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
