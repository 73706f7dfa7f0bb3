"""Windows, tabs and files."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

from ..core.builtin_text import insert_text
from ..host import Host
from .common import Result, sheet_of, view_of, window_of
from .typing import select


def new_window(host: Host, folders: list[str] | None = None, project: dict[str, Any] | None = None) -> Result:
    return host.new_window(folders or [], project).id


def set_folders(host: Host, window: int, folders: list[str]) -> Result:
    target = window_of(host, window)
    target.set_project_data({**target.project_data, "folders": [{"path": os.path.abspath(f)} for f in folders]})


def project(host: Host, window: int, data: dict[str, Any]) -> Result:
    window_of(host, window).set_project_data(data)


def open(
    host: Host,
    file: str,
    window: int | None = None,
    row: int | None = None,
    col: int = 0,
    transient: bool = False,
) -> Result:
    view = host.core.documents.open_file(window_of(host, window), file, 4 if transient else 0)
    if view is None:
        return None
    host.core.loop.run_until(lambda: not view.buffer.loading, 10)
    if row is not None:
        select(host, [[row, col, row, col]], view.id)
    return view.id


def new_file(host: Host, window: int | None = None, text: str = "", name: str = "") -> Result:
    view = host.core.documents.new_file(window_of(host, window))
    if text:
        insert_text(host.core, view, text)
    view.name = name
    return view.id


def focus(host: Host, view: int | None = None, window: int | None = None) -> Result:
    if view is not None:
        target = view_of(host, view)
        if target.sheet:
            host.core.documents.focus_sheet(target.sheet)
        elif target.window:
            target.window.focus = target
        if target.window:
            host.core.documents.focus_window(target.window)
    else:
        host.core.documents.focus_window(window_of(host, window))


def tabs(host: Host, views: list[int]) -> Result:
    """The user's own multi-select: in the group of the first one; other groups are left alone."""
    sheets = [sheet_of(view_of(host, v)) for v in views]
    window = sheets[0].window
    if window is None or any(s.group_index != sheets[0].group_index for s in sheets):
        raise ValueError("expected views of one group")
    group = window.groups[sheets[0].group_index]
    group.selected = [s for s in group.sheets if s in sheets]
    group.touch(sheets[-1])
    window.active_group = sheets[0].group_index
    host.core.update_focus()


def move(host: Host, view: int, group: int, index: int) -> Result:
    sheet = sheet_of(view_of(host, view))
    if sheet.window is None or not 0 <= group < len(sheet.window.groups):
        raise ValueError(f"expected group to be one of the window's, not {group}")
    sheet.window.move(sheet, group, index)
    host.core.documents.focus_sheet(sheet)


def layout(host: Host, window: int, layout: dict[str, Any]) -> Result:
    target = window_of(host, window)
    target.set_layout(layout)
    host.core.update_focus()


def app(host: Host, active: bool) -> Result:
    host.core.active = active
    host.core.update_focus()


def save(host: Host, view: int | None = None) -> Result:
    return host.core.documents.save(view_of(host, view))


def revert(host: Host, view: int | None = None) -> Result:
    host.core.documents.reread(view_of(host, view), "on_revert")


def close(host: Host, view: int | None = None, window: int | None = None) -> Result:
    """The tab's or the window's ×; a preview goes too."""
    if view is None:
        return host.core.documents.close_window(window_of(host, window))
    sheet = sheet_of(view_of(host, view))
    sheet.transient = False
    return host.core.documents.close_sheet(sheet)


def write(host: Host, file: str, text: str | None = None, bytes_b64: str | None = None) -> Result:
    data = base64.b64decode(bytes_b64) if bytes_b64 is not None else (text or "").encode()
    os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
    Path(file).write_bytes(data)
    host.core.watch.look()


def delete(host: Host, file: str) -> Result:
    os.unlink(file)
    host.core.watch.look()
