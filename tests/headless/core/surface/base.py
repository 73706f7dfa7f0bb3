"""What the groups of functions share."""

from __future__ import annotations

import sys
from typing import Any, Callable, TypeVar

from ..app import Core
from ..buffer import Buffer
from ..settings import Settings
from ..spans import Span
from ..view import View
from ..windows import Sheet, Window

F = TypeVar("F", bound=Callable[..., Any])


def on_main(function: F) -> F:
    """Mark a function that fires events: called elsewhere, it runs on the main thread while the caller waits."""
    function._on_main = True
    return function


def unlocked(function: F) -> F:
    """Mark a function that may call plugin code, or that a finalizer may call: it does not take the editor's lock."""
    function._unlocked = True
    return function


def later(build: int) -> Callable[[F], F]:
    """Mark a function that builds before `build` do not have."""

    def mark(function: F) -> F:
        function._since = build
        return function

    return mark


def since(function: Callable[..., Any]) -> int:
    """The first build with a function, as far as that matters here."""
    return getattr(function, "_since", 0)


def is_unlocked(function: Callable[..., Any]) -> bool:
    return getattr(function, "_unlocked", False)


def is_for_main_thread(function: Callable[..., Any]) -> bool:
    return getattr(function, "_on_main", False)


class Functions:
    """Access to the core and conversion to the objects of the `sublime` module."""

    def __init__(self, core: Core) -> None:
        self.core = core

    @property
    def _types(self) -> Any:
        """The `sublime` module, whose value classes results are made of."""
        return sys.modules["sublime"]

    def _region(self, span: Span | None) -> Any:
        return self._types.Region(*(span or (-1, -1)))

    def _regions(self, spans: list[Span]) -> list[Any]:
        make = self._types.Region
        return [make(a, b) for a, b in spans]

    def _view(self, view_id: int) -> View | None:
        return self.core.views.get(view_id)

    def _buffer_of(self, view_id: int) -> Buffer | None:
        view = self.core.views.get(view_id)
        return view.buffer if view else None

    def _window(self, window_id: int) -> Window | None:
        return self.core.windows.get(window_id)

    def _sheet(self, sheet_id: int) -> Sheet | None:
        return self.core.sheets.get(sheet_id)

    def _settings(self, settings_id: int) -> Settings | None:
        return self.core.settings_by_id.get(settings_id)


def sheet_id(sheet: Sheet | None) -> int:
    return sheet.id if sheet else 0


def view_id_of(sheet: Sheet | None) -> int:
    return sheet.view.id if sheet and sheet.view else 0
