"""Hot exit: windows, tabs and unsaved text outlive the editor; phantoms, regions, status and plugins do not."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict

from .buffer import Buffer
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
    shown = {s.view.buffer.id: s.view.buffer for w in core.windows.values() for s in w.tabs if s.view}
    buffers = {str(number): _save_buffer(buffer) for number, buffer in shown.items()}
    front = list(core.windows).index(core.active_window.id) if core.active_window else 0
    os.makedirs(os.path.dirname(_path(core)), exist_ok=True)
    with open(_path(core), "w", encoding="utf-8") as file:
        json.dump({"windows": windows, "buffers": buffers, "front": front}, file)


def _save_buffer(buffer: Buffer) -> Saved:
    unsaved = buffer.dirty or not buffer.file_name
    return {
        "file": buffer.file_name,
        "text": buffer.text.whole() if unsaved else None,
        "scratch": buffer.scratch,
        "encoding": buffer.encoding,
        "line_endings": buffer.line_endings,
    }


def _save_window(window: Window) -> Saved:
    kept = [s for s in window.tabs if s.kind in (TEXT, IMAGE) and not s.transient]
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
        "selected": sheet in group.selected,
        # How many sheets were focused after it.
        "age": group.recent.index(sheet) if sheet in group.recent else len(group.sheets),
    }
    view = sheet.view
    if view is None:
        return {**out, "file": sheet.file_name}
    return {
        **out,
        "buffer": str(view.buffer.id),
        "name": view.name,
        "settings": view.settings.values,
        "selection": view.selection,
        "viewport": view.viewport,
    }


def restore(core: Core) -> Window | None:
    """Open what `save` wrote down; the front window, or None if there was nothing. Before plugins are loaded."""
    try:
        with open(_path(core), encoding="utf-8") as file:
            session = json.load(file)
    except FileNotFoundError:
        return None
    buffers: dict[str, Buffer] = {}
    windows = [_restore_window(core, saved, session["buffers"], buffers) for saved in session["windows"]]
    if not windows:
        return None
    core.active_window = windows[session["front"]]
    core.update_focus()
    return core.active_window


def _restore_window(core: Core, saved: Saved, saved_buffers: Saved, buffers: dict[str, Buffer]) -> Window:
    window = core.documents.new_window(empty=bool(saved["sheets"]))
    window.project_file = saved["project_file"]
    window.set_project_data(saved["project_data"])
    window.set_layout(saved["layout"])
    sheets = []
    for entry in saved["sheets"]:
        if "buffer" in entry:
            sheet = Sheet(core, TEXT, _restore_view(core, window, entry, saved_buffers, buffers))
        else:
            sheet = Sheet(core, IMAGE, file_name=entry["file"])
        group = window.groups[entry["group"]]
        window.insert(sheet, entry["group"], len(group.sheets))
        if entry["selected"]:
            group.selected.append(sheet)
        sheets.append((entry["age"], sheet))
    for _, sheet in sorted(sheets, key=lambda pair: -pair[0]):
        window.groups[sheet.group_index].touch(sheet)
    for group in window.groups:
        group.selected = group.selected or group.recent[:1]  # what was selected may not come back
    window.active_group = saved["active_group"]
    return window


def _restore_view(core: Core, window: Window, entry: Saved, saved_buffers: Saved, buffers: dict[str, Buffer]) -> View:
    """A view of a buffer that the first of its views brings back."""
    view: View = core.documents.make_view(window, buffers.get(entry["buffer"]))
    if entry["buffer"] not in buffers:
        _restore_buffer(view.buffer, saved_buffers[entry["buffer"]])
        buffers[entry["buffer"]] = view.buffer
    view.name = entry["name"]
    view.settings.values.update(entry["settings"])
    view.follow_syntax()
    view.set_selection([(a, b) for a, b in entry["selection"]])
    view.viewport = (entry["viewport"][0], entry["viewport"][1])
    return view


def _restore_buffer(buffer: Buffer, saved: Saved) -> None:
    buffer.file_name = saved["file"]
    if saved["text"] is not None:
        buffer.restore(saved["text"], saved["encoding"], saved["line_endings"])
    else:
        buffer.load()
    buffer.scratch = saved["scratch"]
