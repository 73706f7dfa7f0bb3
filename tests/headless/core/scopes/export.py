"""Text with its colours as HTML."""

from __future__ import annotations

import html

from ..schemes import Loaded, opaque
from ..spans import Span, begin, end
from ..view import View

ENCLOSING, MINIHTML, NO_FONT_SIZE, NO_FONT_FAMILY = 1, 2, 4, 8


def export(view: View, loaded: Loaded, spans: list[Span], options: int) -> str:
    """Stretches of a view's text, one below the other; `options` are those of `View.export_to_html`."""
    minihtml = bool(options & MINIHTML)
    body = ("<br>" if minihtml else "\n").join(_stretch(view, loaded, begin(s), end(s), minihtml) for s in spans)
    if not options & ENCLOSING:
        return body
    scheme, settings = loaded.scheme, view.settings
    css = f"background-color: {scheme.background.css()}; color: {scheme.foreground.css()};"
    if not options & NO_FONT_FAMILY:
        css += f" font-family: {html.escape(str(settings.get('font_face') or 'monospace'), quote=True)};"
    if not options & NO_FONT_SIZE:
        css += f" font-size: {settings.get('font_size', 11)}pt;"
    if minihtml:
        return f'<div style="{css}">{body}</div>'
    return f'<div style="{css} white-space: pre;">{body}</div>'


def _stretch(view: View, loaded: Loaded, start: int, stop: int, minihtml: bool) -> str:
    text, scheme, out = view.buffer.text, loaded.scheme, []
    for span in view.highlighter.spans(start, stop):
        shown = html.escape(text.substr(max(start, span.start), min(stop, span.end)), quote=False)
        if minihtml:
            shown = shown.replace("\t", "&nbsp;" * 4).replace(" ", "&nbsp;").replace("\n", "<br>")
        style = scheme.style(" ".join(span.scopes))
        css = f"color: {opaque(style.foreground, scheme)};" if style.foreground else ""
        if style.background:
            css += f" background-color: {opaque(style.background, scheme)};"
        for word, rule in (("bold", " font-weight: bold;"), ("italic", " font-style: italic;")):
            css += rule if word in style.font_style.split() else ""
        out.append(f'<span style="{css.strip()}">{shown}</span>' if css else shown)
    return "".join(out)
