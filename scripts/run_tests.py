"""Runs the project's tests and checks; sets up all that they need first.

Without PATH: the package's tests and the host's own on the default Python and, where found, on 3.8 and 3.13; the
end-to-end tests, ruff, the type checker and a compile check once. With PATH or -k: only those tests, on one Python.

COPILOT_IDE_REAL_API=DIR runs the editor of the tests with the sublime.py and sublime_plugin.py of DIR, which are those
of a Sublime Text build; COPILOT_IDE_REAL_PACKAGES=DIR tries the editor with other people's packages, checked out there.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import environment
from environment import ROOT, Interpreter
from steps import Step, run_all, summarize

# Sublime Text brings 3.8 up to build 4200, and 3.13 or newer after that.
_MORE_PYTHONS = ("3.8", "3.13")
_OTHERS_TESTS = "tests/other_packages"
_PYTEST_FOLDERS = ("tests/headless", "tests/e2e", _OTHERS_TESTS)

_OTHER_PACKAGES = "COPILOT_IDE_REAL_PACKAGES"
_TRIALS = {"COPILOT_IDE_REAL_API": ["sublime.py", "sublime_plugin.py"], _OTHER_PACKAGES: []}

# Compiles without writing: the checkout may be read-only.
_COMPILE = "import pathlib, sys; [compile(pathlib.Path(path).read_bytes(), path, 'exec') for path in sys.argv[1:]]"


def main() -> int:
    """Exit status: 0 if everything asked for passed and a test ran."""
    options = _parse()
    try:
        left_out = _left_out_trials()
        default = _wanted(options.python) if options.python else environment.running()
        if options.paths or options.k:
            steps, jobs = _selected_steps(default, options.paths, options.k), 1
        else:
            pythons = [default] if options.python else [default, *_more_pythons(default)]
            steps, jobs = _all_steps(pythons), min(2, os.cpu_count() or 1)
    except environment.SetupError as error:
        sys.exit(f"copilot-ide: {error}")
    os.environ.pop("PYTHONPATH", None)
    environment.keep_bytecode()
    os.environ["PYTHONFAULTHANDLER"] = "1"
    return 0 if summarize(run_all(steps, str(ROOT), jobs), left_out) else 1


def _left_out_trials() -> list[str]:
    """A line for each trial that nobody asked for; the others' directories are made absolute. Raises SetupError."""
    left_out: list[str] = []
    for variable, files in _TRIALS.items():
        value = os.environ.get(variable)
        if not value:
            left_out.append(f"{variable} is not set: that trial was not part of this run.")
            continue
        folder = Path(value).resolve()
        missing = [name for name in files if not (folder / name).is_file()]
        if missing or not folder.is_dir():
            raise environment.SetupError(f"{variable}={value}: no {' and no '.join(missing) or 'folder'} there")
        os.environ[variable] = str(folder)
    return left_out


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH[::CLASS[::TEST]]",
        help="file or folder: tests/test_*.py run inside the package, tests/headless and tests/e2e under pytest",
    )
    parser.add_argument("-k", metavar="EXPR", help="only tests whose names match, as pytest and unittest understand it")
    parser.add_argument("--python", metavar="X.Y", help="use that Python, and only that")
    options = parser.parse_args()
    try:
        options.paths = [_relative(path) for path in options.paths]
    except ValueError as error:
        parser.error(str(error))
    return options


def _relative(argument: str) -> str:
    """The argument, given relative to the working folder or to the repository, relative to the repository."""
    name, colons, test = argument.partition("::")
    for base in (Path.cwd(), ROOT):
        path = (base / name).resolve()
        if path.exists() and (path == ROOT / "tests" or ROOT / "tests" in path.parents):
            return path.relative_to(ROOT).as_posix() + colons + test
    raise ValueError(f"{name}: no such test file or folder under tests/")


def _wanted(minor: str) -> Interpreter:
    python = environment.find(minor)
    if python is None:
        raise environment.SetupError(f"found no Python {minor}, neither on PATH nor under pyenv")
    return python


