"""The value classes of the `sublime` module: they hold data and call nothing."""

from __future__ import annotations

import html
import json
from typing import Any, Iterator

from _sublime_constants import FLAT_NAMES, AutoCompleteFlags, CompletionFormat, CompletionItemFlags

KIND_AMBIGUOUS = FLAT_NAMES["KIND_AMBIGUOUS"]
KIND_SNIPPET = FLAT_NAMES["KIND_SNIPPET"]

__all__ = [
    "CompletionItem",
    "CompletionList",
    "ContextStackFrame",
    "Edit",
    "HistoricPosition",
    "Html",
    "ListInputItem",
    "QuickPanelItem",
    "Region",
    "SymbolLocation",
    "SymbolRegion",
    "Syntax",
    "TextChange",
    "command_url",
    "format_command",
    "html_format_command",
]


class Region:
    """Two points; `b` is the caret's side."""

    __slots__ = ("a", "b", "xpos")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, a: int, b: Any = None, xpos: float = -1) -> None:
        self.a, self.b, self.xpos = a, a if b is None else b, xpos

    def __iter__(self) -> Iterator[int]:
        yield self.a
        yield self.b

    def __str__(self) -> str:
        return f"({self.a}, {self.b})"

    def __repr__(self) -> str:
        xpos = "" if self.xpos == -1 else f", xpos={self.xpos}"
        return f"Region({self.a}, {self.b}{xpos})"

    def __len__(self) -> int:
        return self.size()

    def __eq__(self, rhs: object) -> bool:
        return isinstance(rhs, Region) and (self.a, self.b) == (rhs.a, rhs.b)

    def __lt__(self, rhs: Region) -> bool:
        return (self.begin(), self.end()) < (rhs.begin(), rhs.end())

    def __contains__(self, v: Any) -> bool:
        if isinstance(v, Region):
            return v.a in self and v.b in self
        if isinstance(v, int):
            return self.begin() <= v <= self.end()
        raise TypeError(f"a Region contains points and regions, not {type(v).__name__}")

    def to_tuple(self) -> tuple[int, int]:
        return (self.a, self.b)

    def empty(self) -> bool:
        return self.a == self.b

    def begin(self) -> int:
        return min(self.a, self.b)

    def end(self) -> int:
        return max(self.a, self.b)

    def size(self) -> int:
        return self.end() - self.begin()

    def contains(self, x: Any) -> bool:
        return x in self

    def cover(self, region: Region) -> Region:
        low, high = min(self.begin(), region.begin()), max(self.end(), region.end())
        return Region(low, high) if self.a < self.b else Region(high, low)

    def intersection(self, region: Region) -> Region:
        low, high = max(self.begin(), region.begin()), min(self.end(), region.end())
        return Region(low, high) if self.begin() < region.end() and region.begin() < self.end() else Region(0)

    def intersects(self, region: Region) -> bool:
        low, high = max(self.begin(), region.begin()), min(self.end(), region.end())
        same = self.begin() == region.begin() and self.end() == region.end()
        if self.empty() or region.empty():
            outer = region if self.empty() else self
            return same or outer.begin() < low == high < outer.end()
        return low < high


class _Record:
    """A repr that shows the constructor's arguments, those in `_unnamed` without their names."""

    __slots__ = ()
    _unnamed: tuple[str, ...] = ()
    _named: tuple[str, ...] = ()

    def __repr__(self) -> str:
        values = [repr(getattr(self, name)) for name in self._unnamed]
        values += [f"{name}={getattr(self, name)!r}" for name in self._named]
        return f"{type(self).__name__}({', '.join(values)})"


class HistoricPosition(_Record):
    __slots__ = ("col", "col_utf8", "col_utf16", "pt", "row")
    _named = ("pt", "row", "col", "col_utf16", "col_utf8")

    def __init__(self, pt: int, row: int, col: int, col_utf16: int, col_utf8: int) -> None:
        self.pt, self.row, self.col, self.col_utf16, self.col_utf8 = pt, row, col, col_utf16, col_utf8


class TextChange(_Record):
    __slots__ = ("a", "b", "len_utf8", "len_utf16", "str")
    _unnamed = ("a", "b")
    _named = ("len_utf16", "len_utf8", "str")

    def __init__(self, pa: HistoricPosition, pb: HistoricPosition, len_utf16: int, len_utf8: int, s: str) -> None:
        self.a, self.b, self.len_utf16, self.len_utf8, self.str = pa, pb, len_utf16, len_utf8, s


class Edit:
    """The right to change a view while a command runs."""

    def __init__(self, token: int) -> None:
        self.edit_token = token

    def __repr__(self) -> str:
        return f"Edit({self.edit_token!r})"


class Html:
    __slots__ = ("data",)

    def __init__(self, data: str) -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"Html({self.data})"


