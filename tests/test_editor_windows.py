"""One endpoint for each window: found by its own folders, gone with it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Generator

import sublime

from ..copilot_ide.editor.app import RETRY_S
from .editor_case import ConnectedTestCase, Steps


class Windows(ConnectedTestCase):
    def lock_path(self, window: sublime.Window) -> Path:
        return Path(self.app.windows[window.id()].lock_path)

    def open_window(self, folder: Path) -> Generator[Any, Any, sublime.Window]:
        others = {window.id() for window in sublime.windows()}
        sublime.run_command("new_window")
        yield lambda: {window.id() for window in sublime.windows()} - others
        window = next(window for window in sublime.windows() if window.id() not in others)
        window.set_project_data({"folders": [{"path": str(folder)}]})
        yield lambda: window.folders()
        self.app.sync_window(window)
        yield lambda: self.lock_path(window).is_file() and str(folder) in self.lock_path(window).read_text("utf-8")
        return window

    def test_each_window_is_found_by_its_own_folders(self) -> Steps:
        other_folder = self.folder / "other"
        other_folder.mkdir()
        other = yield from self.open_window(other_folder)
        locks = [json.loads(self.lock_path(window).read_text(encoding="utf-8")) for window in (self.window, other)]
        self.assertEqual([lock["workspaceFolders"] for lock in locks], [[str(self.folder)], [str(other_folder)]])
        self.assertNotEqual(locks[0]["socketPath"], locks[1]["socketPath"])
        self.assertNotEqual(locks[0]["headers"], locks[1]["headers"])
        path = self.lock_path(other)
        other.run_command("close_window")
        yield lambda: not path.exists()
        self.assertTrue(self.lock_path(self.window).exists())

    def test_a_folder_added_to_the_window_is_seen_at_the_next_command(self) -> Steps:
        path = self.lock_path(self.window)
        added = self.folder / "added"
        added.mkdir()
        self.window.set_project_data({"folders": [{"path": str(self.folder)}, {"path": str(added)}]})
        yield lambda: len(self.window.folders()) == 2
        self.window.run_command("copilot_ide_status")
        yield lambda: str(added) in path.read_text(encoding="utf-8")

    def test_a_window_that_closes_leaves_its_diff_to_the_terminal(self) -> Steps:
        pending = yield from self.propose("x = 1\n")
        for view in self.window.views():
            view.set_scratch(True)
        self.window.run_command("close_window")
        self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")

    def test_without_discovery_there_is_no_lock_file(self) -> Steps:
        path = self.lock_path(self.window)
        self.set("discovery", False)
        yield lambda: not path.exists()
        self.set("discovery", True)
        yield lambda: self.window.id() in self.app.windows and self.lock_path(self.window).is_file()

    def test_a_project_can_neither_show_itself_nor_declare_itself_trusted(self) -> Steps:
        override = {"copilot_ide": {"discovery": True, "trust_workspace": True}}
        self.window.set_project_data({"folders": [{"path": str(self.folder)}], "settings": override})
        self.app.sync_window(self.window)
        yield 50
        lock = json.loads(self.lock_path(self.window).read_text(encoding="utf-8"))
        self.assertIs(lock["isTrusted"], False)
        self.set("discovery", False)
        yield lambda: self.window.id() not in self.app.windows

    def test_an_endpoint_that_could_not_be_made_is_tried_again(self) -> Steps:
        state = self.app.windows[self.window.id()]
        state.problem, state.tried_s = "no luck", time.monotonic()
        self.app.sync_window(self.window)
        yield 50
        self.assertEqual(state.problem, "no luck")
        state.tried_s -= RETRY_S
        self.app.sync_window(self.window)
        yield lambda: state.problem == ""

    def test_a_project_can_keep_its_window_to_itself(self) -> Steps:
        path = self.lock_path(self.window)
        data = {"folders": [{"path": str(self.folder)}], "settings": {"copilot_ide": {"discovery": False}}}
        self.window.set_project_data(data)
        self.app.sync_window(self.window)
        yield lambda: not path.exists()
