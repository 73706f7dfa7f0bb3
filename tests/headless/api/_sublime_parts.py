"""`Settings`, `Buffer`, `Selection` and phantoms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Optional

import sublime_api as api
from _sublime_constants import PhantomLayout
from _sublime_values import Region

if TYPE_CHECKING:
    from _sublime_view import View

__all__ = ["Buffer", "Phantom", "PhantomSet", "Selection", "Settings"]

Navigate = Optional[Callable[[str], Any]]


class Settings:
    def __init__(self, id: int) -> None:
        self.settings_id = id

    def __getitem__(self, key: str) -> Any:
        if not self.has(key):
            raise KeyError(repr(key))
        return api.settings_get(self.settings_id, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self.set(key, value)

    def __delitem__(self, key: str) -> None:
        self.erase(key)

    def __contains__(self, key: str) -> bool:
        return self.has(key)

    def __repr__(self) -> str:
        return f"Settings({self.settings_id!r})"

    def to_dict(self) -> dict:
        return api.settings_to_dict(self.settings_id)

    def setdefault(self, key: str, value: Any) -> Any:
        if not self.has(key):
            self.set(key, value)
            return value
        return self.get(key)

    def update(self, other: Any = (), /, **kwargs: Any) -> None:
        pairs = other.items() if isinstance(other, Mapping) else other
        for key, value in [*pairs, *kwargs.items()]:
            self.set(key, value)

    def get(self, key: str, default: Any = None) -> Any:
        if default is None:
            return api.settings_get(self.settings_id, key)
        return api.settings_get_default(self.settings_id, key, default)

    def has(self, key: str) -> bool:
        return api.settings_has(self.settings_id, key)

    def set(self, key: str, value: Any) -> None:
        api.settings_set(self.settings_id, key, value)

    def erase(self, key: str) -> None:
        api.settings_erase(self.settings_id, key)

    def add_on_change(self, tag: str, callback: Callable[[], Any]) -> None:
        api.settings_add_on_change(self.settings_id, tag, callback)

    def clear_on_change(self, tag: str) -> None:
        api.settings_clear_on_change(self.settings_id, tag)


class Buffer:
    def __init__(self, id: int) -> None:
        self.buffer_id = id

    def __hash__(self) -> int:
        return self.buffer_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Buffer) and other.buffer_id == self.buffer_id

    def __repr__(self) -> str:
        return f"Buffer({self.buffer_id!r})"

    def id(self) -> int:
        return self.buffer_id

    def file_name(self) -> str | None:
        return api.buffer_file_name(self.buffer_id) or None

    def views(self) -> list[View]:
        from _sublime_view import View  # these modules need each other

        return [View(i) for i in api.buffer_views(self.buffer_id)]

    def primary_view(self) -> View:
        from _sublime_view import View

        return View(api.buffer_primary_view(self.buffer_id))


class Selection:
    def __init__(self, id: int) -> None:
        self.view_id = id

    def __iter__(self) -> Iterator[Region]:
        # The length is taken once, as a loop that edits the selection sees it in the application.
        for index in range(len(self)):
            yield api.view_selection_get(self.view_id, index)

    def __len__(self) -> int:
        return api.view_selection_size(self.view_id)

    def __getitem__(self, index: int) -> Region:
        region = api.view_selection_get(self.view_id, index)
        if region.a == -1:
            raise IndexError(index)
        return region

    def __delitem__(self, index: int) -> None:
        api.view_selection_erase(self.view_id, index)

    def __eq__(self, rhs: object) -> bool:
        return isinstance(rhs, Selection) and list(self) == list(rhs)

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, rhs: Selection | None) -> bool:
        return rhs is not None and list(self) < list(rhs)

    def __bool__(self) -> bool:
        return self.view_id != 0 and len(self) > 0

    def __str__(self) -> str:
        return f"{self!r}[{', '.join(map(str, self))}]"

    def __repr__(self) -> str:
        return f"Selection({self.view_id!r})"

    def is_valid(self) -> bool:
        return api.view_buffer_id(self.view_id) != 0

    def clear(self) -> None:
        api.view_selection_clear(self.view_id)

    def add(self, x: Any) -> None:
        if isinstance(x, Region):
            api.view_selection_add_region(self.view_id, x.a, x.b, x.xpos)
        else:
            api.view_selection_add_point(self.view_id, x)

    def add_all(self, regions: Iterable[Any]) -> None:
        for region in regions:
            self.add(region)

    def subtract(self, region: Region) -> None:
        api.view_selection_subtract_region(self.view_id, region.a, region.b)

    def contains(self, region: Region) -> bool:
        return api.view_selection_contains(self.view_id, region.a, region.b)

    def has_empty_region(self) -> bool:
        return api.view_selection_has_empty_region(self.view_id)

    def has_non_empty_region(self) -> bool:
        return api.view_selection_has_non_empty_region(self.view_id)

    def has_multiple_non_empty_regions(self) -> bool:
        return api.view_selection_has_multiple_non_empty_regions(self.view_id)


class Phantom:
    def __init__(self, region: Region, content: str, layout: PhantomLayout, on_navigate: Navigate = None) -> None:
        self.region, self.content, self.layout, self.on_navigate = region, content, layout, on_navigate
        self.id: int | None = None

    def __eq__(self, rhs: object) -> bool:
        return isinstance(rhs, Phantom) and self.to_tuple() == rhs.to_tuple()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Phantom({self.region!r}, {self.content!r}, {self.layout!r}, on_navigate={self.on_navigate!r})"

    def to_tuple(self) -> tuple[Any, ...]:
        return (self.region.to_tuple(), self.content, self.layout, self.on_navigate)


class PhantomSet:
    def __init__(self, view: View, key: str = "") -> None:
        self.view, self.key = view, key
        self.phantoms: list[Phantom] = []

    def __del__(self) -> None:
        for phantom in self.phantoms:
            self.view.erase_phantom_by_id(phantom.id or 0)

    def __repr__(self) -> str:
        return f"PhantomSet({self.view!r}, key={self.key!r})"

    def update(self, phantoms: Iterable[Phantom]) -> None:
        """Show exactly `phantoms`: what is equal stays, the rest is erased and added."""
        wanted = {phantom.to_tuple(): phantom for phantom in phantoms}
        now = self.view.query_phantoms([phantom.id or 0 for phantom in self.phantoms])
        for phantom, region in zip(self.phantoms, now):
            phantom.region = region
        shown = {phantom.to_tuple(): phantom for phantom in self.phantoms}
        for key, phantom in wanted.items():
            if key in shown:
                phantom.id = shown[key].id
            else:
                phantom.id = self.view.add_phantom(
                    self.key, phantom.region, phantom.content, phantom.layout, phantom.on_navigate
                )
        kept = {phantom.id for phantom in wanted.values()}
        for phantom in self.phantoms:
            if phantom.id not in kept and phantom.region != Region(-1):
                self.view.erase_phantom_by_id(phantom.id or 0)
        self.phantoms = list(wanted.values())