class CompletionItem(_Record):
    __slots__ = ("annotation", "completion", "completion_format", "details", "flags", "kind", "trigger")
    _unnamed = ("trigger",)
    _named = ("annotation", "completion", "completion_format", "kind", "details", "flags")

    def __init__(
        self,
        trigger: str,
        annotation: str = "",
        completion: str = "",
        completion_format: CompletionFormat = CompletionFormat.TEXT,
        kind: Any = KIND_AMBIGUOUS,
        details: str = "",
        flags: CompletionItemFlags = CompletionItemFlags.NONE,
    ) -> None:
        self.trigger, self.annotation, self.completion = trigger, annotation, completion
        self.completion_format, self.kind, self.details, self.flags = completion_format, kind, details, flags

    def __eq__(self, rhs: object) -> bool:
        return isinstance(rhs, CompletionItem) and all(
            getattr(self, name) == getattr(rhs, name) for name in self.__slots__
        )

    @classmethod
    def snippet_completion(
        cls, trigger: str, snippet: str, annotation: str = "", kind: Any = KIND_SNIPPET, details: str = ""
    ) -> CompletionItem:
        return cls(trigger, annotation, snippet, CompletionFormat.SNIPPET, kind, details)

    @classmethod
    def command_completion(
        cls,
        trigger: str,
        command: str,
        args: Any = None,
        annotation: str = "",
        kind: Any = KIND_AMBIGUOUS,
        details: str = "",
    ) -> CompletionItem:
        return cls(trigger, annotation, format_command(command, args), CompletionFormat.COMMAND, kind, details)


class CompletionList:
    """Completions that are there, or will be set later, once."""

    def __init__(self, completions: Any = None, flags: AutoCompleteFlags = AutoCompleteFlags.NONE) -> None:
        self.target: Any = None
        self.completions = completions
        self.flags = flags

    def __repr__(self) -> str:
        return f"CompletionList(completions={self.completions!r}, flags={self.flags!r})"

    def set_completions(self, completions: Any, flags: AutoCompleteFlags = AutoCompleteFlags.NONE) -> None:
        assert self.completions is None, "the completions are set already"
        self.completions, self.flags = completions, flags
        if self.target is not None:
            self.target.completions_ready(completions, flags)


class Syntax(_Record):
    __slots__ = ("hidden", "name", "path", "scope")
    _unnamed = ("path", "name", "hidden", "scope")

    def __init__(self, path: str, name: str, hidden: bool, scope: str) -> None:
        self.path, self.name, self.hidden, self.scope = path, name, hidden, scope

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Syntax) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)


class QuickPanelItem(_Record):
    __slots__ = ("annotation", "details", "kind", "trigger")
    _unnamed = ("trigger",)
    _named = ("details", "annotation", "kind")

    def __init__(self, trigger: str, details: Any = "", annotation: str = "", kind: Any = KIND_AMBIGUOUS) -> None:
        self.trigger, self.details, self.annotation, self.kind = trigger, details, annotation, kind


class ListInputItem(_Record):
    __slots__ = ("annotation", "details", "kind", "text", "value")
    _unnamed = ("text",)
    _named = ("value", "details", "annotation", "kind")

    def __init__(
        self, text: str, value: Any, details: Any = "", annotation: str = "", kind: Any = KIND_AMBIGUOUS
    ) -> None:
        self.text, self.value, self.details, self.annotation, self.kind = text, value, details, annotation, kind


class SymbolRegion(_Record):
    __slots__ = ("kind", "name", "region", "syntax", "type")
    _unnamed = ("name", "region")
    _named = ("syntax", "type", "kind")

    def __init__(self, name: str, region: Region, syntax: str, type: Any, kind: Any) -> None:
        self.name, self.region, self.syntax, self.type, self.kind = name, region, syntax, type, kind


class SymbolLocation(_Record):
    __slots__ = ("col", "display_name", "kind", "path", "row", "syntax", "type")
    _unnamed = ("path", "display_name")
    _named = ("row", "col", "syntax", "type", "kind")

    def __init__(self, path: str, display_name: str, row: int, col: int, syntax: str, type: Any, kind: Any) -> None:
        self.path, self.display_name, self.row, self.col = path, display_name, row, col
        self.syntax, self.type, self.kind = syntax, type, kind

    def path_encoded_position(self) -> str:
        return f"{self.path}:{self.row}:{self.col}"


class ContextStackFrame(_Record):
    __slots__ = ("context_name", "source_file", "source_location")
    _unnamed = ("context_name", "source_file", "source_location")

    def __init__(self, context_name: str, source_file: str, source_location: tuple[int, int]) -> None:
        self.context_name, self.source_file, self.source_location = context_name, source_file, source_location


def row_of(item: Any, text: str) -> Any:
    """A list row as the application takes it: text, or (text, details[, annotation, kind])."""
    details = item.details
    if isinstance(details, (list, tuple)):
        details = "\x1f".join(details)
    if item.annotation or tuple(item.kind) != tuple(KIND_AMBIGUOUS):
        identity, letter, name = item.kind
        code = ord(letter) if isinstance(letter, str) and len(letter) == 1 else 0
        return (text, details, item.annotation, (identity, code, name))
    return (text, details, True) if details else text


def format_command(cmd: str, args: Any = None) -> str:
    if args is None:
        return cmd
    return f"{cmd} {json.dumps(args, ensure_ascii=False, check_circular=False, separators=(',', ':'))}"


def html_format_command(cmd: str, args: Any = None) -> str:
    return html.escape(format_command(cmd, args), quote=True)


def command_url(cmd: str, args: Any = None) -> str:
    return "subl:" + html_format_command(cmd, args)
