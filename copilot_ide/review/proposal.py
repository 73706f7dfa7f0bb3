"""A proposal: an edit of one file that waits for the user, independent of who proposes it."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass

from .line_diff import Hunk, diff_lines

MAX_FILE_BYTES = 64 * 1024 * 1024
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Proposal:
    """``base`` and ``proposed`` are texts as Sublime shows them: line feeds only, no byte order mark."""

    path: str
    asked_by: str
    base: str
    proposed: str
    is_new_file: bool
    hunks: list[Hunk]

    @property
    def file_name(self) -> str:
        """The last part of the path."""
        return os.path.basename(self.path)

    @property
    def added(self) -> int:
        """How many lines the proposal has that the base has not."""
        return sum(hunk.proposed_end - hunk.proposed_start for hunk in self.hunks)

    @property
    def removed(self) -> int:
        """How many lines the base has that the proposal has not."""
        return sum(hunk.base_end - hunk.base_start for hunk in self.hunks)


def propose(path: str, proposed: str, asked_by: str) -> Proposal:
    """Compare ``proposed`` with the file on disk, which need not exist. Reads and computes: not for the main thread.

    Raises OSError or ValueError if ``path`` is no name for a file, or something else than a file of a size to be shown.
    """
    try:
        base, is_new_file = as_shown(_decode(_read(path))), False
    except FileNotFoundError:
        base, is_new_file = "", True
    proposed = as_shown(proposed)
    return Proposal(path, asked_by, base, proposed, is_new_file, diff_lines(lines(base), lines(proposed)))


def lines(text: str) -> list[str]:
    """The lines of ``text`` as Sublime counts rows: only a line feed ends one; nothing comes after the last."""
    rows = text.split("\n")
    return rows[:-1] if rows[-1] == "" else rows


def as_shown(text: str) -> str:
    """``text`` as a Sublime buffer holds it, so that both sides of a comparison are alike."""
    text = _LONE_SURROGATE.sub("\ufffd", text)  # JSON can carry them, a buffer cannot
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\n" not in text:
        return text.replace("\r", "\n")  # line ends of old Macs; among others a lone carriage return is no line end
    return text.replace("\r\n", "\n")


def _read(path: str) -> bytes:
    # not by opening it first: that would wait for ever for the writer of a pipe
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError("it is not a regular file")
    with open(path, "rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"it is larger than {MAX_FILE_BYTES // 2**20} MiB")
    return data


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # any bytes can be shown
