"""DeferrableTestCase and the steps that its generators may yield."""

from __future__ import annotations

import inspect
import time
import unittest
from typing import Any, Callable, Generator

from ..core import Core

# Yielded by a test: go on when the async worker has done what it had to do.
AWAIT_WORKER = "AWAIT_WORKER"
TIMEOUT_MS = 4000
PERIOD_MS = 17

# The editor whose main loop turns while a test waits; the host sets it.
core: Core | None = None


class DeferrableTestCase(unittest.TestCase):
    """A TestCase whose tests, setUp, tearDown, class set-ups and clean-ups may be generators.

    They may yield None (the next turn of the main loop), a number (milliseconds), a callable (polled until it gives
    something truthy, which is sent back), `{"condition": callable, "timeout": ms, "period": ms}`, or `AWAIT_WORKER`.
    A condition that does not come true in time raises TimeoutError where the generator stands.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in ("setUpClass", "tearDownClass"):
            method = cls.__dict__.get(name)
            if isinstance(method, classmethod) and inspect.isgeneratorfunction(method.__func__):
                setattr(cls, name, classmethod(_driven(method.__func__)))

    def _callSetUp(self) -> None:
        _drive(self.setUp())

    def _callTestMethod(self, method: Callable[[], Any]) -> None:
        _drive(method())

    def _callTearDown(self) -> None:
        _drive(self.tearDown())

    def _callCleanup(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        _drive(function(*args, **kwargs))


def _driven(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(cls: type) -> tuple[()]:
        _drive(function(cls))
        return ()  # so that a subclass may `yield from` it

    return call


def _drive(steps: Any) -> None:
    """Run a generator to its end, turning the main loop at each step."""
    if not inspect.isgenerator(steps):
        return
    value: Any = None
    error: BaseException | None = None
    while True:
        try:
            step = steps.throw(error) if error is not None else steps.send(value)
        except StopIteration:
            return
        value, error = None, None
        try:
            value = _wait(step)
        except TimeoutError as problem:
            error = problem


def _wait(step: Any) -> Any:
    if core is None:
        raise RuntimeError("there is no editor to run the test in")
    if callable(step):
        return _poll(step, TIMEOUT_MS, PERIOD_MS)
    if isinstance(step, dict):
        return _poll(step["condition"], step.get("timeout", TIMEOUT_MS), step.get("period", PERIOD_MS))
    if isinstance(step, (int, float)) and not isinstance(step, bool):
        return _turn(step)
    if step == AWAIT_WORKER:
        arrived: list = []
        core.worker.queue.post(lambda: arrived.append(True), origin="AWAIT_WORKER")
        core.loop.run_until(lambda: arrived)
        return None
    return _turn(0)


def _turn(delay_ms: float) -> None:
    """Let the main loop run at least what is due before a timer set now."""
    arrived: list = []
    assert core is not None
    core.loop.queue.post(lambda: arrived.append(True), delay_ms, "test")
    core.loop.run_until(lambda: arrived)


def _poll(condition: Callable[[], Any], timeout_ms: float, period_ms: float) -> Any:
    deadline = time.monotonic() + timeout_ms / 1000
    while True:
        value = condition()
        if inspect.isgenerator(value):
            value = _result(value)
        if value:
            return value
        if time.monotonic() >= deadline:
            raise TimeoutError(f"{condition!r} was not true within {timeout_ms / 1000} s")
        _turn(period_ms)


def _result(steps: Generator[Any, Any, Any]) -> Any:
    """What a generator returns, its steps being waited for."""
    value = None
    while True:
        try:
            value = _wait(steps.send(value))
        except StopIteration as end:
            return end.value
