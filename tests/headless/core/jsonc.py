"""Sublime's relaxed JSON: comments and trailing commas are allowed."""

from __future__ import annotations

import json
import re
from typing import Any

# Neither kind of comment can be cut short or grow: the look-ahead for a bracket must not find one inside.
_COMMENT = r"//[^\n]*(?=\n|\Z)|/\*(?:[^*]|\*(?!/))*\*/"
_TOKEN = re.compile(rf'"(?:\\.|[^"\\])*"|{_COMMENT}|,(?=(?:\s|{_COMMENT})*[\]}}])')


def loads(text: str) -> Any:
    """Parse relaxed JSON. Raises ValueError with the position on malformed text. Any thread."""

    def keep_strings(match: re.Match[str]) -> str:
        token = match.group(0)
        if token[0] == '"':
            return token
        # Blank out, keeping newlines, so that error positions stay right.
        return re.sub(r"[^\n]", " ", token)

    return json.loads(_TOKEN.sub(keep_strings, text.lstrip("\ufeff")), strict=False)


def plain(value: Any) -> Any:
    """A deep copy with JSON types only (tuples become lists). Raises TypeError for anything else. Any thread."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)  # an IntFlag arrives as a plain number
    if isinstance(value, float):
        return float(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(f"unable to convert {type(value).__name__} to a JSON value")
