"""What is asked of the requests themselves: the table of the page, and everything that is none of it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from .control_client import Client

# The page's table: what each request needs, and what it takes besides.
TABLE: dict[str, tuple[str, str]] = {
    "new_window": ("folders", "project"),
    "set_folders": ("window folders", ""),
    "project": ("window data", ""),
    "open": ("file", "window row col transient"),
    "new_file": ("", "window text name"),
    "focus": ("", "view window"),
    "tabs": ("views", ""),
    "move": ("view group index", ""),
    "layout": ("window layout", ""),
    "app": ("active", ""),
    "select": ("regions", "view"),
    "scroll": ("row", "view"),
    "type": ("text", "view"),
    "paste": ("", "view text"),
    "clipboard": ("", "text"),
    "run": ("command", "args view window"),
    "palette": ("", "window"),
    "menu": ("", "window"),
    "press": ("keys", "view"),
    "complete": ("", "view"),
    "commit": ("", "trigger index"),
    "pick": ("", "text index"),
    "highlight": ("index", ""),
    "enter": ("text", ""),
    "click": ("", "view text href row col nth"),
    "answer": ("value", ""),
    "save": ("view", ""),
    "revert": ("view", ""),
    "close": ("", "view window"),
    "write": ("file", "text bytes_b64"),
    "delete": ("file", ""),
    "diagnostics": ("source file items", ""),
    "settings": ("set", "file view"),
    "state": ("", "window view text"),
    "render": ("path", "window width height scheme"),
    "wait": ("until timeout_s", ""),
    "profile": ("", "on off read"),
    "faults": ("", "clear"),
    "settle": ("timeout_s", ""),
    "reload": ("", ""),
    "unload": ("", ""),
    "quit": ("", ""),
    "restart": ("", ""),
}
# What is ours: more requests, more arguments, and arguments of the page that may be left out here.
MORE = {"hover"}
MORE_ARGUMENTS = {"focus": {"sheet"}, "move": {"sheet"}, "close": {"sheet"}}
MAY_BE_LEFT_OUT = {
    "new_window": {"folders"},
    "move": {"view"},
    "save": {"view"},
    "revert": {"view"},
    "wait": {"timeout_s"},
    "settle": {"timeout_s"},
}


def said_by(client: Client, verb: str) -> tuple[set[str], set[str]]:
    """(required, optional) arguments, as the server says them when it gets one that nobody knows."""
    if verb == "answer":
        client.python("sublime.message_dialog('Hi')")
    error = client.refuse(verb, no_such_argument=1)
    if verb == "answer":
        client.ask("answer", value="OK")
    match = re.fullmatch(rf"{verb}: expected (.+); .*\"no_such_argument\" is not known", error)
    assert match, error
    words = [] if match.group(1) == "no arguments" else match.group(1).split(", ")
    return {word for word in words if word[-1] != "?"}, {word[:-1] for word in words if word[-1] == "?"}


@pytest.mark.parametrize("verb", TABLE)
def test_every_row_of_the_table_takes_what_the_page_says(client: Client, verb: str) -> None:
    needed, besides = (set(words.split()) for words in TABLE[verb])
    lenient = MAY_BE_LEFT_OUT.get(verb, set())
    required, optional = said_by(client, verb)
    assert required == needed - lenient
    assert optional == besides | lenient | MORE_ARGUMENTS.get(verb, set())


def test_there_are_no_more_requests_than_the_pages_and_ours(client: Client) -> None:
    error = client.refuse("dance")
    known = error[len("expected do to be one of ") : error.index(", not")].split(", ")
    assert set(known) == set(TABLE) | MORE


def test_every_row_is_used_by_a_test() -> None:
    used = set()
    for path in Path(__file__).parent.glob("test_control_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if node.func.attr == "ask" and isinstance(first, ast.Constant):
                    used.add(first.value)
    assert set(TABLE) | MORE <= used | {"state"}  # its shorthand is everywhere


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("open", {}, "file is missing"),
    ("open", {"file": 1}, "expected file to be a path, not 1"),
    ("open", {"file": ""}, "a path"),
    ("open", {"file": "a\0b"}, "a path"),
    ("open", {"file": "/a", "row": "1"}, 'row to be a whole number from 0, not "1"'),
    ("open", {"file": "/a", "row": -1}, "row"),
    ("open", {"file": "/a", "row": 1.5}, "row"),
    ("open", {"file": "/a", "transient": 1}, "true or false"),
    ("open", {"file": "/a", "window": 99999}, "window to be one of"),
    ("open", {"file": "/a", "window": True}, "an id"),
    ("open", {"file": "/a", "Window": 1}, '"Window" is not known'),
    ("new_window", {"folders": "/a"}, "a list of paths"),
    ("new_window", {"folders": [1]}, "a list of paths"),
    ("new_window", {"folders": [], "project": [1]}, "project"),
    ("set_folders", {"window": "1", "folders": []}, "an id"),
    ("project", {"window": 1, "data": []}, "an object"),
    ("focus", {}, "one of view, window, sheet"),
    ("focus", {"view": 1, "window": 1}, "no more than one"),
    ("focus", {"view": [1]}, "an id"),
    ("focus", {"view": 99999}, "view to be one of"),
    ("focus", {"sheet": 99999}, "sheet to be one of"),
    ("tabs", {"views": []}, "one or more"),
    ("tabs", {"views": {"a": 1}}, "one or more"),
    ("move", {"view": 99999, "group": 0, "index": 0}, "view to be one of"),
    ("layout", {"window": 1, "layout": "grid"}, "cells"),
    ("layout", {"window": 1, "layout": {"cols": [0, "1"], "rows": [0, 1], "cells": [[0, 0, 1, 1]]}}, "cells"),
    ("app", {"active": "yes"}, "true or false"),
    ("select", {"regions": [[0, 0]]}, "[row, col, row, col]"),
    ("select", {"regions": [["0", 0, 0, 0]]}, "[row, col, row, col]"),
    ("select", {"regions": {"a": []}}, "[row, col, row, col]"),
    ("scroll", {"row": None}, "from 0, not null"),
    ("type", {"text": ["a"]}, "text"),
    ("run", {"command": "copy", "args": []}, "an object"),
    ("run", {"command": None}, "text, not null"),
    ("press", {"keys": "ctrl+k"}, "a list of keys"),
    ("press", {"keys": []}, "a list of keys"),
    ("press", {"keys": [["a"]]}, "a list of keys"),
    ("hover", {"row": 0, "zone": 1}, "zone"),
    ("click", {}, "text or href"),
    ("click", {"text": "a", "nth": -1}, "nth"),
    ("enter", {}, "text is missing"),
    ("answer", {}, "dialog"),
    ("save", {"view": 99999}, "view to be one of"),
    ("close", {}, "one of view, window, sheet"),
    ("diagnostics", {"source": "lsp", "file": "/a", "items": {}}, "a list"),
    ("settings", {"file": "a.sublime-settings", "set": []}, "an object"),
    ("state", {"text": "yes"}, "true or false"),
    ("render", {"path": "a.html", "width": 10**9}, "pixels"),
    ("wait", {"until": {"sheet": "a"}, "timeout_s": -1}, "seconds"),
    ("wait", {"until": {"sheet": "a"}, "timeout_s": "1"}, "seconds"),
    ("settle", {"timeout_s": [1]}, "seconds"),
    ("quit", {"now": True}, "no arguments"),
    ("restart", {"home": "/"}, "no arguments"),
    ("reload", {"package": "x"}, "no arguments"),
]


@pytest.mark.parametrize(("verb", "arguments", "part"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_arguments_get_a_sentence(client: Client, verb: str, arguments: dict[str, Any], part: str) -> None:
    window = client.front()["id"]
    given = {
        key: window if (key, value) == ("window", 1) and verb == "layout" else value for key, value in arguments.items()
    }
    assert part in client.refuse(verb, **given)


def test_null_is_as_good_as_leaving_out(client: Client) -> None:
    view = client.ask("new_file", window=None, text=None)
    assert client.ask("open", file=str(client.file("a.txt")), row=None, transient=None) != view
    assert client.ask("clipboard", text=None) == ""


def test_a_row_of_panels_has_no_tab(client: Client) -> None:
    client.python("window.create_output_panel('sample')")
    panel = client.value("window.find_output_panel('sample').id()")
    for verb, more in (("save", {}), ("close", {}), ("move", {"group": 0, "index": 0}), ("focus", {})):
        assert "panel" in client.refuse(verb, view=panel, **more)
    assert "panel" in client.refuse("tabs", views=[panel])


LINES = [
    b"no json",
    b"{",
    b'"text"',
    b"[]",
    b"12",
    b"null",
    b'{"do": "state"',
    b'{"do": "state"} {"do": "state"}',
    b'{"do": "clipboard", "text": NaN}',
    b'{"do": "state", "text": \xff}',
    b"\xff\xfe\x00",
    b"[" * 200_000,
    b'{"do": "clipboard", "text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b"{}",
    b'{"do": null}',
    b'{"do": ["state"]}',
    b'{"do": {"do": "state"}}',
    b'{"do": 1e999}',
    b'{"do": "settle", "timeout_s": 1e999}',
    b"x" * 3_000_000,
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:30]))
def test_lines_that_are_no_request_get_a_sentence(client: Client, line: bytes) -> None:
    client.write(line)
    answer = client.read()
    assert (answer["id"], answer["ok"]) == (None, False) and "expected" in answer["error"]
    assert len(answer["error"]) < 2000 and "Traceback" not in answer["error"]
    assert client.ask("clipboard") == ""


def test_blank_lines_are_skipped_and_long_ones_taken(client: Client) -> None:
    text = "ü" * 3_000_000
    line = json.dumps({"id": "long", "do": "clipboard", "text": text}, ensure_ascii=False)
    client.write(b"", b"  \t ", b"\r", line.encode())
    assert client.read() == {"id": "long", "ok": True, "result": text}


def test_many_requests_may_be_sent_ahead(client: Client) -> None:
    client.ask("new_file")
    client.write(*[json.dumps({"id": n, "do": "type", "text": "x"}).encode() for n in range(300)])
    assert [client.read()["id"] for _ in range(300)] == list(range(300))
    assert client.sheet()["text"] == "x" * 300


@pytest.mark.parametrize("identity", [None, 0, "a", [1, {"b": 2}], {"c": None}, "\ud800"], ids=repr)
def test_an_id_comes_back_as_it_was(client: Client, identity: Any) -> None:
    assert client.send(id=identity, do="clipboard") == {"id": identity, "ok": True, "result": ""}
    assert client.send(id=identity, do="dance")["id"] == identity
    assert client.send(do="clipboard")["id"] is None


def test_an_id_without_end_does_not_end_the_host(client: Client) -> None:
    client.write(b'{"id": ' + b"[" * 900 + b"]" * 900 + b', "do": "clipboard"}', b'{"id": 1e999, "do": "clipboard"}')
    assert [client.read()["ok"], client.read()["id"]] == [True, None]
