"""Functions about where a view's text stands, and about scrolling."""

from __future__ import annotations

from typing import Any, Tuple

from .. import geometry
from .base import Functions

Vector = Tuple[float, float]


class LayoutFunctions(Functions):
    """Viewport, pixels and points, scrolling."""

    def view_visible_region(self, view_id: int) -> Any:
        view = self._view(view_id)
        return self._region(geometry.visible_span(view) if view else (0, 0))

    def view_show_point(self, view_id: int, point: int, surrounds: bool, keep_left: bool, animate: bool) -> None:
        view = self._view(view_id)
        if view:
            geometry.show(view, point, center=False)

    def view_show_region(self, view_id: int, region: Any, surrounds: bool, keep_left: bool, animate: bool) -> None:
        self.view_show_point(view_id, region.b, surrounds, keep_left, animate)

    def view_show_point_at_center(self, view_id: int, point: int, animate: bool) -> None:
        view = self._view(view_id)
        if view:
            geometry.show(view, point, center=True)

    def view_show_region_at_center(self, view_id: int, region: Any, animate: bool) -> None:
        self.view_show_point_at_center(view_id, (region.a + region.b) // 2, animate)

    def view_viewport_position(self, view_id: int) -> Vector:
        view = self._view(view_id)
        return view.viewport if view else (0.0, 0.0)

    def view_set_viewport_position(self, view_id: int, xy: Vector, animate: bool) -> None:
        view = self._view(view_id)
        if view:
            geometry.set_viewport(view, xy)

    def view_viewport_extents(self, view_id: int) -> Vector:
        view = self._view(view_id)
        return geometry.viewport_extent(view) if view else (0.0, 0.0)

    def view_layout_extents(self, view_id: int) -> Vector:
        view = self._view(view_id)
        return geometry.layout_extent(view) if view else (0.0, 0.0)

    def view_text_to_layout(self, view_id: int, point: int) -> Vector:
        view = self._view(view_id)
        return geometry.text_to_layout(view, point) if view else (0.0, 0.0)

    def view_layout_to_text(self, view_id: int, xy: Vector) -> int:
        view = self._view(view_id)
        return geometry.layout_to_text(view, xy) if view else 0

    def view_layout_to_window(self, view_id: int, xy: Vector) -> Vector:
        view = self._view(view_id)
        return geometry.layout_to_window(view, xy) if view else (0.0, 0.0)

    def view_window_to_layout(self, view_id: int, xy: Vector) -> Vector:
        view = self._view(view_id)
        return geometry.window_to_layout(view, xy) if view else (0.0, 0.0)

    def view_line_height(self, view_id: int) -> float:
        view = self._view(view_id)
        return geometry.line_height(view) if view else 0.0

    def view_em_width(self, view_id: int) -> float:
        view = self._view(view_id)
        return geometry.em_width(view) if view else 0.0
