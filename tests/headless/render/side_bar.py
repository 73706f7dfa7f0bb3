"""The side bar: the window's folders with what is in them."""

from __future__ import annotations

import re
from typing import Any, Dict

from .escape import escape

State = Dict[str, Any]

_FOLDER = '<svg class="folder" viewBox="0 0 16 16"><path d="M1.5 3.5h4.4l1.5 1.8h7.1v7.4h-13z"/></svg>'
_FILE = '<svg class="file" viewBox="0 0 16 16"><path d="M4 2h5.5L12 4.6V14H4zM9.5 2v2.6H12"/></svg>'
_EXTENSION = re.compile(r"\.(\w+)$")
_COLORS = (
    (("py", "pyi", "js", "ts", "c", "cpp", "go", "rs"), "bluish"),
    (("md", "txt", "rst"), "cyanish"),
    (("json", "toml", "yaml", "yml", "cfg", "ini", "sublime-settings"), "orangish"),
    (("html", "css", "xml"), "redish"),
)


def draw_side_bar(folders: list[State], open_files: set[str], focused_file: str) -> str:
    """`folders` as the state's "side_bar"; files that are open stand out, the one in front is marked."""
    rows = ['<div class="heading">FOLDERS</div>']
    for folder in folders:
        entries = folder.get("entries")
        rows.append(_row(folder["name"], 0, "open" if entries is not None else "closed", _FOLDER))
        for entry in entries or ():
            path = re.sub(r"[/\\]+$", "", folder["path"]) + "/" + entry["name"]
            if entry.get("folder"):
                rows.append(_row(entry["name"], 1, "closed", _FOLDER))
            else:
                state = "front" if path == focused_file else "opened" if path in open_files else ""
                rows.append(_row(entry["name"], 1, state, _icon(entry["name"])))
    return f'<div class="side-bar">{"".join(rows)}</div>'


def _row(name: str, level: int, state: str, icon: str) -> str:
    arrow = "›" if state in ("open", "closed") else ""
    return (
        f'<div class="entry {state}" style="padding-left:{10 + 16 * level}px"><i class="twist">{arrow}</i>{icon}'
        f'<span class="name">{escape(name)}</span></div>'
    )


def _icon(name: str) -> str:
    match = _EXTENSION.search(name)
    color = next((color for endings, color in _COLORS if match and match.group(1).lower() in endings), "")
    return _FILE.replace('class="file"', f'class="file {color}"')
