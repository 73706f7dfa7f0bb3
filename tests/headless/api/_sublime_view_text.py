"""The part of `View` that reads text: lines, words, searching, scopes, symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sublime_api as api
from _sublime_constants import FindFlags, PointClassification, SymbolType
from _sublime_values import Region, Syntax

if TYPE_CHECKING:
    from _sublime_parts import Settings


class TextOfView:
    """A base of `View`."""

    if TYPE_CHECKING:
        view_id: int

        def settings(self) -> Settings: ...

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
