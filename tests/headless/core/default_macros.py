"""The macros of Default that key bindings run."""

from __future__ import annotations

import json
from typing import Any


def _to(to: str, extend: bool = False) -> dict[str, Any]:
    return {"command": "move_to", "args": {"to": to, "extend": extend}}


def _kill(forward: bool) -> dict[str, Any]:
    return {"command": "add_to_kill_ring", "args": {"forward": forward}}


def _insert(text: str) -> dict[str, Any]:
    return {"command": "insert", "args": {"characters": text}}


_UP = {"command": "move", "args": {"by": "lines", "forward": False}}
_LEFT, _RIGHT = {"command": "left_delete"}, {"command": "right_delete"}
MACROS: dict[str, str] = {
    f"Packages/Default/{name}.sublime-macro": json.dumps(commands)
    for name, commands in {
        "Add Line": [_to("hardeol"), _insert("\n")],
        "Add Line Before": [
            _to("hardbol"),
            _insert("\n"),
            _UP,
            {"command": "reindent", "args": {"force_indent": False}},
        ],
        "Add Line in Braces": [
            _insert("\n\n"),
            _UP,
            _to("hardeol"),
            {"command": "reindent", "args": {"single_line": True}},
        ],
        "Delete Left Right": [_LEFT, _RIGHT],
        "Delete Line": [{"command": "expand_selection", "args": {"to": "line"}}, _kill(True), _LEFT],
        "Delete to Hard BOL": [_to("hardbol", True), _kill(False), _LEFT],
        "Delete to Hard EOL": [_to("hardeol", True), _kill(True), _RIGHT],
    }.items()
}
