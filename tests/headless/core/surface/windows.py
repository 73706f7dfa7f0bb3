"""Functions about windows."""

from __future__ import annotations

import os
from typing import Any, Callable, Optional

from .. import overlay
from ..builtin_files import variables_of
from ..windows import BUILT_IN_PANELS, Sheet
from .base import Functions, on_main, sheet_id, view_id_of

IdCallback = Optional[Callable[..., Any]]


class WindowFunctions(Functions):
    """`sublime_api.window_*`."""

    def _group(self, window_id: int, group: int) -> Any:
        window = self._window(window_id)
        return window.groups[group] if window and 0 <= group < len(window.groups) else None

    def window_num_groups(self, window_id: int) -> int:
        window = self._window(window_id)
        return len(window.groups) if window else 0

    def window_active_group(self, window_id: int) -> int:
        window = self._window(window_id)
        return window.active_group if window else -1

    def window_active_sheet(self, window_id: int) -> int:
        window = self._window(window_id)
        return sheet_id(window.active_sheet) if window else 0

    def window_active_view(self, window_id: int) -> int:
        window = self._window(window_id)
        return view_id_of(window.active_sheet) if window else 0

    def window_active_sheet_in_group(self, window_id: int, group: int) -> int:
        found = self._group(window_id, group)
        return sheet_id(found.active) if found else 0

    def window_active_view_in_group(self, window_id: int, group: int) -> int:
        found = self._group(window_id, group)
        return view_id_of(found.active) if found else 0

    def window_sheets(self, window_id: int) -> list[int]:
        window = self._window(window_id)
        return [s.id for s in window.sheets] if window else []

    def window_views(self, window_id: int, include_transient: bool) -> list[int]:
        window = self._window(window_id)
        return [v.id for v in window.views(include_transient)] if window else []

    def window_sheets_in_group(self, window_id: int, group: int) -> list[int]:
        found = self._group(window_id, group)
        return [s.id for s in found.sheets] if found else []

    def window_views_in_group(self, window_id: int, group: int) -> list[int]:
        found = self._group(window_id, group)
        return [s.view.id for s in found.sheets if s.view and not s.transient] if found else []

    def window_num_sheets_in_group(self, window_id: int, group: int) -> int:
        return len(self.window_sheets_in_group(window_id, group))

    def window_num_views_in_group(self, window_id: int, group: int) -> int:
        return len(self.window_views_in_group(window_id, group))

    def window_selected_sheets(self, window_id: int) -> list[int]:
        window = self._window(window_id)
        return self.window_selected_sheets_in_group(window_id, window.active_group) if window else []

    def window_selected_sheets_in_group(self, window_id: int, group: int) -> list[int]:
        found = self._group(window_id, group)
        return [s.id for s in found.selected] if found else []

    def _transient(self, window_id: int, group: int) -> Sheet | None:
        found = self._group(window_id, group)
        return next((s for s in found.sheets if s.transient), None) if found else None

    def window_transient_sheet_in_group(self, window_id: int, group: int) -> int:
        return sheet_id(self._transient(window_id, group))

    def window_transient_view_in_group(self, window_id: int, group: int) -> int:
        return view_id_of(self._transient(window_id, group))

    def window_promote_sheet(self, window_id: int, sheet_id: int) -> None:
        sheet = self._sheet(sheet_id)
        if sheet:
            sheet.transient = sheet.semi_transient = False

    # -- documents ------------------------------------------------------------------------------------------------

    @on_main
    def window_new_file(self, window_id: int, flags: int, syntax: str) -> int:
        window = self._window(window_id)
        return self.core.documents.new_file(window, flags, syntax).id if window else 0

    @on_main
    def window_open_file(self, window_id: int, name: str, flags: int, group: int) -> int:
        window = self._window(window_id)
        view = self.core.documents.open_file(window, name, flags, group) if window else None
        return view.id if view else 0

    @on_main
    def window_new_html_sheet(self, window_id: int, name: str, contents: str, flags: int, group: int) -> int:
        window = self._window(window_id)
        return self.core.documents.new_html_sheet(window, name, contents, flags, group).id if window else 0

    def window_find_open_file(self, window_id: int, name: str, group: int) -> int:
        window = self._window(window_id)
        view = self.core.documents.find_open(window, name, group) if window else None
        return view.id if view else 0

    def window_file_history(self, window_id: int) -> list[str]:
        window = self._window(window_id)
        return list(window.file_history) if window else []

    @on_main
    def window_close_file(self, window_id: int, view_id: int, on_close: Callable[[bool], Any] | None) -> bool:
        view = self._view(view_id)
        return bool(view and view.sheet and self.core.documents.close_sheet(view.sheet, on_close))

    # -- focus and places -----------------------------------------------------------------------------------------

    @on_main
    def window_focus_group(self, window_id: int, group: int) -> None:
        window = self._window(window_id)
        if window and 0 <= group < len(window.groups):
            window.active_group = group
            window.focus = None
            self.core.update_focus()

    @on_main
    def window_focus_sheet(self, window_id: int, sheet_id: int) -> None:
        sheet = self._sheet(sheet_id)
        if sheet:
            self.core.documents.focus_sheet(sheet)

    @on_main
    def window_focus_view(self, window_id: int, view_id: int) -> None:
        view = self._view(view_id)
        if view is None:
            return
        if view.sheet:
            self.core.documents.focus_sheet(view.sheet)
        elif view.window:
            view.window.focus = view
            self.core.update_focus()

    @on_main
    def window_select_sheets(self, window_id: int, sheet_ids: list[int]) -> None:
        window = self._window(window_id)
        if window:
            sheets = [self.core.sheets[i] for i in sheet_ids if i in self.core.sheets]
            window.select_sheets(sheets)
            self.core.update_focus()

    @on_main
    def window_bring_to_front(self, window_id: int) -> None:
        window = self._window(window_id)
        if window:
            self.core.documents.focus_window(window)

    def window_get_sheet_index(self, window_id: int, sheet_id: int) -> tuple[int, int]:
        sheet, window = self._sheet(sheet_id), self._window(window_id)
        if sheet is None or window is None or sheet.window is not window:
            return (-1, -1)
        group = sheet.group_index
        return (group, window.groups[group].sheets.index(sheet))

    def window_get_view_index(self, window_id: int, view_id: int) -> tuple[int, int]:
        view = self._view(view_id)
        return self.window_get_sheet_index(window_id, view.sheet.id) if view and view.sheet else (-1, -1)

    @on_main
    def window_set_sheet_index(self, window_id: int, sheet_id: int, group: int, index: int) -> None:
        sheet, window = self._sheet(sheet_id), self._window(window_id)
        if sheet is None or window is None or not 0 <= group < len(window.groups):
            return
        if sheet.window is window:
            window.move(sheet, group, index)
        elif sheet.window is not None:
            old = sheet.window
            if sheet.view:
                self.core.emit("on_pre_move", sheet.view.id)
            old.groups[sheet.group_index].remove(sheet)
            window.insert(sheet, group, index)
            window.focus_sheet(sheet)
            if sheet.view:
                self.core.emit_both("on_post_move", sheet.view.id)
        self.core.update_focus()

    @on_main
    def window_set_view_index(self, window_id: int, view_id: int, group: int, index: int) -> None:
        view = self._view(view_id)
        if view and view.sheet:
            self.window_set_sheet_index(window_id, view.sheet.id, group, index)

    @on_main
    def window_move_sheets_to_group(
        self, window_id: int, sheet_ids: list[int], group: int, index: int, select: bool
    ) -> None:
        for offset, each in enumerate(sheet_ids):
            self.window_set_sheet_index(window_id, each, group, index + offset if index >= 0 else -1)
        if select:
            self.window_select_sheets(window_id, sheet_ids)

    def window_get_layout(self, window_id: int) -> dict[str, Any]:
        window = self._window(window_id)
        return {key: list(value) for key, value in window.layout.items()} if window else {}

    @on_main
    def window_set_layout(self, window_id: int, layout: dict[str, Any]) -> None:
        window = self._window(window_id)
        if window:
            window.set_layout(layout)
            self.core.update_focus()

    # -- panels ---------------------------------------------------------------------------------------------------

    @on_main
    def window_create_output_panel(
        self, window_id: int, name: str, unlisted: bool, on_input: Callable[[str], Any] | None
    ) -> tuple[int, int]:
        window = self._window(window_id)
        if window is None:
            return (0, 0)
        panel = self.core.documents.output_panel(window, name, unlisted)
        if on_input:
            panel.on_input = on_input
            if panel.input_view is None:
                panel.input_view = self.core.documents.make_view(window, element="output:input")
                panel.input_view.buffer.scratch = True
        return (panel.view.id, panel.input_view.id if panel.input_view else 0)

    def window_find_output_panel(self, window_id: int, name: str) -> tuple[int, int]:
        window = self._window(window_id)
        panel = window.panels.get(name) if window else None
        if panel is None:
            return (0, 0)
        return (panel.view.id, panel.input_view.id if panel.input_view else 0)

    @on_main
    def window_destroy_output_panel(self, window_id: int, name: str) -> None:
        window = self._window(window_id)
        if window:
            self.core.documents.destroy_panel(window, name)

    def window_active_panel(self, window_id: int) -> str:
        window = self._window(window_id)
        return window.active_panel if window else ""

    def window_panels(self, window_id: int) -> list[str]:
        window = self._window(window_id)
        if window is None:
            return []
        return [*BUILT_IN_PANELS, *("output." + p.name for p in window.panels.values() if not p.unlisted)]

    @on_main
    def window_show_input_panel(
        self, window_id: int, caption: str, text: str, on_done: IdCallback, on_change: IdCallback, on_cancel: IdCallback
    ) -> int:
        window = self._window(window_id)
        if window is None:
            return 0
        return overlay.InputPanel(self.core, window, caption, text, (on_done, on_change, on_cancel)).view.id

    @on_main
    def window_show_quick_panel(
        self,
        window_id: int,
        items: list[Any],
        on_select: IdCallback,
        on_highlight: IdCallback,
        flags: int,
        selected_index: int,
        placeholder: str,
    ) -> None:
        window = self._window(window_id)
        if window:
            args = (items, on_select, on_highlight, flags, selected_index, placeholder)
            overlay.show_quick_panel(self.core, window, *args)

    # -- the rest -------------------------------------------------------------------------------------------------

    @on_main
    def window_run_command(self, window_id: int, name: str, args: dict[str, Any] | None) -> None:
        self.core.commands.run_window(self._window(window_id), name, args)

    @on_main
    def window_can_accept_input(self, window_id: int, name: str, args: Any) -> bool:
        found = self.core.commands.find("window", name, self._window(window_id))
        return bool(found and self.core.commands.input_handler(found, args))

    def window_is_ui_element_visible(self, window_id: int, element: int) -> bool:
        window = self._window(window_id)
        return bool(window and element not in window.hidden_elements)

    def window_set_ui_element_visible(self, window_id: int, element: int, visible: bool, animate: bool) -> None:
        window = self._window(window_id)
        if window:
            others = [e for e in window.hidden_elements if e != element]
            window.hidden_elements = others if visible else [*others, int(element)]

    def window_folders(self, window_id: int) -> list[str]:
        window = self._window(window_id)
        return window.folders if window else []

    def window_project_file_name(self, window_id: int) -> str:
        window = self._window(window_id)
        return window.project_file if window else ""

    def window_workspace_file_name(self, window_id: int) -> str:
        name = self.window_project_file_name(window_id)
        return os.path.splitext(name)[0] + ".sublime-workspace" if name else ""

    def window_get_project_data(self, window_id: int) -> Any:
        window = self._window(window_id)
        return (window.project_data or None) if window else None

    @on_main
    def window_set_project_data(self, window_id: int, data: Any) -> None:
        window = self._window(window_id)
        if window:
            window.set_project_data(data)

    def window_settings(self, window_id: int) -> int:
        window = self._window(window_id)
        return window.settings.id if window else 0

    def window_template_settings(self, window_id: int) -> int:
        window = self._window(window_id)
        return window.template_settings.id if window else 0

    def window_extract_variables(self, window_id: int) -> dict[str, str]:
        window = self._window(window_id)
        return variables_of(self.core, window) if window else {}

    def window_status_message(self, window_id: int, text: str) -> None:
        window = self._window(window_id)
        if window:
            window.status_message = text
