"""The page about the host, docs/headless-host.md, names everything that it should."""

from __future__ import annotations

import ast
import dataclasses
import re
from pathlib import Path

from .core import Choices
from .test_control_requests import MORE, TABLE

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "headless-host.md").read_text(encoding="utf-8")


def _rows(heading: str) -> set[str]:
    """What the first column of the tables under a heading names."""
    section = PAGE.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("|")]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_page_has_every_unknown() -> None:
    assert _rows("How facts are marked") == {field.name for field in dataclasses.fields(Choices)}


def test_the_page_has_every_request() -> None:
    assert _rows("Driving it") == set(TABLE) | MORE


def test_the_page_has_every_kind_of_fault() -> None:
    kinds = set()
    for path in [*HERE.glob("*.py"), *HERE.glob("core/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add":
                owner, first = node.func.value, node.args[0] if node.args else None
                if isinstance(owner, ast.Attribute) and owner.attr == "faults" and isinstance(first, ast.Constant):
                    kinds.add(first.value)
    assert kinds and _rows("Faults") == kinds
