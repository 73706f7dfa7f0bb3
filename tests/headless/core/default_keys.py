"""Default's key bindings on Linux, as data."""

from __future__ import annotations

from typing import Any

from .default_layouts import LAYOUTS

Binding = dict  # one entry of a keymap file
_MACROS = "res://Packages/Default/"


def _is(key: str, operand: Any = True, operator: str = "equal", every: bool = False) -> dict[str, Any]:
    condition = {"key": key, "operator": operator, "operand": operand}
    return {**condition, "match_all": True} if every else condition


def _bind(keys: str, command: str, args: Any = None, *context: dict[str, Any]) -> Binding:
    binding: Binding = {"keys": keys.split(" "), "command": command}
    if args is not None:
        binding["args"] = args
    if context:
        binding["context"] = list(context)
    return binding


def _macro(keys: str, name: str, *context: dict[str, Any]) -> Binding:
    return _bind(keys, "run_macro_file", {"file": f"{_MACROS}{name}.sublime-macro"}, *context)


def _moves() -> list[Binding]:
    out: list[Binding] = []
    steps = [
        ("left", "characters", False),
        ("right", "characters", True),
        ("up", "lines", False),
        ("down", "lines", True),
        ("ctrl+left", "words", False),
        ("ctrl+right", "word_ends", True),
        ("alt+left", "subwords", False),
        ("alt+right", "subword_ends", True),
        ("pageup", "pages", False),
        ("pagedown", "pages", True),
    ]
    for keys, by, forward in steps:
        args = {"by": by, "forward": forward}
        extended = "+".join([*keys.split("+")[:-1], "shift", keys.split("+")[-1]])
        out += [_bind(keys, "move", args), _bind(extended, "move", {**args, "extend": True})]
    for keys, to in [("home", "bol"), ("end", "eol"), ("ctrl+home", "bof"), ("ctrl+end", "eof")]:
        extended = "+".join([*keys.split("+")[:-1], "shift", keys.split("+")[-1]])
        out += [_bind(keys, "move_to", {"to": to, "extend": False})]
        out += [_bind(extended, "move_to", {"to": to, "extend": True})]
    return out


_EXTENSIONS = ["cpp", "cxx", "cc", "c", "hpp", "hxx", "hh", "h", "ipp", "inl", "m", "mm"]
_FILES = [
    _bind("ctrl+q", "exit"),
    _bind("ctrl+shift+n", "new_window"),
    _bind("ctrl+shift+w", "close_window"),
    _bind("ctrl+o", "prompt_open_file"),
    _bind("ctrl+shift+t", "reopen_last_file"),
    _bind("alt+o", "switch_file", {"extensions": _EXTENSIONS}),
    _bind("ctrl+n", "new_file"),
    _bind("ctrl+s", "save", {"async": True}),
    _bind("ctrl+shift+s", "prompt_save_as"),
    _bind("ctrl+f4", "close_file"),
    _bind("ctrl+w", "close"),
    _bind("ctrl+w", "close_transient", None, _is("group_has_transient_sheet")),
    _bind("ctrl+k ctrl+b", "toggle_side_bar"),
    _bind("f11", "toggle_full_screen"),
    _bind("shift+f11", "toggle_distraction_free"),
]

_TYPING = [
    _bind("backspace", "left_delete"),
    _bind("shift+backspace", "left_delete"),
    _bind("delete", "right_delete"),
    *[_bind(keys, "insert", {"characters": "\n"}) for keys in ("enter", "shift+enter", "keypad_enter")],
    _bind("ctrl+z", "undo"),
    _bind("ctrl+shift+z", "redo"),
    _bind("ctrl+y", "redo_or_repeat"),
    _bind("ctrl+u", "soft_undo"),
    _bind("ctrl+shift+u", "soft_redo"),
    _bind("shift+delete", "cut"),
    _bind("ctrl+insert", "copy"),
    _bind("shift+insert", "paste"),
    _bind("ctrl+x", "cut"),
    _bind("ctrl+c", "copy"),
    _bind("ctrl+v", "paste"),
    _bind("ctrl+shift+v", "paste_and_indent"),
    _bind("ctrl+k ctrl+v", "paste_from_history"),
    *[
        _bind(keys, "select", None, _is("panel_has_focus"), _is("panel_type", "input"))
        for keys in ("enter", "keypad_enter")
    ],
    # Sublime itself takes Enter in its other lists; here a binding does.
    *[_bind(keys, "select", None, _is("overlay_has_focus")) for keys in ("enter", "keypad_enter")],
]

