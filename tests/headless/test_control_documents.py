"""Windows, tabs and files through the control protocol."""

from __future__ import annotations

import base64
import json
from typing import Any

from .control_client import Client

COLUMNS = {"cols": [0, 0.5, 1], "rows": [0, 1], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


def places(client: Client) -> list[tuple[str, int, bool, bool]]:
    return [(s["title"], s["group"], s["selected"], s["focused"]) for s in client.front()["sheets"]]


def test_a_new_window_has_folders_and_is_in_front(client: Client) -> None:
    folders = [str(client.folder), str(client.folder / "files")]
    window = client.ask("new_window", folders=folders)
    assert isinstance(window, int)
    state = client.front()
    assert (state["id"], state["folders"], state["sheets"]) == (window, folders, [])


def test_a_new_window_has_a_projects_data(client: Client) -> None:
    data = {"folders": [{"path": str(client.folder)}], "settings": {"copilot_ide.a": 1}}
    client.ask("new_window", folders=[], project=data)
    assert client.front()["folders"] == [str(client.folder)]
    client.ask("new_file")
    assert client.sheet()["settings"] == {"copilot_ide.a": 1}
    client.ask("new_window", folders=["/"], project=data)
    assert client.front()["folders"] == ["/"]


def test_a_new_window_has_a_project_file(client: Client) -> None:
    path = client.file("p.sublime-project", json.dumps({"folders": [{"path": "."}]}))
    client.ask("new_window", folders=[], project=str(path))
    assert client.front()["folders"] == [str(path.parent)]
    assert client.value("window.project_file_name()") == str(path)
    assert "project" in client.refuse("new_window", folders=[], project=str(client.folder / "none"))
    assert "an object" in client.refuse("new_window", folders=[], project=str(client.file("q", "[]")))


def test_folders_and_project_data_change_without_an_event(client: Client) -> None:
    window = client.front()["id"]
    client.ask("new_file")
    client.forget()
    assert client.ask("set_folders", window=window, folders=["/"]) is None
    assert client.front()["folders"] == ["/"]
    assert client.ask("project", window=window, data={"settings": {"copilot_ide.b": [2]}}) is None
    assert client.front()["folders"] == [] and client.sheet()["settings"] == {"copilot_ide.b": [2]}
    assert client.heard("load", "activated", "deactivated", "modified") == []


def test_open_answers_after_on_load_with_the_caret_in_place(client: Client) -> None:
    path = client.file("a.txt")
    client.forget()
    view = client.ask("open", file=str(path), row=2, col=3)
    assert client.heard("load") == [["load", [2, 3]]]
    sheet = client.sheet()
    assert (sheet["view"], sheet["file"], sheet["text"]) == (view, str(path), "one\ntwo\nthree\n")
    assert sheet["selection"] == [[2, 3, 2, 3]] and not sheet["dirty"]
    assert client.ask("open", file=str(path), row=1) == view
    assert client.sheet()["selection"] == [[1, 0, 1, 0]]
    assert len(client.front()["sheets"]) == 1


def test_open_takes_a_window_and_brings_it_to_the_front(client: Client) -> None:
    first = client.front()["id"]
    second = client.ask("new_window", folders=[])
    client.ask("open", file=str(client.file("a.txt")), window=first)
    assert client.front()["id"] == first
    client.ask("new_file", window=second)
    assert client.front()["id"] == second


def test_a_preview_gives_way_to_the_next_one(client: Client) -> None:
    client.open("a.txt", transient=True)
    view = client.open("b.txt", transient=True)
    assert [s["title"] for s in client.front()["sheets"]] == ["b.txt"]
    assert client.front()["sheets"][0]["transient"]
    client.python("view.close()")
    assert client.sheet()["view"] == view  # a plugin cannot close a preview
    assert client.ask("close", view=view) is True
    assert client.front()["sheets"] == []


def test_an_image_has_a_tab_but_no_view(client: Client) -> None:
    path = client.file("a.png", "no picture")
    assert client.ask("open", file=str(path)) is None
    (sheet,) = client.front()["sheets"]
    assert (sheet["view"], sheet["title"], sheet["file"]) == (None, "a.png", str(path))


def test_what_cannot_be_opened_says_so(client: Client) -> None:
    assert "directory" in client.refuse("open", file=str(client.folder))
    assert "from 0 to 3" in client.refuse("open", file=str(client.file("a.txt")), row=4)
    assert "row" in client.refuse("open", file=str(client.file("a.txt")), col=1)
    assert isinstance(client.ask("open", file=str(client.folder / "files" / "new.txt")), int)


def test_a_new_file_has_text_and_a_name(client: Client) -> None:
    view = client.ask("new_file", text="some\ntext", name="Scrap")
    sheet = client.sheet()
    assert (sheet["view"], sheet["title"], sheet["text"]) == (view, "Scrap", "some\ntext")
    assert (sheet["file"], sheet["dirty"], sheet["scratch"]) == (None, True, False)
    assert client.ask("new_file") != view


def test_focus_goes_to_tabs_windows_and_panels(client: Client) -> None:
    first = client.front()["id"]
    a, b = client.ask("new_file", name="a"), client.ask("new_file", name="b")
    client.forget()
    assert client.ask("focus", view=a) is None
    assert client.heard("activated", "deactivated") == [["deactivated", "b"], ["activated", "a"]]
    second = client.ask("new_window", folders=[])
    client.ask("focus", view=b)
    assert client.front()["id"] == first and client.sheet()["view"] == b
    client.ask("focus", window=second)
    assert client.front()["id"] == second
    client.ask("focus", window=first)
    client.python("window.create_output_panel('sample')")
    panel = client.value("window.find_output_panel('sample').id()")
    assert "not open" in client.refuse("focus", view=panel)
    client.ask("run", command="show_panel", args={"panel": "output.sample"})
    client.ask("focus", view=panel)
    client.ask("type", text="in the panel")
    assert client.front()["panels"] == [{"name": "output.sample", "visible": True, "text": "in the panel"}]


def test_html_tabs_are_focused_moved_and_closed_by_sheet(client: Client) -> None:
    client.python("window.new_html_sheet('Page', '<b>hi</b>')")
    client.ask("new_file", name="a")
    sheet = next(s["sheet"] for s in client.front()["sheets"] if s["title"] == "Page")
    client.ask("focus", sheet=sheet)
    assert client.sheet()["title"] == "Page"
    client.ask("move", sheet=sheet, group=0, index=1)
    assert [s["title"] for s in client.front()["sheets"]] == ["a", "Page"]
    assert client.ask("close", sheet=sheet) is True
    assert [s["title"] for s in client.front()["sheets"]] == ["a"]


def test_tabs_are_selected_together(client: Client) -> None:
    a, b, _ = [client.ask("new_file", name=name) for name in "abc"]
    assert client.ask("tabs", views=[b, a]) is None
    assert places(client) == [("a", 0, True, True), ("b", 0, True, False), ("c", 0, False, False)]
    client.ask("focus", view=b)
    assert [place[2] for place in places(client)] == [True, True, False]
    other = client.ask("new_file", window=client.ask("new_window", folders=[]))
    assert "one window" in client.refuse("tabs", views=[a, other])


def test_layout_and_move_place_tabs_in_groups(client: Client) -> None:
    window = client.front()["id"]
    a, b = client.ask("new_file", name="a"), client.ask("new_file", name="b")
    assert client.ask("layout", window=window, layout=COLUMNS) is None
    assert client.front()["layout"] == COLUMNS
    assert client.ask("move", view=b, group=1, index=0) is None
    assert places(client) == [("a", 0, True, False), ("b", 1, True, True)]
    client.ask("move", view=a, group=1, index=1)
    assert [place[:2] for place in places(client)] == [("b", 1), ("a", 1)]
    assert client.front()["active_group"] == 1
    assert "from 0 to 1" in client.refuse("move", view=a, group=2, index=0)
    assert "from 0 to 1" in client.refuse("move", view=a, group=1, index=2)
    for wrong in ({}, {**COLUMNS, "cells": []}, {**COLUMNS, "cells": [[0, 0, 3, 1]]}, {**COLUMNS, "cols": [1, 0]}):
        assert "cells" in client.refuse("layout", window=window, layout=wrong)


def test_sublime_loses_and_regains_the_front(client: Client) -> None:
    client.ask("new_file", name="a")
    client.forget()
    assert client.ask("app", active=False) is None
    assert client.state()["app_active"] is False
    client.ask("app", active=True)
    assert client.state()["app_active"] is True
    assert client.heard("activated", "deactivated") == [["deactivated", "a"], ["activated", "a"]]


def test_save_writes_and_revert_reads(client: Client) -> None:
    view = client.open("a.txt")
    client.ask("type", text="new ")
    assert client.ask("save", view=view) is True
    assert (client.folder / "files" / "a.txt").read_text() == "new one\ntwo\nthree\n"
    assert not client.sheet()["dirty"]
    client.ask("type", text="junk")
    client.forget()
    assert client.ask("revert", view=view) is None
    assert client.heard("revert") == [["revert"]]
    assert (client.sheet()["text"], client.sheet()["dirty"]) == ("new one\ntwo\nthree\n", False)
    assert "file" in client.refuse("revert", view=client.ask("new_file"))


def test_close_is_what_the_user_does(client: Client) -> None:
    view = client.open("a.txt")
    client.ask("type", text="x")
    dialog = client.ask("close", view=view)["dialog"]
    assert dialog["buttons"] == ["Save", "Don't Save", "Cancel"] and "a.txt" in dialog["text"]
    assert client.ask("answer", value="Cancel") is False
    assert client.ask("close", view=view)["dialog"] == dialog
    assert client.ask("answer", value="Save") is True
    assert (client.folder / "files" / "a.txt").read_text().startswith("xone")
    window = client.ask("new_window", folders=[])
    assert client.ask("close", window=window) is True
    assert window not in [w["id"] for w in client.state()["windows"]]


def test_the_last_window_can_go_and_a_new_one_come(client: Client) -> None:
    client.ask("close", window=client.front()["id"])
    assert client.state()["windows"] == []
    assert "no window is open" in client.refuse("open", file=str(client.file("a.txt")))
    assert "no text view" in client.refuse("type", text="x")
    client.ask("new_window", folders=[])
    assert len(client.state()["windows"]) == 1


def test_clean_views_follow_the_disk_and_dirty_ones_are_marked(client: Client) -> None:
    clean, dirty = client.open("clean.txt"), client.open("dirty.txt")
    client.ask("type", text="x", view=dirty)
    client.forget()
    for name in ("clean.txt", "dirty.txt"):
        assert client.ask("write", file=str(client.folder / "files" / name), text="new ü\n") is None
    assert client.heard("reload") == [["reload"]]
    assert (client.sheet(clean)["text"], client.sheet(clean)["dirty"]) == ("new ü\n", False)
    sheet = client.sheet(dirty)
    assert (sheet["text"], sheet["dirty"], sheet["changed_on_disk"]) == ("xone\ntwo\nthree\n", True, True)
    (client.folder / "files" / "clean.txt").write_text("by somebody else\n")
    client.ask("wait", until={"text": {"view": clean, "contains": "somebody"}}, timeout_s=10)


def test_write_takes_bytes_and_makes_folders(client: Client) -> None:
    path = client.folder / "files" / "deep" / "er" / "b.bin"
    client.ask("write", file=str(path), bytes_b64=base64.b64encode(b"\xff\x00").decode())
    assert path.read_bytes() == b"\xff\x00"
    arguments: list[dict[str, Any]] = [
        {},
        {"text": "", "bytes_b64": ""},
        {"bytes_b64": "no base64!"},
        {"text": "\ud800"},
    ]
    for wrong in arguments:
        client.refuse("write", file=str(path), **wrong)
    assert "be written" in client.refuse("write", file=str(path.parent), text="x")
    assert path.read_bytes() == b"\xff\x00"


def test_delete_marks_the_view(client: Client) -> None:
    view = client.open("a.txt")
    path = client.folder / "files" / "a.txt"
    assert client.ask("delete", file=str(path)) is None
    assert not path.exists() and client.sheet(view)["deleted_on_disk"]
    assert client.sheet(view)["text"] == "one\ntwo\nthree\n"
    assert "deleted" in client.refuse("delete", file=str(path))
    client.ask("write", file=str(path), text="back\n")
    assert client.sheet(view)["text"] == "back\n" and not client.sheet(view)["deleted_on_disk"]
