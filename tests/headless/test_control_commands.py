"""Commands, menus, settings and the packages' life through the control protocol."""

from __future__ import annotations

from typing import Callable

from .control_client import Client

RAN = {"known": True, "enabled": True, "ran": True}


def test_run_says_whether_a_command_is_known_enabled_and_ran(client: Client) -> None:
    client.ask("new_file")
    assert client.ask("run", command="sample_set", args={"value": "x"}) == RAN
    assert client.status() == "x"
    assert client.ask("run", command="sample_off") == {"known": True, "enabled": False, "ran": False}
    assert client.ask("run", command="sample_nobody") == {"known": False, "enabled": False, "ran": False}


def test_run_takes_a_view_or_a_window(client: Client) -> None:
    first = client.front()["id"]
    view = client.ask("new_file")
    client.ask("new_file")
    client.ask("run", command="sample_edit", args={"text": "there"}, view=view)
    assert client.sheet(view)["text"] == "there" and client.sheet()["text"] == ""
    client.ask("new_window", folders=[])
    client.python("window.status_message('here')", window=first)
    assert [w["status_message"] for w in client.state(window=first)["windows"]] == ["here"]
    assert client.front()["status_message"] == ""
    assert "not both" in client.refuse("run", command="copy", view=view, window=first)


def test_run_refuses_arguments_that_the_editors_own_commands_do_not_take(client: Client) -> None:
    client.ask("new_file")
    assert "the command move takes" in client.refuse("run", command="move")
    assert "the command insert takes" in client.refuse("run", command="insert", args={"characters": 1})
    answer = client.send(id=1, do="run", command="show_panel", args={"panel": "switch_project"})
    assert (answer["ok"], answer["error"]) == (False, "NotImplementedError: show_panel switch_project")


def test_an_exception_in_a_command_is_a_fault(client: Client) -> None:
    assert client.python("raise ValueError('mine')") == RAN
    (fault,) = client.ask("faults")
    assert fault["kind"] == "exception" and "ValueError: mine" in fault["what"] and "plugin.py" in fault["where"]
    assert client.state()["faults"] == [fault]
    assert client.ask("faults", clear=True) == [fault]
    assert client.ask("faults") == []


def test_the_palette_is_what_a_user_would_see(client: Client) -> None:
    entries = client.ask("palette")
    mine = [entry for entry in entries if entry["caption"].startswith("Sample")]
    assert mine == [
        {"caption": "Sample: Ask", "command": "sample_ask", "args": None, "enabled": True},
        {"caption": "Sample: Off", "command": "sample_off", "args": None, "enabled": False},
        {"caption": "Sample: Set", "command": "sample_set", "args": {"value": "palette"}, "enabled": True},
    ]
    other = client.ask("new_window", folders=[])
    client.python("window.settings().set('sample_on', True)", window=other)
    first, second = [w["id"] for w in client.state()["windows"]]
    enabled = [
        [e["enabled"] for e in client.ask("palette", window=w) if "Off" in e["caption"]] for w in (first, second)
    ]
    assert enabled == [[False], [True]]


def test_the_menu_has_paths(client: Client) -> None:
    entries = client.ask("menu", window=client.front()["id"])
    mine = [entry for entry in entries if "Sample" in entry["path"]]
    off = {"caption": "Off", "command": "sample_off", "args": None, "enabled": False}
    marked = {"caption": "Marked", "command": "sample_marked", "args": None, "enabled": True}
    assert mine == [
        {**off, "path": ["Tools", "Sample", "Off"]},
        {**marked, "path": ["Tools", "Sample", "Marked"], "checked": True},
    ]


def test_settings_of_a_view(client: Client) -> None:
    view = client.ask("new_file")
    assert client.ask("settings", view=view, set={"copilot_ide.a": {"b": [1]}, "tab_size": 3}) is None
    assert client.sheet()["settings"] == {"copilot_ide.a": {"b": [1]}}
    assert client.value("view.settings().get('tab_size')") == 3


def test_settings_of_a_file_are_the_users(client: Client) -> None:
    client.python(
        "sublime.load_settings('Sample.sublime-settings').add_on_change('t', lambda: LOG.append(['changed']))"
    )
    client.forget()
    client.ask("settings", file="Sample.sublime-settings", set={"mine": 2})
    assert client.heard("changed") == [["changed"]]
    assert client.value("sublime.load_settings('Sample.sublime-settings').to_dict()") == {"from_package": 1, "mine": 2}
    user = client.folder / "home" / ".config" / "sublime-text" / "Packages" / "User" / "Sample.sublime-settings"
    assert '"mine": 2' in user.read_text()
    client.ask("write", file=str(user), text='{"mine": 3, /* by hand */}')
    client.ask("settle", timeout_s=10)
    assert client.value("sublime.load_settings('Sample.sublime-settings').get('mine')") == 3
    client.python("sublime.load_settings('Sample.sublime-settings').clear_on_change('t')")
    client.refuse("settings", set={})
    client.refuse("settings", set={}, file="a.sublime-settings", view=1)
    assert ".sublime-settings" in client.refuse("settings", set={}, file="a.json")


