"""What build 4201 added to the `sublime` module; builds before it do not have these names."""

from __future__ import annotations

import os
from typing import Any, Callable

import sublime_api as api
from _sublime_sheets import HtmlSheet, Sheet, TextSheet


class FileTooLargeError(FileNotFoundError):
    """A resource is larger than `max_size`."""


def lib_path() -> str:
    return os.path.join(os.path.dirname(api.packages_path()), "Lib")


def _limited(load: Callable[[str], Any]) -> Callable[..., Any]:
    def load_limited(name: str, max_size: int = -1) -> Any:
        data = load(name)
        if 0 <= max_size < len(data.encode() if isinstance(data, str) else data):
            raise FileTooLargeError(f"the resource {name!r} is larger than {max_size} bytes")
        return data

    return load_limited


def _sheet_name(self: Sheet) -> str | None:
    return api.sheet_get_name(self.sheet_id) or None


def _set_sheet_name(self: Sheet, name: str) -> None:
    api.sheet_set_name(self.sheet_id, name)


def add_to(module: dict[str, Any]) -> None:
    """Put the additions into the namespace of `sublime`."""
    module.update(FileTooLargeError=FileTooLargeError, lib_path=lib_path)
    for name in ("load_resource", "load_binary_resource"):
        module[name] = _limited(module[name])
    for kind in (TextSheet, HtmlSheet):
        del kind.set_name
    Sheet.name, Sheet.set_name = _sheet_name, _set_sheet_name  # type: ignore[attr-defined]
