"""An image sheet: the picture of a file in the middle of the sheet."""

from __future__ import annotations

import base64
from pathlib import Path

from .escape import escape

MAX_BYTES = 4_000_000

_TYPES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp", ".bmp": "bmp"}


def draw_image(path: str) -> str:
    """The sheet of an image file; a frame with its name if it cannot be read."""
    file = Path(path)
    try:
        kind = _TYPES[file.suffix.lower()]
        if file.stat().st_size > MAX_BYTES:
            raise OSError
        data = base64.b64encode(file.read_bytes()).decode("ascii")
        return f'<div class="image-sheet"><img alt="" src="data:image/{kind};base64,{data}"></div>'
    except (OSError, KeyError):
        return f'<div class="image-sheet"><span class="missing">{escape(file.name)}</span></div>'
