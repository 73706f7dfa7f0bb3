"""Status bar and ``Copilot IDE: Status``."""

from __future__ import annotations

from unittest import mock

import sublime

from ..copilot_ide.editor import own_views, settings, status_bar
from ..copilot_ide.ide import transport
from .editor_case import ConnectedTestCase, EditorTestCase, Steps


def status_text(window: sublime.Window) -> str:
    window.run_command("copilot_ide_status")
    view = own_views.find(window, own_views.STATUS)
    assert view is not None
    return view.substr(sublime.Region(0, view.size()))


class StatusBar(ConnectedTestCase):
    def test_the_mark_says_who_is_connected_and_what_waits(self) -> Steps:
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ●"
        second = yield from self.connect()
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ●2"
        yield from self.propose("x = 1\n")
        yield lambda: self.halves()[1].get_status(status_bar.KEY) == "Copilot ✎1"
        self.window.run_command("copilot_ide_reject_diff")
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ●2"
        yield from self.in_background(lambda: second.close() or True)
        yield from self.in_background(lambda: self.client.close() or True)
        yield lambda: self.view.get_status(status_bar.KEY) == ""

    def test_a_failure_outweighs_everything(self) -> None:
        self.assertEqual(status_bar.text(sessions=2, waiting=3, failed=True), "Copilot !")
        self.assertEqual(status_bar.text(sessions=0, waiting=0, failed=False), "")


class Status(ConnectedTestCase):
    def test_it_names_the_lock_file_the_folder_the_session_and_what_waits(self) -> Steps:
        yield from self.in_background(lambda: self.client.update_session_name("Fix the parser") or True)
        yield from self.propose("x = 1\n")
        yield lambda: "Fix the parser" in status_text(self.window)
        text = status_text(self.window)
        for part in (self.app.windows[self.window.id()].lock_path, str(self.folder), str(self.path), "+1 −5"):
            self.assertIn(part, text)

    def test_it_is_one_tab_however_often_it_is_asked_for(self) -> None:
        status_text(self.window)
        status_text(self.window)
        kinds = [own_views.kind_of(view) for view in self.window.views()]
        self.assertEqual(kinds.count(own_views.STATUS), 1)


class Settings(EditorTestCase):
    def test_the_defaults_are_those_of_the_settings_file(self) -> None:
        text = sublime.load_resource(f"Packages/Copilot IDE/{settings.FILE}")
        self.assertEqual(sublime.decode_value(text), settings.DEFAULTS)

    def test_a_project_overrides_and_a_value_of_the_wrong_type_counts_as_not_set(self) -> None:
        data = {"folders": [{"path": str(self.folder)}]}
        for override, expected in ((50, 50), ("fast", 200), (None, 200)):
            self.window.set_project_data({**data, "settings": {"copilot_ide": {"debounce_ms": override}}})
            self.assertEqual(settings.get("debounce_ms", self.window), expected)
        self.window.set_project_data({**data, "settings": {"copilot_ide": "nonsense"}})
        self.assertEqual(settings.get("debounce_ms", self.window), 200)


class Lifecycle(EditorTestCase):
    def test_where_there_is_no_transport_the_package_loads_and_status_says_so(self) -> None:
        self.addCleanup(self.restart)
        with mock.patch.object(transport, "unavailable", return_value="/ide is not there yet."):
            self.restart()
        self.assertIn("/ide is not there yet.", status_text(self.window))
        self.assertEqual(self.view.get_status(status_bar.KEY), "")

    def test_windows_has_no_transport_yet(self) -> None:
        with mock.patch.object(transport.os, "name", "nt"):
            self.assertIn("Windows", transport.unavailable())
            with self.assertRaisesRegex(OSError, "Windows"):
                transport.create_transport()

    def test_reviews_that_sublime_restored_are_closed_at_the_start(self) -> Steps:
        view = own_views.create(self.window, own_views.REVIEW_PROPOSED, "old · proposed", "text")
        self.restart()
        yield lambda: not view.is_valid()
