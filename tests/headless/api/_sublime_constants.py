"""The constants of the `sublime` module, as enumerations and under their flat names."""

from __future__ import annotations

import enum

__all__ = [
    "AutoCompleteFlags",
    "CompletionFormat",
    "CompletionItemFlags",
    "DialogResult",
    "FindFlags",
    "HoverZone",
    "KindId",
    "NewFileFlags",
    "PhantomLayout",
    "PointClassification",
    "PopupFlags",
    "QueryOperator",
    "QuickPanelFlags",
    "RegionFlags",
    "SymbolSource",
    "SymbolType",
    "UIElement",
]


class HoverZone(enum.IntEnum):
    TEXT, GUTTER, MARGIN = 1, 2, 3


class NewFileFlags(enum.IntFlag):
    NONE = 0
    ENCODED_POSITION = 1
    TRANSIENT = 4
    FORCE_GROUP = 8
    SEMI_TRANSIENT = 16
    ADD_TO_SELECTION = 32
    REPLACE_MRU = 64
    CLEAR_TO_RIGHT = 128
    FORCE_CLONE = 256


class FindFlags(enum.IntFlag):
    NONE, LITERAL, IGNORECASE, WHOLEWORD, REVERSE, WRAP = 0, 1, 2, 4, 8, 16


class QuickPanelFlags(enum.IntFlag):
    NONE, MONOSPACE_FONT, KEEP_OPEN_ON_FOCUS_LOST, WANT_EVENT = 0, 1, 2, 4


class PopupFlags(enum.IntFlag):
    NONE = 0
    COOPERATE_WITH_AUTO_COMPLETE = 2
    HIDE_ON_MOUSE_MOVE = 4
    HIDE_ON_MOUSE_MOVE_AWAY = 8
    KEEP_ON_SELECTION_MODIFIED = 16
    HIDE_ON_CHARACTER_EVENT = 32


class RegionFlags(enum.IntFlag):
    NONE = 0
    DRAW_EMPTY = 1
    HIDE_ON_MINIMAP = 2
    DRAW_EMPTY_AS_OVERWRITE = 4
    PERSISTENT = 16
    DRAW_NO_FILL = 32
    HIDDEN = 128
    DRAW_NO_OUTLINE = 256
    DRAW_SOLID_UNDERLINE = 512
    DRAW_STIPPLED_UNDERLINE = 1024
    DRAW_SQUIGGLY_UNDERLINE = 2048
    NO_UNDO = 8192


class QueryOperator(enum.IntEnum):
    EQUAL, NOT_EQUAL, REGEX_MATCH, NOT_REGEX_MATCH, REGEX_CONTAINS, NOT_REGEX_CONTAINS = range(6)


class PointClassification(enum.IntFlag):
    NONE = 0
    WORD_START, WORD_END, PUNCTUATION_START, PUNCTUATION_END = 1, 2, 4, 8
    SUB_WORD_START, SUB_WORD_END, LINE_START, LINE_END, EMPTY_LINE = 16, 32, 64, 128, 256


class AutoCompleteFlags(enum.IntFlag):
    NONE = 0
    INHIBIT_WORD_COMPLETIONS = 8
    INHIBIT_EXPLICIT_COMPLETIONS = 16
    DYNAMIC_COMPLETIONS = 32
    INHIBIT_REORDER = 128


class CompletionItemFlags(enum.IntFlag):
    NONE, KEEP_PREFIX = 0, 1


class DialogResult(enum.IntEnum):
    CANCEL, YES, NO = 0, 1, 2


class UIElement(enum.IntEnum):
    SIDE_BAR, MINIMAP, TABS, STATUS_BAR, MENU, OPEN_FILES = 1, 2, 4, 8, 16, 32


class PhantomLayout(enum.IntEnum):
    INLINE, BELOW, BLOCK = 0, 1, 2


class KindId(enum.IntEnum):
    AMBIGUOUS, KEYWORD, TYPE, FUNCTION, NAMESPACE, NAVIGATION, MARKUP, VARIABLE, SNIPPET = range(9)
    COLOR_REDISH, COLOR_ORANGISH, COLOR_YELLOWISH, COLOR_GREENISH, COLOR_CYANISH = range(9, 14)
    COLOR_BLUISH, COLOR_PURPLISH, COLOR_PINKISH, COLOR_DARK, COLOR_LIGHT = range(14, 19)


class SymbolSource(enum.IntEnum):
    ANY, INDEX, OPEN_FILES = 0, 1, 2


class SymbolType(enum.IntEnum):
    ANY, DEFINITION, REFERENCE = 0, 1, 2


class CompletionFormat(enum.IntEnum):
    TEXT, SNIPPET, COMMAND = 0, 1, 2


def _flat() -> dict:
    """The old flat names: most enumerations without a prefix, some with one."""
    prefixes = {
        HoverZone: "HOVER_",
        NewFileFlags: "",
        FindFlags: "",
        QuickPanelFlags: "",
        PopupFlags: "",
        RegionFlags: "",
        QueryOperator: "OP_",
        PointClassification: "CLASS_",
        AutoCompleteFlags: "",
        CompletionItemFlags: "COMPLETION_FLAG_",
        DialogResult: "DIALOG_",
        PhantomLayout: "LAYOUT_",
        KindId: "KIND_ID_",
        SymbolSource: "SYMBOL_SOURCE_",
        SymbolType: "SYMBOL_TYPE_",
        CompletionFormat: "COMPLETION_FORMAT_",
    }
    names = {
        prefix + name: member
        for kind, prefix in prefixes.items()
        for name, member in kind.__members__.items()
        if name != "NONE"
    }
    names.update(HTML=1, DRAW_OUTLINED=RegionFlags.DRAW_NO_FILL)
    plain = "AMBIGUOUS KEYWORD TYPE FUNCTION NAMESPACE NAVIGATION MARKUP VARIABLE"
    for name in plain.split():
        names["KIND_" + name] = (KindId[name], "", "")
    names["KIND_SNIPPET"] = (KindId.SNIPPET, "s", "Snippet")
    return names


FLAT_NAMES = _flat()