_SELECTING = [
    _bind("alt+shift+up", "select_lines", {"forward": False}),
    _bind("alt+shift+down", "select_lines", {"forward": True}),
    _bind("ctrl+up", "scroll_lines", {"amount": 1.0}),
    _bind("ctrl+down", "scroll_lines", {"amount": -1.0}),
    _bind("ctrl+pagedown", "next_view"),
    _bind("ctrl+shift+pagedown", "next_view", {"extend": True}),
    _bind("ctrl+pageup", "prev_view"),
    _bind("ctrl+shift+pageup", "prev_view", {"extend": True}),
    _bind("ctrl+tab", "next_view_in_stack"),
    _bind("ctrl+shift+tab", "prev_view_in_stack"),
    _bind("ctrl+a", "select_all"),
    _bind("ctrl+shift+l", "split_selection_into_lines"),
    _bind("ctrl+l", "expand_selection", {"to": "line"}),
    _bind("alt+l", "expand_selection", {"to": "line_prev"}),
    _bind("ctrl+d", "find_under_expand"),
    _bind("ctrl+k ctrl+d", "find_under_expand_skip"),
    _bind("ctrl+shift+space", "expand_selection", {"to": "scope"}),
    _bind("ctrl+shift+a", "expand_selection", {"to": "smart"}),
    _bind("ctrl+shift+m", "expand_selection", {"to": "brackets"}),
    _bind("ctrl+m", "move_to", {"to": "brackets"}),
]

_ESCAPE = [
    _bind("escape", "cancel"),
    _bind("escape", "single_selection", None, _is("num_selections", 1, "not_equal")),
    _bind("escape", "clear_fields", None, _is("has_next_field")),
    _bind("escape", "clear_fields", None, _is("has_prev_field")),
    _bind("escape", "hide_panel", {"cancel": True}, _is("panel_visible")),
    _bind("escape", "hide_overlay", None, _is("overlay_visible"), _is("panel_has_focus", False)),
    _bind("escape", "hide_auto_complete", None, _is("auto_complete_visible")),
    _bind("escape", "hide_popup", None, _is("popup_visible")),
]

_CARET = _is("selection_empty", every=True)
_BEHIND_WORD = (_is("auto_complete_visible", False), _CARET, _is("preceding_text", ".*\\w", "regex_match", True))
_TAB = [
    _bind("tab", "insert", {"characters": "\t"}),
    _bind(
        "tab",
        "auto_complete",
        {"mini": True, "default": "\t", "commit_single": True},
        _is("setting.tab_completion"),
        *_BEHIND_WORD,
    ),
    _bind("tab", "expand_snippet", None, _is("has_snippet")),
    _bind(
        "tab",
        "reindent",
        None,
        _is("setting.auto_indent"),
        _CARET,
        _is("preceding_text", "^$", "regex_match", True),
        _is("following_text", "^$", "regex_match", True),
    ),
    _bind("tab", "indent", None, _is("text", "\n", "regex_contains")),
    _bind("tab", "move", {"by": "lines", "forward": True}, _is("overlay_has_focus")),
    _bind("tab", "next_field", None, _is("has_next_field")),
    _bind("tab", "commit_completion", None, _is("auto_complete_visible")),
    _bind("shift+tab", "insert", {"characters": "\t"}),
    _bind("shift+tab", "unindent", None, _is("setting.shift_tab_unindent")),
    _bind("shift+tab", "unindent", None, _is("preceding_text", "^[\t ]*", "regex_match")),
    _bind("shift+tab", "unindent", None, _is("text", "\n", "regex_contains")),
    _bind("shift+tab", "move", {"by": "lines", "forward": False}, _is("overlay_visible")),
    _bind("shift+tab", "prev_field", None, _is("has_prev_field")),
    _bind("ctrl+]", "indent"),
    _bind("ctrl+[", "unindent"),
    _bind("insert", "toggle_overwrite"),
]

