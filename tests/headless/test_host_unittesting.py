"""The steps of DeferrableTestCase: what a test may yield, and what comes of it."""

from __future__ import annotations

import sys
import unittest
from typing import Any, Callable, Generator

from .conftest import Lab


def run(steps: Callable[[], Generator[Any, Any, Any]]) -> unittest.TestResult:
    """Run a test made of these steps."""
    base: Any = sys.modules["unittesting"].DeferrableTestCase

    class Sample(base):
        def test_it(self) -> Any:
            return steps()

    result = unittest.TestResult()
    Sample("test_it").run(result)
    return result


def test_a_step_lets_the_main_loop_turn(lab: Lab) -> None:
    """[V] `yield` (next main-loop turn), `yield 100` (ms)."""
    seen: list[str] = []

    def steps() -> Generator[Any, Any, Any]:
        lab.sublime.set_timeout(lambda: seen.append("soon"))
        lab.sublime.set_timeout(lambda: seen.append("later"), 30)
        assert seen == []
        yield
        assert seen == ["soon"]
        yield 60
        assert seen == ["soon", "later"]
        seen.append("end")

    assert run(steps).wasSuccessful() and seen[-1] == "end"


def test_a_condition_is_polled_and_its_value_sent_back(lab: Lab) -> None:
    """[V] `yield callable` or `{"condition": …, "timeout": …, "period": …}`: polled, its value is sent back."""
    got: list[Any] = []

    def steps() -> Generator[Any, Any, Any]:
        values = iter([0, "", "yes", "no"])
        got.append((yield lambda: next(values)))
        got.append((yield {"condition": lambda: next(values), "timeout": 1000, "period": 1}))

    assert run(steps).wasSuccessful() and got == ["yes", "no"]


def test_a_condition_that_does_not_come_true_raises_where_the_test_stands(lab: Lab) -> None:
    """[V] TimeoutError."""
    caught: list[bool] = []

    def steps() -> Generator[Any, Any, Any]:
        try:
            yield {"condition": lambda: False, "timeout": 20, "period": 1}
        except TimeoutError:
            caught.append(True)
        yield {"condition": lambda: False, "timeout": 20, "period": 1}

    result = run(steps)
    assert caught and len(result.errors) == 1 and "TimeoutError" in result.errors[0][1]


def test_await_worker_drains_the_worker_once(lab: Lab) -> None:
    """[V] `yield AWAIT_WORKER` drains the worker once."""
    seen: list[int] = []

    def again() -> None:
        seen.append(1)
        lab.sublime.set_timeout_async(lambda: seen.append(2), 50)

    def steps() -> Generator[Any, Any, Any]:
        lab.sublime.set_timeout_async(again)
        yield sys.modules["unittesting"].AWAIT_WORKER
        assert seen == [1]
        seen.append(0)

    assert run(steps).wasSuccessful() and seen == [1, 0]
    lab.host.run_until(lambda: len(seen) == 3)


def test_set_up_tear_down_and_clean_ups_may_be_generators(lab: Lab) -> None:
    """[V] tests, setUp, tearDown may be generators."""
    order: list[str] = []
    base: Any = sys.modules["unittesting"].DeferrableTestCase

    class Sample(base):
        def setUp(self) -> Any:
            yield
            order.append("setUp")

        def test_it(self) -> Any:
            yield
            order.append("test")

        def tearDown(self) -> Any:
            yield
            order.append("tearDown")

    result = unittest.TestResult()
    Sample("test_it").run(result)
    assert result.wasSuccessful() and order == ["setUp", "test", "tearDown"]
