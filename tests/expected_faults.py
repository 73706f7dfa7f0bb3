"""How a test says which faults it provokes; only the headless editor knows them, Sublime Text takes no notice."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def expect_faults(*kinds: str) -> Callable[[Test], Test]:
    """Mark a test that causes faults of exactly these kinds."""

    def mark(test: Test) -> Test:
        test.expected_faults = kinds
        return test

    return mark
