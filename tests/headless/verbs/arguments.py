"""What the arguments of requests may be: their names come from the functions that take them, their kinds from here."""

from __future__ import annotations

import inspect
import json
import math
from typing import Any, Callable, NamedTuple


class Kind(NamedTuple):
    """`what` ends the sentence “expected … to be”; `fits` says whether a JSON value is that."""

    what: str
    fits: Callable[[Any], bool]


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(fits(item) for item in value)


def _of(*types: Any) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, types)


def _seconds(value: Any) -> bool:
    return (_whole(value) or isinstance(value, float)) and 0 <= value < math.inf


def _path(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and "\0" not in value


def _range(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(_whole(number) for number in value)


def _layout(value: Any) -> bool:
    """Whether every cell lies between lines of the grid."""
    if not isinstance(value, dict) or set(value) != {"cols", "rows", "cells"} or not value["cells"]:
        return False
    cols, rows, cells = value["cols"], value["rows"], value["cells"]
    if not all(_list_of(_of(int, float))(lines) and lines == sorted(lines) for lines in (cols, rows)):
        return False
    return _list_of(_range)(cells) and all(
        0 <= left < right < len(cols) and 0 <= top < bottom < len(rows) for left, top, right, bottom in cells
    )


_ID = Kind("an id, which is a whole number", _whole)
_COUNT = Kind("a whole number from 0", lambda value: _whole(value) and value >= 0)
_INDEX = Kind("a whole number", _whole)
_SIZE = Kind("a number of pixels from 1 to 20000", lambda value: _whole(value) and 1 <= value <= 20000)
_TEXT = Kind("text", _of(str))
_FLAG = Kind("true or false", _of(bool))
_OBJECT = Kind("an object", _of(dict))
_PATH = Kind("a path", _path)

_KINDS: dict[str, Kind] = {
    "window": _ID,
    "view": _ID,
    "sheet": _ID,
    "views": Kind("a list of one or more ids of views", lambda value: _list_of(_whole)(value) and bool(value)),
    "folders": Kind("a list of paths", _list_of(_path)),
    "project": Kind(
        "a project's data, which is an object, or the path of its file", lambda v: _path(v) or _of(dict)(v)
    ),
    "data": _OBJECT,
    "file": _PATH,
    "path": _PATH,
    "row": _COUNT,
    "col": _COUNT,
    "transient": _FLAG,
    "text": _TEXT,
    "name": _TEXT,
    "group": _COUNT,
    "index": _INDEX,
    "layout": Kind("an object with cols, rows and cells that lie between them", _layout),
    "active": _FLAG,
    "regions": Kind("a list of [row, col, row, col]", _list_of(_range)),
    "command": _TEXT,
    "args": _OBJECT,
    "keys": Kind(
        'a list of keys such as ["ctrl+k", "ctrl+b"]', lambda value: _list_of(_of(str))(value) and bool(value)
    ),
    "trigger": _TEXT,
    "href": _TEXT,
    "nth": _COUNT,
    "zone": Kind("text, gutter or margin", _of(str)),
    "bytes_b64": Kind("bytes in Base64", _of(str)),
    "source": _TEXT,
    "items": Kind("a list", _of(list)),
    "set": _OBJECT,
    "width": _SIZE,
    "height": _SIZE,
    "scheme": _TEXT,
    "until": _OBJECT,
    "timeout_s": Kind("a number of seconds from 0", _seconds),
    "on": _FLAG,
    "off": _FLAG,
    "read": _FLAG,
    "clear": _FLAG,
    "value": Kind("a button's caption, a path, a list of paths, or null", lambda v: v is None or _of(str, list)(v)),
    "state.text": _FLAG,
    "enter.text": Kind("text or null", _of(str, type(None))),
}


def bind(do: str, function: Callable[..., Any], args: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a request, checked; null for one that may be left out is as good as leaving it out.

    The function's first parameter is not the client's. Raises ValueError with a sentence about what was expected.
    """
    parameters = dict(list(inspect.signature(function).parameters.items())[1:])
    required = [name for name, parameter in parameters.items() if parameter.default is parameter.empty]
    given = {name: value for name, value in args.items() if value is not None or name in required}
    missing = [name for name in required if name not in given]
    unknown = [name for name in args if name not in parameters]
    if missing or unknown:
        wanted = ", ".join(name if name in required else name + "?" for name in parameters) or "no arguments"
        problems = [f"{name} is missing" for name in missing] + [f"{shown(name)} is not known" for name in unknown]
        raise ValueError(f"{do}: expected {wanted}; {', '.join(problems)}")
    for name, value in given.items():
        kind = _KINDS.get(f"{do}.{name}") or _KINDS[name]
        if not kind.fits(value):
            raise ValueError(f"{do}: expected {name} to be {kind.what}, not {shown(value)}")
    return given


def shown(value: Any) -> str:
    """A value as it may stand in a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:77] + "…"