_GOING = [
    _bind("ctrl+p", "show_overlay", {"overlay": "goto", "show_files": True}),
    _bind("ctrl+shift+p", "show_overlay", {"overlay": "command_palette"}),
    _bind("ctrl+alt+p", "prompt_select_workspace"),
    _bind("ctrl+r", "show_overlay", {"overlay": "goto", "text": "@"}),
    _bind("ctrl+g", "show_overlay", {"overlay": "goto", "text": ":"}),
    _bind("ctrl+;", "show_overlay", {"overlay": "goto", "text": "#"}),
    _bind("f12", "goto_definition"),
    _bind("shift+f12", "goto_reference"),
    _bind("ctrl+shift+r", "goto_symbol_in_project"),
    _bind("alt+-", "jump_back"),
    _bind("alt+shift+-", "jump_forward"),
    _bind("ctrl+i", "show_panel", {"panel": "incremental_find", "reverse": False}),
    _bind("ctrl+shift+i", "show_panel", {"panel": "incremental_find", "reverse": True}),
    _bind("ctrl+f", "show_panel", {"panel": "find", "reverse": False}),
    _bind("ctrl+h", "show_panel", {"panel": "replace", "reverse": False}),
    _bind("ctrl+shift+h", "replace_next"),
    _bind("f3", "find_next"),
    _bind("shift+f3", "find_prev"),
    _bind("ctrl+f3", "find_under"),
    _bind("ctrl+shift+f3", "find_under_prev"),
    _bind("alt+f3", "find_all_under"),
    _bind("ctrl+e", "slurp_find_string"),
    _bind("ctrl+shift+e", "slurp_replace_string"),
    _bind("ctrl+shift+f", "show_panel", {"panel": "find_in_files"}),
    _bind("f4", "next_result"),
    _bind("shift+f4", "prev_result"),
    _bind("ctrl+.", "next_modification"),
    _bind("ctrl+,", "prev_modification"),
    _bind("ctrl+k ctrl+z", "revert_hunk"),
    _bind("ctrl+k ctrl+shift+z", "revert_modification"),
    _bind("ctrl+k ctrl+/", "toggle_inline_diff"),
    _bind("ctrl+k ctrl+;", "toggle_inline_diff", {"prefer_hide": True}),
    _bind("f6", "toggle_setting", {"setting": "spell_check"}),
    _bind("ctrl+f6", "next_misspelling"),
    _bind("ctrl+shift+f6", "prev_misspelling"),
    _bind("f2", "next_bookmark"),
    _bind("shift+f2", "prev_bookmark"),
    _bind("ctrl+f2", "toggle_bookmark"),
    _bind("ctrl+shift+f2", "clear_bookmarks"),
    _bind("alt+f2", "select_all_bookmarks"),
]

_LINES = [
    _bind("ctrl+shift+up", "swap_line_up"),
    _bind("ctrl+shift+down", "swap_line_down"),
    _bind("ctrl+backspace", "delete_word", {"forward": False}),
    _macro("ctrl+shift+backspace", "Delete to Hard BOL"),
    _bind("ctrl+delete", "delete_word", {"forward": True}),
    _macro("ctrl+shift+delete", "Delete to Hard EOL"),
    _bind("ctrl+/", "toggle_comment", {"block": False}),
    _bind("ctrl+shift+/", "toggle_comment", {"block": True}),
    _bind("ctrl+shift+j", "join_lines"),
    _bind("ctrl+shift+d", "duplicate_line"),
    _macro("ctrl+enter", "Add Line", _is("overlay_has_focus", False)),
    _macro("ctrl+shift+enter", "Add Line Before"),
    _macro("ctrl+shift+k", "Delete Line"),
    _bind("alt+q", "wrap_lines"),
    _bind("ctrl+t", "transpose"),
    _bind("f9", "sort_lines", {"case_sensitive": False}),
    _bind("ctrl+f9", "sort_lines", {"case_sensitive": True}),
    _bind("ctrl+k ctrl+u", "upper_case"),
    _bind("ctrl+k ctrl+l", "lower_case"),
    _bind("ctrl+k ctrl+space", "set_mark"),
    _bind("ctrl+k ctrl+a", "select_to_mark"),
    _bind("ctrl+k ctrl+w", "delete_to_mark"),
    _bind("ctrl+k ctrl+x", "swap_with_mark"),
    _bind("ctrl+k ctrl+y", "yank"),
    _macro("ctrl+k ctrl+k", "Delete to Hard EOL"),
    _macro("ctrl+k ctrl+backspace", "Delete to Hard BOL"),
    _bind("ctrl+k ctrl+g", "clear_bookmarks", {"name": "mark"}),
    _bind("ctrl+k ctrl+c", "show_at_center"),
    _bind("ctrl+shift+[", "fold"),
    _bind("ctrl+shift+]", "unfold"),
    *[_bind(f"ctrl+k ctrl+{level}", "fold_by_level", {"level": level}) for level in range(1, 10)],
    _bind("ctrl+k ctrl+0", "unfold_all"),
    _bind("ctrl+k ctrl+j", "unfold_all"),
    _bind("ctrl+k ctrl+t", "fold_tag_attributes"),
]

