"""`restart` and `quit` through the control protocol."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Callable

from .control_client import Client

COLUMNS = {"cols": [0, 0.5, 1], "rows": [0, 1], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


def tabs(window: dict[str, Any]) -> list[tuple[str, int, bool, bool]]:
    return [(s["title"], s["group"], s["selected"], s["focused"]) for s in window["sheets"]]


def test_a_restart_brings_windows_tabs_and_unsaved_text_back(launch: Callable[..., Client]) -> None:
    client = launch("--folder", "/", "--build", "4150", "--lsp", "2.8.1")
    window, old_pid = client.ready["windows"][0]["id"], client.ready["pid"]
    client.ask("layout", window=window, layout=COLUMNS)
    a = client.open("a.txt")
    client.ask("type", text="unsaved ")
    b = client.open("b.txt", "line\n" * 300)
    client.ask("scroll", row=100)
    client.ask("select", regions=[[120, 4, 119, 0], [130, 1, 130, 1]])
    client.ask("settings", view=b, set={"copilot_ide.kind": "kept", "tab_size": 7})
    c = client.ask("new_file", text="scrap", name="Note")
    client.python("view.set_scratch(True)")
    client.ask("move", view=c, group=1, index=0)
    client.ask("tabs", views=[b, a])
    client.python("window.new_html_sheet('Page', 'x')")
    client.ask("tabs", views=[b, a])
    client.ask("run", command="sample_links", view=a)
    client.ask("run", command="sample_set", args={"value": "gone"})
    other = client.ask("new_window", folders=[], project={"settings": {"copilot_ide.p": 1}})
    client.ask("new_file", window=other)
    client.python("LOG.append(['mine'])")
    client.ask("focus", window=window)
    before = {w["id"] == window: w for w in client.state(text=True)["windows"]}

    started = client.ask("restart")
    assert set(started) == {"pid", "windows"} and started["pid"] != old_pid
    first, second = client.state(text=True)["windows"]
    assert (first["folders"], first["layout"], first["focused"]) == (["/"], COLUMNS, True)
    assert tabs(first) == [tab for tab in tabs(before[True]) if tab[0] != "Page"]
    by_title = {sheet["title"]: sheet for sheet in first["sheets"]}
    assert (by_title["a.txt"]["text"], by_title["a.txt"]["dirty"]) == ("unsaved one\ntwo\nthree\n", True)
    assert (by_title["Note"]["text"], by_title["Note"]["scratch"], by_title["Note"]["dirty"]) == ("scrap", True, False)
    old = next(sheet for sheet in before[True]["sheets"] if sheet["view"] == b)
    for key in ("selection", "viewport", "settings", "text", "dirty", "file"):
        assert by_title["b.txt"][key] == old[key], key
    assert client.value(f"sublime.View({by_title['b.txt']['view']}).settings().get('tab_size')") == 7
    assert [(s["phantoms"], s["regions"]) for s in first["sheets"]] == [([], {})] * 3
    assert first["status_bar"] == {}
    assert [s["settings"] for s in second["sheets"]] == [{"copilot_ide.p": 1}]
    assert client.heard("mine") == [] and client.ask("faults") == []
    assert client.value("sublime.version()") == "4150"
    assert client.value("'LSP.plugin.core.diagnostics_storage' in sys.modules") is True
    client.ask("save", view=by_title["a.txt"]["view"])
    assert (client.folder / "files" / "a.txt").read_text() == "unsaved one\ntwo\nthree\n"
    assert client.end() == b""
    assert client.log().count("EXIT") == 2 and "UNLOADED" not in client.log()


def test_clones_still_share_their_text_after_a_restart(launch: Callable[..., Client]) -> None:
    client = launch()
    client.open()
    client.ask("run", command="clone_file")
    client.ask("restart")
    client.ask("type", text="both ")
    assert [s["text"] for s in client.front(text=True)["sheets"]] == ["both one\ntwo\nthree\n"] * 2


def test_a_tab_that_does_not_come_back_leaves_the_front_to_another(launch: Callable[..., Client]) -> None:
    client = launch()
    client.ask("new_file", name="a")
    client.ask("new_file", name="b")
    client.ask("new_file", name="c")
    client.ask("focus", view=client.front()["sheets"][1]["view"])
    client.python("window.new_html_sheet('Page', 'x')")
    client.ask("restart")
    assert tabs(client.front()) == [("a", 0, False, False), ("b", 0, True, True), ("c", 0, False, False)]


def test_requests_behind_a_restart_are_for_the_new_process(launch: Callable[..., Client], tmp_path: Path) -> None:
    """Wherever it was started, and wherever a plugin went."""
    client = launch(cwd=tmp_path)
    client.write(b'{"id": 1, "do": "restart"}\n{"id": 2, "do": "new_file", "name": "n"}', b'{"id": 3, "do": "state"}')
    answers = [client.read() for _ in range(3)]
    assert [(answer["id"], answer["ok"]) for answer in answers] == [(1, True), (2, True), (3, True)]
    assert [s["title"] for s in answers[2]["result"]["windows"][0]["sheets"]] == ["n"]
    client.ask("restart")
    client.python("os.chdir('/')")
    client.ask("restart")
    assert client.end() == b""


def test_a_restarted_editor_ends_with_the_process_that_the_client_knows(launch: Callable[..., Client]) -> None:
    client = launch()
    pid = client.ask("restart")["pid"]
    client.process.terminate()
    client.process.wait(30)
    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


def test_quit_is_answered_when_it_is_done(launch: Callable[..., Client]) -> None:
    client = launch()
    client.open()
    client.ask("type", text="x")
    client.ask("type", text="x")
    assert client.ask("quit") is None
    assert client.log().count("EXIT") == 1 and "UNLOADED" not in client.log()
    assert client.rest() == b""
