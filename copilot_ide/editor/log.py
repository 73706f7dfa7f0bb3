"""Where the package's log goes: to Sublime's console, from ``log_level`` up."""

from __future__ import annotations

import logging

_logger = logging.getLogger("copilot_ide")
_handler: logging.Handler | None = None


def start(level: str) -> None:
    """Write to the console from ``level`` ("debug", "info", "warning", "error") up (main thread)."""
    global _handler
    _handler = logging.StreamHandler()
    _handler.setFormatter(logging.Formatter("Copilot IDE: %(levelname)s %(name)s: %(message)s"))
    _logger.addHandler(_handler)
    _logger.propagate = False
    known = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
    _logger.setLevel(known.get(level, logging.INFO))


def stop() -> None:
    """Undo ``start``."""
    global _handler
    if _handler is not None:
        _logger.removeHandler(_handler)
        _handler = None
    _logger.propagate = True
