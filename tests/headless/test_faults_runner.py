"""The runner of the package's tests: a fault fails a test, and so does an expected one that does not come."""

from __future__ import annotations

import io
import logging
import sys
import unittest
from typing import Any, Callable

import pytest

from . import host
from .conftest import Lab
from .run_tests import logged_exceptions, run


def run_one(start: Callable[..., Lab], body: Callable[[Lab], Any], expected: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run one test with `body` in a new host; exit status and report."""
    lab = start("")

    class Sample(unittest.TestCase):
        def test_it(self) -> None:
            body(lab)

    Sample.test_it.expected_faults = expected
    report = io.StringIO()
    with logged_exceptions(lab.host):
        return run(lab.host, unittest.TestSuite([Sample("test_it")]), report), report.getvalue()


def add(kind: str) -> Callable[[Lab], None]:
    return lambda lab: lab.core.faults.add(kind, "a bug", "somewhere")


def test_a_test_without_faults_passes(start: Callable[..., Lab]) -> None:
    status, report = run_one(start, lambda lab: None)
    assert (status, report.splitlines()[-1]) == (0, "1 passed, 0 failed, 0 skipped")


def test_a_fault_fails_the_test_that_caused_it(start: Callable[..., Lab]) -> None:
    status, report = run_one(start, add("exception"))
    assert (status, report.splitlines()[-1]) == (1, "0 passed, 1 failed, 0 skipped")
    assert "fault: exception: a bug\nsomewhere" in report


def test_a_fault_that_comes_when_the_loop_turns_counts_too(start: Callable[..., Lab]) -> None:
    status, report = run_one(start, lambda lab: lab.sublime.set_timeout(lambda: 1 / 0))
    assert status == 1 and "ZeroDivisionError" in report


def test_an_expected_fault_passes(start: Callable[..., Lab]) -> None:
    assert run_one(start, add("exception"), ("exception",))[0] == 0


def test_a_fault_of_another_kind_than_the_expected_fails(start: Callable[..., Lab]) -> None:
    status, report = run_one(start, add("leftover"), ("exception",))
    assert status == 1 and "fault: leftover" in report and "no fault of the kind 'exception'" in report


def test_an_expected_fault_that_does_not_come_fails(start: Callable[..., Lab]) -> None:
    status, report = run_one(start, lambda lab: None, ("exception",))
    assert status == 1 and "there was no fault of the kind 'exception', which the test expects" in report


def test_a_test_that_failed_is_not_blamed_for_faults_that_it_did_not_reach(start: Callable[..., Lab]) -> None:
    def stop(lab: Lab) -> None:
        raise AssertionError("early")

    status, report = run_one(start, stop, ("exception",))
    assert status == 1 and "no fault of the kind" not in report


def test_an_exception_that_was_only_logged_is_a_fault(start: Callable[..., Lab]) -> None:
    def log(lab: Lab) -> None:
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            logging.getLogger("sample").exception("it failed")

    status, report = run_one(start, log)
    assert status == 1 and "fault: logged exception: it failed" in report
    assert run_one(start, lambda lab: logging.getLogger("sample").error("just words"))[0] == 0


def test_what_is_left_at_the_end_fails_the_run(start: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "LEFTOVER_TIMEOUT_S", 0.2)
    status, report = run_one(start, lambda lab: lab.new_view().set_status("sample", "here"))
    assert (status, report.splitlines()[-1]) == (1, "1 passed, 1 failed, 0 skipped")
    assert "fault: leftover: status key" in report and "sublime" in sys.modules


def test_no_test_at_all_is_no_success(start: Callable[..., Lab]) -> None:
    report = io.StringIO()
    assert run(start("").host, unittest.TestSuite(), report) == 5
    assert report.getvalue().splitlines()[-1] == "0 passed, 0 failed, 0 skipped"
