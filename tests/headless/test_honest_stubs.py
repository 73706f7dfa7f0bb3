"""The API of the host is that of the published stubs: names, parameters, attributes, constants; no more and no less.

The stubs that are installed are those of build 4200 for a Python below 3.13, and of build 4213 for newer ones.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator, NamedTuple

import pytest

from . import layers
from .conftest import Lab, own_layers_only

STUBS_BUILD = int(metadata.version("sublime-text-stubs").split(".")[0])
LAYERS_BUILD = STUBS_BUILD if layers.folder() == layers.OWN else 4200
MODULES = ("sublime", "sublime_plugin")

# What build 4201 added. `max_size` is a parameter of the first two.
LATER = ("load_resource", "load_binary_resource", "lib_path", "FileTooLargeError", "Sheet.name", "Sheet.set_name")
EARLIER = ("TextSheet.set_name", "HtmlSheet.set_name")

Parameters = "list[tuple[str, inspect._ParameterKind, bool]]"


class Stub(NamedTuple):
    """What one stub file declares, by dotted name. `values` are expressions."""

    functions: dict[str, list[Any]]
    attributes: list[str]
    values: dict[str, ast.expr]
    classes: list[str]


def parameters_of(node: ast.FunctionDef) -> list[Any]:
    """(name, kind, has a default) of every parameter but self and cls."""
    arguments, kind = node.args, inspect.Parameter
    plain = [*((a, kind.POSITIONAL_ONLY) for a in arguments.posonlyargs)]
    plain += [(a, kind.POSITIONAL_OR_KEYWORD) for a in arguments.args]
    optional = len(plain) - len(arguments.defaults)
    found = [(a.arg, how, i >= optional) for i, (a, how) in enumerate(plain)]
    if arguments.vararg:
        found.append((arguments.vararg.arg, kind.VAR_POSITIONAL, False))
    found += [(a.arg, kind.KEYWORD_ONLY, d is not None) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        found.append((arguments.kwarg.arg, kind.VAR_KEYWORD, False))
    return [parameter for parameter in found if parameter[0] not in ("self", "cls")]


def actual_parameters(function: Any) -> list[Any]:
    found = inspect.signature(function).parameters.values()
    return [(p.name, p.kind, p.default is not p.empty) for p in found if p.name not in ("self", "cls")]


def public(name: str) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name not in ("__slots__", "__init_subclass__"))


def read(source: str) -> Stub:
    """What a stub file's text declares."""
    stub = Stub({}, [], {}, [])

    def walk(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef) and public(node.name):
                stub.functions[prefix + node.name] = parameters_of(node)
            elif isinstance(node, ast.ClassDef) and public(node.name):
                stub.classes.append(prefix + node.name)
                walk(node.body, prefix + node.name + ".")
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if public(node.targets[0].id):
                    stub.values[prefix + node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.value is None:
                    stub.attributes.append(prefix + node.target.id)
                else:
                    stub.values[prefix + node.target.id] = node.value

    walk(ast.parse(source).body, "")
    return stub


def installed(module: str) -> Stub:
    path = next(p for f in sys.path for p in [Path(f, f"{module}-stubs", "__init__.pyi")] if p.is_file())
    return read(path.read_text(encoding="utf-8"))


def find(module: Any, name: str) -> Any:
    for part in name.split("."):
        module = getattr(module, part)
    return module


def differences(module: ModuleType, stub: Stub) -> dict[str, Any]:
    """Functions and methods of the stub that are missing in a module, or have other parameters there."""
    wrong: dict[str, Any] = {}
    for name, wanted in stub.functions.items():
        try:
            actual = actual_parameters(find(module, name))
        except AttributeError:
            wrong[name] = "missing"
            continue
        if actual != wanted:
            wrong[name] = (actual, wanted)
    return wrong


def is_event(name: str) -> bool:
    """An event method exists in subclasses only."""
    owner, _, method = name.partition(".")
    return owner in ("EventListener", "ViewEventListener", "TextChangeListener") and method.startswith("on_")


def extras(module: ModuleType, stub: Stub) -> list[str]:
    """Public functions and classes of a module, and members of its classes, that the stub does not declare."""
    declared = {*stub.functions, *stub.attributes, *stub.values, *stub.classes}
    found = []
    for name, value in vars(module).items():
        if not public(name) or not str(getattr(value, "__module__", "")).startswith(("sublime", "_sublime")):
            continue
        if inspect.isroutine(value) and name not in declared:
            found.append(name)
        elif isinstance(value, type) and not issubclass(value, enum.Enum):
            if name not in declared:
                found.append(name)
            parts = [value, *(base for base in value.__bases__ if base.__name__.endswith("OfView"))]
            members = [f"{name}.{member}" for part in parts for member in vars(part) if not member.startswith("_")]
            found += [member for member in members if member not in declared and not member.endswith("_")]
    return found


@pytest.fixture
def api(start: Callable[..., Lab]) -> Lab:
    """A host of the build that the stubs are of."""
    return start("", build=STUBS_BUILD)


@pytest.mark.parametrize("name", MODULES)
def test_every_published_function_is_there_with_its_parameters(api: Lab, name: str) -> None:
    stub = installed(name)
    assert len(stub.functions) > 60
    wrong = {f: d for f, d in differences(sys.modules[name], stub).items() if not is_event(f)}
    if LAYERS_BUILD < STUBS_BUILD:
        wrong = {f: d for f, d in wrong.items() if f not in LATER}
    assert wrong == {}


# In Sublime, too, though the stubs leave them out.
UNPUBLISHED = ("make_sheet", "Command.run", "Command.filter_args")


@own_layers_only
@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_there_that_is_not_published(api: Lab, name: str) -> None:
    found = [extra for extra in extras(sys.modules[name], installed(name)) if extra not in UNPUBLISHED]
    if name == "sublime_plugin":
        found = [extra for extra in found if "." in extra]  # its functions are for the application
    assert found == []


UNPUBLISHED_EVENTS = {"on_new_buffer", "on_new_buffer_async", "on_close_buffer", "on_close_buffer_async"}


def test_exactly_the_published_events_are_dispatched(api: Lab) -> None:
    plugins = sys.modules["sublime_plugin"]
    events = [name.split(".") for name in installed("sublime_plugin").functions if is_event(name)]
    text_events = {name for owner, name in events if owner == "TextChangeListener"}
    assert set(plugins.text_change_listener_callbacks) == text_events
    others = {name for owner, name in events if owner != "TextChangeListener"}
    assert len(others) > 40 and set(plugins.all_callbacks) == others | UNPUBLISHED_EVENTS


@pytest.mark.parametrize("name", MODULES)
def test_every_published_constant_has_its_value(api: Lab, name: str) -> None:
    module, stub = sys.modules[name], installed(name)
    wrong = {}
    for constant, expression in stub.values.items():
        wanted = eval(compile(ast.Expression(expression), constant, "eval"), dict(vars(module)))
        actual = getattr(
            find(module, constant.rpartition(".")[0]) if "." in constant else module, constant.split(".")[-1], None
        )
        if actual != wanted:
            wrong[constant] = (actual, wanted)
    assert wrong == {} and (len(stub.values) > 150 or name != "sublime")


def test_every_published_class_is_there_with_its_bases(api: Lab) -> None:
    for name in MODULES:
        missing = [c for c in installed(name).classes if not hasattr(sys.modules[name], c)]
        assert [c for c in missing if c not in LATER or LAYERS_BUILD >= STUBS_BUILD] == []


def samples(lab: Lab) -> Iterator[Any]:
    """An object of every class."""
    sublime, plugins = lab.sublime, sys.modules["sublime_plugin"]
    view, region = lab.new_view("x"), sublime.Region(0, 1)
    position = sublime.HistoricPosition(0, 0, 0, 0, 0)
    kind = sublime.KIND_AMBIGUOUS
    yield from (view, lab.window, view.settings(), view.buffer(), view.sel(), view.sheet(), region, position)
    yield lab.window.new_html_sheet("x", "")
    yield from (sublime.TextChange(position, position, 0, 0, ""), sublime.Edit(1), sublime.Html("x"))
    yield from (sublime.Phantom(region, "x", sublime.LAYOUT_INLINE), sublime.PhantomSet(view))
    yield from (sublime.CompletionItem("x"), sublime.CompletionList(), sublime.Syntax("p", "n", False, "s"))
    yield from (sublime.QuickPanelItem("x"), sublime.ListInputItem("x", 1))
    yield sublime.SymbolRegion("n", region, "s", sublime.SYMBOL_TYPE_ANY, kind)
    yield sublime.SymbolLocation("p", "d", 1, 1, "s", sublime.SYMBOL_TYPE_ANY, kind)
    yield sublime.ContextStackFrame("c", "f", (0, 0))
    yield from (plugins.WindowCommand(lab.window), plugins.TextCommand(view), plugins.ViewEventListener(view))
    yield plugins.TextChangeListener()


def test_every_published_attribute_is_there(api: Lab) -> None:
    by_class = {cls.__name__: sample for sample in samples(api) for cls in type(sample).__mro__}
    attributes = [name for module in MODULES for name in installed(module).attributes]
    assert len(attributes) > 50
    missing = []
    for name in attributes:
        owner, _, attribute = name.rpartition(".")
        holder = by_class[owner] if owner in by_class else find(api.sublime, owner) if owner else api.sublime
        if not hasattr(holder, attribute):
            missing.append(name)
    assert missing == []


@pytest.mark.skipif(
    not (layers.folder() / "sublime_types.py").is_file(), reason="these layers have no sublime_types.py"
)
def test_the_names_for_annotations_are_there_at_run_time(api: Lab) -> None:
    names = ("DIP", "Vector", "Point", "Value", "CommandArgs", "Kind", "Event", "CompletionValue")
    stub = installed("sublime_types")
    types = importlib.import_module("sublime_types")
    assert [name for name in names if not hasattr(types, name)] == []
    assert STUBS_BUILD > 4200 or {*names} <= {*stub.values, *stub.classes}  # newer stubs have statements for them


# -- the builds ---------------------------------------------------------------------------------------------------


def has(lab: Lab, name: str) -> bool:
    try:
        found = find(lab.sublime, name)
    except AttributeError:
        return False
    return not name.startswith("load_") or "max_size" in inspect.signature(found).parameters


@own_layers_only
def test_what_a_build_added_is_there_from_that_build_on(start: Callable[..., Lab]) -> None:
    for build in (4107, 4200):
        lab = start("", build=build)
        assert [name for name in LATER if has(lab, name)] == [] and [name for name in EARLIER if has(lab, name)]
    lab = start("", build=4201)
    assert [name for name in LATER if not has(lab, name)] == []
    assert [name for name in EARLIER if name.split(".")[1] in vars(find(lab.sublime, name.split(".")[0]))] == []


# -- the check itself ---------------------------------------------------------------------------------------------


def test_the_check_finds_what_differs() -> None:
    stub = read(
        "def f(a, b=..., *, c): ...\ndef g(a): ...\ndef h(a=...): ...\ndef k(): ...\nclass C:\n    def m(self): ...\n"
    )
    module = ModuleType("sublime_sample")
    source = """
def f(a, b=1, *, c): pass
def g(b): pass
def h(a): pass
def extra(): pass
class C:
    def other(self): pass
"""
    exec(source, vars(module))
    assert set(differences(module, stub)) == {"g", "h", "k", "C.m"}
    assert extras(module, stub) == ["extra", "C.other"]
