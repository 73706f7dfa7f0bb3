"""How long the headless host takes for what a user or a plugin does in a buffer of 100,000 lines.

`python -m tests.bench.bench_host [ROUNDS]` prints one row per action: milliseconds, the median of the rounds. Processor
time of the main thread, but wall time for the start of the host as a program.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, NamedTuple

from tests.headless.host import REPOSITORY, Host

LINES = 100_000
PYTHON = "Packages/Python/Python.sublime-syntax"
SOME = "name: Some\nscope: source.some\ncontexts:\n  main:\n{}".format(
    "".join(
        f"    - match: '{pattern}'\n      scope: {scope}\n"
        for pattern, scope in [
            (r"\b(def|return|if)\b", "keyword.control"),
            (r"\d+", "constant.numeric"),
            (r"#.*", "comment.line"),
            (r"\w+(?=\()", "entity.name.function"),
        ]
    )
)


class Action(NamedTuple):
    """Something to measure: `run` is timed, after `prepare` each time."""

    name: str
    run: Callable[[], Any]
    prepare: Callable[[], Any] = lambda: None


def source(lines: int) -> str:
    """Python code with so many lines."""
    return "".join(f"def function_{i}(a, b):\n    return a + {i}  # note\n" for i in range(lines // 2))


def measure(action: Action, rounds: int) -> float:
    """Milliseconds of processor time, median."""
    taken = []
    for _ in range(rounds):
        action.prepare()
        start = time.thread_time()
        action.run()
        taken.append((time.thread_time() - start) * 1000)
    return statistics.median(taken)


def start_as_program() -> float:
    """Milliseconds until a host started as a program says that it is ready."""
    command = [sys.executable, "-m", "tests.headless"]
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdout.readline()
    taken = (time.perf_counter() - start) * 1000
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return taken


class Bench:
    """A host with one large view."""

    def __init__(self, host: Host, folder: Path) -> None:
        self.host = host
        self.sublime: Any = sys.modules["sublime"]
        self.window = self.sublime.active_window()
        self.file = folder / "large.py"
        self.file.write_text(source(LINES), encoding="utf-8")
        self.view = self.open()
        self.middle = self.view.size() // 2
        self.returns = self.view.find_all("return")[:10000]
        self.every = [self.view.text_point(row, 4) for row in range(0, LINES, LINES // 1000)]

    def open(self) -> Any:
        view = self.window.open_file(str(self.file))
        self.host.run_until(lambda: not view.is_loading())
        return view

    def close_and_open(self) -> None:
        self.view.set_scratch(True)
        self.view.close()
        self.host.settle()
        self.view = self.open()

    def region(self, *ends: int) -> Any:
        return self.sublime.Region(*ends)

    def whole(self) -> Any:
        return self.region(0, self.view.size())

    def caret(self, *points: int) -> None:
        selection = self.view.sel()
        selection.clear()
        selection.add_all([self.region(point) for point in points])
        self.host.settle()

    def command(self, name: str, **args: Any) -> Callable[[], Any]:
        def run() -> None:
            self.view.run_command(name, args)
            self.host.settle()

        return run

    def touch(self) -> None:
        """Forget what is kept until the next edit."""
        self.caret(self.middle)
        self.view.run_command("insert", {"characters": "y"})
        self.view.run_command("undo")
        self.host.settle()

    def phantoms(self) -> Any:
        layout = self.sublime.PhantomLayout.BLOCK
        found = self.sublime.PhantomSet(self.view, "bench")
        found.update([self.sublime.Phantom(self.region(point), "<p>note</p>", layout) for point in self.every[::2]])
        return found

    def select_all_at_once(self) -> None:
        selection = self.view.sel()
        selection.clear()
        selection.add_all([self.region(point) for point in self.every])

    def select_one_by_one(self) -> None:
        selection = self.view.sel()
        selection.clear()
        for point in self.every:
            selection.add(self.region(point))

    def assign(self, syntax: str) -> Callable[[], None]:
        def run() -> None:
            self.view.assign_syntax("Packages/Text/Plain text.tmLanguage")
            self.view.scope_name(0)
            self.view.assign_syntax(syntax)

        return run

    def actions(self) -> list[Action]:
        """In an order in which none spoils the next."""
        touch, some = self.touch, "Packages/Bench/Some.sublime-syntax"
        view = lambda: self.view  # noqa: E731  # it is another one after the first action
        return [
            Action("open 100,000 lines", self.close_and_open),
            Action("type in the middle", self.command("insert", characters="x"), lambda: self.caret(self.middle)),
            Action("undo", self.command("undo"), self.command("insert", characters="x")),
            Action("substr of everything", lambda: view().substr(self.whole()), touch),
            Action("substr of a line", lambda: view().substr(view().line(self.middle)), touch),
            Action("find_all, 50,000 matches", lambda: view().find_all(r"function_\d+")),
            Action("find, 1,000 times", lambda: [view().find(r"function_\d+", point) for point in self.every]),
            Action("rowcol, 10,000 times", lambda: [view().rowcol(p) for p in range(0, view().size(), 230)][:10000]),
            Action("text_point, 10,000 times", lambda: [view().text_point(row, 2) for row in range(0, LINES, 10)]),
            Action("lines of everything", lambda: view().lines(self.whole()), touch),
            Action("add 10,000 regions", lambda: view().add_regions("bench", self.returns)),
            Action("get 10,000 regions", lambda: view().get_regions("bench")),
            Action("type with 10,000 regions", self.command("insert", characters="x"), lambda: self.caret(self.middle)),
            Action("select 1,000 carets", self.select_all_at_once, lambda: view().erase_regions("bench")),
            Action("add 1,000 carets one by one", self.select_one_by_one),
            Action("read 1,000 carets", lambda: list(view().sel())),
            Action("type at 1,000 carets", self.command("insert", characters="x"), self.select_all_at_once),
            Action("undo at 1,000 carets", self.command("undo"), self.select_all_at_once),
            Action("move 1,000 carets", self.command("move", by="characters", forward=True), self.select_all_at_once),
            Action("select everything, delete", self.command("left_delete"), self.command("select_all")),
            Action("undo of that", self.command("undo"), self.close_and_open_deleted),
            Action("scope_name at the end, first", lambda: view().scope_name(view().size()), self.assign(PYTHON)),
            Action("scope_name at the end, again", lambda: view().scope_name(view().size())),
            Action("scope_name after typing", lambda: view().scope_name(self.middle), touch),
            Action("the same by a syntax file, first", lambda: view().scope_name(view().size()), self.assign(some)),
            Action("the same after typing", lambda: view().scope_name(self.middle), touch),
            Action("add 500 phantoms", self.phantoms),
            *self.with_phantoms(),
            Action("state of the window with text", self.state),
        ]

    def close_and_open_deleted(self) -> None:
        self.close_and_open()
        self.view.run_command("select_all")
        self.view.run_command("left_delete")

    def state(self) -> Any:
        from tests.headless.core import snapshot

        return snapshot.take(self.host.core, text=True)

    def with_phantoms(self) -> list[Action]:
        """Geometry, while 500 phantoms are there."""
        kept: list[Any] = []

        def keep() -> None:
            if not kept:
                kept.append(self.phantoms())

        view = lambda: self.view  # noqa: E731
        end = lambda: view().size()  # noqa: E731
        return [
            Action("text_to_layout at the end, 500 phantoms", lambda: view().text_to_layout(end()), keep),
            Action("layout_to_text, 500 phantoms", lambda: view().layout_to_text((0.0, 1_000_000.0))),
            Action("visible_region, 500 phantoms", lambda: view().visible_region()),
            Action("layout_extent, 500 phantoms", lambda: view().layout_extent()),
            Action("show at the end, 500 phantoms", lambda: view().show(end())),
            Action("type with 500 phantoms", self.command("insert", characters="x"), lambda: self.caret(self.middle)),
        ]


def main(rounds: int) -> None:
    rows = [("start as a program (wall time)", statistics.median(start_as_program() for _ in range(rounds)))]
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder, "packages")
        (packages / "Bench").mkdir(parents=True)
        (packages / "Bench" / "Some.sublime-syntax").write_text(SOME, encoding="utf-8")
        with Host(packages_dir=str(packages)) as host:
            host.load_package()
            bench = Bench(host, Path(folder))
            rows += [(action.name, measure(action, rounds)) for action in bench.actions()]
    width = max(len(name) for name, _ in rows)
    print(f"{'action':<{width}}  {'ms':>9}    (median of {rounds}; Python {sys.version.split()[0]})")
    for name, taken in rows:
        print(f"{name:<{width}}  {taken:9.1f}{'  *' if taken > 50 else ''}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
