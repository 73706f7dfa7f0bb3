"""The one way that untrusted text gets into the page."""

from __future__ import annotations

import html
import re

# Control characters, marks that reorder text, and lone surrogates, which no UTF-8 page can hold.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def escape(text: object) -> str:
    """A value as text for an element or a quoted attribute; unprintable characters become `<0x1b>`, as in Sublime."""
    return html.escape(_UNPRINTABLE.sub(lambda match: f"<0x{ord(match.group()):02x}>", str(text)))