_TOOLS = [
    _bind("ctrl+`", "show_panel", {"panel": "console", "toggle": True}),
    *[
        binding
        for keys in ("alt+/", "ctrl+space")
        for binding in (
            _bind(keys, "auto_complete"),
            _bind(keys, "move", {"by": "lines", "forward": True}, _is("auto_complete_primed")),
        )
    ],
    _bind("ctrl+alt+shift+p", "show_scope_name"),
    _bind("f7", "build"),
    _bind("ctrl+b", "build"),
    _bind("ctrl+shift+b", "build", {"select": True}),
    _bind("ctrl+break", "cancel_build"),
    _bind("alt+.", "close_tag"),
    _bind("ctrl+alt+q", "toggle_record_macro"),
    _bind("ctrl+alt+shift+q", "run_macro"),
    *[_bind(keys, "increase_font_size") for keys in ("ctrl++", "ctrl+=")],
    _bind("ctrl+-", "decrease_font_size"),
    _bind("shift+f10", "context_menu"),
    _bind(
        "enter",
        "commit_completion",
        None,
        _is("auto_complete_visible"),
        _is("setting.auto_complete_commit_on_tab", False),
    ),
    _bind("shift+escape", "show_panel", {"panel": "output.exec"}, _is("panel_visible", False)),
]


def _pairs() -> list[Binding]:
    """Quotes and brackets that come in pairs, if `auto_match_enabled`."""
    on = _is("setting.auto_match_enabled")
    chosen = _is("selection_empty", False, every=True)
    out: list[Binding] = []
    for quote, name in (('"', "double"), ("'", "single")):
        inside = _is("eol_selector", f"string.quoted.{name} - punctuation.definition.string.end", "not_equal", True)
        not_before = _is("selector", "punctuation.definition.string.begin", "not_equal", True)
        next_is = _is("following_text", f"^{quote}", "regex_contains", True)
        room = _is("following_text", "^(?:\t| |\\)|]|\\}|>|$)", "regex_contains", True)
        no_word = _is("preceding_text", f"[{quote}a-zA-Z0-9_]$", "not_regex_contains", True)
        opened = _is("preceding_text", f"{quote}$", "regex_contains", True)
        out += [
            _bind(quote, "insert_snippet", {"contents": f"{quote}$0{quote}"}, on, _CARET, room, no_word, inside),
            _bind(quote, "insert_snippet", {"contents": quote + "${0:$SELECTION}" + quote}, on, chosen),
            _bind(quote, "move", {"by": "characters", "forward": True}, on, _CARET, next_is, not_before, inside),
            _macro("backspace", "Delete Left Right", on, _CARET, opened, next_is, not_before, inside),
        ]
    for opening, closing in (("(", ")"), ("[", "]"), ("{", "}")):
        ends = "^(?:\t| |\\)|]|\\}|$)" if opening == "{" else "^(?:\t| |\\)|]|;|\\}|$)"
        room = _is("following_text", ends, "regex_contains", True)
        next_is = _is("following_text", f"^\\{closing}", "regex_contains", True)
        opened = _is("preceding_text", f"\\{opening}$", "regex_contains", True)
        out += [
            _bind(opening, "insert_snippet", {"contents": f"{opening}$0{closing}"}, on, _CARET, room),
            _bind(opening, "insert_snippet", {"contents": opening + "${0:$SELECTION}" + closing}, on, chosen),
            _bind(closing, "move", {"by": "characters", "forward": True}, on, _CARET, next_is),
            _macro("backspace", "Delete Left Right", on, _CARET, opened, next_is),
        ]
        if opening == "{":
            indents = _is("setting.auto_indent")
            out += [
                _macro(keys, "Add Line in Braces", indents, _CARET, opened, next_is)
                for keys in ("enter", "shift+enter")
            ]
    between_tags = (
        _is("setting.auto_indent"),
        _CARET,
        _is("selector", "punctuation.definition.tag.begin", every=True),
        _is("preceding_text", ">$", "regex_contains", True),
        _is("following_text", "^</", "regex_contains", True),
    )
    out += [_bind(keys, "auto_indent_tag", None, *between_tags) for keys in ("enter", "shift+enter")]
    in_markup = _is("selector", "(text.html, text.xml) - string - comment", every=True)
    behind_angle = _is("preceding_text", ".*<$", "regex_match", True)
    out.append(_bind("/", "close_tag", {"insert_slash": True}, in_markup, behind_angle, _is("setting.auto_close_tags")))
    return out