def _more_pythons(default: Interpreter) -> list[Interpreter]:
    """The Pythons to test on beside the default one, where found; prints which were."""
    found = {minor: environment.find(minor) for minor in _MORE_PYTHONS if minor != default.minor}
    pythons = [python for python in found.values() if python]
    missing = [minor for minor, python in found.items() if not python]
    text = f"Testing on Python {', '.join(python.version for python in [default, *pythons])}"
    print(text + (f"; not found: {', '.join(missing)}" if missing else ""), flush=True)
    return pythons


def _host_step(
    python: Interpreter, executable: str, arguments: list[str], may_be_empty: bool = False, name: str = "package tests"
) -> Step:
    command = (executable, "-m", "tests.headless.run_tests", *arguments)
    return Step(name, python.version, command, may_be_empty=may_be_empty)


def _pytest_step(
    name: str, python: Interpreter, executable: str, arguments: list[str], may_be_empty: bool = False
) -> Step:
    return Step(name, python.version, (executable, "-m", "pytest", *arguments), may_be_empty=may_be_empty)


def _selected_steps(python: Interpreter, paths: list[str], expression: str | None) -> list[Step]:
    """The steps that run just the tests asked for."""
    others = any(path.startswith(_OTHERS_TESTS) for path in paths) or bool(os.environ.get(_OTHER_PACKAGES))
    executable = environment.prepare(python, "packages" if others else "tests")
    everywhere = not paths or "tests" in paths
    folders = [folder for folder in _PYTEST_FOLDERS if folder != _OTHERS_TESTS or others]
    for_pytest = folders if everywhere else [path for path in paths if path.startswith(_PYTEST_FOLDERS)]
    for_host = [] if everywhere else [path for path in paths if path not in for_pytest]
    narrow = ["-k", expression] if expression else []
    steps: list[Step] = []
    if everywhere or for_host:
        steps.append(_host_step(python, executable, [*for_host, *narrow], may_be_empty=bool(narrow)))
    if for_pytest:
        steps.append(_pytest_step("pytest", python, executable, [*for_pytest, *narrow], may_be_empty=bool(narrow)))
    return steps


def _release(python: Interpreter) -> tuple[int, ...]:
    return tuple(map(int, python.version.split(".")))


def _all_steps(pythons: list[Interpreter]) -> list[Step]:
    """Every step, the slowest first. Raises SetupError."""
    default = pythons[0]
    oldest = min(pythons, key=_release)
    wanted = [(default, "checks"), *((python, "tests") for python in pythons)]
    with ThreadPoolExecutor(max_workers=2) as pool:
        checks, *executables = pool.map(lambda pair: environment.prepare(*pair), wanted)
    tools = Path(checks).parent
    steps = [_pytest_step("end-to-end tests", default, executables[0], ["tests/e2e"])]
    for python, executable in zip(pythons, executables):
        steps.append(_host_step(python, executable, []))
        steps.append(_pytest_step("tests of the host", python, executable, ["tests/headless"]))
    # once more with a host that does the other thing wherever nobody knows what Sublime Text does
    flipped = ["--choices", "flipped"]
    steps.append(_host_step(default, executables[0], flipped, name="package tests, flipped"))
    if os.environ.get(_OTHER_PACKAGES):
        for python in sorted({oldest, max(pythons, key=_release)}):
            executable = environment.prepare(python, "packages")
            steps.append(_pytest_step("other packages", python, executable, [_OTHERS_TESTS]))
    sources = ["plugin.py", *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("copilot_ide/**/*.py")))]
    compile_all = (oldest.path, "-W", "error", "-c", _COMPILE, *sources)
    ruff = f"{tools}/ruff"
    return [
        *steps,
        Step("type check", default.version, (f"{tools}/basedpyright", "--pythonpath", executables[0]), tests=False),
        Step("ruff check", default.version, (ruff, "check", "--no-cache", "--output-format", "concise"), tests=False),
        Step("ruff format", default.version, (ruff, "format", "--no-cache", "--check"), tests=False),
        Step("compile", oldest.version, compile_all, tests=False),
    ]


if __name__ == "__main__":
    sys.exit(main())
