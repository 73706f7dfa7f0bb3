"""Stand-in for the UnitTesting package: tests that may be generators, run by `tests.headless.run_tests`."""

from __future__ import annotations

from .case import AWAIT_WORKER, DeferrableTestCase

__all__ = ["AWAIT_WORKER", "DeferrableTestCase"]
