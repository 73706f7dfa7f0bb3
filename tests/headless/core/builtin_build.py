"""Built-in commands that build and go through the results. Main thread."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict

from . import jsonc, selectors
from .builds import Build
from .builtin_files import variables_of
from .editing import go
from .overlay import Item, Overlay
from .results import Result, results_of
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
WindowCommand = Callable[[Any, Window, Args], None]
_NOT_FOR_TARGET = (
    "target",
    "selector",
    "variants",
    "name",
    "cancel",
    "file_patterns",
    "keyfiles",
    "linux",
    "osx",
    "windows",
)


# -- build systems ------------------------------------------------------------------------------------------------


def _systems(core: Core, window: Window) -> list[tuple[str, dict[str, Any]]]:
    """(name, system) of the project's and the packages' build systems."""
    own = [(str(s.get("name", "")), s) for s in window.project_data.get("build_systems") or []]
    for resource in core.resources.find("*.sublime-build"):
        system = jsonc.loads(core.resources.load(resource) or "{}")
        own.append((resource, system))
    return own


def _caption(name: str) -> str:
    return os.path.splitext(os.path.basename(name))[0] if name.startswith("Packages/") else name


def _chosen(core: Core, window: Window, wanted: str) -> tuple[str, dict[str, Any]] | None:
    """The build system by path or name; the best one for the active file if none is wanted."""
    systems = _systems(core, window)
    if wanted:
        return next((s for s in systems if wanted in (s[0], _caption(s[0]))), None)
    view = window.active_view
    scope = view.base_scope if view else ""
    fitting = [s for s in systems if s[1].get("selector") and selectors.score(scope, s[1]["selector"])]
    return fitting[-1] if fitting else None


def set_build_system(core: Core, window: Window, args: Args) -> None:
    """`file` is the system's path, "" to choose by the active file."""
    window.build_system = args.get("file", "")


def build(core: Core, window: Window, args: Args) -> None:
    """Run the window's build system, or its `variant`; `select` lets the user choose."""
    found = _chosen(core, window, args.get("build_system") or window.build_system)
    if args.get("select"):
        _select(core, window)
        return
    if found is None:
        window.status_message = "No build system"
        return
    if core.preferences.get("save_all_on_build"):
        core.commands.run_window(window, "save_all", {"only_files": True})
    system = dict(found[1])
    system.update(system.get("linux") or {})
    variant = args.get("variant")
    if variant:
        chosen = next((v for v in system.get("variants") or [] if v.get("name") == variant), None)
        if chosen is None:
            window.status_message = f"No build variant {variant}"
            return
        system.update(chosen)
    target = system.get("target", "exec")
    arguments = {key: value for key, value in system.items() if key not in _NOT_FOR_TARGET}
    core.commands.run_window(window, target, _expanded(arguments, variables_of(core, window)))


def _select(core: Core, window: Window) -> None:
    choices: list[tuple[str, str]] = []
    for name, system in _systems(core, window):
        choices.append((name, ""))
        choices += [(name, variant["name"]) for variant in system.get("variants") or [] if "name" in variant]
    items = [Item(_caption(n) + (f" - {v}" if v else ""), "", "", (n, v)) for n, v in choices]
    panel = Overlay(core, window, "quick_panel:input", items)

    def picked(position: int) -> None:
        if position >= 0:
            window.build_system = choices[position][0]
            variant = choices[position][1]
            core.commands.run_window(window, "build", {"variant": variant} if variant else None)

    panel.on_pick = picked
    panel.open()


def _expanded(value: Any, variables: dict[str, str]) -> Any:
    if isinstance(value, str):
        return re.sub(
            r"\$\{(\w+)(?::([^}]*))?\}|\$(\w+)",
            lambda m: variables.get(m.group(1) or m.group(3), m.group(2) or ""),
            value,
        )
    if isinstance(value, list):
        return [_expanded(item, variables) for item in value]
    if isinstance(value, dict):
        return {key: item if key == "env" else _expanded(item, variables) for key, item in value.items()}
    return value


