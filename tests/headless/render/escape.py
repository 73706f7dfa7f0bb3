"""The one way that untrusted text gets into the page."""

from __future__ import annotations

import html

from ..core.rows import UNPRINTABLE, spelled


def escape(text: object) -> str:
    """A value as text for an element or a quoted attribute; unprintable characters become `<0x1b>`, as in Sublime."""
    return html.escape(UNPRINTABLE.sub(lambda match: spelled(match.group()), str(text)))
