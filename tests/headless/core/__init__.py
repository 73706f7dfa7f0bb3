"""The editor as a state machine. It knows nothing of the Python modules that packages see."""

from __future__ import annotations

from .app import Core
from .choices import Choices

__all__ = ["Choices", "Core"]
