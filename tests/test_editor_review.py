"""A proposal as the user meets it: two tabs side by side, a decision, and everything as it was before."""

from __future__ import annotations

import os

import sublime

from ..copilot_ide.editor.commands import (
    CopilotIdeAcceptDiffCommand,
    CopilotIdeRejectDiffCommand,
    CopilotIdeReviewCommand,
)
from ..copilot_ide.editor.review_pair import ADDED_KEY, REMOVED_KEY
from .editor_case import ConnectedTestCase, Steps

PROPOSED = "import re\n\n\ndef parse(text):\n    return text.split()\n\n\nEND = 1\n"


class Show(ConnectedTestCase):
    def test_original_and_proposal_stand_side_by_side_in_one_group(self) -> Steps:
        yield from self.propose(PROPOSED)
        before, proposed = self.halves()
        self.assertEqual([before.name(), proposed.name()], ["calc.py · before", "calc.py · proposed"])
        selected = [sheet.view() for sheet in self.window.selected_sheets_in_group(0)]
        self.assertEqual(selected, [before, proposed])
        self.assertEqual(self.window.active_view(), proposed)
        self.assertEqual(self.window.num_groups(), 1)

    def test_the_halves_hold_exactly_the_texts_and_cannot_be_changed_or_be_dirty(self) -> Steps:
        yield from self.propose(PROPOSED)
        before, proposed = self.halves()
        self.assertEqual(before.substr(sublime.Region(0, before.size())), self.path.read_text(encoding="utf-8"))
        self.assertEqual(proposed.substr(sublime.Region(0, proposed.size())), PROPOSED)
        for view in (before, proposed):
            self.assertTrue(view.is_read_only())
            self.assertFalse(view.is_dirty())
            self.assertEqual(view.syntax(), self.view.syntax())

    def test_changed_lines_are_marked_on_both_sides(self) -> Steps:
        yield from self.propose(PROPOSED)
        before, proposed = self.halves()
        removed = [before.substr(region) for region in before.get_regions(REMOVED_KEY)]
        added = [proposed.substr(region) for region in proposed.get_regions(ADDED_KEY)]
        self.assertEqual(removed, ["    return text.split(' ')\n"])
        self.assertEqual(added, ["    return text.split()\n\n\nEND = 1\n"])

    def test_two_files_of_one_name_are_told_apart_by_their_folders(self) -> Steps:
        (self.folder / "sub").mkdir()
        shown = self.record_phantoms()
        yield from self.propose("x = 1\n", self.write("sub/calc.py", "x = 2\n"))
        self.assertTrue(any(f"{self.folder.name}{os.sep}sub<" in phantom.content for phantom in shown), shown)

    def test_tabs_selected_in_another_group_stay_selected(self) -> Steps:
        self.window.set_layout({"cols": [0.0, 0.5, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]})
        other = yield from self.open(self.write("other.py", "x = 1\n"))
        self.window.set_view_index(other, 1, 0)
        self.window.focus_view(self.view)
        yield from self.propose(PROPOSED)
        self.assertEqual([sheet.view() for sheet in self.window.selected_sheets_in_group(1)], [other])
        self.assertEqual([sheet.view() for sheet in self.window.selected_sheets_in_group(0)], self.halves())
        self.assertEqual(self.window.num_groups(), 2)

    def test_a_file_that_does_not_exist_yet_has_an_empty_original(self) -> Steps:
        pending = yield from self.propose("new\n", self.folder / "new.py")
        before, proposed = self.halves()
        self.assertEqual((before.size(), proposed.size()), (0, 4))
        self.window.run_command("copilot_ide_accept_diff")
        self.assertEqual((yield from self.outcome(pending)), "SAVED")

    def test_what_cannot_be_read_is_left_to_the_terminal(self) -> Steps:
        pending = self.client.open_diff(self.folder, "text")  # a folder
        self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
        self.assertEqual(self.halves(), [])


