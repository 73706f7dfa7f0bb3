"""Functions about sheets."""

from __future__ import annotations

from typing import Any, Callable

from .base import Functions, later, on_main, view_id_of


class SheetFunctions(Functions):
    """`sublime_api.sheet_*`."""

    def sheet_window(self, sheet_id: int) -> int:
        sheet = self._sheet(sheet_id)
        return sheet.window.id if sheet and sheet.window else 0

    def sheet_view(self, sheet_id: int) -> int:
        return view_id_of(self._sheet(sheet_id))

    def sheet_file_name(self, sheet_id: int) -> str:
        sheet = self._sheet(sheet_id)
        return sheet.file_name if sheet else ""

    def sheet_is_transient(self, sheet_id: int) -> bool:
        sheet = self._sheet(sheet_id)
        return bool(sheet and sheet.transient)

    def sheet_is_semi_transient(self, sheet_id: int) -> bool:
        sheet = self._sheet(sheet_id)
        return bool(sheet and sheet.semi_transient)

    def sheet_is_selected(self, sheet_id: int) -> bool:
        sheet = self._sheet(sheet_id)
        if sheet is None or sheet.window is None:
            return False
        return any(sheet in group.selected for group in sheet.window.groups)

    def sheet_group(self, sheet_id: int) -> int:
        sheet = self._sheet(sheet_id)
        return sheet.group_index if sheet else -1

    @on_main
    def sheet_close(self, sheet_id: int, on_close: Callable[[bool], Any] | None) -> bool:
        sheet = self._sheet(sheet_id)
        return bool(sheet and self.core.documents.close_sheet(sheet, on_close))

    def sheet_set_name(self, sheet_id: int, name: str) -> None:
        sheet = self._sheet(sheet_id)
        if sheet and sheet.view:
            sheet.view.name = name
        elif sheet:
            sheet.name = name

    @later(4201)
    def sheet_get_name(self, sheet_id: int) -> str:
        """The name that was given to a sheet. What `sublime_api` calls it is not known."""
        sheet = self._sheet(sheet_id)
        return (sheet.view.name if sheet.view else sheet.name) if sheet else ""

    def html_sheet_set_contents(self, sheet_id: int, contents: str) -> None:
        sheet = self._sheet(sheet_id)
        if sheet:
            sheet.html = contents
