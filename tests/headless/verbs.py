"""What a user can do, as functions on a host: the actions of the control protocol. Main thread.

Each takes the request's arguments by name and gives back a JSON value. ValueError is a bad request; the text says what
was expected.
"""

from __future__ import annotations

import base64
import builtins
import os
from typing import Any, Callable

from . import links
from .core import geometry, snapshot
from .core.builtin_text import insert_text
from .core.overlay import prompt_view
from .core.view import View
from .core.windows import Sheet, Window
from .host import Host

Result = Any


def window_of(host: Host, window: int | None) -> Window:
    """The window with this id, or the front one."""
    found = host.core.windows.get(window) if window is not None else host.core.active_window
    if found is None:
        raise ValueError(f"expected window to be one of {sorted(host.core.windows)}, not {window}")
    return found


def view_of(host: Host, view: int | None) -> View:
    """The view with this id, or the one that has the keyboard."""
    if view is not None:
        found = host.core.views.get(view)
        if found is None:
            raise ValueError(f"expected view to be one of {sorted(host.core.views)}, not {view}")
        return found
    front = host.core.active_window
    focused = front.focused_view if front else None
    if focused is None:
        raise ValueError("expected view: no text view has the focus")
    return focused


def sheet_of(view: View) -> Sheet:
    if view.sheet is None:
        raise ValueError(f"view {view.id} belongs to a panel and has no tab")
    return view.sheet


# -- windows and files ----------------------------------------------------------------------------------------------


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
    with builtins.open(file, "wb") as out:
        out.write(data)
    host.core.watch.look()


def delete(host: Host, file: str) -> Result:
    os.unlink(file)
    host.core.watch.look()


# -- in the text ----------------------------------------------------------------------------------------------------


def select(host: Host, regions: list[list[int]], view: int | None = None) -> Result:
    target = view_of(host, view)
    text = target.buffer.text

    def point(row: int, col: int) -> int:
        return text.line_start(row) + min(col, len(text.line(row)))

    target.set_selection([(point(a, b), point(c, d)) for a, b, c, d in regions])
    if target.selection:
        geometry.show(target, target.selection[-1][1], center=False)


def scroll(host: Host, row: int, view: int | None = None) -> Result:
    target = view_of(host, view)
    geometry.set_viewport(target, (target.viewport[0], geometry.row_top(target, row)))


def type(host: Host, text: str, view: int | None = None) -> Result:
    """Key by key, as typing comes."""
    target = view_of(host, view)
    for char in text:
        if char in "\n\t":
            host.core.commands.run_text(target, "insert", {"characters": char})
        else:
            insert_text(host.core, target, char)


def paste(host: Host, text: str | None = None, view: int | None = None) -> Result:
    if text is not None:
        host.core.clipboard = text
    host.core.commands.run(host.core.commands.find("text", "paste", view_of(host, view)), None, by_user=True)


def clipboard(host: Host, text: str | None = None) -> Result:
    if text is not None:
        host.core.clipboard = text
    return host.core.clipboard


# -- commands -------------------------------------------------------------------------------------------------------


def run(
    host: Host,
    command: str,
    args: dict[str, Any] | None = None,
    view: int | None = None,
    window: int | None = None,
) -> Result:
    commands = host.core.commands
    target = view_of(host, view) if view is not None else None
    in_window = target.window if target else window_of(host, window)
    outcome = commands.run(commands.find_by_focus(in_window, command, target), args, by_user=True)
    return dict(outcome._asdict())


def palette(host: Host, window: int | None = None) -> Result:
    return host.core.menus.palette(window_of(host, window))


def menu(host: Host, window: int | None = None) -> Result:
    return host.core.menus.main(window_of(host, window))


def press(host: Host, keys: Any, view: int | None = None) -> Result:
    """One chord, or several in a row."""
    keys = keys.split() if isinstance(keys, str) else keys
    target = view_of(host, view) if view is not None else None
    window = target.window if target and target.window else window_of(host, None)
    target = target or window.focused_view
    binding = host.core.keymap.find(keys, target, window)
    if binding is None:
        if len(keys) == 1 and len(keys[0]) == 1 and target:
            type(host, keys[0], target.id)
            return {"typed": keys[0]}
        return {"unbound": True}
    found = host.core.commands.find_by_focus(window, binding.command, target)
    host.core.commands.run(found, binding.args, by_user=True)
    return {"command": binding.command, "args": binding.args, "package": binding.package}


# -- panels ---------------------------------------------------------------------------------------------------------


def _overlay(host: Host) -> Any:
    window = window_of(host, None)
    if window.overlay is None:
        raise ValueError("expected an open quick panel or palette")
    return window.overlay


