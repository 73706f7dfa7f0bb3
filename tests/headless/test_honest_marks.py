"""Tests of how Sublime behaves say how sure that is; every unknown is seen both ways."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Iterator

import pytest

from .core import Choices
from .test_host_choices import UNKNOWNS

HERE = Path(__file__).parent
# [V] read in Sublime's sources, stubs or documentation; [T] said in public; [I] inferred; [U] unknown.
MARK = re.compile(r"\[[VTIU]\] \S")


def unmarked(source: str, should_be: bool) -> Iterator[str]:
    """Names of the tests whose docstring does not begin with a mark (or does so, if they should not)."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    for node in functions:
        if node.name.startswith("test_") and bool(MARK.match(ast.get_docstring(node) or "")) != should_be:
            yield node.name


@pytest.mark.parametrize("path", sorted(HERE.glob("test_*.py")), ids=lambda path: path.name)
def test_tests_of_sublimes_behaviour_and_only_they_begin_with_a_mark(path: Path) -> None:
    assert list(unmarked(path.read_text(encoding="utf-8"), path.name.startswith("test_host_"))) == []


def test_the_check_of_marks_can_fail() -> None:
    source = 'def test_a():\n    "[V] yes"\ndef test_b():\n    "no [V]"\ndef test_c(): pass\n'
    assert sorted(unmarked(source, True)) == ["test_b", "test_c"] and list(unmarked(source, False)) == ["test_a"]


def test_every_choice_is_described_tested_and_makes_a_difference() -> None:
    names = [field.name for field in fields(Choices)]
    assert sorted(UNKNOWNS) == sorted(names)
    assert [name for name, unknown in UNKNOWNS.items() if unknown.off == unknown.on] == []
    lines = (HERE / "core" / "choices.py").read_text(encoding="utf-8").splitlines()
    declared = {
        name: next(i for i, line in enumerate(lines) if line.strip().startswith(f"{name}: bool")) for name in names
    }
    assert [name for name, at in declared.items() if not lines[at - 1].strip().startswith("# ")] == []


def test_flipped_means_every_choice() -> None:
    plain, flipped = Choices(), Choices.flipped()
    assert [f.name for f in fields(Choices) if getattr(plain, f.name) == getattr(flipped, f.name)] == []
