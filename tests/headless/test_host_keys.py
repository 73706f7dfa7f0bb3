"""Key bindings: chords, contexts, precedence; and that Default's table is true to the commands there are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable

import pytest

from . import verbs
from .conftest import RECORDER, Lab
from .core.builtin import BUILT_IN_COMMANDS
from .core.default_keys import KEYS
from .core.default_macros import MACROS
from .core.default_menus import MAIN_MENU, PALETTE
from .core.unavailable_commands import UNAVAILABLE_COMMANDS
from .marked import marked_view, select

COMMANDS = (
    RECORDER
    + """
RUNS = []
class SampleDoCommand(sublime_plugin.WindowCommand):
    def run(self, **args):
        RUNS.append(args)
"""
)


def bind(*keys: str, value: Any = None, context: Any = ()) -> dict[str, Any]:
    return {"keys": list(keys), "command": "sample_do", "args": {"value": value}, "context": list(context)}


def write(folder: Path, name: str, rows: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(rows if isinstance(rows, str) else json.dumps(rows))


def bound(lab: Lab, *keys: str) -> Any:
    """The value that a key's binding has, or the command that is bound instead."""
    found = verbs.press(lab.host, list(keys))
    return found["args"]["value"] if found.get("command") == "sample_do" else found.get("command")


def _menu_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for row in rows for each in (row, *_menu_rows(row.get("children", [])))]


def test_every_command_of_keys_menus_palette_and_macros_is_there_or_says_that_it_is_not() -> None:
    """[V] What Default binds exists: the host runs it, or raises NotImplementedError naming it."""
    rows = [*KEYS, *_menu_rows(MAIN_MENU), *PALETTE]
    rows += [row for macro in MACROS.values() for row in json.loads(macro)]
    names = {row["command"] for row in rows if "command" in row}
    assert len(names) > 100
    known = {name for table in BUILT_IN_COMMANDS.values() for name in table}
    unavailable = {name: table[name] for table in UNAVAILABLE_COMMANDS.values() for name in table}
    assert not known & set(unavailable)
    assert names <= known | set(unavailable)
    for name, command in unavailable.items():
        with pytest.raises(NotImplementedError, match=rf"\b{name}$"):
            command(None, None, None)


def test_no_key_of_default_is_bound_twice_for_the_same_case() -> None:
    """[V] Later bindings win, so a second one without another context would hide the first."""
    seen = [(tuple(row["keys"]), json.dumps(row.get("context"))) for row in KEYS]
    assert sorted(seen) == sorted(set(seen))


def test_menus_and_palette_show_default_and_run_it(lab: Lab) -> None:
    """[V] The entries of Default's menus and palette are visible and run."""
    view = marked_view(lab, "«one»")
    entry = next(e for e in verbs.menu(lab.host) if e["path"] == ["Edit", "Convert Case", "Upper Case"])
    verbs.run(lab.host, entry["command"], entry["args"])
    assert view.substr(view.sel()[0]) == "ONE"
    captions = [e["caption"] for e in verbs.palette(lab.host)]
    assert captions == sorted(captions, key=str.lower) and "Set Syntax: Python" in captions
    verbs.press(lab.host, ["ctrl+shift+p"])
    verbs.type(lab.host, "syntax python")
    verbs.press(lab.host, ["enter"])
    assert view.syntax().name == "Python"