def pick(host: Host, text: str | None = None, index: int | None = None) -> Result:
    overlay = _overlay(host)
    if index is None:
        captions = [item.trigger for item in overlay.items]
        exact = [i for i, caption in enumerate(captions) if caption == text]
        found = exact or [i for i, caption in enumerate(captions) if text is not None and text in caption]
        if len(found) != 1:
            raise ValueError(f"expected text to be one of {captions}, not {text!r}")
        index = found[0]
    if not -1 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from -1 to {len(overlay.items) - 1}, not {index}")
    overlay.pick(index)


def highlight(host: Host, index: int) -> Result:
    overlay = _overlay(host)
    if not 0 <= index < len(overlay.items):
        raise ValueError(f"expected index to be from 0 to {len(overlay.items) - 1}, not {index}")
    overlay.highlight(index)


def enter(host: Host, text: str | None) -> Result:
    """Fill the open input and press Enter; Escape for null."""
    window = window_of(host, None)
    view = prompt_view(window)
    io_panel = window.panels.get(window.active_panel[len("output.") :])
    if view is None and io_panel and io_panel.input_view:
        view = io_panel.input_view
    if view is None:
        raise ValueError("expected an open input panel, palette input or io panel")
    if text is None:
        host.core.commands.run_window(window, "hide_overlay" if window.overlay else "hide_panel", {"cancel": True})
        return
    view.set_selection([(0, view.buffer.text.size)])
    insert_text(host.core, view, text)
    host.core.commands.run_window(window, "select", None)


def click(
    host: Host,
    view: int | None = None,
    text: str | None = None,
    href: str | None = None,
    row: int | None = None,
    col: int | None = None,
    nth: int | None = None,
) -> Result:
    """Follow a link, or put the caret somewhere with `row` and `col` alone."""
    core = host.core
    if text is None and href is None:
        if row is None or col is None:
            raise ValueError("expected text or href of a link, or row and col")
        target = view_of(host, view)
        if target.sheet:
            core.documents.focus_sheet(target.sheet)
        select(host, [[row, col, row, col]], target.id)
        return None
    tiers = [list(links.of_view(view_of(host, view)))] if view is not None else links.search_order(core)

    def fits(link: links.Link) -> bool:
        return (text is None or link.text == text) and (href is None or link.href == href) and row in (None, link.row)

    for tier in tiers:
        found = [link for link in tier if fits(link)]
        if nth is not None:
            found = found[nth : nth + 1]
        if len(found) == 1:
            links.follow(core, found[0])
            return found[0].to_json()
        if found:
            raise ValueError(f"several links fit: {[link.to_json() for link in found]}")
    raise ValueError(f"no link fits; there are {[link.to_json() for tier in tiers for link in tier]}")


# -- settings and views of the state --------------------------------------------------------------------------------


def settings(host: Host, set: dict[str, Any], file: str | None = None, view: int | None = None) -> Result:
    """Change a view's settings, or the user's copy of a settings file as if edited by hand."""
    if (file is None) == (view is None):
        raise ValueError("expected either file or view")
    if file is None:
        for key, value in set.items():
            view_of(host, view).settings.set(key, value)
        return
    found = host.core.settings_files.load(os.path.basename(file))
    found.values.update(set)
    found.save()
    found.changed()


def state(host: Host, window: int | None = None, view: int | None = None, text: bool = False) -> Result:
    return snapshot.take(host.core, window, view, text)


def render(
    host: Host,
    path: str,
    window: int | None = None,
    width: int = 1280,
    height: int = 800,
    scheme: str = "dark",
) -> Result:
    """A picture of a window: PNG by the path's ending, else HTML."""
    from .render import render_html, render_png

    if scheme not in ("dark", "light"):
        raise ValueError(f"expected scheme to be dark or light, not {scheme!r}")
    everything = snapshot.take(host.core, text=True)
    html = render_html(everything, window_of(host, window).id, scheme, width, height)  # type: ignore[arg-type]
    if path.lower().endswith(".png"):
        render_png(html, path, width, height)
    else:
        with builtins.open(path, "w", encoding="utf-8") as out:
            out.write(html)
    return os.path.abspath(path)


def faults(host: Host, clear: bool = False) -> Result:
    out = host.core.faults.to_json()
    if clear:
        host.core.faults.clear()
    return out


def settle(host: Host, timeout_s: float = 10.0) -> Result:
    """Until nothing at all is queued, timers included."""
    left = host.core.settle(timeout_s, horizon_s=None)
    if left:
        raise ValueError(f"still waiting after {timeout_s} s: {left}")


def reload(host: Host) -> Result:
    host.reload_package()


def unload(host: Host) -> Result:
    """What was left behind."""
    return host.unload_package()


VERBS: dict[str, Callable[..., Result]] = {
    function.__name__: function
    for function in (
        new_window, set_folders, project, open, new_file, focus, tabs, move, layout, app, save, revert, close, write,
        delete, select, scroll, type, paste, clipboard, run, palette, menu, press, pick, highlight, enter, click,
        settings, state, render, faults, settle, reload, unload,
    )
}  # fmt: skip
