"""Where the package's log goes: to Sublime's console, from ``log_level`` up."""

from __future__ import annotations

import logging

_logger = logging.getLogger("copilot_ide")
_handler: logging.Handler | None = None


_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def set_level(level: str) -> None:
    """Write to the console from ``level`` up: "debug", "info", "warning" or "error", anything else means "info"."""
    _logger.setLevel(_LEVELS.get(level, logging.INFO))


def start() -> None:
    """Begin to write to the console (main thread)."""
    global _handler
    _handler = logging.StreamHandler()
    _handler.setFormatter(logging.Formatter("Copilot IDE: %(levelname)s %(name)s: %(message)s"))
    _logger.addHandler(_handler)
    _logger.propagate = False


def stop() -> None:
    """Undo ``start``."""
    global _handler
    if _handler is not None:
        _logger.removeHandler(_handler)
        _handler = None
    _logger.propagate = True
