"""Server-sent events as the MCP Streamable HTTP transport uses them: one JSON-RPC message an event."""

from __future__ import annotations

import json
from typing import Any

KEEP_ALIVE = b": keep-alive\n\n"  # a comment; keeps the client's body timeout from ending a quiet stream


def encode_event(message: dict[str, Any]) -> bytes:
    """``message`` as one ``event: message``. JSON has no raw line breaks, so one ``data`` line holds it."""
    return b"event: message\ndata: " + json.dumps(message).encode("ascii") + b"\n\n"