def test_a_chord_is_pressed_in_sequence(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] Several keys of a binding are pressed one after the other; the first alone does something else."""
    write(
        tmp_path / "packages" / "Sample",
        "Default.sublime-keymap",
        [bind("ctrl+j", "ctrl+x", value="chord"), bind("ctrl+j", "y", value="plain")],
    )
    lab = start(COMMANDS)
    marked_view(lab, "|")
    assert bound(lab, "ctrl+j", "ctrl+x") == "chord"
    assert bound(lab, "ctrl+j", "y") == "plain"
    assert bound(lab, "primary+j", "CTRL+X") == "chord"
    assert bound(lab, "ctrl+k", "ctrl+b") == "toggle_side_bar"


def test_later_files_win_and_the_users_are_the_last(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] By package, a platform's file behind the general one, other platforms' never, the user's last."""
    sample = tmp_path / "packages" / "Sample"
    write(sample, "Default.sublime-keymap", [bind("f20", value=1), bind("f20", value=2), bind("f19", value=3)])
    write(sample, "Default (Linux).sublime-keymap", [bind("f19", value=4)])
    write(sample, "Default (Windows).sublime-keymap", [bind("f19", value=5)])
    write(sample, "Example.sublime-keymap", [bind("f18", value=6)])
    write(tmp_path / "packages" / "Aaa", "Default.sublime-keymap", [bind("f20", value=7), bind("f17", value=8)])
    lab = start(COMMANDS)
    marked_view(lab, "|")
    assert [bound(lab, key) for key in ("f20", "f19", "f17")] == [2, 4, 8]
    assert verbs.press(lab.host, ["f18"]) == {"unbound": True}
    write(Path(lab.host.packages_path) / "User", "Default (Linux).sublime-keymap", [bind("f20", value=9)])
    assert bound(lab, "f20") == 9


def test_a_malformed_keymap_is_reported_and_the_others_go_on(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] An error in one file does not take the others' bindings away."""
    write(tmp_path / "packages" / "Sample", "Default.sublime-keymap", "[{")
    lab = start(COMMANDS)
    marked_view(lab, "a|")
    assert bound(lab, "ctrl+a") == "select_all"
    assert set(lab.faults()) == {"bad resource"}


def test_any_character_and_characters_as_they_are(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] `<character>` takes every character and gets it as an argument; a glyph is not a key."""
    rows = [
        bind("<character>", value="any", context=[{"key": "setting.mode", "operand": True}]),
        bind("Q", value="glyph"),
    ]
    write(tmp_path / "packages" / "Sample", "Default.sublime-keymap", rows)
    lab = start(COMMANDS)
    view = marked_view(lab, "|")
    assert bound(lab, "Q") == "glyph" and verbs.press(lab.host, ["q"]) == {"typed": "q"}
    view.settings().set("mode", True)
    assert verbs.press(lab.host, ["z"])["args"] == {"value": "any", "character": "z"}
    assert bound(lab, "Q") == "glyph"


CASES = [
    ("selection_empty", "|a", {"operand": True}, True),
    ("selection_empty", "|a«b»", {"operand": True}, True),
    ("selection_empty", "|a«b»", {"operand": True, "match_all": True}, False),
    ("num_selections", "|a|b", {"operand": 2}, True),
    ("num_selections", "|a|b", {"operand": 2, "operator": "not_equal"}, False),
    ("preceding_text", "  ab|c", {"operator": "regex_match", "operand": "\\s*ab"}, True),
    ("preceding_text", "ab|c", {"operator": "not_regex_contains", "operand": "b$"}, False),
    ("following_text", "ab|c\nd", {"operator": "regex_match", "operand": "c"}, True),
    ("text", "«a\nb»", {"operator": "regex_contains", "operand": "\\n"}, True),
    ("selector", "a|", {"operand": "text"}, True),
    ("selector", "a|", {"operand": "source"}, False),
    ("eol_selector", "a|", {"operand": "source", "operator": "not_equal"}, True),
    ("setting.tab_size", "|", {"operand": 4}, True),
    ("setting.tab_size", "|", {}, False),
    ("setting.none", "|", {"operand": False}, True),
    ("setting.none", "|", {"operand": True}, False),
    ("read_only", "|", {"operand": False}, True),
    ("panel_visible", "|", {"operand": False}, True),
    ("panel_has_focus", "|", {"operand": False}, True),
    ("overlay_visible", "|", {"operand": False}, True),
    ("overlay_has_focus", "|", {"operand": False}, True),
    ("popup_visible", "|", {"operand": False}, True),
    ("auto_complete_visible", "|", {"operand": False}, True),
    ("has_next_field", "|", {"operand": False}, True),
    ("has_prev_field", "|", {"operand": False}, True),
    ("has_snippet", "|", {"operand": False}, True),
    ("group_has_multiselect", "|", {"operand": False}, True),
    ("group_has_transient_sheet", "|", {"operand": False}, True),
    ("is_recording_macro", "|", {"operand": False}, True),
    ("last_command", "a|", {"operand": "append"}, True),
    ("nobody_knows_this", "|", {"operand": True}, False),
]


@pytest.mark.parametrize("key, text, condition, wanted", CASES)
def test_contexts(
    start: Callable[..., Lab], tmp_path: Path, key: str, text: str, condition: dict[str, Any], wanted: bool
) -> None:
    """[V] The keys that a context can ask for; `match_all` asks every selection."""
    rows = [bind("f20", value=1, context=[{"key": key, **condition}])]
    write(tmp_path / "packages" / "Sample", "Default.sublime-keymap", rows)
    lab = start(COMMANDS)
    marked_view(lab, text)
    assert (bound(lab, "f20") == 1) is wanted


def test_contexts_of_panels(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] panel and panel_type say which panel is open, overlay_name which overlay."""
    rows = [
        bind("f20", value="find", context=[{"key": "panel", "operand": "find"}, {"key": "panel_has_focus"}]),
        bind("f20", value="output", context=[{"key": "panel_type", "operand": "output"}]),
        bind("f20", value="input", context=[{"key": "panel_type", "operand": "input"}]),
        bind("f20", value="palette", context=[{"key": "overlay_name", "operand": "command_palette"}]),
        bind("f20", value="goto", context=[{"key": "overlay_name", "operand": "goto"}, {"key": "overlay_has_focus"}]),
    ]
    write(tmp_path / "packages" / "Sample", "Default.sublime-keymap", rows)
    lab = start(COMMANDS)
    marked_view(lab, "|")
    lab.window.run_command("show_panel", {"panel": "find"})
    assert bound(lab, "f20") == "find"
    lab.window.create_output_panel("mine")
    lab.window.run_command("show_panel", {"panel": "output.mine"})
    assert bound(lab, "f20") == "output"
    lab.window.show_input_panel("c", "", None, None, None)
    assert bound(lab, "f20") == "input"
    lab.window.run_command("hide_panel")
    lab.window.run_command("show_overlay", {"overlay": "command_palette"})
    assert bound(lab, "f20") == "palette"
    lab.window.run_command("show_overlay", {"overlay": "goto", "text": ":"})
    assert bound(lab, "f20") == "goto"


