"""The sheets: what a tab shows."""

from __future__ import annotations

from typing import Any, Callable

import sublime_api as api

__all__ = ["HtmlSheet", "ImageSheet", "Sheet", "TextSheet", "make_sheet"]


class Sheet:
    def __init__(self, id: int) -> None:
        self.sheet_id = id

    def __hash__(self) -> int:
        return self.sheet_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and other.sheet_id == self.sheet_id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.sheet_id!r})"

    def id(self) -> int:
        return self.sheet_id

    def window(self) -> Any:
        from _sublime_window import Window  # these modules need each other

        window_id = api.sheet_window(self.sheet_id)
        return Window(window_id) if window_id else None

    def view(self) -> Any:
        from _sublime_view import View

        view_id = api.sheet_view(self.sheet_id)
        return View(view_id) if view_id else None

    def file_name(self) -> str | None:
        return api.sheet_file_name(self.sheet_id) or None

    def is_semi_transient(self) -> bool:
        return api.sheet_is_semi_transient(self.sheet_id)

    def is_transient(self) -> bool:
        return api.sheet_is_transient(self.sheet_id)

    def is_selected(self) -> bool:
        return api.sheet_is_selected(self.sheet_id)

    def group(self) -> int | None:
        group = api.sheet_group(self.sheet_id)
        return None if group == -1 else group

    def close(self, on_close: Callable[[bool], Any] = lambda did_close: None) -> None:
        api.sheet_close(self.sheet_id, on_close)


class TextSheet(Sheet):
    def set_name(self, name: str) -> None:
        api.sheet_set_name(self.sheet_id, name)


class ImageSheet(Sheet):
    pass


class HtmlSheet(Sheet):
    def set_name(self, name: str) -> None:
        api.sheet_set_name(self.sheet_id, name)

    def set_contents(self, contents: str) -> None:
        api.html_sheet_set_contents(self.sheet_id, contents)


def make_sheet(sheet_id: int) -> Any:
    """The sheet object for an id, whose low bits tell its kind."""
    kinds = {0: TextSheet, 1: ImageSheet, 2: HtmlSheet}
    kind = kinds.get(sheet_id & 3)
    return kind(sheet_id) if kind else None
