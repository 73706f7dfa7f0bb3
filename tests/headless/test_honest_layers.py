"""The layers of a Sublime build fit on the core: every function of `sublime_api` is there, or says that it is not."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

from . import layers
from .conftest import Lab
from .core.surface import Surface
from .core.surface.unavailable import UNAVAILABLE
from .host import REPOSITORY, Host

LATEST = 4213
ALIASES = ("sublime_api", "api")  # what the layers call the C module


def sources() -> Iterator[ast.Module]:
    """The syntax trees of the layers that the tests run with."""
    for path in sorted(layers.folder().glob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def mentioned(tree: ast.AST) -> set[str]:
    """Every `sublime_api.NAME` in a piece of code."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {node.attr for node in nodes if isinstance(node.value, ast.Name) and node.value.id in ALIASES}


def calls(tree: ast.AST) -> Iterator[tuple[str, int, int]]:
    """(name, number of arguments, line) of every call of a function of `sublime_api`, if it says how many they are."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
            continue
        either = [node.func.body, node.func.orelse] if isinstance(node.func, ast.IfExp) else [node.func]
        for function in either:
            if isinstance(function, ast.Attribute) and mentioned(function) == {function.attr}:
                yield function.attr, len(node.args) + len(node.keywords), node.lineno


def wrong_calls(tree: ast.AST, surface: Any) -> list[str]:
    """Calls that a function would not take."""
    wrong = []
    for name, arguments, line in calls(tree):
        function = getattr(surface, name, None)
        if function is None:
            wrong.append(f"line {line}: there is no {name}")
        elif name not in UNAVAILABLE:
            try:
                inspect.signature(function).bind(*[None] * arguments)
            except TypeError as error:
                wrong.append(f"line {line}: {name}: {error}")
    return wrong


def test_a_folder_without_layers_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(layers.VARIABLE, str(tmp_path))
    (tmp_path / "sublime.py").touch()
    with pytest.raises(FileNotFoundError, match=rf"{layers.VARIABLE}=.*there is no sublime_plugin\.py$"):
        Host(None, str(tmp_path))


@pytest.mark.parametrize("module", ["tests.headless", "tests.headless.run_tests"])
def test_what_is_started_on_its_own_says_so_in_a_sentence(module: str, tmp_path: Path) -> None:
    environment = {**os.environ, layers.VARIABLE: str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", module],
        cwd=str(REPOSITORY),
        env=environment,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    last = done.stderr.decode("utf-8").splitlines()[-1]
    assert done.returncode == 2 and f"error: {layers.VARIABLE}={tmp_path}: there is no sublime.py" in last


def test_without_the_variable_the_hosts_own_layers_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(layers.VARIABLE, raising=False)
    with Host(None, str(tmp_path)):
        found = importlib.util.find_spec("sublime")
        assert found and found.origin and Path(found.origin).parent == Path(__file__).resolve().parent / "api"


def test_the_layers_that_were_asked_for_are_what_runs(lab: Lab) -> None:
    for name in ("sublime", "sublime_plugin"):
        origin = sys.modules[name].__file__
        assert origin and Path(origin).resolve().parent == layers.folder()


def test_every_function_that_the_layers_call_is_there_and_takes_what_they_pass(start: Callable[..., Lab]) -> None:
    start("", build=LATEST)  # our own layer calls more of it than that of build 4200
    surface = sys.modules["sublime_api"]
    names = {name for tree in sources() for name in mentioned(tree)}
    assert len(names) > 200 and {name for name in names if not hasattr(surface, name)} == set()
    assert [wrong for tree in sources() for wrong in wrong_calls(tree, surface)] == []


def test_the_check_of_calls_can_fail(lab: Lab) -> None:
    sample = ast.parse("api.view_size(1, 2)\n(api.view_insert if x else api.nonsense)(1, 2, 3, 4)\n")
    wrong = wrong_calls(sample, sys.modules["sublime_api"])
    assert len(wrong) == 2 and "view_size" in wrong[0] and "nonsense" in wrong[1]


@pytest.mark.skipif(layers.folder() == layers.OWN, reason=f"needs Sublime's own layers: {layers.VARIABLE} is not set")
def test_the_core_has_no_function_that_sublime_does_not_call(lab: Lab) -> None:
    names = {name for tree in sources() for name in mentioned(tree)}
    here = {name for name in dir(sys.modules["sublime_api"]) if not name.startswith("_")}
    # UnitTesting calls these two itself.
    assert here - names == {"run_syntax_test", "incompatible_syntax_patterns"}


def test_a_function_is_either_there_or_said_to_be_missing() -> None:
    assert [name for name in UNAVAILABLE if hasattr(Surface, name)] == []
    assert len(set(UNAVAILABLE)) == len(UNAVAILABLE)


@pytest.mark.parametrize("name", UNAVAILABLE)
def test_a_missing_function_says_its_name(lab: Lab, name: str) -> None:
    with pytest.raises(NotImplementedError, match=rf"^sublime_api\.{name}$"):
        getattr(sys.modules["sublime_api"], name)()


SAMPLES: dict[str, Any] = {
    "pt": 0, "tp": 0, "xy": (0.0, 0.0), "prefix": "", "scope": "", "selector": "", "key": "", "sym": "", "symbol": "",
    "items": ["a"], "on_done": print, "callback": print, "flag": True,
}  # fmt: skip


def leading_to_missing() -> dict[str, set[str]]:
    """Public functions and methods ("View.symbols") of the `sublime` layer that call a missing function."""
    bodies: dict[str, ast.AST] = {}
    nodes = [node for tree in sources() for node in tree.body]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            bodies[node.name] = node
        elif isinstance(node, ast.ClassDef) and not node.name.endswith("OfView"):
            parts = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
            members = [member for part in (node, *parts) for member in part.body]
            bodies.update({f"{node.name}.{m.name}": m for m in members if isinstance(m, ast.FunctionDef)})
    found = {name: mentioned(body) & set(UNAVAILABLE) for name, body in bodies.items()}
    for name, body in bodies.items():  # one step further: methods that call such a method of their own
        owner = name.rpartition(".")[0]
        for node in ast.walk(body):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
                found[name] = found[name] | found.get(f"{owner}.{node.attr}", set())
    found.update({name: {name} for name in UNAVAILABLE if name.startswith(("log_", "get_log_"))})
    return {name: missing for name, missing in found.items() if missing and not name.split(".")[-1].startswith("_")}


def test_everything_public_that_leads_to_a_missing_function_says_so(lab: Lab) -> None:
    owners = {"View": lab.new_view(), "Window": lab.window}
    silent = []
    leading = leading_to_missing()
    for name, missing in leading.items():
        owner, _, method = name.rpartition(".")
        function = getattr(owners[owner] if owner else lab.sublime, method)
        parameters = inspect.signature(function).parameters.values()
        required = [p for p in parameters if p.default is p.empty or p.name == "flag"]
        samples = {**SAMPLES, "region": lab.sublime.Region(0, 0)}
        try:
            function(*[samples[p.name] for p in required])
        except NotImplementedError as error:
            if str(error).replace("sublime_api.", "") in missing:
                continue
        silent.append(name)
    assert silent == []
    assert {name for names in leading.values() for name in names} == set(UNAVAILABLE)