class Decide(ConnectedTestCase):
    def test_accept_unblocks_the_call_and_the_cli_writes_the_file(self) -> Steps:
        pending = yield from self.propose(PROPOSED)
        self.window.run_command("copilot_ide_accept_diff")
        self.assertEqual((yield from self.outcome(pending)), "SAVED")
        self.assertEqual(self.path.read_text(encoding="utf-8"), PROPOSED)
        yield lambda: not self.halves()

    def test_reject_unblocks_the_call_and_the_file_stays(self) -> Steps:
        before = self.path.read_text(encoding="utf-8")
        pending = yield from self.propose(PROPOSED)
        self.window.run_command("copilot_ide_reject_diff")
        self.assertEqual((yield from self.outcome(pending)), "REJECTED")
        self.assertEqual(self.path.read_text(encoding="utf-8"), before)
        yield lambda: not self.halves()

    def test_afterwards_the_tab_that_was_in_front_is_in_front_again(self) -> Steps:
        yield from self.open(self.write("other.py", "x = 1\n"))
        self.window.focus_view(self.view)
        self.select(self.view, sublime.Region(4, 4))
        pending = yield from self.propose(PROPOSED)
        self.window.run_command("copilot_ide_reject_diff")
        yield from self.outcome(pending)
        yield lambda: not self.halves()
        self.assertEqual(self.window.active_view(), self.view)
        self.assertEqual(list(self.view.sel()), [sublime.Region(4, 4)])

    def test_the_commands_are_disabled_where_nothing_waits(self) -> None:
        for command in (CopilotIdeAcceptDiffCommand, CopilotIdeRejectDiffCommand, CopilotIdeReviewCommand):
            self.assertFalse(command(self.window).is_enabled(), command)

    def test_closing_a_half_closes_both_and_leaves_the_decision_to_the_terminal(self) -> Steps:
        for half in (0, 1):
            pending = yield from self.propose(PROPOSED)
            self.halves()[half].close()
            self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
            yield lambda: not self.halves()

    def test_closing_a_half_rejects_where_the_setting_says_so(self) -> Steps:
        self.set("closed_tab", "reject")
        pending = yield from self.propose(PROPOSED)
        self.halves()[0].close()
        self.assertEqual((yield from self.outcome(pending)), "REJECTED")

    def test_answered_in_the_terminal_the_tabs_go(self) -> Steps:
        pending = yield from self.propose(PROPOSED)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: not self.halves()
        self.assertEqual(self.window.active_view(), self.view)

    def test_a_diff_that_is_closed_at_once_is_not_shown(self) -> Steps:
        tabs = len(self.window.views())
        most = tabs
        pending = self.client.open_diff(self.path, PROPOSED)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        for _ in range(30):
            most = max(most, len(self.window.views()))
            yield 10
        self.assertEqual(most, tabs)

    def test_when_the_session_ends_the_tabs_go(self) -> Steps:
        yield from self.propose(PROPOSED)
        yield from self.in_background(lambda: self.client.close() or True)
        yield lambda: not self.halves()

    def test_a_decision_ends_one_review_and_no_other(self) -> Steps:
        first = yield from self.propose(PROPOSED)
        second = yield from self.propose("x = 1\n", self.write("other.py", "x = 2\n"))
        self.window.run_command("copilot_ide_reject_diff")
        self.assertEqual((yield from self.outcome(first)), "REJECTED")
        yield lambda: len(self.halves()) == 2
        self.assertEqual(self.halves()[0].name(), "other.py · before")
        self.window.run_command("copilot_ide_review")
        self.window.run_command("copilot_ide_accept_diff")
        self.assertEqual((yield from self.outcome(second)), "SAVED")


class Focus(ConnectedTestCase):
    def test_a_proposal_in_front_keeps_the_front_when_another_comes(self) -> Steps:
        yield from self.propose(PROPOSED)
        first = self.halves()
        yield from self.propose("x = 1\n", self.write("other.py", "x = 2\n"))
        self.assertEqual(self.window.active_view(), first[1])
        self.assertEqual([sheet.view() for sheet in self.window.selected_sheets_in_group(0)], first)
        self.window.run_command("copilot_ide_review")
        self.assertEqual(self.window.active_view(), self.halves()[3])

    def test_a_scratch_view_that_is_typed_in_keeps_the_focus(self) -> Steps:
        notes = self.window.new_file()
        notes.set_scratch(True)
        notes.run_command("insert", {"characters": "x"})
        yield from self.propose(PROPOSED)
        self.assertEqual(self.window.active_view(), notes)

    def test_an_open_input_panel_is_left_alone_until_it_is_done_with(self) -> Steps:
        panel = self.window.show_input_panel("Name", "half a na", None, None, None)
        self.client.open_diff(self.path, PROPOSED)
        yield 700
        self.assertEqual(self.halves(), [])
        self.assertEqual(panel.substr(sublime.Region(0, panel.size())), "half a na")
        self.window.run_command("hide_panel")
        yield lambda: len(self.halves()) == 2

    def test_a_view_that_is_typed_in_keeps_the_focus(self) -> Steps:
        self.view.run_command("insert", {"characters": "x"})
        yield from self.propose(PROPOSED)
        self.assertEqual(self.window.active_view(), self.view)
        self.assertEqual([sheet.view() for sheet in self.window.selected_sheets_in_group(0)], [self.view])
        self.assertEqual(len(self.halves()), 2)

    def test_what_is_not_seen_is_shown_before_it_can_be_decided(self) -> Steps:
        pending = yield from self.propose(PROPOSED)
        for alone in (self.view, self.halves()[0]):
            sheet = alone.sheet()
            assert sheet is not None
            self.window.select_sheets([sheet])
            self.window.run_command("copilot_ide_accept_diff")
            self.assertEqual(self.window.active_view(), self.halves()[1])
            self.assertEqual([sheet.view() for sheet in self.window.selected_sheets_in_group(0)], self.halves())
        self.window.run_command("copilot_ide_accept_diff")
        self.assertEqual((yield from self.outcome(pending)), "SAVED")
