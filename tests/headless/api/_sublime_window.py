"""`Window`."""

from __future__ import annotations

from typing import Any, Callable

import sublime_api as api
from _sublime_constants import KindId, NewFileFlags, QuickPanelFlags, SymbolSource, SymbolType, UIElement
from _sublime_parts import Settings
from _sublime_sheets import Sheet, make_sheet
from _sublime_values import QuickPanelItem, row_of
from _sublime_view import View

__all__ = ["Window"]


def _view(view_id: int) -> View | None:
    return View(view_id) if view_id else None


def _sheet(sheet_id: int) -> Sheet | None:
    return make_sheet(sheet_id) if sheet_id else None


class Window:
    def __init__(self, id: int) -> None:
        self.window_id = id
        self.settings_object: Settings | None = None
        self.template_settings_object: Settings | None = None

    def __hash__(self) -> int:
        return self.window_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Window) and other.window_id == self.window_id

    def __bool__(self) -> bool:
        return self.window_id != 0

    def __repr__(self) -> str:
        return f"Window({self.window_id!r})"

    def id(self) -> int:
        return self.window_id

    def is_valid(self) -> bool:
        return self.num_groups() != 0

    def hwnd(self) -> int:
        return api.window_system_handle(self.window_id)

    def run_command(self, cmd: str, args: Any = None) -> None:
        api.window_run_command(self.window_id, cmd, args)

    def bring_to_front(self) -> None:
        api.window_bring_to_front(self.window_id)

    def status_message(self, msg: str) -> None:
        api.window_status_message(self.window_id, msg)

    # -- sheets and views

    def active_sheet(self) -> Sheet | None:
        return _sheet(api.window_active_sheet(self.window_id))

    def active_view(self) -> View | None:
        return _view(api.window_active_view(self.window_id))

    def active_sheet_in_group(self, group: int) -> Sheet | None:
        return _sheet(api.window_active_sheet_in_group(self.window_id, group))

    def active_view_in_group(self, group: int) -> View | None:
        return _view(api.window_active_view_in_group(self.window_id, group))

    def sheets(self) -> list[Sheet]:
        return [make_sheet(i) for i in api.window_sheets(self.window_id)]

    def views(self, *, include_transient: bool = False) -> list[View]:
        return [View(i) for i in api.window_views(self.window_id, include_transient)]

    def selected_sheets(self) -> list[Sheet]:
        return [make_sheet(i) for i in api.window_selected_sheets(self.window_id)]

    def selected_sheets_in_group(self, group: int) -> list[Sheet]:
        return [make_sheet(i) for i in api.window_selected_sheets_in_group(self.window_id, group)]

    def sheets_in_group(self, group: int) -> list[Sheet]:
        return [make_sheet(i) for i in api.window_sheets_in_group(self.window_id, group)]

    def views_in_group(self, group: int) -> list[View]:
        return [View(i) for i in api.window_views_in_group(self.window_id, group)]

    def num_sheets_in_group(self, group: int) -> int:
        return api.window_num_sheets_in_group(self.window_id, group)

    def num_views_in_group(self, group: int) -> int:
        return api.window_num_views_in_group(self.window_id, group)

    def transient_sheet_in_group(self, group: int) -> Sheet | None:
        return _sheet(api.window_transient_sheet_in_group(self.window_id, group))

    def transient_view_in_group(self, group: int) -> View | None:
        return _view(api.window_transient_view_in_group(self.window_id, group))

    def promote_sheet(self, sheet: Sheet) -> None:
        api.window_promote_sheet(self.window_id, sheet.id())

    def new_file(self, flags: NewFileFlags = NewFileFlags.NONE, syntax: str = "") -> View:
        return View(api.window_new_file(self.window_id, flags, syntax))

    def open_file(self, fname: str, flags: NewFileFlags = NewFileFlags.NONE, group: int = -1) -> View:
        return View(api.window_open_file(self.window_id, fname, flags, group))

    def new_html_sheet(
        self, name: str, contents: str, flags: NewFileFlags = NewFileFlags.NONE, group: int = -1
    ) -> Sheet:
        return make_sheet(api.window_new_html_sheet(self.window_id, name, contents, flags, group))

    def find_open_file(self, fname: str, group: int = -1) -> View | None:
        return _view(api.window_find_open_file(self.window_id, fname, group))

    def file_history(self) -> list[str]:
        return api.window_file_history(self.window_id)

    # -- focus and places

    def num_groups(self) -> int:
        return api.window_num_groups(self.window_id)

    def active_group(self) -> int:
        return api.window_active_group(self.window_id)

    def focus_group(self, idx: int) -> None:
        api.window_focus_group(self.window_id, idx)

    def focus_sheet(self, sheet: Sheet) -> None:
        if sheet:
            api.window_focus_sheet(self.window_id, sheet.sheet_id)

    def focus_view(self, view: View) -> None:
        if view:
            api.window_focus_view(self.window_id, view.view_id)

    def select_sheets(self, sheets: list[Sheet]) -> None:
        api.window_select_sheets(self.window_id, [sheet.sheet_id for sheet in sheets])

    def get_sheet_index(self, sheet: Sheet) -> tuple[int, int]:
        return api.window_get_sheet_index(self.window_id, sheet.sheet_id) if sheet else (-1, -1)

    def get_view_index(self, view: View) -> tuple[int, int]:
        return api.window_get_view_index(self.window_id, view.view_id) if view else (-1, -1)

    def set_sheet_index(self, sheet: Sheet, group: int, index: int) -> None:
        api.window_set_sheet_index(self.window_id, sheet.sheet_id, group, index)

    def set_view_index(self, view: View, group: int, index: int) -> None:
        api.window_set_view_index(self.window_id, view.view_id, group, index)

    def move_sheets_to_group(
        self, sheets: list[Sheet], group: int, insertion_idx: int = -1, select: bool = True
    ) -> None:
        if not all(isinstance(sheet, Sheet) for sheet in sheets):
            raise TypeError("sheets have to be sublime.Sheet objects")
        ids = [sheet.sheet_id for sheet in sheets]
        api.window_move_sheets_to_group(self.window_id, ids, group, insertion_idx, select)

    def layout(self) -> dict[str, Any]:
        return api.window_get_layout(self.window_id)

    def get_layout(self) -> dict[str, Any]:
        return self.layout()

    def set_layout(self, layout: dict[str, Any]) -> None:
        api.window_set_layout(self.window_id, layout)

    # -- panels

    def create_output_panel(self, name: str, unlisted: bool = False) -> View:
        return View(api.window_create_output_panel(self.window_id, name, unlisted, None)[0])

    def get_output_panel(self, name: str) -> View:
        return self.create_output_panel(name)

    def find_output_panel(self, name: str) -> View | None:
        return _view(api.window_find_output_panel(self.window_id, name)[0])

    def destroy_output_panel(self, name: str) -> None:
        api.window_destroy_output_panel(self.window_id, name)

    def create_io_panel(self, name: str, on_input: Callable[[str], Any], unlisted: bool = False) -> tuple[View, View]:
        output, input_ = api.window_create_output_panel(self.window_id, name, unlisted, on_input)
        return (View(output), View(input_))

    def find_io_panel(self, name: str) -> tuple[View | None, View | None]:
        output, input_ = api.window_find_output_panel(self.window_id, name)
        return (_view(output), _view(input_))

    def active_panel(self) -> str | None:
        return api.window_active_panel(self.window_id) or None

    def panels(self) -> list[str]:
        return api.window_panels(self.window_id)

    def show_input_panel(
        self,
        caption: str,
        initial_text: str,
        on_done: Callable[[str], Any] | None,
        on_change: Callable[[str], Any] | None,
        on_cancel: Callable[[], Any] | None,
    ) -> View:
        panel = api.window_show_input_panel(self.window_id, caption, initial_text, on_done, on_change, on_cancel)
        return View(panel)

    def show_quick_panel(
        self,
        items: list[Any],
        on_select: Callable[[int], Any],
        flags: QuickPanelFlags = QuickPanelFlags.NONE,
        selected_index: int = -1,
        on_highlight: Callable[[int], Any] | None = None,
        placeholder: str | None = None,
    ) -> None:
        rows = [_panel_row(item) for item in items]
        api.window_show_quick_panel(
            self.window_id, rows, on_select, on_highlight, flags, selected_index, placeholder or ""
        )

    # -- what is visible

    def _visible(self, element: UIElement) -> bool:
        return api.window_is_ui_element_visible(self.window_id, element)

    def _set_visible(self, element: UIElement, flag: bool, animate: bool = False) -> None:
        api.window_set_ui_element_visible(self.window_id, element, flag, animate)

    def is_sidebar_visible(self) -> bool:
        return self._visible(UIElement.SIDE_BAR)

    def set_sidebar_visible(self, flag: bool, animate: bool = True) -> None:
        self._set_visible(UIElement.SIDE_BAR, flag, animate)

    def is_minimap_visible(self) -> bool:
        return self._visible(UIElement.MINIMAP)

    def set_minimap_visible(self, flag: bool) -> None:
        self._set_visible(UIElement.MINIMAP, flag)

    def is_status_bar_visible(self) -> bool:
        return self._visible(UIElement.STATUS_BAR)

    def set_status_bar_visible(self, flag: bool) -> None:
        self._set_visible(UIElement.STATUS_BAR, flag)

    def get_tabs_visible(self) -> bool:
        return self._visible(UIElement.TABS)

    def set_tabs_visible(self, flag: bool) -> None:
        self._set_visible(UIElement.TABS, flag)

    def is_menu_visible(self) -> bool:
        return self._visible(UIElement.MENU)

    def set_menu_visible(self, flag: bool) -> None:
        self._set_visible(UIElement.MENU, flag)

    # -- project and settings

    def folders(self) -> list[str]:
        return api.window_folders(self.window_id)

    def project_file_name(self) -> str | None:
        return api.window_project_file_name(self.window_id) or None

    def workspace_file_name(self) -> str | None:
        return api.window_workspace_file_name(self.window_id) or None

    def project_data(self) -> Any:
        return api.window_get_project_data(self.window_id)

    def set_project_data(self, data: Any) -> None:
        api.window_set_project_data(self.window_id, data)

    def settings(self) -> Settings:
        if self.settings_object is None:
            self.settings_object = Settings(api.window_settings(self.window_id))
        return self.settings_object

    def template_settings(self) -> Settings:
        if self.template_settings_object is None:
            self.template_settings_object = Settings(api.window_template_settings(self.window_id))
        return self.template_settings_object

    def extract_variables(self) -> dict[str, str]:
        return api.window_extract_variables(self.window_id)

    # -- symbols

    def symbol_locations(
        self,
        sym: str,
        source: SymbolSource = SymbolSource.ANY,
        type: SymbolType = SymbolType.ANY,
        kind_id: KindId = KindId.AMBIGUOUS,
        kind_letter: str = "",
    ) -> list[Any]:
        letter = ord(kind_letter) if kind_letter else 0
        return api.window_symbol_locations(self.window_id, sym, source, type, kind_id, letter)

    def lookup_symbol_in_index(self, symbol: str) -> list[Any]:
        return api.window_lookup_symbol(self.window_id, symbol)

    def lookup_symbol_in_open_files(self, symbol: str) -> list[Any]:
        return api.window_lookup_symbol_in_open_files(self.window_id, symbol)

    def lookup_references_in_index(self, symbol: str) -> list[Any]:
        return api.window_lookup_references(self.window_id, symbol)

    def lookup_references_in_open_files(self, symbol: str) -> list[Any]:
        return api.window_lookup_references_in_open_files(self.window_id, symbol)


def _panel_row(item: Any) -> Any:
    if isinstance(item, str):
        return item
    if isinstance(item, (list, tuple)):
        return (item[0], "\x1f".join(item[1:]))
    if isinstance(item, QuickPanelItem):
        return row_of(item, item.trigger)
    raise TypeError("quick panel items have to be text, lists, tuples or QuickPanelItem objects")
