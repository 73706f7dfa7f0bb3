"""Stand-ins for the packages that have diagnostics: LSP, SublimeLinter, and build output.

They offer the names that others read, in the shape of the given versions, and nothing else.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict, defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any, Callable
from urllib.parse import unquote, urlparse

from .core import Core
from .core.windows import Window

LSP_VERSIONS = ("2.8.1", "2.13")
SOURCES = ("lsp", "sublimelinter", "build")
PACKAGES = ("LSP", "SublimeLinter")
_RESULT_REGEX = r"^(.+?):(\d+):(\d+): (.*)$"
Items = list


class _OldStorage(OrderedDict):
    """`DiagnosticsStorage` up to 2.8.1: diagnostics by (scheme, path)."""

    def set(self, uri: str, items: Items) -> None:
        parsed = urlparse(uri)
        key = (parsed.scheme, unquote(parsed.path))
        if items:
            self[key] = items
        else:
            self.pop(key, None)

    def diagnostics_by_document_uri(self, uri: str) -> Items:
        parsed = urlparse(uri)
        return self.diagnostics_by_parsed_uri((parsed.scheme, unquote(parsed.path)))

    def diagnostics_by_parsed_uri(self, uri: tuple[str, str]) -> Items:
        return list(self.get(uri, []))


class _NewStorage:
    """`DiagnosticsStorage` from 2.8.2: diagnostics by URI, behind two functions."""

    def __init__(self) -> None:
        self._by_uri: dict[str, Items] = {}

    def set(self, uri: str, items: Items) -> None:
        if items:
            self._by_uri[uri] = items
        else:
            self._by_uri.pop(uri, None)

    def get_diagnostics(self, max_severity: int = 4) -> dict[str, Items]:
        found = {uri: self.get_diagnostics_for_uri(uri, max_severity) for uri in list(self._by_uri)}
        return {uri: items for uri, items in found.items() if items}

    def get_diagnostics_for_uri(self, uri: str, max_severity: int = 4) -> Items:
        return [d for d in self._by_uri.get(uri, []) if d.get("severity", 1) <= max_severity]


class _Lsp:
    """The registry, and one session that every window has."""

    def __init__(self, version: str) -> None:
        self.diagnostics: Any = _OldStorage() if version == "2.8.1" else _NewStorage()
        place = "core.diagnostics_storage" if version == "2.8.1" else "diagnostics"
        for name in ("LSP", "LSP.plugin", "LSP.plugin.core"):
            _module(name, __path__=[])
        _module("LSP.plugin." + place, DiagnosticsStorage=type(self.diagnostics))
        _module("LSP.plugin.core.registry", windows=self)

    def lookup(self, window: Any) -> Any:
        """The window's manager, which is the same for all."""
        return self

    def get_sessions(self) -> Any:
        return iter([self])


class _SublimeLinter:
    """`persist.file_errors` and `events`."""

    def __init__(self) -> None:
        self.errors: defaultdict[str, Items] = defaultdict(list)
        self._handlers: list[tuple[str, Callable[..., Any]]] = []
        for name in ("SublimeLinter", "SublimeLinter.lint"):
            _module(name, __path__=[])
        persist = _module("SublimeLinter.lint.persist", file_errors=self.errors)
        events = _module("SublimeLinter.lint.events", subscribe=self.subscribe, unsubscribe=self.unsubscribe)
        sys.modules["SublimeLinter.lint"].__dict__.update(persist=persist, events=events)

    def subscribe(self, topic: str, handler: Callable[..., Any]) -> None:
        self._handlers.append((topic, handler))

    def unsubscribe(self, topic: str, handler: Callable[..., Any]) -> None:
        self._handlers = [pair for pair in self._handlers if pair != (topic, handler)]

    def publish(self, core: Core, topic: str, **payload: Any) -> None:
        for known, handler in list(self._handlers):
            if known == topic:
                core.invoke(lambda handler=handler: handler(**payload), (), topic)


