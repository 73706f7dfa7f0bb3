"""The dependency rules of the package: ``editor`` uses ``ide`` and ``review``, never the other way round."""

from __future__ import annotations

import ast
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "copilot_ide"

MAY_IMPORT = {"ide": set(), "acp": set(), "review": set(), "editor": {"ide", "acp", "review"}}
LIBRARIES = {"h11", "jsonschema", "typing_extensions"}
SUBLIME = {"sublime", "sublime_plugin"}


def imported_names(path: Path) -> list[tuple[str, ...]]:
    """Everything that the file imports, as absolute dotted parts; relative ones begin with ``copilot_ide``."""
    names: list[tuple[str, ...]] = []
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names += [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.Call) and called_name(node) in ("import_module", "__import__"):
            raise AssertionError(f"{path}:{node.lineno} imports in a way that this test cannot read")
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = (*base, *(node.module.split(".") if node.module else ()))
            names += [(*stem, alias.name) for alias in node.names]
    return names


def called_name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def standard_library() -> set[str]:
    """Names of top-level modules of the standard library that the package may use (3.8 cannot list them itself)."""
    return set(getattr(sys, "stdlib_module_names", ()))


class Imports(unittest.TestCase):
    def modules(self) -> list[Path]:
        modules = sorted(PACKAGE.rglob("*.py"))
        self.assertGreater(len(modules), 20)  # it looks at the right folder
        return modules

    def test_arrows_between_the_parts_point_one_way(self) -> None:
        wrong = []
        for path in self.modules():
            part = path.relative_to(PACKAGE).parts[0]
            for name in imported_names(path):
                if name[0] != "copilot_ide":
                    continue
                if path.parent == PACKAGE:
                    wrong.append(f"{path.relative_to(ROOT)} imports {'.'.join(name)}: the package itself needs no part")
                    continue
                other = name[1]
                if other != part and other not in MAY_IMPORT[part]:
                    wrong.append(f"{path.relative_to(ROOT)} imports {'.'.join(name)}")
        self.assertEqual(wrong, [])

    def test_only_editor_touches_sublime(self) -> None:
        wrong = [
            f"{path.relative_to(ROOT)} imports {name[0]}"
            for path in self.modules()
            if path.relative_to(PACKAGE).parts[0] != "editor"
            for name in imported_names(path)
            if name[0] in SUBLIME
        ]
        self.assertEqual(wrong, [])

    def test_nothing_is_imported_but_the_declared_libraries(self) -> None:
        if not standard_library():
            self.skipTest("this Python does not list its standard library")
        known = standard_library() | LIBRARIES | SUBLIME | {"copilot_ide", "__future__"}
        wrong = [
            f"{path.relative_to(ROOT)} imports {name[0]}"
            for path in self.modules()
            for name in imported_names(path)
            if name[0] not in known
        ]
        self.assertEqual(wrong, [])

    def test_nothing_in_the_package_knows_of_the_tests(self) -> None:
        wrong = [
            str(path.relative_to(ROOT))
            for path in [*self.modules(), ROOT / "plugin.py"]
            for name in imported_names(path)
            if "tests" in name or "unittesting" in name
        ]
        self.assertEqual(wrong, [])
