"""Which lines a proposal changes, and what it is compared with."""

from __future__ import annotations

import os
import random
import tempfile
import unittest

from ..copilot_ide.review.line_diff import MAX_DIFFLIB_CELLS, Hunk, diff_lines
from ..copilot_ide.review.proposal import as_shown, lines, propose


def apply(base: list[str], proposed: list[str], hunks: list[Hunk]) -> list[str]:
    """``base`` with each hunk's rows taken from ``proposed``."""
    result: list[str] = []
    row = 0
    for hunk in hunks:
        result += base[row : hunk.base_start]
        result += proposed[hunk.proposed_start : hunk.proposed_end]
        row = hunk.base_end
    return result + base[row:]


class LineDiff(unittest.TestCase):
    def test_equal_texts_have_no_hunks(self) -> None:
        self.assertEqual(diff_lines(["a", "b"], ["a", "b"]), [])
        self.assertEqual(diff_lines([], []), [])

    def test_a_new_file_is_one_hunk(self) -> None:
        self.assertEqual(diff_lines([], ["a", "b"]), [Hunk(0, 0, 0, 2)])

    def test_changed_added_and_removed_lines(self) -> None:
        base = ["keep 1", "old", "keep 2", "gone", "keep 3"]
        proposed = ["keep 1", "new", "keep 2", "keep 3", "added"]
        self.assertEqual(diff_lines(base, proposed), [Hunk(1, 2, 1, 2), Hunk(3, 4, 3, 3), Hunk(5, 5, 4, 5)])

    def test_unique_lines_anchor_a_function_put_before_a_similar_one(self) -> None:
        base = ["def b():", "    pass", "", "end"]
        proposed = ["def a():", "    pass", "", "def b():", "    pass", "", "end"]
        self.assertEqual(diff_lines(base, proposed), [Hunk(0, 0, 0, 3)])

    def test_hunks_applied_to_the_base_give_the_proposal(self) -> None:
        chooser = random.Random(7)
        for _ in range(300):
            base = [chooser.choice("abcdef") for _ in range(chooser.randrange(30))]
            proposed = [chooser.choice("abcdef") for _ in range(chooser.randrange(30))]
            hunks = diff_lines(base, proposed)
            self.assertEqual(apply(base, proposed, hunks), proposed)
            for before, after in zip(hunks, hunks[1:]):
                self.assertLess(before.base_end, after.base_start, "hunks that touch are one")

    def test_unrelated_large_texts_are_one_hunk_instead_of_a_long_wait(self) -> None:
        size = int(MAX_DIFFLIB_CELLS**0.5) + 1
        base, proposed = ["a", "b"] * size, ["c", "d"] * size
        self.assertEqual(diff_lines(base, proposed), [Hunk(0, 2 * size, 0, 2 * size)])


class Proposing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "a.py")

    def write(self, data: bytes) -> None:
        with open(self.path, "wb") as file:
            file.write(data)

    def test_line_endings_and_byte_order_mark_are_no_changes(self) -> None:
        self.write(b"\xef\xbb\xbfone\r\ntwo\r\n")
        proposal = propose(self.path, "\ufeffone\r\nTWO\r\n", "session")
        self.assertEqual((proposal.base, proposal.proposed), ("one\ntwo\n", "one\nTWO\n"))
        self.assertEqual(proposal.hunks, [Hunk(1, 2, 1, 2)])
        self.assertEqual((proposal.added, proposal.removed), (1, 1))

    def test_a_file_that_does_not_exist_is_new(self) -> None:
        proposal = propose(self.path, "one\ntwo\n", "session")
        self.assertTrue(proposal.is_new_file)
        self.assertEqual((proposal.base, proposal.added, proposal.removed), ("", 2, 0))

    def test_bytes_that_are_not_utf_8_are_still_shown(self) -> None:
        self.write(b"caf\xe9\n")
        self.assertEqual(propose(self.path, "caf\ufffd\n", "session").base, "café\n")

    def test_what_is_no_regular_file_is_an_error_and_never_waited_for(self) -> None:
        with self.assertRaises(OSError):
            propose(os.path.dirname(self.path), "text", "session")
        if hasattr(os, "mkfifo"):
            os.mkfifo(self.path)
            with self.assertRaises(ValueError):
                propose(self.path, "text", "session")

    def test_what_a_comparison_of_lines_does_not_show_is_said(self) -> None:
        cases = {
            (b"a\r\nb\r\n", "a\nb\n"): ("line endings CRLF → LF",),
            (b"a\nb\n", "a\r\nb\n"): ("line endings LF → mixed",),
            (b"\xef\xbb\xbfa\n", "a\n"): ("byte order mark removed",),
            (b"a\n", "\ufeffa\n"): ("byte order mark added",),
            (b"a\n", "a"): ("line end at the end of the file removed",),
            (b"a", "a\n"): ("line end at the end of the file added",),
            (b"caf\xe9\n", "caf\ufffd\n"): ("the file is not UTF-8: its other characters would be lost",),
            (b"a\r\n", "b\r\n"): (),
            (b"", "a\n"): (),
        }
        for (data, proposed), notes in cases.items():
            self.write(data)
            self.assertEqual(propose(self.path, proposed, "session").notes, notes, (data, proposed))

    def test_rows_begin_where_sublime_counts_them(self) -> None:
        self.write("ab\n😀\n\nc".encode())
        proposal = propose(self.path, "", "session")
        self.assertEqual(proposal.base_starts, [0, 3, 5, 6, 7])
        self.assertEqual(proposal.proposed_starts, [0])

    def test_only_line_feeds_end_lines_as_in_sublime(self) -> None:
        self.assertEqual(lines("a\x0cb\u2028c\nd"), ["a\x0cb\u2028c", "d"])
        self.assertEqual(lines("a\n"), ["a"])
        self.assertEqual(lines(""), [])

    def test_carriage_returns_end_lines_only_where_nothing_else_does(self) -> None:
        self.assertEqual(as_shown("a\rb\r"), "a\nb\n")
        self.assertEqual(as_shown("a\rb\r\nc"), "a\rb\nc")
