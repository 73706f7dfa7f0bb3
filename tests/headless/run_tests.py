"""`python -m tests.headless.run_tests [FILE[::CLASS[::TEST]]]…`: the package's own tests in the headless editor.

The same files run under the UnitTesting package in a real Sublime Text. A test fails on faults, too: one that provokes
some names their kinds in its attribute `expected_faults`, and then fails without them.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
import traceback
import unittest
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Iterator

from . import layers
from .core import Choices
from .host import PACKAGE, REPOSITORY, Host


class Result(unittest.TextTestResult):
    """An ordinary result that also counts a test as failed if its faults are not those that it names."""

    host: Host

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._passed = False

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self._passed = True

    def stopTest(self, test: unittest.TestCase) -> None:
        self.host.settle()
        problems = fault_problems(self.host, test, self._passed)
        if problems:
            self.failures.append((test, "\n".join(problems)))
            self.stream.writeln("FAULT")
            if self.failfast:
                self.stop()
        super().stopTest(test)


def fault_problems(host: Host, test: Any, passed: bool) -> list[str]:
    """Take the faults that a test caused: those that it did not name, and what it named in vain if it passed."""
    method = getattr(test, getattr(test, "_testMethodName", ""), None)
    expected = getattr(method, "expected_faults", ())
    faults = host.core.faults.take()
    problems = [fault.describe() for fault in faults if fault.kind not in expected]
    if passed:
        kinds = {fault.kind for fault in faults}
        problems += [
            f"there was no fault of the kind {kind!r}, which the test expects" for kind in expected if kind not in kinds
        ]
    return problems


@contextmanager
def logged_exceptions(host: Host) -> Iterator[None]:
    """Count an exception that the package caught and only logged, on whatever thread, as a fault."""
    make = logging.getLogRecordFactory()

    def make_and_look(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        if record.exc_info and record.exc_info[0]:
            text = "".join(traceback.format_exception(*record.exc_info))
            host.core.faults.add("logged exception", record.getMessage(), text)
        return record

    logging.setLogRecordFactory(make_and_look)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)


def load(targets: list[str], pattern: str) -> unittest.TestSuite:
    """The suite of the given files, classes or tests; every `tests/test_*.py` if there are none.

    Only tests whose names match `pattern`, a part of the name or a shell pattern, if it is not empty.
    """
    loader, suite = unittest.TestLoader(), unittest.TestSuite()
    if pattern:
        loader.testNamePatterns = [pattern if "*" in pattern else f"*{pattern}*"]
    files = [str(path) for path in sorted((REPOSITORY / "tests").glob("test_*.py"))]
    for target in targets or files:
        path, _, inner = target.partition("::")
        module = importlib.import_module(f"{PACKAGE}.tests.{Path(path).stem}")
        if inner:
            suite.addTest(loader.loadTestsFromName(inner.replace("::", "."), module))
        else:
            suite.addTest(loader.loadTestsFromModule(module))
    return suite


def main() -> int:
    """Run and report; the exit status."""
    parser = argparse.ArgumentParser(prog="run_tests", description="The package's tests in the headless editor.")
    parser.add_argument("targets", nargs="*", metavar="FILE[::CLASS[::TEST]]")
    parser.add_argument("-k", metavar="PATTERN", default="", help="only tests whose names match")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("-f", "--failfast", action="store_true")
    parser.add_argument(
        "--choices", choices=("default", "flipped"), default="default", help="what the editor does where nobody knows"
    )
    arguments = parser.parse_args()
    try:
        layers.folder()
    except FileNotFoundError as problem:
        parser.error(str(problem))
    host = Host(choices=Choices.flipped() if arguments.choices == "flipped" else Choices())
    warnings.filterwarnings("error", category=DeprecationWarning, module=rf"{PACKAGE}\b")
    with host, logged_exceptions(host):
        host.load_package()
        verbosity = 2 if arguments.verbose else 1
        return run(host, load(arguments.targets, arguments.k), sys.stdout, verbosity, arguments.failfast)


def run(host: Host, suite: unittest.TestSuite, stream: IO[str], verbosity: int = 1, failfast: bool = False) -> int:
    """Run a suite in a host with its package loaded, unload that, report; the exit status (5: there was no test)."""
    failed_start = [fault.describe() for fault in host.core.faults.take()]
    runner = unittest.TextTestRunner(
        stream=stream,
        verbosity=verbosity,
        failfast=failfast,
        resultclass=type("ResultHere", (Result,), {"host": host}),  # type: ignore[arg-type]
        warnings=False,  # type: ignore[arg-type]  # None would put "default" before our filter
    )
    try:
        result = runner.run(suite)
    finally:
        host.unload_package()
    failed_end = [fault.describe() for fault in host.core.faults.take()]
    for text in failed_start + failed_end:
        print(text, file=stream)
    failed_tests = {id(test) for test, _ in result.failures + result.errors}
    failed = len(failed_tests) + len(result.unexpectedSuccesses) + bool(failed_start) + bool(failed_end)
    skipped = len(result.skipped)
    passed = max(0, result.testsRun - len(failed_tests) - len(result.unexpectedSuccesses) - skipped)
    print(f"{passed} passed, {failed} failed, {skipped} skipped", file=stream, flush=True)
    if not result.testsRun:
        return 5  # as pytest
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