_GROUPS = [
    *[_bind(f"alt+shift+{key}", "set_layout", layout) for key, layout in LAYOUTS.items()],
    *[_bind(f"ctrl+{n + 1}", "focus_group", {"group": n}) for n in range(9)],
    *[_bind(f"ctrl+shift+{n + 1}", "move_to_group", {"group": n}) for n in range(9)],
    _bind("ctrl+0", "focus_side_bar"),
    _bind("ctrl+k ctrl+up", "new_pane"),
    _bind("ctrl+k ctrl+shift+up", "new_pane", {"move": False}),
    _bind("ctrl+k ctrl+down", "close_pane"),
    _bind("ctrl+k ctrl+left", "focus_neighboring_group", {"forward": False}),
    _bind("ctrl+k ctrl+right", "focus_neighboring_group"),
    _bind("ctrl+k ctrl+shift+left", "move_to_neighboring_group", {"forward": False}),
    _bind("ctrl+k ctrl+shift+right", "move_to_neighboring_group"),
    *[_bind(f"alt+{(n + 1) % 10}", "select_by_index", {"index": n}) for n in range(10)],
    _bind("ctrl+j ctrl+up", "unselect_others"),
    _bind("ctrl+j ctrl+left", "unselect_to_left"),
    _bind("ctrl+j ctrl+right", "unselect_to_right"),
    _bind("ctrl+j ctrl+shift+left", "select_to_left"),
    _bind("ctrl+j ctrl+shift+right", "select_to_right"),
    _bind("ctrl+j ctrl+pageup", "focus_to_left"),
    _bind("ctrl+j ctrl+pagedown", "focus_to_right"),
    *[_bind(f"alt+{(n + 1) % 10}", "focus_by_index", {"index": n}, _is("group_has_multiselect")) for n in range(10)],
]


def _find_panels() -> list[Binding]:
    focus = _is("panel_has_focus")
    finding = _is("panel_type", "find")
    out = [
        _bind("alt+c", "toggle_case_sensitive", None, finding, focus),
        _bind("alt+r", "toggle_regex", None, finding, focus),
        _bind("alt+w", "toggle_whole_word", None, finding, focus),
        _bind("alt+a", "toggle_preserve_case", None, finding, focus),
    ]
    for name in ("find", "replace", "incremental_find"):
        panel = _is("panel", name)
        out += [
            _bind("enter", "hide_panel" if name == "incremental_find" else "find_next", None, panel, focus),
            _bind("shift+enter", "find_prev", None, panel, focus),
            _bind("alt+enter", "find_all", {"close_panel": True}, panel, focus),
        ]
    in_files = _is("panel", "find_in_files")
    out += [_bind(keys, "find_all", None, in_files, focus) for keys in ("enter", "alt+enter")]
    out.append(_bind("ctrl+alt+enter", "replace_all", {"close_panel": True}, _is("panel", "replace"), focus))
    return out


KEYS: list[Binding] = [
    *_FILES,
    *_TYPING,
    *_moves(),
    *_SELECTING,
    *_ESCAPE,
    *_TAB,
    *_GOING,
    *_LINES,
    *_TOOLS,
    *_pairs(),
    *_GROUPS,
    *_find_panels(),
]
