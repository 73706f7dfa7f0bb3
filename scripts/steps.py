"""Runs commands as the steps of a test run: output captured, tests counted, time limited, a table at the end."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import IO, NamedTuple

_LIMIT_S = 20 * 60
_HEARTBEAT_S = 30
# The last line of pytest ("= 3 passed, 1 skipped in 0.1s =") or of the package's runner ("3 passed, 0 failed, …").
_WORDS = "passed|failed|errors?|skipped|deselected|xfailed|warnings?"
_SUMMARY = re.compile(rf"^(?:=+ )?(\d+ (?:{_WORDS})\b.*)$", re.MULTILINE)
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed)")
_PYTEST_NO_TESTS = 5


class Step(NamedTuple):
    """One command of the run.

    `tests`: it runs tests, which are then counted; `may_be_empty`: it is fine if it ran none, as when a filter is set.
    """

    name: str
    python: str
    command: tuple[str, ...]
    tests: bool = True
    may_be_empty: bool = False


class Result(NamedTuple):
    """What came of a step. A step that went wrong without a failed test counts as one failure."""

    step: Step
    verdict: str
    output: str
    seconds: float
    passed: int
    failed: int
    skipped: int


def run_all(steps: list[Step], folder: str, jobs: int) -> list[Result]:
    """Runs every step in `folder`, `jobs` at a time, whatever fails; in the order of `steps`.

    Output is shown as it comes with one job, else when its step ends.
    """
    running: dict[Step, subprocess.Popen[bytes]] = {}
    results: list[Result] = []
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        pending = {pool.submit(_run, step, folder, jobs == 1, running) for step in steps}
        try:
            while pending:
                done, pending = wait(pending, timeout=_HEARTBEAT_S, return_when=FIRST_COMPLETED)
                for future in done:
                    results.append(future.result())
                    _show(results[-1], with_output=jobs > 1)
                if not done and jobs > 1:
                    print(f"… still running: {', '.join(f'{s.name} ({s.python})' for s in list(running))}", flush=True)
        except BaseException:
            for future in pending:
                future.cancel()
            for process in list(running.values()):
                _kill(process)
            raise
    return sorted(results, key=lambda result: steps.index(result.step))


def _run(step: Step, folder: str, live: bool, running: dict[Step, subprocess.Popen[bytes]]) -> Result:
    start = time.monotonic()
    if live:
        print(f"\n── {step.name} (Python {step.python})", flush=True)
    # A file rather than a pipe: a process that the step left behind would keep a pipe open.
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            step.command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that all of its processes can be ended at once
        )
        running[step] = process
        try:
            code = _wait(process, output, live)
        finally:
            running.pop(step, None)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return judge(step, code, text, time.monotonic() - start)


def _wait(process: subprocess.Popen[bytes], output: IO[bytes], live: bool) -> int | None:
    """The exit status, or None if the time limit ended the step. Shows new output meanwhile if `live`."""
    deadline = time.monotonic() + _LIMIT_S
    shown = 0
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1 if live else _LIMIT_S)
        if live:
            new = os.pread(output.fileno(), os.fstat(output.fileno()).st_size - shown, shown)
            shown += len(new)
            sys.stdout.buffer.write(new)
            sys.stdout.buffer.flush()
        if process.returncode is not None:
            return process.returncode
        if time.monotonic() > deadline:
            _kill(process)
            return None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a step and what it started; first by an interrupt, so that tests can clean up behind themselves."""
    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGINT)
        process.wait(5.0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def judge(step: Step, code: int | None, output: str, seconds: float) -> Result:
    """Result of a step from its exit status (None: ended by the time limit) and output."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    summaries = _SUMMARY.findall(output) if step.tests else []
    for number, word in _COUNT.findall(summaries[-1]) if summaries else []:
        counts[{"passed": "passed", "skipped": "skipped", "xfailed": "skipped"}.get(word, "failed")] += int(number)
    empty = step.tests and not sum(counts.values())
    if code is None:
        verdict = f"FAILED: over {_LIMIT_S // 60} minutes"
    elif empty and code in (0, _PYTEST_NO_TESTS):
        verdict = "none selected" if step.may_be_empty else "FAILED: ran no test"
    elif code < 0:
        verdict = f"FAILED: signal {-code}"
    elif code or counts["failed"]:
        verdict = "FAILED"
    else:
        verdict = "ok"
    if verdict.startswith("FAILED"):
        counts["failed"] = max(counts["failed"], 1)
    return Result(step, verdict, output, seconds, counts["passed"], counts["failed"], counts["skipped"])


def _show(result: Result, with_output: bool) -> None:
    if with_output:
        print(f"\n── {result.step.name} (Python {result.step.python}): {result.verdict}, {result.seconds:.0f} s")
        print(result.output.rstrip(), flush=True)


def summarize(results: list[Result], notes: list[str]) -> bool:
    """Prints the table, the notes and, last, `N passed, N failed, N skipped`.

    True if all went well and at least one test ran.
    """
    width = max(len(result.step.name) for result in results)
    print(f"\n{'step':{width}}  python   seconds  passed  failed  skipped  result")
    for r in results:
        numbers = f"{r.seconds:7.1f}  {r.passed:6}  {r.failed:6}  {r.skipped:7}"
        print(f"{r.step.name:{width}}  {r.step.python:7}  {numbers}  {r.verdict}")
    passed, failed, skipped = (sum(column) for column in zip(*((r.passed, r.failed, r.skipped) for r in results)))
    if not passed + failed:
        print("No test ran.")
    print("", *notes, sep="\n")
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return passed > 0 and failed == 0
