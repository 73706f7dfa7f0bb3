"""Windows, tabs and files."""

from __future__ import annotations

import base64
import binascii
import json
import os
from pathlib import Path
from typing import Any

from ..core import jsonc
from ..core.builtin_text import insert_text
from ..core.documents import ENCODED_POSITION, TRANSIENT
from ..host import Host
from .common import Result, bring, one_of, point_at, tab_of, view_of, window_of

LOAD_TIMEOUT_S = 10.0


def new_window(host: Host, folders: list[str] | None = None, project: dict[str, Any] | str | None = None) -> Result:
    """`project` is a project's data, or the path of its file; `folders` come in place of the project's own."""
    path = os.path.abspath(project) if isinstance(project, str) else ""
    data = _project_file(path) if path else project
    window = host.new_window(folders or [], data)  # type: ignore[arg-type]
    if path:
        window.project_file = path
    return window.id


def _project_file(path: str) -> dict[str, Any]:
    try:
        data = jsonc.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"expected project to be a file with a project's data: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"expected an object in {path}, not {json.dumps(data)[:80]}")
    return data


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
    col: int | None = None,
    transient: bool = False,
) -> Result:
    """Open a file or bring it to the front; with `row` the caret goes there, to column `col` or 0."""
    target = window_of(host, window)
    path = os.path.abspath(file)
    if os.path.isdir(path):
        raise ValueError(f"expected file to be a file: {path} is a directory")
    if row is None and col is not None:
        raise ValueError("expected row together with col")
    position = f":{row + 1}:{(col or 0) + 1}" if row is not None else ""
    flags = (ENCODED_POSITION if position else 0) | (TRANSIENT if transient else 0)
    view = host.core.documents.open_file(target, path + position, flags)
    host.core.documents.focus_window(target)
    if view is None:
        return None
    if not host.core.loop.run_until(lambda: not view.buffer.loading, LOAD_TIMEOUT_S):
        raise ValueError(f"{path} was not loaded within {LOAD_TIMEOUT_S} s")
    host.settle()
    if row is not None:
        point_at(view, row, col or 0)
    return view.id


def new_file(host: Host, window: int | None = None, text: str = "", name: str = "") -> Result:
    target = window_of(host, window)
    view = host.core.documents.new_file(target)
    host.core.documents.focus_window(target)
    if text:
        insert_text(host.core, view, text)
    view.name = name
    return view.id


def focus(host: Host, view: int | None = None, window: int | None = None, sheet: int | None = None) -> Result:
    """A click on a tab, in an open panel, or on a window."""
    one_of(view=view, window=window, sheet=sheet)
    if window is not None:
        host.core.documents.focus_window(window_of(host, window))
        return
    target = view_of(host, view) if view is not None else None
    if target is None or target.sheet:
        bring(host, tab_of(host, view, sheet))
        return
    owner = target.window
    panel = owner.output_panel if owner else None
    prompts = [x.view for x in (owner.overlay, owner.input_panel) if x] if owner else []
    if owner is None or target not in [*prompts, *([panel.view, panel.input_view] if panel else [])]:
        raise ValueError(f"expected view to be visible: {target.id} belongs to a panel that is not open")
    owner.focus = target
    host.core.documents.focus_window(owner)


def tabs(host: Host, views: list[int]) -> Result:
    """The user's own multi-select, the last one getting the focus; groups without any of these are left alone."""
    sheets = [tab_of(host, view, None) for view in views]
    window = sheets[0].window
    if window is None or any(sheet.window is not window for sheet in sheets):
        raise ValueError("expected views to be those of one window")
    for sheet in sheets:
        group = window.groups[sheet.group_index]
        group.selected = [s for s in group.sheets if s in sheets]
        group.touch(sheet)
    bring(host, sheets[-1])


def move(host: Host, group: int, index: int, view: int | None = None, sheet: int | None = None) -> Result:
    """Drag a tab; index -1 is the group's end."""
    one_of(view=view, sheet=sheet)
    tab = tab_of(host, view, sheet)
    window = tab.window
    if window is None or group >= len(window.groups):
        last = len(window.groups) - 1 if window else 0
        raise ValueError(f"expected group to be from 0 to {last}, not {group}")
    last = len([s for s in window.groups[group].sheets if s is not tab])
    if not -1 <= index <= last:
        raise ValueError(f"expected index to be from 0 to {last}, or -1 for the end, not {index}")
    window.move(tab, group, index)
    bring(host, tab)


def layout(host: Host, window: int, layout: dict[str, Any]) -> Result:
    window_of(host, window).set_layout(layout)
    host.core.update_focus()


def app(host: Host, active: bool) -> Result:
    front = host.core.active_window
    if not active and front and front.overlay:
        front.overlay.lose_focus()
    host.core.active = active
    host.core.update_focus()


def save(host: Host, view: int | None = None) -> Result:
    """Whether it was saved."""
    target = view_of(host, view)
    tab_of(host, target.id, None)
    return host.core.documents.save(target)


def revert(host: Host, view: int | None = None) -> Result:
    target = view_of(host, view)
    if not target.buffer.file_name or target.buffer.stat() is None:
        raise ValueError(f"expected a view with a file on the disk: {target.id} has none")
    host.core.documents.reread(target, "on_revert")


def close(host: Host, view: int | None = None, window: int | None = None, sheet: int | None = None) -> Result:
    """The tab's or the window's ×; a preview goes too. Whether it was closed."""
    one_of(view=view, window=window, sheet=sheet)
    if window is not None:
        return host.core.documents.close_window(window_of(host, window))
    tab = tab_of(host, view, sheet)
    tab.transient = False
    return host.core.documents.close_sheet(tab)


def write(host: Host, file: str, text: str | None = None, bytes_b64: str | None = None) -> Result:
    """Change a file behind the editor's back."""
    one_of(text=text, bytes_b64=bytes_b64)
    try:
        data = (text or "").encode() if bytes_b64 is None else base64.b64decode(bytes_b64, validate=True)
    except (UnicodeError, binascii.Error) as error:
        raise ValueError(f"expected text that UTF-8 can hold, or bytes in Base64: {error}") from None
    try:
        os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
        Path(file).write_bytes(data)
    except OSError as error:
        raise ValueError(f"expected a file that can be written: {error}") from None
    host.core.watch.look()


def delete(host: Host, file: str) -> Result:
    try:
        os.unlink(file)
    except OSError as error:
        raise ValueError(f"expected a file that can be deleted: {error}") from None
    host.core.watch.look()
