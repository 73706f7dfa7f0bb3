"""The package's only root module: Sublime finds its listeners and commands here."""

from __future__ import annotations

import sys

# Sublime reloads this module alone: without this a new version would run with the old one's parts.
_PARTS = f"{__package__}.copilot_ide"
for _name in [name for name in sys.modules if name == _PARTS or name.startswith(_PARTS + ".")]:
    del sys.modules[_name]

from .copilot_ide.editor import app  # noqa: E402
from .copilot_ide.editor.commands import (  # noqa: E402
    CopilotIdeAcceptDiffCommand,
    CopilotIdeRejectDiffCommand,
    CopilotIdeReviewCommand,
    CopilotIdeStatusCommand,
)
from .copilot_ide.editor.listeners import CopilotIdeListener, CopilotIdeViewListener  # noqa: E402
from .copilot_ide.editor.own_views import CopilotIdeReplaceTextCommand  # noqa: E402

__all__ = [
    "CopilotIdeAcceptDiffCommand",
    "CopilotIdeListener",
    "CopilotIdeRejectDiffCommand",
    "CopilotIdeReplaceTextCommand",
    "CopilotIdeReviewCommand",
    "CopilotIdeStatusCommand",
    "CopilotIdeViewListener",
    "plugin_loaded",
    "plugin_unloaded",
]


def plugin_loaded() -> None:
    """Sublime's API is there (main thread)."""
    app.start()


def plugin_unloaded() -> None:
    """The package is about to be reloaded or removed (main thread)."""
    app.stop()
