"""New, open, clone, save, revert, reload, close: what happens to views and the events that go with it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Callable

from . import geometry
from .buffer import Buffer
from .builtin_lines import detect_indentation
from .syntaxes import PLAIN_TEXT
from .view import View
from .windows import HTML, IMAGE, IMAGE_EXTENSIONS, TEXT, Panel, Sheet, Window

if TYPE_CHECKING:
    from .app import Core

ENCODED_POSITION, TRANSIENT, FORCE_GROUP, SEMI_TRANSIENT = 1, 4, 8, 16
ADD_TO_SELECTION, REPLACE_MRU, CLEAR_TO_RIGHT, FORCE_CLONE = 32, 64, 128, 256


class Documents:
    """All on the main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core

    # -- windows --------------------------------------------------------------------------------------------------

    def new_window(self, empty: bool = False) -> Window:
        """A window in front, with a blank view, if it is not to be filled with others."""
        core = self._core
        window = Window(core)
        core.active_window = window
        core.emit_both("on_new_window", window.id)
        core.update_focus()
        if not empty:
            self._add_blank(window)
        return window

    def _add_blank(self, window: Window) -> None:
        if self._core.choices.empty_window_has_view and not window.sheets:
            window.blank = self.new_file(window).sheet

    def _leave_blank(self, window: Window) -> None:
        """Close the view that the empty window had, if another sheet came and nobody used it."""
        blank = window.blank
        unused = blank is not None and blank.window is window and window.is_blank(blank)
        window.blank = None
        if blank and unused:
            self._remove(blank)

    def close_window(self, window: Window) -> bool:
        """Close every sheet and the window; False if the user cancelled."""
        core = self._core
        core.emit("on_pre_close_window", window.id)
        for sheet in list(window.sheets):
            if not self.close_sheet(sheet, refill=False):
                return False
        for build in window.builds:
            build.kill()
        if window.find_panel:
            window.find_panel.close(cancel=True)
        for name in list(window.panels):
            self.destroy_panel(window, name)
        core.windows.pop(window.id, None)
        for settings in (window.settings, window.template_settings, window.project_settings):
            settings.drop()
        window.groups = []
        if core.active_window is window:
            core.active_window = next(reversed(list(core.windows.values())), None)
        core.update_focus()
        return True

    # -- new views ------------------------------------------------------------------------------------------------

    def make_view(
        self, window: Window | None, buffer: Buffer | None = None, element: str = "", file_name: str = ""
    ) -> View:
        """A view that is in no group yet, with a new buffer unless one is given.

        Listeners meet it with its file's name and syntax, but without text: a new buffer is loaded later.
        """
        core = self._core
        new_buffer = buffer is None
        if buffer is None:
            buffer = Buffer(core)
            core.buffers[buffer.id] = buffer
        view = View(core, buffer, window, element)
        if file_name:
            view.settings.set("syntax", core.syntaxes.for_file(file_name).path)
            if new_buffer:
                buffer.file_name, buffer.loading = file_name, True
        if core.plugins is not None and not core.closing:
            core.invoke(core.plugins.attach_view, (view.id,), "new view")
        if new_buffer:
            core.emit_both("on_new_buffer", buffer.id)
            if file_name:
                core.emit_both("on_associate_buffer", buffer.id)
        return view

    def new_file(self, window: Window, flags: int = 0, syntax: str = "", group: int = -1) -> View:
        """An empty view in front of the active group."""
        view = self.make_view(window)
        if syntax:
            self.assign_syntax(view, syntax)
        sheet = Sheet(self._core, TEXT, view)
        sheet.transient = bool(flags & TRANSIENT)
        window.insert(sheet, window.active_group if group < 0 else group)
        self._core.emit_both("on_new", view.id)
        self.focus_sheet(sheet)
        self._leave_blank(window)
        return view

    def new_html_sheet(self, window: Window, name: str, contents: str, flags: int, group: int) -> Sheet:
        sheet = Sheet(self._core, HTML)
        sheet.name, sheet.html = name, contents
        self._place(window, sheet, flags, group)
        return sheet

    def clone(self, view: View) -> View:
        """A second view of the buffer next to the first; regions, phantoms, status and settings stay behind."""
        window = view.window
        if window is None or view.sheet is None:
            raise ValueError("only a view in a window can be cloned")
        clone = self.make_view(window, view.buffer)
        for key in ("syntax", "tab_size", "translate_tabs_to_spaces"):
            if key in view.settings.values:
                clone.settings.set(key, view.settings.values[key])
        clone.name = view.name
        clone.set_selection(list(view.selection))
        clone.viewport = view.viewport
        sheet = Sheet(self._core, TEXT, clone)
        window.insert(sheet, view.sheet.group_index)
        self._core.emit_both("on_clone", clone.id)
        self.focus_sheet(sheet)
        return clone

    # -- opening --------------------------------------------------------------------------------------------------

    def find_open(self, window: Window, path: str, group: int = -1) -> View | None:
        """The view of a file in a window (or one of its groups)."""
        groups = window.groups if group < 0 else window.groups[group : group + 1]
        for sheet in (s for g in groups for s in g.sheets):
            if sheet.view and sheet.view.buffer.file_name and _same_path(sheet.view.buffer.file_name, path):
                return sheet.view
        return None

    def open_file(self, window: Window, name: str, flags: int = 0, group: int = -1) -> View | None:
        """Open or focus a file; its text comes at a later turn of the loop. None for an image."""
        core = self._core
        path, position = split_position(name) if flags & ENCODED_POSITION else (name, None)
        path = os.path.abspath(path)
        open_view = None
        if not flags & FORCE_CLONE:
            open_view = self.find_open(window, path, group if flags & FORCE_GROUP else -1)
        if open_view and open_view.sheet:
            sheet = open_view.sheet
            if not flags & TRANSIENT:
                sheet.transient = sheet.semi_transient = False
            self._select(window, sheet, flags)
            self._go(open_view, position)
            return open_view
        if path.lower().endswith(IMAGE_EXTENSIONS):
            self._place(window, Sheet(core, IMAGE, file_name=path), flags, group)
            return None
        buffer = next((b for b in core.buffers.values() if b.file_name and _same_path(b.file_name, path)), None)
        view = self.make_view(window, buffer, file_name=path)
        if path not in window.file_history:
            window.file_history.insert(0, path)
        self._place(window, Sheet(core, TEXT, view), flags, group)
        if buffer is None:
            core.loop.queue.post(lambda: self._load(view, position), origin="load file")
        else:
            core.emit_both("on_clone", view.id)
            self._go(view, position)
        return view

    def _place(self, window: Window, sheet: Sheet, flags: int, group: int) -> None:
        core = self._core
        sheet.transient = bool(flags & TRANSIENT)
        sheet.semi_transient = bool(flags & SEMI_TRANSIENT)
        index = window.active_group if not 0 <= group < len(window.groups) else group
        old = None
        if sheet.transient or sheet.semi_transient:
            old = next((s for s in window.groups[index].sheets if s.transient or s.semi_transient), None)
        window.insert(sheet, index)
        self._select(window, sheet, flags)
        if old:
            self._remove(old)
        core.update_focus()
        self._leave_blank(window)

    def _select(self, window: Window, sheet: Sheet, flags: int) -> None:
        group = window.groups[sheet.group_index]
        if flags & ADD_TO_SELECTION and sheet not in group.selected:
            kept = list(group.selected)
            if flags & CLEAR_TO_RIGHT and group.active in kept:
                kept = kept[: kept.index(group.active) + 1]
            if flags & REPLACE_MRU and group.active in kept:
                kept.remove(group.active)
            group.selected = [s for s in group.sheets if s in [*kept, sheet]]
        if sheet in group.selected and flags & ADD_TO_SELECTION:
            group.touch(sheet)
            window.active_group = sheet.group_index
            window.focus = None
        else:
            window.focus_sheet(sheet)
        self._core.update_focus()

    def _load(self, view: View, position: tuple[int, int] | None) -> None:
        core, buffer = self._core, view.buffer
        if view.id not in core.views:
            return
        with core.own_work(), core.lock:
            buffer.load()
            view.set_selection([(0, 0)])
        if view.settings.get("detect_indentation"):
            detect_indentation(core, view, {"show_message": False})
        self._go(view, position)
        core.emit_both("on_load", view.id)

    def _go(self, view: View, position: tuple[int, int] | None) -> None:
        if position is None:
            return
        if view.buffer.loading:
            self._core.loop.queue.post(lambda: self._go(view, position), origin="go to position")
            return
        row, col = position
        line = view.buffer.text.line(row)
        point = view.buffer.text.line_start(row) + min(col, len(line))
        view.set_selection([(point, point)])
        geometry.show(view, point, center=True)

    # -- focus ----------------------------------------------------------------------------------------------------

    def focus_sheet(self, sheet: Sheet) -> None:
        if sheet.window:
            sheet.window.focus_sheet(sheet)
            self._core.update_focus()

    def focus_window(self, window: Window) -> None:
        self._core.active_window = window
        self._core.update_focus()

    # -- saving ---------------------------------------------------------------------------------------------------

    def save(self, view: View) -> bool:
        """Write the file, asking for a name if it has none; False if that failed or was cancelled."""
        core, buffer = self._core, view.buffer
        new_name = ""
        if not buffer.file_name:
            new_name = core.dialogs.ask("save_file", view.title, [], None) or ""
            if not new_name:
                return False
            self.retarget(view, new_name)
        core.emit_both("on_pre_save", view.id)
        try:
            buffer.write_file()
        except (OSError, UnicodeError) as error:
            core.dialogs.ask("error", f"Unable to save {buffer.file_name}\nError: {error}", ["OK"], "OK")
            return False
        core.emit_both("on_post_save", view.id)
        core.settings_files.look()
        return True

    def retarget(self, view: View, name: str) -> None:
        """Give the buffer another file name without writing."""
        view.buffer.file_name = os.path.abspath(name)
        if view.settings.get("syntax") == PLAIN_TEXT:
            self.assign_syntax(view, self._core.syntaxes.for_file(name).path)
        self._core.emit_both("on_associate_buffer", view.buffer.id)

    def assign_syntax(self, view: View, wanted: str) -> None:
        syntax = self._core.syntaxes.resolve(wanted)
        if syntax is None:
            raise ValueError(f"syntax {wanted} not found")
        view.settings.set("syntax", syntax.path)

    def reread(self, view: View, event: str) -> None:
        """Take over the file from disk: `event` is "on_revert" or "on_reload"."""
        core, buffer = self._core, view.buffer
        before = buffer.change_count
        with core.own_work(), core.lock:
            try:
                buffer.adopt(buffer.read_file(), undoable=True)
            except OSError:
                return
        if buffer.change_count != before:
            core.text_changed(buffer)
        for listener in list(buffer.listeners.values()):
            if hasattr(listener, event):
                core.invoke(getattr(listener, event), (), event)
        for each in list(buffer.views):
            core.emit_both(event, each.id)
        core.flush_selections()

    # -- closing --------------------------------------------------------------------------------------------------

    def close_sheet(self, sheet: Sheet, on_close: Callable[[bool], object] | None = None, refill: bool = True) -> bool:
        """Close as the user would: a dirty view asks. False if the user cancelled, or it is a preview.

        With `refill`, a window whose last sheet it was gets a blank one.
        """
        core, view = self._core, sheet.view
        closed = not sheet.transient and sheet.window is not None
        if closed and view and view.buffer.dirty and len(view.buffer.views) == 1:
            closed = self._may_lose(view)
        if closed and sheet.window is not None:
            window = sheet.window
            self._remove(sheet)
            if refill:
                self._add_blank(window)
        if on_close:
            did_close = closed
            core.loop.queue.post(lambda: on_close(did_close), origin="close callback")
        return closed

    def _may_lose(self, view: View) -> bool:
        name = view.buffer.file_name or view.title
        answer = self._core.dialogs.ask(
            "save_changes", f"{name} has been modified, save changes?", ["Save", "Don't Save", "Cancel"], "Cancel"
        )
        if answer == "Save":
            return self.save(view)
        return answer == "Don't Save"

    def _remove(self, sheet: Sheet) -> None:
        core, window, view = self._core, sheet.window, sheet.view
        if window is None:
            return
        if view:
            core.emit("on_pre_close", view.id)
            if sheet.window is None:  # a handler closed it
                return
            view.hide_popup()
        if sheet.file_name:
            core.closed_files.append((window.id, sheet.file_name))
        window.groups[sheet.group_index].remove(sheet)
        sheet.window = None
        core.sheets.pop(sheet.id, None)
        if core.choices.activate_before_on_close:
            core.update_focus()
        if view:
            self.drop_view(view)
        core.update_focus()

    def drop_view(self, view: View) -> None:
        """Let a view that is out of its window go: on_close while it is still known, then nothing."""
        core, buffer = self._core, view.buffer
        view.set_window(None)
        if not view.element:
            core.emit("on_close", view.id)
        if core.plugins is not None and not core.closing:
            core.invoke(core.plugins.detach_view, (view.id,), "closed view")
        with core.lock:
            core.views.pop(view.id, None)
            if view in buffer.views:
                buffer.views.remove(view)
        core.commands.forget_view(view.id)
        view.settings.drop()
        if not buffer.views:
            core.emit_both("on_close_buffer", buffer.id)
            core.buffers.pop(buffer.id, None)

    def output_panel(self, window: Window, name: str, unlisted: bool = False) -> Panel:
        """An empty output panel: a new one, or the one of that name, cleared."""
        panel = window.panels.get(name)
        if panel is None:
            view = self.make_view(window, element=f"{'exec' if name == 'exec' else 'output'}:output")
            view.buffer.scratch = True
            panel = window.panels[name] = Panel(name, view, unlisted)
        else:
            panel.view.buffer.read_only = False
            with self._core.lock:
                panel.view.buffer.replace(0, panel.view.buffer.text.size, "")
        return panel

    def destroy_panel(self, window: Window, name: str) -> None:
        panel = window.panels.pop(name, None)
        if panel is None:
            return
        if window.active_panel == "output." + name:
            window.active_panel = ""
        for view in (panel.view, panel.input_view):
            if view:
                if window.focus is view:
                    window.focus = None
                self.drop_view(view)
        self._core.update_focus()


def split_position(name: str) -> tuple[str, tuple[int, int] | None]:
    """`path:row:col` (counted from 1) to path and (row, col) counted from 0."""
    match = re.match(r"(.+?):(\d+)(?::(\d+))?$", name)
    if not match:
        return name, None
    return match.group(1), (max(0, int(match.group(2)) - 1), max(0, int(match.group(3) or 1) - 1))


def _same_path(a: str, b: str) -> bool:
    return os.path.normcase(os.path.realpath(a)) == os.path.normcase(os.path.realpath(b))
