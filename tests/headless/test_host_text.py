"""The text of buffers, spans and encodings: pure parts of the host's core."""

from __future__ import annotations

import random
import time

import pytest

from .core import codecs, minihtml, selectors, spans
from .core.text import Text


@pytest.mark.parametrize("seed", range(20))
def test_text_behaves_like_a_string_under_random_edits(seed: int) -> None:
    rng = random.Random(seed)
    plain = "".join(rng.choice("ab\n") for _ in range(2000))
    text = Text(plain)
    for _ in range(60):
        a, b = sorted(rng.randrange(len(plain) + 1) for _ in range(2))
        b = min(b, a + rng.choice((0, 3, 900)))
        new = "".join(rng.choice("xy\n") for _ in range(rng.choice((0, 1, 5, 700))))
        assert text.replace(a, b, new) == plain[a:b]
        plain = plain[:a] + new + plain[b:]
        point = rng.randrange(len(plain) + 1)
        assert text.row_col(point) == (plain[:point].count("\n"), point - (plain.rfind("\n", 0, point) + 1))
        assert text.substr(a, a + 50) == plain[a : a + 50]
        assert (text.size, text.line_count) == (len(plain), plain.count("\n") + 1)
    assert text.whole() == plain
    assert [text.line(row) for row in range(text.line_count)] == plain.split("\n")


def test_typing_into_a_hundred_thousand_lines_costs_well_under_a_millisecond() -> None:
    text = Text("def function(argument):\n" * 100_000)
    start = time.thread_time()
    for offset in range(200):
        text.replace(1_200_000 + offset, 1_200_000 + offset, "x")
        text.row_col(1_200_000 + offset)
    assert (time.thread_time() - start) / 200 < 0.001


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
    decoded = codecs.decode(bytes(range(20)))
    assert decoded.encoding == "Hexadecimal"
    assert decoded.text.splitlines()[0] == "0001 0203 0405 0607 0809 0a0b 0c0d 0e0f"
    assert codecs.encode(*decoded) == bytes(range(20))


def test_selectors() -> None:
    scope = "source.python meta.function string.quoted"
    for selector in ("source.python", "source string", "text, source", "source - comment", "(text | source) & string"):
        assert selectors.score(scope, selector) > 0, selector
    for selector in ("source.pyth", "string source", "source - string", "text | comment"):
        assert selectors.score(scope, selector) == 0, selector


def test_minihtml_is_read_as_a_user_reads_it() -> None:
    html = '<style>a{}</style><div>One &amp; <b>two</b></div><p><a href="subl:x {&quot;a&quot;: 1}">go\n on</a></p>'
    assert minihtml.text(html) == "One & two\ngo on"
    assert minihtml.links(html) == [{"text": "go on", "href": 'subl:x {"a": 1}'}]
