"""Hot exit: windows, tabs and unsaved text outlive the editor; phantoms, regions, status and plugins do not."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict

from .view import View
from .windows import IMAGE, TEXT, Sheet, Window

if TYPE_CHECKING:
    from .app import Core

Saved = Dict[str, Any]


def _path(core: Core) -> str:
    return os.path.join(core.data_path, "Local", "Session.sublime_session")


def save(core: Core) -> None:
    """Write down what is open. Main thread."""
    windows = [_save_window(window) for window in core.windows.values()]
    front = list(core.windows).index(core.active_window.id) if core.active_window else 0
    os.makedirs(os.path.dirname(_path(core)), exist_ok=True)
    with open(_path(core), "w", encoding="utf-8") as file:
        json.dump({"windows": windows, "front": front}, file)


def _save_window(window: Window) -> Saved:
    kept = [s for s in window.sheets if s.kind in (TEXT, IMAGE) and not s.transient]
    return {
        "project_data": window.project_data,
        "project_file": window.project_file,
        "layout": window.layout,
        "active_group": window.active_group,
        "sheets": [_save_sheet(window, sheet) for sheet in kept],
    }


def _save_sheet(window: Window, sheet: Sheet) -> Saved:
    group = window.groups[sheet.group_index]
    out: dict[str, Any] = {
        "group": sheet.group_index,
        "file": sheet.file_name,
        "selected": sheet in group.selected,
        "active": sheet is group.active,
    }
    if sheet.view:
        buffer = sheet.view.buffer
        unsaved = buffer.dirty or not buffer.file_name
        out.update(
            name=sheet.view.name,
            text=buffer.text.whole() if unsaved else None,
            scratch=buffer.scratch,
            encoding=buffer.encoding,
            line_endings=buffer.line_endings,
            settings=sheet.view.settings.values,
            selection=sheet.view.selection,
            viewport=sheet.view.viewport,
        )
    return out


def restore(core: Core) -> Window | None:
    """Open what `save` wrote down; the front window, or None if there was nothing. Before plugins are loaded."""
    try:
        with open(_path(core), encoding="utf-8") as file:
            session = json.load(file)
    except FileNotFoundError:
        return None
    windows = [_restore_window(core, saved) for saved in session["windows"]]
    if not windows:
        return None
    core.active_window = windows[session["front"]]
    core.update_focus()
    return core.active_window


def _restore_window(core: Core, saved: Saved) -> Window:
    window = core.documents.new_window(empty=True)
    window.project_file = saved["project_file"]
    window.set_project_data(saved["project_data"])
    window.set_layout(saved["layout"])
    for entry in saved["sheets"]:
        sheet = _restore_sheet(core, window, entry)
        group = window.groups[entry["group"]]
        window.insert(sheet, entry["group"], len(group.sheets))
        if entry["selected"]:
            group.selected.append(sheet)
        if entry["active"]:
            group.touch(sheet)
    window.active_group = saved["active_group"]
    return window


def _restore_sheet(core: Core, window: Window, entry: Saved) -> Sheet:
    if "text" not in entry:
        return Sheet(core, IMAGE, file_name=entry["file"])
    view: View = core.documents.make_view(window)
    buffer = view.buffer
    buffer.file_name = entry["file"]
    if entry["text"] is not None:
        buffer.restore(entry["text"], entry["encoding"], entry["line_endings"])
    else:
        buffer.load()
    buffer.scratch = entry["scratch"]
    view.name = entry["name"]
    view.settings.values.update(entry["settings"])
    view.set_selection([(a, b) for a, b in entry["selection"]])
    view.viewport = (entry["viewport"][0], entry["viewport"][1])
    return Sheet(core, TEXT, view)
