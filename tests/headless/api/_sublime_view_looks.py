"""The part of `View` that is seen: scrolling, folds, regions, phantoms, status, popups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

import sublime_api as api
from _sublime_constants import PhantomLayout, PopupFlags, RegionFlags
from _sublime_parts import Navigate, Selection
from _sublime_values import Region


class LooksOfView:
    """A base of `View`."""

    if TYPE_CHECKING:
        view_id: int

        def size(self) -> int: ...

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
