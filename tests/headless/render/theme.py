"""The look of everything around the text, after Sublime's adaptive theme: derived from the colour scheme."""

from __future__ import annotations

from pathlib import Path

from ..core import metrics
from ..core.colors import Color
from ..core.scheme import MINIHTML_NAMES, Scheme

_RULES = Path(__file__).with_name("theme.css")
_BLACK, _WHITE = Color(0, 0, 0), Color(1, 1, 1)
_MONO = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
_UI = "'Inter', 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, 'DejaVu Sans', sans-serif"


def stylesheet(scheme: Scheme, width: int, height: int) -> str:
    """The page's style sheet for a window of `width` by `height` CSS pixels."""
    dark = scheme.kind == "dark"
    background, foreground = scheme.background, scheme.foreground
    popup = background.mix(foreground, 0.93 if dark else 0.96)
    panel = background.mix(_BLACK, 0.8 if dark else 0.93)
    colors = {
        "bg": background,
        "fg": foreground,
        "dim": foreground.mix(background, 0.6),
        "strip": background.mix(_BLACK, 0.66 if dark else 0.87),
        "title": background.mix(_BLACK, 0.74 if dark else 0.91),
        "panel": panel,
        "unfocused": background.mix(_BLACK, 0.93 if dark else 0.975),
        "edge": background.mix(_BLACK, 0.5 if dark else 0.78),
        "hover": background.mix(_WHITE, 0.88) if dark else background.mix(_BLACK, 0.92),
        "line": scheme["line_highlight"],
        "gutter-fg": scheme["gutter_foreground"],
        "gutter-hi": scheme["gutter_foreground_highlight"],
        "guide": scheme["guide"],
        "caret": scheme["caret"],
        "accent": scheme["accent"],
        "fold": scheme["fold_marker"],
        "popup": popup,
        "popup-edge": background.mix(_BLACK, 0.58 if dark else 0.8),
        "side": background.mix(_BLACK, 0.78 if dark else 0.93),
        "chosen": scheme["accent"].alpha(0.26 if dark else 0.18).over(popup),
        "gutter-bg": scheme["gutter"].alpha(float(scheme["gutter"] != background)),
        "diff-added": scheme["line_diff_added"],
        "diff-modified": scheme["line_diff_modified"],
        "diff-deleted": scheme["line_diff_deleted"],
        **{name: scheme[name] for name in MINIHTML_NAMES if name.endswith("ish")},
    }
    font = metrics.font()
    variables = {
        **{name: color.css() for name, color in colors.items()},
        "mono": _MONO,
        "ui": _UI,
        "lh": f"{font.line:g}px",
        "fs": f"{font.size:g}px",
        "title-height": f"{metrics.TITLE_PX}px",
        "tabs-height": f"{metrics.TABS_PX}px",
        "status-height": f"{metrics.STATUS_PX}px",
        "input-height": f"{metrics.INPUT_PX}px",
        "side-bar-width": f"{metrics.SIDE_BAR_PX}px",
        "text-top": f"{metrics.TEXT_TOP_PX}px",
        "page-width": f"{width}px",
        "page-height": f"{height}px",
    }
    root = "".join(f"--{name}:{value};" for name, value in variables.items())
    return f":root{{{root}}}\n{_RULES.read_text(encoding='utf-8')}"
