"""The core keeps text right and quickly, and reads minihtml as a user does."""

from __future__ import annotations

import random
import time

import pytest

from .core import minihtml
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


def test_minihtml_is_read_as_a_user_reads_it() -> None:
    html = '<style>a{}</style><div>One &amp; <b>two</b></div><p><a href="subl:x {&quot;a&quot;: 1}">go\n on</a></p>'
    assert minihtml.text(html) == "One & two\ngo on"
    assert minihtml.links(html) == [{"text": "go on", "href": 'subl:x {"a": 1}'}]
