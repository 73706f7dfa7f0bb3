"""A proposal: an edit of one file that waits for the user, independent of who proposes it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Iterator

from .line_diff import Hunk, diff_lines

MAX_FILE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Proposal:
    """``base`` and ``proposed`` are texts as Sublime shows them: line feeds only, no byte order mark."""

    path: str
    asked_by: str
    base: str
    proposed: str
    is_new_file: bool
    notes: tuple[str, ...]  # changes that these texts do not show, in words
    hunks: list[Hunk]
    base_starts: list[int]  # where each row begins, in code points; one more for the end
    proposed_starts: list[int]

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
    notes: tuple[str, ...] = ()
    try:
        data = _read(path)
    except FileNotFoundError:
        base, is_new_file = "", True
    else:
        (base, is_utf_8), is_new_file = _decode(data), False
        notes = tuple(_unseen_changes(base, proposed, is_utf_8))
    base, proposed = as_shown(base), as_shown(proposed)
    base_lines, proposed_lines = lines(base), lines(proposed)
    return Proposal(
        path,
        asked_by,
        base,
        proposed,
        is_new_file,
        notes,
        hunks=diff_lines(base_lines, proposed_lines),
        base_starts=_starts(base, base_lines),
        proposed_starts=_starts(proposed, proposed_lines),
    )


def lines(text: str) -> list[str]:
    """The lines of ``text`` as Sublime counts rows: only a line feed ends one; nothing comes after the last."""
    rows = text.split("\n")
    return rows[:-1] if rows[-1] == "" else rows


def _starts(text: str, rows: list[str]) -> list[int]:
    starts = [0]
    for row in rows:
        starts.append(min(starts[-1] + len(row) + 1, len(text)))
    return starts


def as_shown(text: str) -> str:
    """``text`` as a Sublime buffer holds it, so that both sides of a comparison are alike."""
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\n" not in text:
        return text.replace("\r", "\n")  # line ends of old Macs; among others a lone carriage return is no line end
    return text.replace("\r\n", "\n")


def _read(path: str) -> bytes:
    # without O_NONBLOCK the opening of a pipe would wait for ever for somebody to write to it
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is not a regular file")
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"it is larger than {MAX_FILE_BYTES // 2**20} MiB")
    return data


def _decode(data: bytes) -> tuple[str, bool]:
    """The text, and whether it is UTF-8; else it is shown as Latin-1, which takes any bytes."""
    try:
        return data.decode("utf-8"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), False


def _unseen_changes(base: str, proposed: str, is_utf_8: bool) -> Iterator[str]:
    """What the CLI would change that a comparison of lines does not show, as phrases."""
    if not is_utf_8:
        yield "the file is not UTF-8: its other characters would be lost"
    endings = [_line_ending(text) for text in (base, proposed)]
    if all(endings) and endings[0] != endings[1]:
        yield f"line endings {endings[0]} → {endings[1]}"
    if base.startswith("\ufeff") != proposed.startswith("\ufeff"):
        yield "byte order mark removed" if base.startswith("\ufeff") else "byte order mark added"
    ends = [text.endswith(("\n", "\r")) for text in (base, proposed)]
    if base and proposed and ends[0] != ends[1]:
        yield "line end at the end of the file removed" if ends[0] else "line end at the end of the file added"


def _line_ending(text: str) -> str:
    crlf = text.count("\r\n")
    lf = text.count("\n") - crlf
    if crlf and lf:
        return "mixed"
    return "CRLF" if crlf else "LF" if lf else ""
