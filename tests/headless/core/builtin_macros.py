"""Built-in commands that run other commands: chains and macros. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import jsonc
from .editing import Args
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core


def _entry(raw: Any) -> tuple[str, Any]:
    if isinstance(raw, dict):
        return raw["command"], raw.get("args")
    return raw[0], raw[1] if len(raw) > 1 else None


def chain(core: Core, window: Window, args: Args) -> None:
    """One command after the other, each where the focus then is."""
    for raw in args["commands"]:
        name, arguments = _entry(raw)
        core.commands.run_window(window, name, arguments)


def run_macro_file(core: Core, view: View, args: Args) -> None:
    """The commands of a macro file, as one undo step."""
    name = args["file"].replace("res://", "")
    source = core.resources.load(name)
    if source is None:
        raise ValueError(f"no macro {name}")
    history = view.buffer.history
    history.mark()
    for raw in jsonc.loads(source):
        command, arguments = _entry(raw)
        core.commands.run_text(view, command, arguments)
    history.glue("run_macro_file", args)


TEXT_COMMANDS = {"run_macro_file": run_macro_file}
WINDOW_COMMANDS = {"chain": chain}
