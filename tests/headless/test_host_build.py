"""Builds: a process of its own, its output in the exec panel, and going through the results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from . import verbs
from .conftest import Lab

REGEX = r"^(.+):(\d+):(\d+): (.*)$"


def output(lab: Lab) -> str:
    panel = lab.window.find_output_panel("exec")
    return panel.substr(lab.sublime.Region(0, panel.size())) if panel else ""


def run(lab: Lab, code: str, **args: Any) -> str:
    """Run Python code through exec and wait for its end."""
    lab.window.run_command("exec", {"cmd": [sys.executable, "-c", code], **args})
    lab.host.run_until(lambda: "[Finished" in output(lab) or "[Cancelled" in output(lab))
    return output(lab)


def test_output_goes_to_the_panel_and_results_are_found(lab: Lab, tmp_path: Path) -> None:
    """[V] exec runs a process without blocking; file_regex finds the results, relative to the working directory."""
    (tmp_path / "a.py").write_text("one\ntwo\nthree\n")
    code = "print('a.py:2:3: bad'); print('other'); print('a.py:3:1: worse')"
    text = run(lab, code, working_dir=str(tmp_path), file_regex=REGEX)
    assert text.startswith("a.py:2:3: bad\nother\na.py:3:1: worse\n[Finished in ") and text.endswith("]")
    assert lab.window.active_panel() == "output.exec"
    panel = lab.window.find_output_panel("exec")
    assert panel.element() == "exec:output"
    path = str(tmp_path / "a.py")
    assert panel.find_all_results_with_text() == [(path, 2, 3, "bad"), (path, 3, 1, "worse")]
    verbs.press(lab.host, ["f4"])
    lab.host.settle()
    view = lab.window.active_view()
    assert view.file_name() == path and view.rowcol(view.sel()[0].a) == (1, 2)
    verbs.press(lab.host, ["f4"])
    lab.host.settle()
    assert view.rowcol(view.sel()[0].a) == (2, 0)
    verbs.press(lab.host, ["shift+f4"])
    lab.host.settle()
    assert view.rowcol(view.sel()[0].a) == (1, 2)
    assert lab.faults() == []


def test_a_line_regex_goes_with_the_file_before_it(lab: Lab) -> None:
    """[V] result_line_regex: lines below a file's name belong to that file."""
    text = run(
        lab, "print('in x.c'); print(' 4: bad'); print(' 5: worse')", file_regex="^in (.*)$", line_regex=r"^ (\d+):"
    )
    assert "in x.c" in text
    panel = lab.window.find_output_panel("exec")
    assert [(line, col) for _, line, col in panel.find_all_results()] == [(4, 0), (5, 0)]


def test_a_failed_build_says_so(lab: Lab) -> None:
    """[V] The exit code, the command and the directory are shown unless `quiet`."""
    assert "with exit code 3]\n[cmd: " in run(lab, "raise SystemExit(3)")
    lab.window.run_command("exec", {"cmd": ["/no/such/program"]})
    assert "[Finished]" in output(lab)
    lab.window.run_command("exec", {"shell_cmd": "echo one; exit 2", "quiet": True})
    window = next(iter(lab.core.windows.values()))
    lab.host.run_until(lambda: window.builds[-1].done)
    assert output(lab) == "one\n"


def test_a_build_can_be_cancelled(lab: Lab) -> None:
    """[V] `kill` and cancel_build end the process."""
    lab.window.run_command("exec", {"cmd": [sys.executable, "-uc", "print('on'); import time; time.sleep(60)"]})
    lab.host.run_until(lambda: "on\n" in output(lab))
    lab.window.run_command("cancel_build")
    lab.host.run_until(lambda: "[Cancelled]" in output(lab))
    assert output(lab) == "on\n[Cancelled]"


def test_build_systems_are_chosen_by_the_file(lab: Lab, tmp_path: Path) -> None:
    """[V] Automatic by selector; variants, ${…} variables and the project's own systems; the user can choose."""
    user = Path(lab.host.packages_path) / "User"
    system = {
        "selector": "source.python",
        "shell_cmd": "echo ${file_base_name} $file_name",
        "variants": [{"name": "Test", "shell_cmd": "echo test"}],
    }
    (user / "Mine.sublime-build").write_text(json.dumps(system))
    (tmp_path / "a.py").write_text("")
    lab.open(tmp_path / "a.py")
    verbs.press(lab.host, ["ctrl+b"])
    lab.host.run_until(lambda: "[Finished" in output(lab))
    assert output(lab).startswith("a a.py\n")
    lab.window.run_command("build", {"variant": "Test"})
    lab.host.run_until(lambda: "[Finished" in output(lab))
    assert output(lab).startswith("test\n")
    lab.window.set_project_data({"build_systems": [{"name": "Own", "shell_cmd": "echo own"}]})
    verbs.press(lab.host, ["ctrl+shift+b"])
    captions = [item["trigger"] for item in verbs.state(lab.host)["windows"][0]["quick_panel"]["items"]]
    assert captions == ["Own", "Mine", "Mine - Test"]
    verbs.pick(lab.host, text="Own")
    lab.host.run_until(lambda: output(lab).startswith("own"))
    lab.window.run_command("set_build_system", {"file": ""})
    lab.window.run_command("build")
    lab.host.run_until(lambda: output(lab).startswith("a a.py"))


def test_a_build_ends_with_its_window(lab: Lab) -> None:
    """[I] Closing the window ends what it runs, and takes its find panel away."""
    lab.window.run_command("exec", {"cmd": [sys.executable, "-uc", "print('on'); import time; time.sleep(60)"]})
    lab.host.run_until(lambda: "on\n" in output(lab))
    build = lab.core.windows[lab.window.id()].builds[-1]
    lab.window.run_command("new_file")
    lab.window.active_view().set_scratch(True)
    lab.window.run_command("show_panel", {"panel": "find"})
    lab.sublime.run_command("new_window")
    lab.window.run_command("close_window")
    lab.host.run_until(lambda: not build.running)
    lab.host.settle()
    assert not build.running and not [v for v in lab.core.views.values() if v.element]
