"""`python -m tests.headless.run_tests [FILE[::CLASS[::TEST]]]…`: the package's own tests in the headless editor.

The same files run under the UnitTesting package in a real Sublime Text. A test fails on unexpected faults, too; one
that provokes some names their kinds in an attribute `expected_faults` of itself or of its class.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
import traceback
import unittest
import warnings
from pathlib import Path
from typing import Any

from .core import Choices
from .core.faults import Fault
from .host import PACKAGE, REPOSITORY, Host


class Result(unittest.TextTestResult):
    """An ordinary result that also counts a test as failed if it left faults."""

    host: Host

    def stopTest(self, test: unittest.TestCase) -> None:
        self.host.settle()
        faults = unexpected(self.host, test)
        if faults:
            self.failures.append((test, "\n".join(describe(fault) for fault in faults)))
            self.stream.writeln("FAULT")
        super().stopTest(test)


def unexpected(host: Host, test: Any) -> list[Fault]:
    """Take the faults that a test caused without saying so."""
    method = getattr(test, getattr(test, "_testMethodName", ""), None)
    expected = (*getattr(test, "expected_faults", ()), *getattr(method, "expected_faults", ()))
    return [fault for fault in host.core.faults.take() if fault.kind not in expected]


def describe(fault: Fault) -> str:
    return f"fault: {fault.kind}: {fault.what}" + (f"\n{fault.where.rstrip()}" if fault.where else "")


def watch_logs(host: Host) -> None:
    """Count an exception that the package caught and only logged, on whatever thread, as a fault."""
    make = logging.getLogRecordFactory()

    def make_and_look(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        if record.exc_info and record.exc_info[0]:
            text = "".join(traceback.format_exception(*record.exc_info))
            host.core.faults.add("logged exception", record.getMessage(), text)
        return record

    logging.setLogRecordFactory(make_and_look)


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
    host = Host(choices=Choices.flipped() if arguments.choices == "flipped" else Choices())
    Result.host = host
    watch_logs(host)
    warnings.filterwarnings("error", category=DeprecationWarning, module=rf"{PACKAGE}\b")
    host.load_package()
    failed_start = [describe(fault) for fault in host.core.faults.take()]
    runner = unittest.TextTestRunner(
        stream=sys.stdout,
        verbosity=2 if arguments.verbose else 1,
        failfast=arguments.failfast,
        resultclass=Result,  # type: ignore[arg-type]
        warnings=False,  # type: ignore[arg-type]  # None would put "default" before our filter
    )
    try:
        result = runner.run(load(arguments.targets, arguments.k))
    finally:
        host.unload_package()
    failed_end = [describe(fault) for fault in host.core.faults.take()]
    for text in failed_start + failed_end:
        print(text)
    host.close()
    failed_tests = {id(test) for test, _ in result.failures + result.errors}
    failed = len(failed_tests) + len(result.unexpectedSuccesses) + bool(failed_start) + bool(failed_end)
    skipped = len(result.skipped)
    passed = max(0, result.testsRun - len(failed_tests) - len(result.unexpectedSuccesses) - skipped)
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    if not result.testsRun:
        return 5  # as pytest
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
