"""Built-in commands about files, folders, windows and the state of a file's buffer. Main thread."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict

from . import codecs
from .editing import TextCommand
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
WindowCommand = Callable[[Any, Window, Args], None]


def new_file(core: Core, window: Window, args: Args) -> None:
    core.documents.new_file(window)


def open_file(core: Core, window: Window, args: Args) -> None:
    """Open `file`; `contents` fill a file that does not exist yet."""
    path = expand(core, window, args["file"])
    view = core.documents.open_file(window, path, 1 if args.get("encoded_position") else 0)
    if view and args.get("contents") and not os.path.exists(path):
        _fill(core, view, args["contents"])


def _fill(core: Core, view: View, contents: str) -> None:
    text = contents.replace("$0", "")
    core.loop.queue.post(lambda: core.commands.run_text(view, "append", {"characters": text}), origin="contents")


def expand(core: Core, window: Window, name: str) -> str:
    """A path with its `${…}` variables filled in."""
    for key, value in variables_of(core, window).items():
        name = name.replace("${" + key + "}", value).replace("$" + key + "/", value + "/")
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
        name = os.path.basename(window.project_file)
        out.update(project=window.project_file, project_path=os.path.dirname(window.project_file))
        out.update(project_name=name, project_base_name=os.path.splitext(name)[0])
    return out


def edit_settings(core: Core, window: Window, args: Args) -> None:
    """Open the packages' file and the user's side by side in a new window, as Sublime does."""
    base = expand(core, window, args["base_file"])
    user = args.get("user_file")
    user_file = os.path.join(core.resources.packages_path, "User", os.path.basename(base))
    user_file = expand(core, window, user) if user else user_file
    target = core.documents.new_window()
    target.set_layout({"cols": [0, 0.5, 1], "rows": [0, 1], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]})
    target.active_group = 0
    default = core.documents.open_file(target, base)
    if default:
        default.buffer.read_only = True
    target.active_group = 1
    view = core.documents.open_file(target, user_file)
    if view and args.get("default") and not os.path.exists(user_file):
        _fill(core, view, args["default"])


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


def reopen_last_file(core: Core, window: Window, args: Args) -> None:
    """The file that was closed last, in this window if `source` is "window"."""
    here = args.get("source") == "window"
    for position in range(len(core.closed_files) - 1, -1, -1):
        owner, path = core.closed_files[position]
        if not here or owner == window.id:
            del core.closed_files[position]
            core.documents.open_file(window, path)
            return


def open_recent_file(core: Core, window: Window, args: Args) -> None:
    shut = [path for _, path in reversed(core.closed_files)]
    if 0 <= args["index"] < len(shut):
        core.documents.open_file(window, shut[args["index"]])


# -- dialogs ------------------------------------------------------------------------------------------------------


def _ask_paths(core: Core, kind: str, start: str) -> list[str]:
    answer = core.dialogs.ask(kind, start, [], None)
    return [answer] if isinstance(answer, str) else list(answer or [])


def _here(window: Window) -> str:
    view = window.active_view
    if view and view.buffer.file_name:
        return os.path.dirname(view.buffer.file_name)
    return window.folders[0] if window.folders else ""


def prompt_open_file(core: Core, window: Window, args: Args) -> None:
    for path in _ask_paths(core, "open_file", args.get("initial_directory") or _here(window)):
        core.documents.open_file(window, path)


def prompt_save_as(core: Core, window: Window, args: Args) -> None:
    """Ask for a name, and write the file there from now on."""
    view = window.active_view
    if view:
        name = core.dialogs.ask("save_file", view.buffer.file_name or view.title, [], None)
        if name:
            core.documents.retarget(view, name)
            core.documents.save(view)


def prompt_open_folder(core: Core, window: Window, args: Args) -> None:
    """The folder opens in a window of its own, or in this one if it is empty."""
    folders = _ask_paths(core, "select_folder", _here(window))
    if folders:
        target = window if not window.sheets and not window.folders else core.documents.new_window()
        _add_folders(target, folders)


def prompt_add_folder(core: Core, window: Window, args: Args) -> None:
    _add_folders(window, _ask_paths(core, "select_folder", _here(window)))


def _add_folders(window: Window, folders: list[str]) -> None:
    known = list(window.project_data.get("folders") or [])
    known += [{"path": os.path.abspath(f)} for f in folders if os.path.abspath(f) not in window.folders]
    window.set_project_data({**window.project_data, "folders": known})


def remove_folder(core: Core, window: Window, args: Args) -> None:
    gone = {os.path.normpath(path) for path in args.get("dirs", [])}
    entries = window.project_data.get("folders") or []
    kept = [entry for entry, path in zip(entries, window.folders) if path not in gone]
    window.set_project_data({**window.project_data, "folders": kept})


def close_folder_list(core: Core, window: Window, args: Args) -> None:
    window.set_project_data({k: v for k, v in window.project_data.items() if k != "folders"})


# -- saving -------------------------------------------------------------------------------------------------------


def save(core: Core, view: View, args: Args) -> None:
    """Write the view's file, in `encoding` from now on if one is given."""
    if view.sheet:
        if args.get("encoding"):
            set_encoding(core, view, args)
        core.documents.save(view)


