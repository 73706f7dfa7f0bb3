"""The page of one window's state."""

from __future__ import annotations

from typing import Any

from ..core.scheme import load_scheme
from .context import PageContext
from .escape import escape
from .overlays import draw_dialog
from .theme import stylesheet
from .window import draw_window, window_title

# Nothing but the page's own styles and pictures in it: whatever slipped through could still load or run nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def render_html(
    state: dict[str, Any],
    window_id: int | None = None,
    scheme: str = "dark",
    width: int = 1280,
    height: int = 800,
) -> str:
    """The control protocol's `state` (taken with text) as a self-contained HTML page that looks like Sublime Text.

    `window_id` None takes the first window. `scheme` is "dark" or "light", sizes are CSS pixels. Raises ValueError for
    an unknown window or scheme. Any thread; all text in the state is treated as untrusted.
    """
    windows = state.get("windows") or []
    window = next((item for item in windows if window_id is None or item.get("id") == window_id), None)
    if window is None:
        raise ValueError("the state has no windows" if window_id is None else f"no window has the id {window_id!r}")
    context = PageContext(load_scheme(scheme))
    body = draw_window(window, context, width, height) + draw_dialog(state.get("dialog"))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>{escape(window_title(window))}</title>'
        f"<style>{stylesheet(context.scheme, width, height)}</style></head>\n<body>{body}</body></html>\n"
    )
