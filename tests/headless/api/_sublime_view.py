"""`View`: identity, state and editing; its text and its looks are in modules of their own."""

from __future__ import annotations

from typing import Any, Callable

import sublime_api as api
from _sublime_parts import Buffer, Selection, Settings
from _sublime_values import Edit, Region
from _sublime_view_looks import LooksOfView
from _sublime_view_text import TextOfView

__all__ = ["View"]


class View(TextOfView, LooksOfView):
    def __init__(self, id: int) -> None:
        self.view_id = id
        self.selection = Selection(id)
        self.settings_object: Settings | None = None

    def __len__(self) -> int:
        return self.size()

    def __hash__(self) -> int:
        return self.view_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and other.view_id == self.view_id

    def __bool__(self) -> bool:
        return self.view_id != 0

    def __repr__(self) -> str:
        return f"View({self.view_id!r})"

    # -- identity and state

    def id(self) -> int:
        return self.view_id

    def buffer_id(self) -> int:
        return api.view_buffer_id(self.view_id)

    def buffer(self) -> Buffer:
        return Buffer(self.buffer_id())

    def sheet_id(self) -> int:
        return api.view_sheet_id(self.view_id)

    def sheet(self) -> Any:
        from _sublime_sheets import make_sheet  # these modules need each other

        return make_sheet(self.sheet_id())

    def element(self) -> str | None:
        return api.view_element(self.view_id) or None

    def is_valid(self) -> bool:
        return self.buffer_id() != 0

    def is_primary(self) -> bool:
        return api.view_is_primary(self.view_id)

    def window(self) -> Any:
        from _sublime_window import Window

        window_id = api.view_window(self.view_id)
        return Window(window_id) if window_id else None

    def clones(self) -> list[View]:
        return [View(i) for i in api.view_clones(self.view_id)]

    def file_name(self) -> str | None:
        return api.view_file_name(self.view_id) or None

    def close(self, on_close: Callable[[bool], Any] = lambda did_close: None) -> bool:
        return api.window_close_file(api.view_window(self.view_id), self.view_id, on_close)

    def retarget(self, new_fname: str) -> None:
        api.view_retarget(self.view_id, new_fname)

    def name(self) -> str:
        return api.view_get_name(self.view_id)

    def set_name(self, name: str) -> None:
        api.view_set_name(self.view_id, name)

    def reset_reference_document(self) -> None:
        api.view_reset_reference_document(self.view_id)

    def set_reference_document(self, reference: str) -> None:
        api.view_set_reference_document(self.view_id, reference)

    def is_loading(self) -> bool:
        return api.view_is_loading(self.view_id)

    def is_dirty(self) -> bool:
        return api.view_is_dirty(self.view_id)

    def is_read_only(self) -> bool:
        return api.view_is_read_only(self.view_id)

    def set_read_only(self, read_only: bool) -> None:
        api.view_set_read_only(self.view_id, read_only)

    def is_scratch(self) -> bool:
        return api.view_is_scratch(self.view_id)

    def set_scratch(self, scratch: bool) -> None:
        api.view_set_scratch(self.view_id, scratch)

    def encoding(self) -> str:
        return api.view_encoding(self.view_id)

    def set_encoding(self, encoding_name: str) -> None:
        api.view_set_encoding(self.view_id, encoding_name)

    def line_endings(self) -> str:
        return api.view_line_endings(self.view_id)

    def set_line_endings(self, line_ending_name: str) -> None:
        api.view_set_line_endings(self.view_id, line_ending_name)

    def settings(self) -> Settings:
        if self.settings_object is None:
            self.settings_object = Settings(api.view_settings(self.view_id))
        return self.settings_object

    def run_command(self, cmd: str, args: Any = None) -> None:
        api.view_run_command(self.view_id, cmd, args)

    def sel(self) -> Selection:
        return self.selection

    # -- editing

    def begin_edit(self, edit_token: int, cmd: str, args: Any = None) -> Edit:
        api.view_begin_edit(self.view_id, edit_token, cmd, args)
        return Edit(edit_token)

    def end_edit(self, edit: Edit) -> None:
        api.view_end_edit(self.view_id, edit.edit_token)
        edit.edit_token = 0

    def is_in_edit(self) -> bool:
        return api.view_is_in_edit(self.view_id)

    def insert(self, edit: Edit, pt: int, text: str) -> int:
        return api.view_insert(self.view_id, _token(edit), pt, text)

    def erase(self, edit: Edit, region: Region) -> None:
        api.view_erase(self.view_id, _token(edit), region)

    def replace(self, edit: Edit, region: Region, text: str) -> None:
        api.view_replace(self.view_id, _token(edit), region, text)

    def change_count(self) -> int:
        return api.view_change_count(self.view_id)

    def change_id(self) -> tuple[int, int, int]:
        return api.view_change_id(self.view_id)

    def transform_region_from(self, region: Region, change_id: tuple[int, int, int]) -> Region:
        return api.view_transform_region_from(self.view_id, region, change_id)

    def clear_undo_stack(self) -> None:
        api.view_clear_undo_stack(self.view_id)

    def command_history(self, index: int, modifying_only: bool = False) -> tuple[str, Any, int]:
        return api.view_command_history(self.view_id, index, modifying_only)


def _token(edit: Edit) -> int:
    if edit.edit_token == 0:
        raise ValueError("this Edit is over: its command's run method has returned")
    return edit.edit_token
