"""What older builds do not have: `--build` takes it away from the layers."""

from __future__ import annotations

import inspect
import sys
from typing import Any

# By the build that brought it, as the documentation says; older than 4107, the oldest that is supported, is not here.
_SINCE = {
    4114: "View.clear_undo_stack",
    4123: "Window.move_sheets_to_group",
    4127: "ContextStackFrame View.context_backtrace",
    4130: "View.expand_to_scope",
    4132: """
        AutoCompleteFlags CompletionFormat DialogResult FindFlags HoverZone KindId NewFileFlags PhantomLayout
        PointClassification PopupFlags QueryOperator QuickPanelFlags RegionFlags SymbolSource SymbolType
    """,
    4135: "Sheet.is_selected Window.promote_sheet",
    4144: "folder_history project_history",
    4157: "choose_font_dialog",
    4173: "View.utf8_code_units View.utf16_code_units",
    4193: "Selection.has_empty_region Selection.has_multiple_non_empty_regions Selection.has_non_empty_region",
    # The first build is not documented: it is there in 4200.
    4200: "Window.create_io_panel Window.find_io_panel",
}


def limit(build: int) -> None:
    """Take away from the loaded `sublime` module what came after `build`, but for what its own functions need."""
    sublime = sys.modules["sublime"]
    for since, names in _SINCE.items():
        for name in names.split() if since > build else ():
            owner, _, attribute = name.rpartition(".")
            place = _holder(getattr(sublime, owner), attribute) if owner else sublime
            if attribute in vars(place) and (owner or not _is_needed(sublime, attribute)):
                delattr(place, attribute)


def _holder(cls: type, name: str) -> type:
    """The class itself, or the one of its bases that has a member."""
    return next((part for part in cls.__mro__ if name in vars(part)), cls)


def _is_needed(module: Any, name: str) -> bool:
    classes = [thing for thing in vars(module).values() if inspect.isclass(thing)]
    functions = [f for place in (module, *classes) for f in vars(place).values() if inspect.isfunction(f)]
    return any(name in function.__code__.co_names for function in functions if function.__name__ != name)
