"""Functions about colours, metadata and what follows from them."""

from __future__ import annotations

from typing import Any

from .. import schemes
from ..scheme import MINIHTML_NAMES
from ..scopes import export
from .base import Functions


class StyleFunctions(Functions):
    """Colour schemes, `.tmPreferences`, HTML of text."""

    def view_style(self, view_id: int) -> dict[str, str]:
        return schemes.global_style(self.core.schemes.of(self._view(view_id)))

    def view_style_for_scope(self, view_id: int, scope: str) -> dict[str, Any]:
        return schemes.scope_style(self.core.schemes.of(self._view(view_id)), scope)

    def view_export_to_html(self, view_id: int, regions: list[Any], options: int) -> str:
        view = self._view(view_id)
        if view is None:
            return ""
        return export.export(view, self.core.schemes.of(view), [(r.a, r.b) for r in regions], options)

    def view_meta_info(self, view_id: int, key: str, point: int) -> Any:
        view = self._view(view_id)
        return self.core.metadata.get(key, view.scope_name(point)) if view else None

    def ui_info(self) -> dict[str, Any]:
        """The system's, the theme's and the colour scheme's style, with the scheme's colours."""
        loaded = self.core.schemes.of(None)
        preferences = self.core.preferences
        theme = str(preferences.get("theme", "auto"))
        resolved = str(preferences.get(f"{schemes.SYSTEM_STYLE}_theme")) if theme == "auto" else theme
        palette = {name: schemes.opaque(loaded.scheme[name], loaded.scheme) for name in MINIHTML_NAMES}
        return {
            "system": {"style": schemes.SYSTEM_STYLE},
            "theme": {"style": loaded.scheme.kind, "value": theme, "resolved_value": resolved},
            "color_scheme": {
                "style": loaded.scheme.kind,
                "value": str(preferences.get("color_scheme", "auto")),
                "resolved_value": loaded.name,
                "palette": palette,
            },
        }
