"""Words, and how a point stands to them. Flags are those of `PointClassification`."""

from __future__ import annotations

from .view import View

WORD_START, WORD_END, PUNCTUATION_START, PUNCTUATION_END = 1, 2, 4, 8
SUB_WORD_START, SUB_WORD_END, LINE_START, LINE_END, EMPTY_LINE = 16, 32, 64, 128, 256


def _separators(view: View, given: str) -> str:
    return given or str(view.settings.get("word_separators", ""))


def _kind(char: str, separators: str) -> str:
    if not char or char.isspace():
        return "space"
    return "punctuation" if char in separators else "word"


def is_word_character(view: View, char: str) -> bool:
    return _kind(char, _separators(view, "")) == "word"


def classify(view: View, point: int, separators: str = "") -> int:
    """The flags that hold at a point."""
    separators = _separators(view, separators)
    text = view.buffer.text
    point = text.clamp(point)
    row, col = text.row_col(point)
    line = text.line(row)
    before = _kind(line[col - 1 : col] if col else "", separators)
    after = _kind(line[col : col + 1], separators)
    flags = 0
    if after == "word" and before != "word":
        flags |= WORD_START
    if before == "word" and after != "word":
        flags |= WORD_END
    if after == "punctuation" and before != "punctuation":
        flags |= PUNCTUATION_START
    if before == "punctuation" and after != "punctuation":
        flags |= PUNCTUATION_END
    if before == after == "word":
        left, right = line[col - 1], line[col]
        if (left.islower() and right.isupper()) or (left == "_") != (right == "_"):
            flags |= SUB_WORD_START if right != "_" else SUB_WORD_END
            flags |= SUB_WORD_START | SUB_WORD_END if "_" not in (left, right) else 0
    if col == 0:
        flags |= LINE_START
    if col == len(line):
        flags |= LINE_END
    if not line:
        flags |= EMPTY_LINE
    return flags


def find_by_class(view: View, point: int, forward: bool, classes: int, separators: str = "") -> int:
    """The next point after (before) `point` where one of `classes` holds; an end of the text if there is none."""
    step = 1 if forward else -1
    point += step
    while 0 < point < view.buffer.text.size:
        if classify(view, point, separators) & classes:
            return point
        point += step
    return view.buffer.text.clamp(point)


def expand_by_class(view: View, a: int, b: int, classes: int, separators: str = "") -> tuple[int, int]:
    """[a, b) grown on both sides to where one of `classes` holds."""
    low, high = min(a, b), max(a, b)
    while low > 0 and not classify(view, low, separators) & classes:
        low -= 1
    while high < view.buffer.text.size and not classify(view, high, separators) & classes:
        high += 1
    return low, high


def word_at(view: View, point: int) -> tuple[int, int]:
    """The run of word, punctuation or space characters around a point, within its line."""
    text = view.buffer.text
    row, col = text.row_col(text.clamp(point))
    line, start = text.line(row), text.line_start(row)
    separators = _separators(view, "")
    if not line:
        return start, start
    kinds = [_kind(char, separators) for char in line]
    here = kinds[col] if col < len(line) else kinds[col - 1]
    if here != "word" and col and kinds[col - 1] == "word":
        here, col = "word", col - 1
    low = high = min(col, len(line) - 1)
    while low > 0 and kinds[low - 1] == here:
        low -= 1
    while high < len(line) and kinds[high] == here:
        high += 1
    return start + low, start + high
