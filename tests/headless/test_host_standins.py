"""The stand-ins for LSP, SublimeLinter and build output have what other packages read."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import RECORDER, Lab

ITEM = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "message": "no"}


def session(lab: Lab) -> Any:
    registry = importlib.import_module("LSP.plugin.core.registry")
    (found,) = registry.windows.lookup(lab.window).get_sessions()
    return found


def test_without_lsp_its_modules_are_not_there(lab: Lab) -> None:
    """[V] LSP may be absent, or load later."""
    with pytest.raises(ImportError):
        importlib.import_module("LSP.plugin.core.registry")


def test_lsp_2_13_has_diagnostics_by_uri(lab: Lab, tmp_path: Path) -> None:
    """[V] From 2.8.2: get_diagnostics(max_severity) and get_diagnostics_for_uri(uri, max_severity)."""
    file = tmp_path / "a b.py"
    hint = {**ITEM, "severity": 4}
    verbs.diagnostics(lab.host, "lsp", str(file), [ITEM, hint])
    storage = session(lab).diagnostics
    assert storage.get_diagnostics() == {file.as_uri(): [ITEM, hint]}
    assert storage.get_diagnostics_for_uri(file.as_uri(), 2) == [ITEM]
    verbs.diagnostics(lab.host, "lsp", str(file), [])
    assert storage.get_diagnostics() == {}


def test_lsp_2_8_1_has_diagnostics_by_scheme_and_path(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Up to 2.8.1: an OrderedDict keyed by (scheme, path)."""
    lab = start(lsp="2.8.1")
    file = tmp_path / "a b.py"
    storage = session(lab).diagnostics
    assert dict(storage) == {} and importlib.import_module("LSP.plugin.core.diagnostics_storage")
    verbs.diagnostics(lab.host, "lsp", str(file), [ITEM])
    assert dict(storage) == {("file", str(file)): [ITEM]}
    assert storage.diagnostics_by_document_uri(file.as_uri()) == [ITEM]


def test_sublimelinter_keeps_errors_and_tells_its_subscribers(lab: Lab) -> None:
    """[V] persist.file_errors is a defaultdict; events.subscribe("lint_result", fn) with the payload as keywords."""
    error = {"linter": "flake8", "line": 0, "start": 0, "error_type": "error", "code": "E1", "msg": "no"}
    verbs.diagnostics(lab.host, "sublimelinter", "/a.py", [])
    persist = importlib.import_module("SublimeLinter.lint.persist")
    events = importlib.import_module("SublimeLinter.lint.events")
    told = []

    def handler(**payload: Any) -> None:
        told.append((payload["filename"], payload["errors"]))

    events.subscribe("lint_result", handler)
    verbs.diagnostics(lab.host, "sublimelinter", "/a.py", [error])
    assert persist.file_errors.get("/a.py") == [error] and told == [("/a.py", [error])]
    events.unsubscribe("lint_result", handler)
    verbs.diagnostics(lab.host, "sublimelinter", "/a.py", [])
    assert len(told) == 1


def test_build_output_is_read_from_its_panel(start: Callable[..., Lab]) -> None:
    """[V] The exec panel's find_all_results_with_text() → (file, line, col, text); its element is exec:output."""
    lab = start(RECORDER)
    lab.new_view()
    verbs.diagnostics(lab.host, "build", "/a.py", [["/a.py", 3, 7, "bad: thing"]])
    panel = lab.window.find_output_panel("exec")
    assert panel.element() == "exec:output"
    assert panel.find_all_results_with_text() == [("/a.py", 3, 7, "bad: thing")]
    assert ("on_modified", panel.id()) in lab.log
    verbs.diagnostics(lab.host, "build", "/a.py", [])
    assert panel.find_all_results() == []
