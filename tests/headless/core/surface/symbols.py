"""Functions about symbols."""

from __future__ import annotations

from typing import Any

from ..scopes import symbols
from ..scopes.symbols import ANY, DEFINITION, INDEXED, LISTED, REFERENCE, REFERENCES, Location, Rule, Symbol
from .base import Functions

_INDEX, _OPEN_FILES = 1, 2


class SymbolFunctions(Functions):
    """Symbols of views and of projects."""

    def _symbols(self, view_id: int, rule: Rule) -> list[Symbol]:
        view = self._view(view_id)
        return symbols.of_view(view, rule) if view else []

    def _pairs(self, found: list[Symbol]) -> list[tuple[Any, str]]:
        return [(self._region((symbol.start, symbol.end)), symbol.name) for symbol in found]

    def view_symbols(self, view_id: int) -> list[tuple[Any, str]]:
        return self._pairs(self._symbols(view_id, LISTED))

    def view_indexed_symbols(self, view_id: int) -> list[tuple[Any, str]]:
        return self._pairs(self._symbols(view_id, INDEXED))

    def view_indexed_references(self, view_id: int) -> list[tuple[Any, str]]:
        return self._pairs(self._symbols(view_id, REFERENCES))

    def _symbol_regions(self, view_id: int, found: list[Symbol]) -> list[Any]:
        view, make = self._view(view_id), self._types.SymbolRegion
        syntax = view.base_scope if view else ""
        return [make(s.name, self._region((s.start, s.end)), syntax, s.type, s.kind) for s in found]

    def view_symbol_regions(self, view_id: int) -> list[Any]:
        return self._symbol_regions(view_id, self._symbols(view_id, LISTED))

    def view_indexed_symbol_regions(self, view_id: int, kind: int) -> list[Any]:
        rules = [rule for rule in (INDEXED, REFERENCES) if kind in (ANY, rule.type)]
        found = [symbol for rule in rules for symbol in self._symbols(view_id, rule)]
        return self._symbol_regions(view_id, sorted(found))

    # -- of a window's project and open files ---------------------------------------------------------------------

    def _in_index(self, window_id: int, name: str) -> list[Location]:
        window = self._window(window_id)
        return self.core.index.look_up(window, name) if window else []

    def _in_open_files(self, window_id: int, name: str) -> list[Location]:
        window = self._window(window_id)
        return symbols.in_open_files(window, name) if window else []

    def _locations(self, found: list[Location], kind: int) -> list[Any]:
        make = self._types.SymbolLocation
        return [
            make(at.path, at.display_name, at.row, at.col, at.syntax, at.symbol.type, at.symbol.kind)
            for at in found
            if kind in (ANY, at.symbol.type)
        ]

    def window_lookup_symbol(self, window_id: int, name: str) -> list[Any]:
        return self._locations(self._in_index(window_id, name), DEFINITION)

    def window_lookup_symbol_in_open_files(self, window_id: int, name: str) -> list[Any]:
        return self._locations(self._in_open_files(window_id, name), DEFINITION)

    def window_lookup_references(self, window_id: int, name: str) -> list[Any]:
        return self._locations(self._in_index(window_id, name), REFERENCE)

    def window_lookup_references_in_open_files(self, window_id: int, name: str) -> list[Any]:
        return self._locations(self._in_open_files(window_id, name), REFERENCE)

    def window_symbol_locations(
        self, window_id: int, name: str, source: int, kind: int, kind_id: int, kind_letter: int
    ) -> list[Any]:
        """`kind_letter` is a code point, 0 for any."""
        window = self._window(window_id)
        if source == _INDEX:
            found = self._in_index(window_id, name)
        elif source == _OPEN_FILES:
            found = self._in_open_files(window_id, name)
        else:
            found = symbols.everywhere(window, name) if window else []
        return self._locations(
            [
                at
                for at in found
                if kind_id in (0, at.symbol.kind[0]) and (not kind_letter or at.symbol.kind[1] == chr(kind_letter))
            ],
            kind,
        )
