"""`View`."""

from __future__ import annotations

from typing import Any, Callable

import sublime_api as api
from _sublime_constants import FindFlags, PhantomLayout, PointClassification, PopupFlags, RegionFlags, SymbolType
from _sublime_parts import Buffer, Navigate, Selection, Settings
from _sublime_values import Edit, Region, Syntax

__all__ = ["View"]


class View:
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
        from _sublime_window import make_sheet  # these modules need each other

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

    # -- text

    def size(self) -> int:
        return api.view_size(self.view_id)

    def substr(self, x: Any) -> str:
        if isinstance(x, Region):
            return api.view_cached_substr(self.view_id, x.a, x.b)
        return api.view_cached_substr(self.view_id, x, x + 1) or "\x00"

    def find(self, pattern: str, start_pt: int, flags: FindFlags = FindFlags.NONE) -> Region:
        return api.view_find(self.view_id, pattern, start_pt, flags)

    def find_all(
        self,
        pattern: str,
        flags: FindFlags = FindFlags.NONE,
        fmt: str | None = None,
        extractions: list[str] | None = None,
        within: Any = None,
    ) -> list[Region]:
        within = [within] if isinstance(within, Region) else within
        if fmt is None:
            return api.view_find_all(self.view_id, pattern, flags, within)
        found = api.view_find_all_with_contents(self.view_id, pattern, flags, fmt, within)
        if extractions is not None:
            extractions.extend(contents for _, contents in found)
        return [region for region, _ in found]

    def lines(self, region: Region) -> list[Region]:
        return api.view_lines(self.view_id, region)

    def split_by_newlines(self, region: Region) -> list[Region]:
        return api.view_split_by_newlines(self.view_id, region)

    def line(self, x: Any) -> Region:
        by_region = isinstance(x, Region)
        return (api.view_line_from_region if by_region else api.view_line_from_point)(self.view_id, x)

    def full_line(self, x: Any) -> Region:
        by_region = isinstance(x, Region)
        return (api.view_full_line_from_region if by_region else api.view_full_line_from_point)(self.view_id, x)

    def word(self, x: Any) -> Region:
        by_region = isinstance(x, Region)
        return (api.view_word_from_region if by_region else api.view_word_from_point)(self.view_id, x)

    def classify(self, pt: int) -> PointClassification:
        return PointClassification(api.view_classify(self.view_id, pt))

    def find_by_class(
        self, pt: int, forward: bool, classes: int, separators: str = "", sub_word_separators: str = ""
    ) -> int:
        return api.view_find_by_class(self.view_id, pt, forward, classes, separators, sub_word_separators)

    def expand_by_class(self, x: Any, classes: int, separators: str = "", sub_word_separators: str = "") -> Region:
        a, b = (x.a, x.b) if isinstance(x, Region) else (x, x)
        return api.view_expand_by_class(self.view_id, a, b, classes, separators, sub_word_separators)

    def rowcol(self, tp: int) -> tuple[int, int]:
        return api.view_row_col(self.view_id, tp)

    def rowcol_utf8(self, tp: int) -> tuple[int, int]:
        return api.view_row_col_utf8(self.view_id, tp)

    def rowcol_utf16(self, tp: int) -> tuple[int, int]:
        return api.view_row_col_utf16(self.view_id, tp)

    def text_point(self, row: int, col: int, *, clamp_column: bool = False) -> int:
        return api.view_text_point(self.view_id, row, col, clamp_column)

    def text_point_utf8(self, row: int, col: int, *, clamp_column: bool = False) -> int:
        return api.view_text_point_utf8(self.view_id, row, col, clamp_column)

    def text_point_utf16(self, row: int, col: int, *, clamp_column: bool = False) -> int:
        return api.view_text_point_utf16(self.view_id, row, col, clamp_column)

    def _code_units(self, tp: int | None) -> tuple[int, int]:
        return api.view_total_code_units(self.view_id) if tp is None else api.view_code_units_at(self.view_id, tp)

    def utf8_code_units(self, tp: int | None = None) -> int:
        return self._code_units(tp)[0]

    def utf16_code_units(self, tp: int | None = None) -> int:
        return self._code_units(tp)[1]

    def indented_region(self, pt: int) -> Region:
        return api.view_indented_region(self.view_id, pt)

    def indentation_level(self, pt: int) -> int:
        return api.view_indentation_level(self.view_id, pt)

    def has_non_empty_selection_region(self) -> bool:
        return api.view_has_non_empty_selection_region(self.view_id)

    # -- scopes, syntax, symbols

    def meta_info(self, key: str, pt: int) -> Any:
        return api.view_meta_info(self.view_id, key, pt)

    def extract_tokens_with_scopes(self, region: Region) -> list[tuple[Region, str]]:
        return api.view_extract_tokens_with_scopes(self.view_id, region.begin(), region.end())

    def extract_scope(self, pt: int) -> Region:
        return api.view_extract_scope(self.view_id, pt)

    def expand_to_scope(self, pt: int, selector: str) -> Region | None:
        return api.view_expand_to_scope(self.view_id, pt, selector)

    def scope_name(self, pt: int) -> str:
        return api.view_scope_name(self.view_id, pt)

    def context_backtrace(self, pt: int) -> list[Any]:
        return api.view_context_backtrace(self.view_id, pt)

    def match_selector(self, pt: int, selector: str) -> bool:
        return api.view_match_selector(self.view_id, pt, selector)

    def score_selector(self, pt: int, selector: str) -> int:
        return api.view_score_selector(self.view_id, pt, selector)

    def find_by_selector(self, selector: str) -> list[Region]:
        return api.view_find_by_selector(self.view_id, selector)

    def style(self) -> dict:
        return api.view_style(self.view_id)

    def style_for_scope(self, scope: str) -> dict:
        return api.view_style_for_scope(self.view_id, scope)

    def assign_syntax(self, syntax: Any) -> None:
        api.view_assign_syntax(self.view_id, syntax.path if isinstance(syntax, Syntax) else syntax)

    def set_syntax_file(self, syntax_file: str) -> None:
        self.assign_syntax(syntax_file)

    def syntax(self) -> Syntax | None:
        path = self.settings().get("syntax")
        return api.get_syntax(path) if path and isinstance(path, str) else None

    def symbols(self) -> list[tuple[Region, str]]:
        return api.view_symbols(self.view_id)

    def get_symbols(self) -> list[tuple[Region, str]]:
        return self.symbols()

    def indexed_symbols(self) -> list[tuple[Region, str]]:
        return api.view_indexed_symbols(self.view_id)

    def indexed_references(self) -> list[tuple[Region, str]]:
        return api.view_indexed_references(self.view_id)

    def symbol_regions(self) -> list[Any]:
        return api.view_symbol_regions(self.view_id)

    def indexed_symbol_regions(self, type: SymbolType = SymbolType.ANY) -> list[Any]:
        return api.view_indexed_symbol_regions(self.view_id, type)

    def extract_completions(self, prefix: str, tp: int = -1) -> list[str]:
        return api.view_extract_completions(self.view_id, prefix, tp)

    def find_all_results(self) -> list[tuple[str, int, int]]:
        return api.view_find_all_results(self.view_id)

    def find_all_results_with_text(self) -> list[tuple[str, int, int, str]]:
        return api.view_find_all_results_with_text(self.view_id)

    # -- scrolling and layout

    def visible_region(self) -> Region:
        return api.view_visible_region(self.view_id)

    def show(
        self, location: Any, show_surrounds: bool = True, keep_to_left: bool = False, animate: bool = True
    ) -> None:
        if isinstance(location, Selection):
            if not len(location):
                return
            location = location[0]
        function = api.view_show_region if isinstance(location, Region) else api.view_show_point
        function(self.view_id, location, show_surrounds, keep_to_left, animate)

    def show_at_center(self, location: Any, animate: bool = True) -> None:
        by_region = isinstance(location, Region)
        function = api.view_show_region_at_center if by_region else api.view_show_point_at_center
        function(self.view_id, location, animate)

    def viewport_position(self) -> tuple[float, float]:
        return api.view_viewport_position(self.view_id)

    def set_viewport_position(self, xy: tuple[float, float], animate: bool = True) -> None:
        api.view_set_viewport_position(self.view_id, xy, animate)

    def viewport_extent(self) -> tuple[float, float]:
        return api.view_viewport_extents(self.view_id)

    def layout_extent(self) -> tuple[float, float]:
        return api.view_layout_extents(self.view_id)

    def text_to_layout(self, tp: int) -> tuple[float, float]:
        return api.view_text_to_layout(self.view_id, tp)

    def text_to_window(self, tp: int) -> tuple[float, float]:
        return self.layout_to_window(self.text_to_layout(tp))

    def layout_to_text(self, xy: tuple[float, float]) -> int:
        return api.view_layout_to_text(self.view_id, xy)

    def layout_to_window(self, xy: tuple[float, float]) -> tuple[float, float]:
        return api.view_layout_to_window(self.view_id, xy)

    def window_to_layout(self, xy: tuple[float, float]) -> tuple[float, float]:
        return api.view_window_to_layout(self.view_id, xy)

    def window_to_text(self, xy: tuple[float, float]) -> int:
        return self.layout_to_text(self.window_to_layout(xy))

    def line_height(self) -> float:
        return api.view_line_height(self.view_id)

    def em_width(self) -> float:
        return api.view_em_width(self.view_id)

    # -- folds, regions, phantoms

    def is_folded(self, region: Region) -> bool:
        return api.view_is_folded(self.view_id, region)

    def folded_regions(self) -> list[Region]:
        return api.view_folded_regions(self.view_id)

    def fold(self, x: Any) -> bool:
        return (api.view_fold_region if isinstance(x, Region) else api.view_fold_regions)(self.view_id, x)

    def unfold(self, x: Any) -> list[Region]:
        return (api.view_unfold_region if isinstance(x, Region) else api.view_unfold_regions)(self.view_id, x)

    def add_regions(
        self,
        key: str,
        regions: list[Region],
        scope: str = "",
        icon: str = "",
        flags: RegionFlags = RegionFlags.NONE,
        annotations: list[str] = [],  # noqa: B006
        annotation_color: str = "",
        on_navigate: Navigate = None,
        on_close: Callable[[], Any] | None = None,
    ) -> None:
        if not isinstance(icon, str):
            raise ValueError("icon has to be text")
        if not isinstance(annotations, list):
            raise ValueError("annotations have to be a list")
        if annotations and len(annotations) != len(regions):
            raise ValueError("there have to be as many annotations as regions")
        api.view_add_regions(
            self.view_id, key, regions, scope, icon, flags, annotations, annotation_color, on_navigate, on_close
        )

    def get_regions(self, key: str) -> list[Region]:
        return api.view_get_regions(self.view_id, key)

    def erase_regions(self, key: str) -> None:
        api.view_erase_regions(self.view_id, key)

    def add_phantom(
        self, key: str, region: Region, content: str, layout: PhantomLayout, on_navigate: Navigate = None
    ) -> int:
        return api.view_add_phantom(self.view_id, key, region, content, layout, on_navigate)

    def erase_phantoms(self, key: str) -> None:
        api.view_erase_phantoms(self.view_id, key)

    def erase_phantom_by_id(self, pid: int) -> None:
        api.view_erase_phantom(self.view_id, pid)

    def query_phantom(self, pid: int) -> list[Region]:
        return self.query_phantoms([pid])

    def query_phantoms(self, pids: list[int]) -> list[Region]:
        return api.view_query_phantoms(self.view_id, pids)

    # -- status, popups, completions

    def set_status(self, key: str, value: str) -> None:
        api.view_set_status(self.view_id, key, value)

    def get_status(self, key: str) -> str:
        return api.view_get_status(self.view_id, key)

    def erase_status(self, key: str) -> None:
        api.view_erase_status(self.view_id, key)

    def overwrite_status(self) -> bool:
        return api.view_get_overwrite_status(self.view_id)

    def set_overwrite_status(self, value: bool) -> None:
        api.view_set_overwrite_status(self.view_id, value)

    def show_popup_menu(self, items: list[str], on_done: Callable[[int], Any], flags: int = 0) -> None:
        api.view_show_popup_table(self.view_id, items, on_done, flags, -1)

    def show_popup(
        self,
        content: str,
        flags: PopupFlags = PopupFlags.NONE,
        location: int = -1,
        max_width: float = 320,
        max_height: float = 240,
        on_navigate: Navigate = None,
        on_hide: Callable[[], Any] | None = None,
    ) -> None:
        api.view_show_popup(self.view_id, location, content, flags, max_width, max_height, on_navigate, on_hide)

    def update_popup(self, content: str) -> None:
        api.view_update_popup_content(self.view_id, content)

    def is_popup_visible(self) -> bool:
        return api.view_is_popup_visible(self.view_id)

    def hide_popup(self) -> None:
        api.view_hide_popup(self.view_id)

    def is_auto_complete_visible(self) -> bool:
        return api.view_is_auto_complete_visible(self.view_id)

    def preserve_auto_complete_on_focus_lost(self) -> None:
        api.view_preserve_auto_complete_on_focus_lost(self.view_id)

    def export_to_html(
        self,
        regions: Any = None,
        minihtml: bool = False,
        enclosing_tags: bool = False,
        font_size: bool = True,
        font_family: bool = True,
    ) -> str:
        if regions is None:
            regions = Region(0, self.size())
        options = enclosing_tags * 1 + minihtml * 2 + (not font_size) * 4 + (not font_family) * 8
        return api.view_export_to_html(self.view_id, [regions] if isinstance(regions, Region) else regions, options)


def _token(edit: Edit) -> int:
    if edit.edit_token == 0:
        raise ValueError("this Edit is over: its command's run method has returned")
    return edit.edit_token
