"""Whatever the package uses of Sublime Text, the host has: API names, and commands that it runs or offers."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

from .conftest import Lab
from .core import jsonc
from .core.commands import BUILT_IN_COMMANDS
from .host import REPOSITORY, Host
from .test_honest_layers import leading_to_missing
from .test_honest_stubs import MODULES, find, installed

SOURCES = [REPOSITORY / "plugin.py", *sorted((REPOSITORY / "copilot_ide").rglob("*.py"))]
RESOURCES = [path for kind in ("commands", "keymap", "menu") for path in sorted(REPOSITORY.glob(f"*.sublime-{kind}"))]


def dotted(node: ast.AST) -> str:
    """`a.b.c` of an attribute access on a name, else ""."""
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return node.id if isinstance(node, ast.Name) else ""


def unknown_names(tree: ast.AST, modules: dict[str, Any]) -> Iterator[str]:
    """`sublime.X…` and `sublime_plugin.X…` that the modules do not have."""
    for node in ast.walk(tree):
        module, _, name = dotted(node).partition(".")
        if module in MODULES and name:
            try:
                find(modules[module], name)
            except AttributeError:
                yield f"line {node.lineno}: {module}.{name}"  # type: ignore[attr-defined]


def missing_members(tree: ast.AST, missing: set[str]) -> Iterator[str]:
    """Attributes named like a function or method that is not implemented."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in missing:
            yield f"line {node.lineno}: {node.attr}"


def commands_in_code(tree: ast.AST) -> Iterator[str]:
    """Names of the commands that code runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "run_command":
            yield from (str(argument.value) for argument in node.args[:1] if isinstance(argument, ast.Constant))


def commands_in_resource(value: Any) -> Iterator[str]:
    """Names of the commands in a menu, keymap or list of commands."""
    if isinstance(value, dict):
        yield from (found for key, found in value.items() if key == "command")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from commands_in_resource(inner)


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules() -> dict[str, Any]:
    return {name: sys.modules[name] for name in MODULES}


def not_implemented() -> set[str]:
    return {name.split(".")[-1] for name in leading_to_missing()}


@pytest.fixture
def known_commands(tmp_path: Path) -> set[str]:
    """The built-in commands, and those of the package."""
    own: set[str] = set()
    with Host(str(tmp_path)) as host:
        host.load_package()
        plugins = host.plugins
        view = host.core.documents.new_file(host.window)
        created = plugins.create_text_commands(view.id) + plugins.create_window_commands(host.window.id)
        own.update(name for _, name in created + plugins.create_application_commands())
        host.unload_package()
    assert own
    return own.union(*BUILT_IN_COMMANDS.values())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_every_name_that_the_package_uses_is_implemented(lab: Lab, path: Path) -> None:
    tree = parse(path)
    assert [*unknown_names(tree, modules()), *missing_members(tree, not_implemented())] == []


def test_every_command_that_the_package_runs_or_offers_is_known(known_commands: set[str]) -> None:
    run = {name for path in SOURCES for name in commands_in_code(parse(path))}
    offered = {name for path in RESOURCES for name in commands_in_resource(jsonc.loads(path.read_text("utf-8")))}
    assert run and len(offered) > 3 and len(RESOURCES) > 2
    assert (run | offered) - known_commands == set()


def test_the_checks_find_what_is_not_there(lab: Lab) -> None:
    tree = ast.parse(
        "sublime.View.size\nsublime.telepathy()\nsublime.View.telepathy\nsublime_plugin.MindListener\n"
        "window.active_view().export_to_html()\nview.run_command('read_mind')\n"
    )
    unknown = {text.split()[-1] for text in unknown_names(tree, modules())}
    assert unknown == {"sublime.telepathy", "sublime.View.telepathy", "sublime_plugin.MindListener"}
    assert list(missing_members(tree, {"export_to_html"})) == ["line 5: export_to_html"]
    assert list(commands_in_code(tree)) == ["read_mind"]
    assert list(commands_in_resource([{"children": [{"command": "a", "args": {"x": [{"command": "b"}]}}]}])) == [
        "a",
        "b",
    ]


def test_the_members_that_are_not_implemented_are_published_ones() -> None:
    published = {name.split(".")[-1] for module in MODULES for name in installed(module).functions}
    assert not_implemented() <= published
