"""Pictures of the headless host: a window's state as HTML that looks like Sublime Text, and that as PNG."""

from __future__ import annotations

from .page import render_html
from .png import ChromiumMissing, render_png

__all__ = ["ChromiumMissing", "render_html", "render_png"]