def test_a_profile_names_handlers_and_api_calls(client: Client) -> None:
    client.ask("new_file")
    assert client.ask("profile", on=True) is None
    client.ask("run", command="sample_set", args={"value": "1"})
    read = client.ask("profile", read=True)
    assert any("sample_set" in row["handler"] and row["runs"] == 1 for row in read["handlers"])
    assert all(row["cpu_ms"] >= 0 for row in read["handlers"])
    calls = [row for row in read["calls"] if row["function"] == "view_set_status"]
    assert calls == [{"function": "view_set_status", "caller": "Sample.plugin.run", "calls": 1}]
    client.ask("run", command="sample_set", args={"value": "2"})
    read = client.ask("profile", off=True)
    assert [row["calls"] for row in read["calls"] if row["function"] == "view_set_status"] == [2]
    assert client.ask("profile", read=True) is None
    client.refuse("profile")
    client.refuse("profile", on=True, off=True)


def test_unload_says_what_is_left_and_reload_loads_again(launch: Callable[..., Client]) -> None:
    client = launch()
    client.open()
    assert len(client.heard("load")) == 1
    assert client.ask("reload") is None
    assert client.heard("load") == []  # the module was run again
    client.ask("run", command="sample_set", args={"value": "1"})
    client.ask("run", command="sample_links")
    left = client.ask("unload")
    assert {what.split(":")[0] for what in left} == {"status key", "phantom", "regions"}
    assert "UNLOADED" in client.log()
    assert [fault["kind"] for fault in client.ask("faults", clear=True)] == ["leftover"] * 3
    assert client.ask("run", command="sample_set") == {"known": False, "enabled": False, "ran": False}
    client.ask("reload")
    assert client.ask("run", command="sample_set", args={"value": "1"}) == RAN


def test_diagnostics_of_three_sources(client: Client) -> None:
    path = str(client.folder / "files" / "a.py")
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    item = {"range": place, "message": "no", "severity": 2}
    assert client.ask("diagnostics", source="lsp", file=path, items=[item]) is None
    storage = "list(__import__('LSP.plugin.core.registry', fromlist='x').windows.lookup(window).get_sessions())[0]"
    assert list(client.value(storage + ".diagnostics.get_diagnostics()").values()) == [[item]]
    client.ask("diagnostics", source="lsp", file=path, items=[])
    assert client.value(storage + ".diagnostics.get_diagnostics()") == {}
    errors = f"__import__('SublimeLinter.lint.persist', fromlist='x').file_errors.get({path!r})"
    error = {
        "linter": "flake8",
        "line": 0,
        "start": 0,
        "error_type": "error",
        "code": "E1",
        "msg": "no",
        "region": [0, 1],
    }
    client.ask("diagnostics", source="sublimelinter", file=path, items=[error])
    assert client.value(f"[e['msg'] for e in {errors}] + [{errors}[0]['region'].b]") == ["no", 1]
    client.ask("diagnostics", source="sublimelinter", file=path, items=[])
    assert client.value(errors) == []
    client.forget()
    client.ask("diagnostics", source="build", file=path, items=[[path, 3, 7, "bad: thing"]])
    assert client.heard("window", "modified")[1:3] == [["window", "build"], ["modified", "exec:output"]]
    results = "[list(r) for r in window.find_output_panel('exec').find_all_results_with_text()]"
    assert client.value(results) == [[path, 3, 7, "bad: thing"]]
    client.ask("diagnostics", source="build", file=path, items=[])
    assert client.value(results) == []


def test_a_build_belongs_to_the_window_that_was_in_front(client: Client) -> None:
    first = client.front()["id"]
    client.ask("diagnostics", source="build", file="/a", items=[["/a", 1, 1, "old"]])
    second = client.ask("new_window", folders=[])
    client.ask("diagnostics", source="build", file="/b", items=[["/b", 2, 2, "other"]])
    texts = [[panel["text"] for panel in window["panels"]] for window in client.state()["windows"]]
    assert texts == [["/a:1:1: old\n"], ["/b:2:2: other\n"]]
    client.ask("diagnostics", source="build", file="/a", items=[])
    (window,) = client.state(window=first)["windows"]
    assert [panel["text"] for panel in window["panels"]] == [""]
    client.ask("close", window=second)


def test_diagnostics_in_the_wrong_shape(client: Client) -> None:
    assert "lsp, sublimelinter, build" in client.refuse("diagnostics", source="x", file="/a", items=[])
    for source, item in (("lsp", []), ("lsp", {"message": ""}), ("sublimelinter", 1), ("build", ["/a", "1", 2, "t"])):
        assert f"items of {source}" in client.refuse("diagnostics", source=source, file="/a", items=[item])