# -- running ------------------------------------------------------------------------------------------------------


def exec(core: Core, window: Window, args: Args) -> None:
    """Run `shell_cmd` or `cmd` with its output in the panel; `kill` ends what runs. A run ends the one before."""
    for build in window.builds:
        build.kill()
    if args.get("kill"):
        return
    if not args.get("shell_cmd") and not args.get("cmd"):
        raise ValueError("exec wants shell_cmd or cmd")
    view = window.active_view
    folder = os.path.dirname(view.buffer.file_name) if view and view.buffer.file_name else ""
    cwd = args.get("working_dir") or folder
    panel = core.documents.output_panel(window, "exec")
    settings = panel.view.settings
    settings.set("result_file_regex", args.get("file_regex", ""))
    settings.set("result_line_regex", args.get("line_regex", ""))
    settings.set("result_base_dir", cwd)
    settings.set("word_wrap", bool(args.get("word_wrap", True)))
    if args.get("syntax"):
        core.documents.assign_syntax(panel.view, args["syntax"])
    if core.preferences.get("show_panel_on_build", True):
        core.commands.run_window(window, "show_panel", {"panel": "output.exec"})
    window.status_message = "Building"
    try:
        window.builds = [Build(core, window, args, cwd)]
    except OSError as error:
        text = f"{error}\n[cmd: {args.get('shell_cmd') or args.get('cmd')}]\n[dir: {cwd}]\n[Finished]"
        core.commands.run_text(panel.view, "append", {"characters": text, "force": True})


def cancel_build(core: Core, window: Window, args: Args) -> None:
    for build in window.builds:
        build.kill()


def toggle_save_all_on_build(core: Core, target: Any, args: Args) -> None:
    core.preferences.set("save_all_on_build", not core.preferences.get("save_all_on_build"))


# -- results ------------------------------------------------------------------------------------------------------


def _results_view(window: Window) -> View | None:
    """Where results are: the visible panel, else that of builds, else a tab that has some."""
    views = [panel.view for panel in (window.output_panel, window.panels.get("exec")) if panel]
    views += [view for view in window.views() if view.settings.get("result_file_regex")]
    return next((view for view in views if results_of(view)), None)


def _go_to_result(core: Core, window: Window, forward: bool) -> None:
    view = _results_view(window)
    if view is None:
        window.status_message = "No errors"
        return
    results = results_of(view)
    last = view.selection[0] if view.selection else (0, 0)
    fresh = last[0] == last[1]  # no result was gone to yet: it would be selected
    row = -1 if fresh else view.buffer.text.row_col(min(last))[0]
    rows = [view.buffer.text.row_col(result.point)[0] for result in results]
    ahead = [i for i, at in enumerate(rows) if (at > row if forward else at < row)]
    if not ahead:
        window.status_message = "No more errors"
        return
    _open(core, window, view, results[ahead[0 if forward else -1]])


def _open(core: Core, window: Window, view: View, result: Result) -> None:
    row = view.buffer.text.row_col(result.point)[0]
    line = len(view.buffer.text.line(row))
    go(view, (result.point, result.point + line), center=False)
    name = f"{result.file}:{max(1, result.line)}:{max(1, result.col)}"
    core.documents.open_file(window, name, 1)


def next_result(core: Core, window: Window, args: Args) -> None:
    """Open the next place that the output names."""
    _go_to_result(core, window, forward=True)


def prev_result(core: Core, window: Window, args: Args) -> None:
    _go_to_result(core, window, forward=False)


def copy_build_results(core: Core, window: Window, args: Args) -> None:
    panel = window.panels.get("exec")
    if panel:
        core.clipboard = panel.view.buffer.text.whole()


WINDOW_COMMANDS: dict[str, WindowCommand] = {
    function.__name__: function
    for function in (
        set_build_system,
        build,
        exec,
        cancel_build,
        next_result,
        prev_result,
        copy_build_results,
        toggle_save_all_on_build,
    )
}
