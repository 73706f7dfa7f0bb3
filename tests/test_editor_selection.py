"""What the CLI is told of the selection."""

from __future__ import annotations

import sublime

from ..copilot_ide.editor import own_views
from ..copilot_ide.editor.selection import is_shareable, read_selection
from ..copilot_ide.ide.uri import wire_path
from .editor_case import ConnectedTestCase, EditorTestCase, Steps


class ReadSelection(EditorTestCase):
    def test_positions_count_utf_16_units(self) -> Steps:
        view = yield from self.open(self.write("astral.txt", "a😀b\nслово😀\n"))
        self.select(view, sublime.Region(2, 10))
        selection = read_selection(view)
        assert selection is not None
        self.assertEqual(selection["text"], "b\nслово😀")
        self.assertEqual(
            selection["selection"],
            # the emoji is one code point and two UTF-16 units
            {"start": {"line": 0, "character": 3}, "end": {"line": 1, "character": 7}, "isEmpty": False},
        )
        self.assertEqual(selection["filePath"], wire_path(str(self.folder / "astral.txt")))
        self.assertTrue(selection["fileUrl"].startswith("file:///"), selection["fileUrl"])

    def test_a_reversed_selection_starts_before_it_ends(self) -> None:
        self.select(self.view, sublime.Region(9, 0))
        selection = read_selection(self.view)
        assert selection is not None
        self.assertEqual(selection["text"], "import re")
        self.assertEqual(selection["selection"]["start"], {"line": 0, "character": 0})

    def test_of_several_carets_the_first_that_selects_something_counts(self) -> None:
        self.select(self.view, sublime.Region(0, 0), sublime.Region(7, 9))
        selection = read_selection(self.view)
        assert selection is not None
        self.assertEqual(selection["text"], "re")

    def test_an_empty_selection_is_a_place(self) -> None:
        self.select(self.view, sublime.Region(10, 10))
        selection = read_selection(self.view)
        assert selection is not None
        self.assertEqual((selection["text"], selection["selection"]["isEmpty"]), ("", True))
        self.assertEqual(selection["selection"]["end"], {"line": 1, "character": 0})

    def test_a_buffer_without_a_file_is_named_untitled(self) -> None:
        view = self.window.new_file()
        view.set_name("notes")
        selection = read_selection(view)
        assert selection is not None
        self.assertEqual((selection["filePath"], selection["fileUrl"]), ("untitled:notes", "untitled:notes"))

    def test_panels_and_our_own_views_are_not_shared(self) -> None:
        self.assertTrue(is_shareable(self.view))
        self.assertFalse(is_shareable(None))
        self.assertFalse(is_shareable(self.window.create_output_panel("copilot_ide_test")))
        self.assertFalse(is_shareable(own_views.create(self.window, own_views.STATUS, "mine", "text")))


class PushSelection(ConnectedTestCase):
    def test_the_selection_follows_the_caret(self) -> Steps:
        self.select(self.view, sublime.Region(7, 9))
        yield lambda: self.labels()[-1:] == ["calc.py:re"]

    def test_only_where_the_caret_comes_to_rest_is_told(self) -> Steps:
        yield lambda: self.labels()  # what is pushed at the start
        for end in range(1, 10):
            self.select(self.view, sublime.Region(0, end))
            yield 5
        yield lambda: self.labels()[-1:] == ["calc.py:import re"]
        told = [label for label in self.labels() if label != "calc.py:"]
        self.assertEqual(told, ["calc.py:import re"])

    def test_a_clone_has_a_selection_of_its_own(self) -> Steps:
        self.window.run_command("clone_file")
        clone = self.window.active_view()
        assert clone is not None
        self.assertNotEqual(clone, self.view)
        self.select(clone, sublime.Region(0, 6))
        yield lambda: self.labels()[-1:] == ["calc.py:import"]

    def test_another_file_is_told_at_once(self) -> Steps:
        yield lambda: self.labels()
        yield from self.open(self.write("other.py", "x = 1\n"))
        yield lambda: self.labels()[-1:] == ["other.py:"]
        self.window.focus_view(self.view)
        yield lambda: self.labels()[-1:] == ["calc.py:"]

    def test_our_own_views_are_never_told(self) -> Steps:
        yield lambda: self.labels()
        self.window.run_command("copilot_ide_status")
        status = self.window.active_view()
        assert status is not None
        self.select(status, sublime.Region(0, 5))
        yield 400  # longer than the debounce
        self.assertEqual({label.partition(":")[0] for label in self.labels()}, {"calc.py"})

    def test_the_text_of_a_closed_file_is_forgotten(self) -> Steps:
        self.select(self.view, sublime.Region(7, 9))
        yield lambda: self.labels()[-1:] == ["calc.py:re"]
        self.window.run_command("copilot_ide_status")  # nothing to be shared comes in its place
        self.view.close()
        yield lambda: self.labels()[-1:] == ["calc.py:"]
        params = self.client.notifications("selection_changed")[-1]
        self.assertIs(params["selection"]["isEmpty"], True)
        self.assertIsNone((yield from self.in_background(lambda: [self.client.call_tool("get_selection", {})]))[0])

    def test_get_selection_remembers_the_last_file_when_none_is_in_front(self) -> Steps:
        self.select(self.view, sublime.Region(7, 9))
        yield lambda: self.labels()[-1:] == ["calc.py:re"]
        self.window.run_command("copilot_ide_status")
        answer = yield from self.in_background(lambda: self.client.call_tool("get_selection", {}))
        self.assertEqual((answer["current"], answer["text"]), (False, "re"))
        self.window.focus_view(self.view)
        answer = yield from self.in_background(lambda: self.client.call_tool("get_selection", {}))
        self.assertEqual((answer["current"], answer["text"]), (True, "re"))
