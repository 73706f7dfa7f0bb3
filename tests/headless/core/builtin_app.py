"""The built-in window and application commands. Window commands take (core, window, args). Main thread."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict

from . import jsonc, overlay
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]


def new_file(core: Core, window: Window, args: Args) -> None:
    core.documents.new_file(window)


def open_file(core: Core, window: Window, args: Args) -> None:
    """Open `file`; `contents` fill a file that does not exist yet."""
    path = _expand(core, window, args["file"])
    view = core.documents.open_file(window, path, 1 if args.get("encoded_position") else 0)
    if view and args.get("contents") and not os.path.exists(path):
        text = args["contents"].replace("$0", "")
        core.loop.queue.post(lambda: core.commands.run_text(view, "append", {"characters": text}), origin="contents")


def _expand(core: Core, window: Window, name: str) -> str:
    variables = {"packages": core.resources.packages_path, **variables_of(core, window)}
    for key, value in variables.items():
        name = name.replace("${" + key + "}", value)
    return name


def variables_of(core: Core, window: Window) -> dict[str, str]:
    """What `Window.extract_variables` gives."""
    out = {"packages": core.resources.packages_path, "platform": "Linux"}
    if window.folders:
        out["folder"] = window.folders[0]
    view = window.active_view
    if view and view.buffer.file_name:
        path = view.buffer.file_name
        base = os.path.basename(path)
        stem, extension = os.path.splitext(base)
        out.update(file=path, file_path=os.path.dirname(path), file_name=base, file_base_name=stem)
        out["file_extension"] = extension.lstrip(".")
    if window.project_file:
        out.update(project=window.project_file, project_path=os.path.dirname(window.project_file))
    return out


def close(core: Core, window: Window, args: Args) -> None:
    """Close the focused panel, else the active tab, else the window."""
    sheet = window.active_sheet
    if sheet:
        core.documents.close_sheet(sheet)


def close_all(core: Core, window: Window, args: Args) -> None:
    for sheet in list(window.sheets):
        if not core.documents.close_sheet(sheet):
            return


def close_window(core: Core, window: Window, args: Args) -> None:
    core.documents.close_window(window)


def clone_file(core: Core, window: Window, args: Args) -> None:
    if window.active_view:
        core.documents.clone(window.active_view)


def switch_file(core: Core, window: Window, args: Args) -> None:
    """Open the file of the same base name with the next of `extensions`."""
    view = window.active_view
    if view is None or not view.buffer.file_name:
        return
    stem, extension = os.path.splitext(view.buffer.file_name)
    extensions = args.get("extensions", [])
    at = extensions.index(extension[1:]) if extension[1:] in extensions else -1
    for other in extensions[at + 1 :] + extensions[: max(at, 0)]:
        if os.path.exists(f"{stem}.{other}"):
            core.documents.open_file(window, f"{stem}.{other}")
            return


def _step(core: Core, window: Window, by: int) -> None:
    sheets, active = window.sheets, window.active_sheet
    if active in sheets:
        core.documents.focus_sheet(sheets[(sheets.index(active) + by) % len(sheets)])


def next_view(core: Core, window: Window, args: Args) -> None:
    _step(core, window, 1)


def prev_view(core: Core, window: Window, args: Args) -> None:
    _step(core, window, -1)


def select_by_index(core: Core, window: Window, args: Args) -> None:
    sheets = window.groups[window.active_group].sheets
    if 0 <= args["index"] < len(sheets):
        core.documents.focus_sheet(sheets[args["index"]])


def focus_group(core: Core, window: Window, args: Args) -> None:
    if 0 <= args["group"] < len(window.groups):
        window.active_group = args["group"]
        window.focus = None
        core.update_focus()


def set_layout(core: Core, window: Window, args: Args) -> None:
    window.set_layout(args)
    core.update_focus()


def move_to_group(core: Core, window: Window, args: Args) -> None:
    if window.active_sheet and 0 <= args["group"] < len(window.groups):
        sheet = window.active_sheet
        window.move(sheet, args["group"])
        core.documents.focus_sheet(sheet)


def edit_settings(core: Core, window: Window, args: Args) -> None:
    """Open the packages' file and the user's side by side in a new window, as Sublime does."""
    base = _expand(core, window, args["base_file"])
    user = args.get("user_file")
    user_file = os.path.join(core.resources.packages_path, "User", os.path.basename(base))
    user_file = _expand(core, window, user) if user else user_file
    target = core.documents.new_window()
    target.set_layout({"cols": [0, 0.5, 1], "rows": [0, 1], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]})
    target.active_group = 0
    default = core.documents.open_file(target, base)
    if default:
        default.buffer.read_only = True
    target.active_group = 1
    view = core.documents.open_file(target, user_file)
    contents = args.get("default", "").replace("$0", "")
    if view and contents and not os.path.exists(user_file):
        core.loop.queue.post(
            lambda: core.commands.run_text(view, "append", {"characters": contents}), origin="settings template"
        )


def show_panel(core: Core, window: Window, args: Args) -> None:
    """Show an output panel (`output.name`); it takes no focus unless it has an input."""
    name = args["panel"]
    panel = window.panels.get(name[len("output.") :]) if name.startswith("output.") else None
    if panel is None:
        raise NotImplementedError(f"show_panel {name}")
    if args.get("toggle") and window.active_panel == name:
        hide_panel(core, window, {})
        return
    window.active_panel = name
    window.focus = panel.input_view
    core.update_focus()


def hide_panel(core: Core, window: Window, args: Args) -> None:
    if window.input_panel:
        window.input_panel.cancel()
        return
    window.active_panel = ""
    window.focus = None
    core.update_focus()


def show_overlay(core: Core, window: Window, args: Args) -> None:
    if args.get("overlay") != "command_palette":
        raise NotImplementedError(f"show_overlay {args.get('overlay')}")
    overlay.show_palette(core, window, args.get("command"), args.get("args"))


def hide_overlay(core: Core, window: Window, args: Args) -> None:
    if window.overlay:
        window.overlay.cancel()


def select(core: Core, window: Window, args: Args) -> None:
    """Enter in whatever asks for something."""
    if window.overlay:
        window.overlay.pick_selected()
    elif window.input_panel:
        window.input_panel.submit()
    else:
        panel = window.panels.get(window.active_panel[len("output.") :])
        if panel and panel.input_view and panel.on_input:
            text = panel.input_view.buffer.text.whole()
            core.commands.run_text(panel.input_view, "select_all", None)
            core.commands.run_text(panel.input_view, "left_delete", None)
            core.invoke(panel.on_input, (text,), "io panel")


def toggle_setting(core: Core, window: Window, args: Args) -> None:
    if window.active_view:
        settings = window.active_view.settings
        settings.set(args["setting"], not settings.get(args["setting"], False))


def set_setting(core: Core, window: Window, args: Args) -> None:
    if window.active_view:
        window.active_view.settings.set(args["setting"], args["value"])


def new_window(core: Core, target: Any, args: Args) -> None:
    core.documents.new_window()


def open_url(core: Core, target: Any, args: Args) -> None:
    """There is no browser: what would be shown goes to the log of opened addresses."""
    core.opened_urls.append(str(args["url"]))


def echo(core: Core, target: Any, args: Args) -> None:
    core.log(str(jsonc.plain(args)))


WINDOW_COMMANDS: dict[str, Callable[[Any, Window, Args], None]] = {
    "new_file": new_file,
    "open_file": open_file,
    "close": close,
    "close_file": close,
    "close_all": close_all,
    "close_window": close_window,
    "clone_file": clone_file,
    "switch_file": switch_file,
    "next_view": next_view,
    "prev_view": prev_view,
    "select_by_index": select_by_index,
    "focus_group": focus_group,
    "set_layout": set_layout,
    "move_to_group": move_to_group,
    "edit_settings": edit_settings,
    "show_panel": show_panel,
    "hide_panel": hide_panel,
    "show_overlay": show_overlay,
    "hide_overlay": hide_overlay,
    "select": select,
    "toggle_setting": toggle_setting,
    "set_setting": set_setting,
}

APPLICATION_COMMANDS: dict[str, Callable[[Any, Any, Args], None]] = {
    "new_window": new_window,
    "open_url": open_url,
    "echo": echo,
}