def _module(name: str, **contents: Any) -> ModuleType:
    module = sys.modules[name] = ModuleType(name)
    module.__dict__.update(contents)
    return module


class StandIns:
    """Made on demand, as the real packages may load late or not at all. Main thread."""

    def __init__(self, core: Core, lsp_version: str | None) -> None:
        self._core = core
        self._lsp_version = lsp_version or LSP_VERSIONS[-1]
        self._lsp = _Lsp(self._lsp_version) if lsp_version else None
        self._linter: _SublimeLinter | None = None
        # What each window's build said, by file.
        self._build: dict[int, dict[str, Items]] = {}

    def set(self, source: str, file: str, items: Items) -> None:
        """Replace a file's diagnostics, in the source's own shape. Raises ValueError with what was expected."""
        if source not in SOURCES:
            raise ValueError(f"expected source to be one of {', '.join(SOURCES)}, not {source!r}")
        what, fits = _SHAPES[source]
        for item in items:
            if not fits(item):
                raise ValueError(f"expected each of items of {source} to be {what}, not {item!r}")
        if source == "lsp":
            self._lsp = self._lsp or _Lsp(self._lsp_version)
            storage = self._lsp.diagnostics
            self._on_worker(lambda: storage.set(Path(file).absolute().as_uri(), items))
        elif source == "sublimelinter":
            linter = self._linter = self._linter or _SublimeLinter()
            region = sys.modules["sublime"].Region
            items = [{**item, "region": region(*item["region"])} if "region" in item else item for item in items]
            linter.errors[file] = items
            name = items[0].get("linter", "") if items else ""
            self._on_worker(
                lambda: linter.publish(
                    self._core, "lint_result", filename=file, linter_name=name, errors=items, reason="on_user_request"
                )
            )
        else:
            self._set_build(file, items)

    def _on_worker(self, task: Callable[[], Any]) -> None:
        """Where these packages do their work."""
        done = threading.Event()
        self._core.worker.queue.post(lambda: (task(), done.set()), origin="diagnostics")
        self._core.loop.run_until(done.is_set, 10)

    def _set_build(self, file: str, items: Items) -> None:
        """The front window builds; what an earlier build said of the file goes, wherever that was."""
        core = self._core
        outdated = {number for number, files in self._build.items() if files.pop(file, None) is not None}
        front = core.active_window
        if items and front:
            core.emit("on_window_command", front.id, "build", {})
            core.emit("on_post_window_command", front.id, "build", {})
            self._build.setdefault(front.id, {})[file] = items
            outdated.add(front.id)
        for window in list(core.windows.values()):
            if window.id in outdated:
                self._write_build(window)

    def _write_build(self, window: Window) -> None:
        core = self._core
        panel = core.documents.output_panel(window, "exec")
        panel.view.settings.set("result_file_regex", _RESULT_REGEX)
        lines = [f"{f}:{line}:{col}: {text}" for rows in self._build[window.id].values() for f, line, col, text in rows]
        core.commands.run_text(panel.view, "append", {"characters": "".join(line + "\n" for line in lines)})


def _is_lsp(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("range"), dict) and "message" in item


def _is_lint(item: Any) -> bool:
    region = item.get("region", [0, 0]) if isinstance(item, dict) else None
    return isinstance(region, list) and len(region) == 2 and all(isinstance(point, int) for point in region)


def _is_result(item: Any) -> bool:
    if not isinstance(item, list) or [type(part) for part in item] != [str, int, int, str]:
        return False
    return all(part and "\n" not in part for part in (item[0], item[3]))


_SHAPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "lsp": ("a Diagnostic of LSP, which has range and message", _is_lsp),
    "sublimelinter": ("an error of SublimeLinter, whose region, if any, is [point, point]", _is_lint),
    "build": ("[file, line, column, text], of one line", _is_result),
}
