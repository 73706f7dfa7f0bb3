"""The host's Python layer has the names and parameters of the published stubs."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

from .conftest import Lab

# In the stubs of build 4213, which newer Pythons get, but not in build 4200, which the host is.
LATER = {"lib_path", "Sheet.name", "Sheet.set_name"}
LATER_PARAMETERS = {"max_size"}


def _stub(module: str) -> ast.Module:
    for folder in sys.path:
        path = Path(folder, f"{module}-stubs", "__init__.pyi")
        if path.is_file():
            return ast.parse(path.read_text(encoding="utf-8"))
    pytest.skip("the package sublime-text-stubs is not installed")


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [arg.arg for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def _functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name == "__init__"):
            yield prefix + node.name, _parameters(node)
        elif isinstance(node, ast.ClassDef) and not prefix and not node.name.startswith("_"):
            yield from _functions(node.body, node.name + ".")


def _constants(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _find(module: Any, name: str) -> Any:
    found = module
    for part in name.split("."):
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("name", ["sublime", "sublime_plugin"])
def test_every_published_function_is_there_with_its_parameters(lab: Lab, name: str) -> None:
    module = sys.modules[name]
    wrong: dict[str, Any] = {}
    for function, expected in _functions(_stub(name).body):
        try:
            actual = list(inspect.signature(_find(module, function)).parameters)
        except AttributeError:
            # Event methods exist in subclasses only.
            events = ("EventListener.", "ViewEventListener.", "TextChangeListener.on_")
            if not function.startswith(events) and function not in LATER:
                wrong[function] = "missing"
            continue
        wanted = [parameter for parameter in expected if parameter not in ("self", "cls", *LATER_PARAMETERS)]
        actual = [parameter for parameter in actual if parameter not in ("self", "cls")]
        if actual != wanted and "kwargs" not in actual:
            wrong[function] = (actual, wanted)
    assert not wrong


def test_every_published_constant_is_there(lab: Lab) -> None:
    names = [name for name in _constants(_stub("sublime").body) if not name.startswith("_")]
    assert names and [name for name in names if not hasattr(lab.sublime, name)] == []
