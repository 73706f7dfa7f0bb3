"""The command palette's entries and the main menu, from the packages' resource files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

from . import jsonc
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

Entry = Dict[str, Any]


class Menus:
    """Read anew at each look: packages change while they are developed. Main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def _files(self, pattern: str) -> list[Any]:
        out = []
        for name in self._core.resources.find(pattern):
            try:
                rows = jsonc.loads(self._core.resources.load(name) or "[]")
                if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                    raise ValueError("expected a list of objects")
                out.append(rows)
            except ValueError as error:
                self._core.bad_resource(name, error)
        return out

    def _entry(self, window: Window, raw: Entry) -> Entry | None:
        """What the user would see of a row, or None if it is hidden."""
        commands = self._core.commands
        found = commands.find_by_focus(window, raw.get("command", ""))
        args = raw.get("args")
        if found is None or not commands.ask(found, "is_visible", args):
            return None
        caption = raw.get("caption") or commands.ask(found, "description", args) or raw["command"]
        enabled = bool(commands.ask(found, "is_enabled", args))
        entry = {"caption": caption, "command": raw["command"], "args": args, "enabled": enabled}
        if raw.get("checkbox"):
            entry["checked"] = bool(commands.ask(found, "is_checked", args))
        return entry

    def palette(self, window: Window) -> list[Entry]:
        """Entries of every `*.sublime-commands` file whose command is known and visible, by caption."""
        rows = [row for rows in self._files("*.sublime-commands") for row in rows]
        entries = [e for e in (self._entry(window, row) for row in rows) if e]
        return sorted(entries, key=lambda e: e["caption"].lower())

    def main(self, window: Window) -> list[Entry]:
        """The visible entries of the main menu, each with its `path` of captions."""
        merged: list[Entry] = []
        for rows in self._files("Main.sublime-menu"):
            _merge(merged, rows)
        out: list[Entry] = []
        self._walk(window, merged, [], out)
        return out

    def _walk(self, window: Window, rows: list[Entry], path: list[str], out: list[Entry]) -> None:
        for row in rows:
            caption = row.get("caption") or row.get("id", "")
            if "command" in row:
                entry = self._entry(window, row)
                if entry:
                    entry["path"] = [*path, entry["caption"]]
                    out.append(entry)
            self._walk(window, row.get("children", []), [*path, caption], out)


def _merge(into: list[Entry], rows: list[Entry]) -> None:
    """Add rows to a menu; those with the id of an existing one extend it."""
    for row in rows:
        identity = row.get("id")
        same = next((r for r in into if identity and r.get("id") == identity), None)
        if same is None:
            same = {**row, "children": []}
            into.append(same)
        else:
            same.update({k: v for k, v in row.items() if k != "children"})
        _merge(same["children"], row.get("children", []))
