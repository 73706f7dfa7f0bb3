"""DeferrableTestCase and the steps that its generators may yield."""

from __future__ import annotations

import inspect
import time
import unittest
from typing import Any, Callable

from ..core import Core

# Yielded by a test: go on when the async worker has done what it had to do.
AWAIT_WORKER = "AWAIT_WORKER"
TIMEOUT_MS = 4000
PERIOD_MS = 17

# The editor whose main loop turns while a test waits; the host sets it.
core: Core | None = None


class DeferrableTestCase(unittest.TestCase):
    """A TestCase whose tests, setUp, tearDown, class set-ups and clean-ups may be generators.

    They may yield an integer (milliseconds), a callable (polled from the next turn of the main loop on until it gives
    something truthy, which is sent back), `{"condition": callable, "timeout": ms, "period": ms}` (polled from one
    period on), `AWAIT_WORKER`, or anything else (the next turn). What a condition raises, and TimeoutError if it does
    not come true in time, is raised where the generator stands.
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
    """Run a generator to its end, turning the main loop at each step; what a condition raises, it sees."""
    if not inspect.isgenerator(steps):
        return
    value: Any = None
    error: Exception | None = None
    while True:
        try:
            step = steps.throw(error) if error is not None else steps.send(value)
        except StopIteration:
            return
        value, error = None, None
        try:
            value = _wait(step)
        except Exception as problem:
            error = problem


def _wait(step: Any) -> Any:
    if callable(step):
        return _poll(step, 0, TIMEOUT_MS, PERIOD_MS)
    if isinstance(step, dict) and callable(step.get("condition")):
        period_ms = step.get("period", PERIOD_MS)
        return _poll(step["condition"], period_ms, step.get("timeout", TIMEOUT_MS), period_ms)
    if step == AWAIT_WORKER:
        return _turn(0, after_worker=True)
    return _turn(step if isinstance(step, int) else 0)


def _turn(delay_ms: float, after_worker: bool = False) -> None:
    """Let the main loop run at least what is due before a timer set now, or set when the worker has done its part."""
    if core is None:
        raise RuntimeError("there is no editor to run the test in")
    editor, arrived = core, []

    def defer() -> None:
        editor.loop.queue.post(lambda: arrived.append(True), delay_ms, "test")

    if after_worker:
        editor.worker.queue.post(defer, origin=AWAIT_WORKER)
    else:
        defer()
    editor.loop.run_until(lambda: arrived)


def _poll(condition: Callable[[], Any], first_ms: float, timeout_ms: float, period_ms: float) -> Any:
    _turn(first_ms)
    start = time.monotonic()
    while True:
        value = condition()
        if value:
            return value
        if (time.monotonic() - start) * 1000 >= timeout_ms:
            raise TimeoutError(f"{condition!r} was not true within {timeout_ms / 1000} s")
        _turn(period_ms)