def test_escape_takes_back_one_thing_at_a_time(lab: Lab) -> None:
    """[V] Popup, completions, overlay, panel, fields, selections: in this order."""
    view = marked_view(lab, "a|b|")
    lab.window.create_output_panel("mine")
    lab.window.run_command("show_panel", {"panel": "output.mine"})
    view.show_popup("x", flags=lab.sublime.KEEP_ON_SELECTION_MODIFIED)
    ran = [verbs.press(lab.host, ["escape"])["command"] for _ in range(4)]
    assert ran == ["hide_popup", "hide_panel", "single_selection", "cancel"]
    assert len(view.sel()) == 1


def test_the_modifying_command_is_known(start: Callable[..., Lab], tmp_path: Path) -> None:
    """[V] last_modifying_command is the last one that changed the buffer."""
    rows = [bind("f20", value=1, context=[{"key": "last_modifying_command", "operand": "duplicate_line"}])]
    write(tmp_path / "packages" / "Sample", "Default.sublime-keymap", rows)
    lab = start(COMMANDS)
    view = marked_view(lab, "a|")
    assert bound(lab, "f20") is None
    view.run_command("duplicate_line")
    select(lab, view, [(0, 0)])
    view.run_command("move", {"by": "characters", "forward": True})
    assert bound(lab, "f20") == 1


def test_chains_and_nothing(lab: Lab) -> None:
    """[V] chain runs several commands, named as lists or objects; noop runs nothing."""
    view = marked_view(lab, "a|")
    commands = [["insert", {"characters": "x"}], {"command": "select_all"}, ["noop"]]
    lab.window.run_command("chain", {"commands": commands})
    assert view.substr(view.sel()[0]) == "ax"
