"""Places in files that a view's text names, as `result_file_regex` and `result_line_regex` find them."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from .view import View


class Result(NamedTuple):
    """A place, line and column from 1 (0 if not named), and where in the view's text it is written."""

    file: str
    line: int
    col: int
    message: str
    point: int


def results_of(view: View) -> list[Result]:
    """Every result, from top to bottom; relative files are those in `result_base_dir`."""
    file_regex = str(view.settings.get("result_file_regex") or "")
    line_regex = str(view.settings.get("result_line_regex") or "")
    if not file_regex:
        return []
    base = str(view.settings.get("result_base_dir") or "")
    by_file, by_line = re.compile(file_regex), re.compile(line_regex) if line_regex else None
    out: list[Result] = []
    file, point = "", 0
    for line in view.buffer.text.whole().split("\n"):
        match = by_file.search(line)
        if match:
            name, row, col, message = _groups(match, 4)
            file = os.path.join(base, name) if base else name
            if by_line is None or row:
                out.append(Result(file, _number(row), _number(col), message, point))
        elif by_line and file:
            match = by_line.search(line)
            if match:
                row, col, message = _groups(match, 3)
                out.append(Result(file, _number(row), _number(col), message, point))
        point += len(line) + 1
    return out


def _groups(match: re.Match[str], count: int) -> list[str]:
    groups = [group or "" for group in match.groups()][:count]
    return groups + [""] * (count - len(groups))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