def save_as(core: Core, view: View, args: Args) -> None:
    if view.window:
        prompt_save_as(core, view.window, args)


def save_all(core: Core, window: Window, args: Args) -> None:
    """Every modified file; `only_files` leaves out what has no name."""
    for view in window.views():
        if view.buffer.dirty and (view.buffer.file_name or not args.get("only_files")):
            core.documents.save(view)


def revert(core: Core, view: View, args: Args) -> None:
    if view.buffer.file_name:
        core.documents.reread(view, "on_revert")


def revert_all(core: Core, window: Window, args: Args) -> None:
    for view in window.views():
        if view.buffer.dirty:
            revert(core, view, args)


def set_line_ending(core: Core, view: View, args: Args) -> None:
    names = {name.lower(): name for name in codecs.LINE_ENDINGS}
    view.buffer.line_endings = names[str(args["type"]).lower()]


def set_encoding(core: Core, view: View, args: Args) -> None:
    if not codecs.is_known(args["encoding"]):
        raise NotImplementedError(f"encoding {args['encoding']}")
    view.buffer.encoding = args["encoding"]


def set_file_type(core: Core, view: View, args: Args) -> None:
    """Another syntax: its path, or `scope:…`."""
    core.documents.assign_syntax(view, args["syntax"])


# -- windows ------------------------------------------------------------------------------------------------------


def close_window(core: Core, window: Window, args: Args) -> None:
    core.documents.close_window(window)


def close_other_windows(core: Core, window: Window, args: Args) -> None:
    for other in list(core.windows.values()):
        if other is not window and not core.documents.close_window(other):
            return


def new_window(core: Core, target: Any, args: Args) -> None:
    core.documents.new_window()


def delete_file(core: Core, window: Window, args: Args) -> None:
    """Delete `files` (there is no trash), after a question unless `prompt` is false; their views stay."""
    files = [file for file in args.get("files", []) if os.path.isfile(file)]
    if args.get("prompt", True):
        names = "\n".join(files)
        if core.dialogs.ask("ok_cancel", f"Delete these files?\n{names}", ["Delete", "Cancel"], "Cancel") != "Delete":
            return
    for file in files:
        os.unlink(file)


TEXT_COMMANDS: dict[str, TextCommand] = {
    "save": save,
    "save_as": save_as,
    "revert": revert,
    "set_line_ending": set_line_ending,
    "set_encoding": set_encoding,
    "set_file_type": set_file_type,
    "set_syntax": set_file_type,
}
WINDOW_COMMANDS: dict[str, WindowCommand] = {
    function.__name__: function
    for function in (
        new_file,
        open_file,
        edit_settings,
        clone_file,
        switch_file,
        reopen_last_file,
        open_recent_file,
        prompt_open_file,
        prompt_save_as,
        prompt_open_folder,
        prompt_add_folder,
        remove_folder,
        close_folder_list,
        save_all,
        revert_all,
        close_window,
        close_other_windows,
        delete_file,
    )
}
APPLICATION_COMMANDS: dict[str, Callable[[Any, Any, Args], None]] = {"new_window": new_window}
