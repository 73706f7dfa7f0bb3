"""From load to unload, and a review from its making to its end: nothing is lost, left behind, shared or mixed up."""

from __future__ import annotations

import importlib
import logging
import re
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import sublime

from ..copilot_ide.editor import app as app_module
from ..copilot_ide.editor import listeners, own_views, review_pair, reviews, runtime, selection, status_bar
from ..copilot_ide.editor.app import App
from ..copilot_ide.editor.listeners import CopilotIdeListener, CopilotIdeViewListener
from ..copilot_ide.editor.review_pair import ADDED_KEY, REMOVED_KEY, ReviewPair
from ..copilot_ide.editor.selection import is_shareable, read_selection
from ..copilot_ide.review import line_diff, proposal
from ..copilot_ide.review.line_diff import Hunk
from .editor_case import ConnectedTestCase, EditorTestCase, Steps
from .expected_faults import expect_faults

PROPOSED = "import re\n\n\ndef parse(text):\n    return text.split()\n\n\nEND = 1\n"
TWO_GROUPS: Any = {"cols": [0.0, 0.5, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1], [1, 0, 2, 1]]}


class LifecycleTestCase(ConnectedTestCase):
    def stop(self) -> None:
        """Stop the app until the end of the test."""
        self.addCleanup(self.restart)
        app_module.stop()

    def selected(self, group: int) -> list[sublime.View | None]:
        return [sheet.view() for sheet in self.window.selected_sheets_in_group(group)]

    def io_threads(self) -> int:
        return len([thread for thread in threading.enumerate() if thread.name == "copilot-ide-io"])


class Unload(LifecycleTestCase):
    def test_no_view_keeps_the_mark(self) -> Steps:
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ●"
        other = yield from self.open(self.write("other.py", "x = 1\n"))
        yield lambda: other.get_status(status_bar.KEY) == "Copilot ●"
        self.stop()
        for view in (self.view, other):
            self.assertEqual(view.get_status(status_bar.KEY), "")
        yield 50  # nor does it come back
        for view in (self.view, other):
            self.assertEqual(view.get_status(status_bar.KEY), "")

    def test_reviews_end_undecided_and_their_tabs_go(self) -> Steps:
        pending = yield from self.propose(PROPOSED)
        halves = self.halves()
        self.stop()
        self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
        yield lambda: not any(half.is_valid() for half in halves)

    def test_everything_is_done_even_if_a_review_cannot_be_closed(self) -> Steps:
        path = Path(self.app.windows[self.window.id()].lock_path)
        first = yield from self.propose(PROPOSED)
        second = yield from self.propose("x = 1\n", self.write("other.py", "x = 2\n"))
        halves = self.halves()
        self.addCleanup(self.restart)
        close, closed = ReviewPair.close, []

        def close_all_but_the_first(pair: ReviewPair) -> None:
            closed.append(pair)
            if len(closed) == 1:
                raise RuntimeError("a bug")
            close(pair)

        with mock.patch.object(ReviewPair, "close", close_all_but_the_first), self.assertRaises(RuntimeError):
            app_module.stop()
        self.assertEqual(len(closed), 2)
        self.assertIsNone(app_module.get())
        self.assertFalse(path.exists())
        self.assertEqual(self.io_threads(), 0)
        for view in self.window.views():
            self.assertEqual(view.get_status(status_bar.KEY), "")
        for pending in (first, second):
            self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
        app_module.start()
        self.assertEqual(self.io_threads(), 1)
        yield lambda: not any(half.is_valid() for half in halves)  # the start takes them for restored ones

    def test_a_second_start_ends_the_first(self) -> Steps:
        before = Path(self.app.windows[self.window.id()].lock_path)
        app_module.start()
        yield lambda: self.app.windows[self.window.id()].lock_path
        self.assertEqual(self.io_threads(), 1)
        self.assertFalse(before.exists())
        self.assertNotEqual(self.app.windows[self.window.id()].lock_path, str(before))

    def test_settings_are_not_listened_to_any_more(self) -> Steps:
        with mock.patch.object(App, "sync_windows") as synced:
            self.set("debounce_ms", 123)
            yield lambda: synced.called
        self.stop()
        with mock.patch.object(App, "sync_windows") as synced:
            self.set("debounce_ms", 124)
            yield 50
            synced.assert_not_called()

    def test_the_log_goes_to_the_console_once_and_only_while_loaded(self) -> None:
        logger = logging.getLogger("copilot_ide")
        self.assertEqual((len(logger.handlers), logger.propagate), (1, False))
        self.restart()
        self.assertEqual((len(logger.handlers), logger.propagate), (1, False))
        self.stop()
        self.assertEqual((logger.handlers, logger.propagate), ([], True))

    def test_the_level_of_the_log_is_that_of_the_setting(self) -> Steps:
        logger = logging.getLogger("copilot_ide")
        for value, level in (("error", logging.ERROR), ("debug", logging.DEBUG), ("nonsense", logging.INFO)):
            self.set("log_level", value)
            yield lambda level=level: logger.level == level

    def test_it_waits_for_files_that_are_being_read(self) -> Steps:
        reading = threading.Event()

        def propose(*_arguments: object) -> None:
            reading.set()
            time.sleep(0.1)
            raise ValueError("it was a slow file")

        self.patch(reviews, "propose", propose)
        self.client.open_diff(self.path, PROPOSED)
        yield reading.is_set
        self.stop()
        names = [thread.name for thread in threading.enumerate()]
        self.assertNotIn("copilot-ide-prepare", names)

    def test_at_the_exit_of_the_editor_no_lock_file_is_left(self) -> None:
        path = Path(self.app.windows[self.window.id()].lock_path)
        self.addCleanup(self.restart)
        CopilotIdeListener().on_exit()
        self.assertFalse(path.exists())
        self.assertEqual(self.io_threads(), 0)

    def test_the_exit_is_prepared_for_while_loaded(self) -> None:
        # nothing else is sure to be called when the editor quits
        with mock.patch.object(app_module.atexit, "register") as register:
            self.restart()
        exit_of_app = self.app.exit
        register.assert_called_once_with(exit_of_app)
        with mock.patch.object(app_module.atexit, "unregister") as unregister:
            self.stop()
        unregister.assert_called_once_with(exit_of_app)

    def test_late_answers_do_not_reach_the_package(self) -> Steps:
        called: list[str] = []
        runtime.on_main(called.append, "under way")
        self.stop()
        runtime.on_main(called.append, "late")
        yield 50
        self.assertEqual(called, [])

    def test_events_do_no_harm_where_the_package_is_not_running(self) -> None:
        self.stop()
        listener = CopilotIdeListener()
        for method in (listener.on_modified, listener.on_activated, listener.on_deactivated, listener.on_close):
            method(self.view)
        for method in (listener.on_new_window, listener.on_pre_close_window, listener.on_load_project):
            method(self.window)
        listener.on_exit()
        for command in ("status", "review", "accept_diff", "reject_diff"):
            self.window.run_command("copilot_ide_" + command)


class Start(LifecycleTestCase):
    def test_only_the_tabs_of_reviews_are_closed(self) -> Steps:
        status = own_views.create(self.window, own_views.STATUS, "Copilot IDE Status", "text")
        before = own_views.create(self.window, own_views.REVIEW_BEFORE, "old · before", "text")
        self.restart()
        yield lambda: not before.is_valid()
        self.assertTrue(status.is_valid())
        self.assertTrue(self.view.is_valid())

    def test_windows_that_are_there_are_found_at_once(self) -> Steps:
        self.restart()
        yield lambda: Path(self.app.windows[self.window.id()].lock_path or "?").is_file()


class Reload(unittest.TestCase):
    def test_reloading_the_root_module_loads_every_part_anew(self) -> None:
        package = __name__.rpartition(".tests.")[0]
        root, parts = sys.modules[f"{package}.plugin"], f"{package}.copilot_ide"
        parent = sys.modules[package]
        saved = {name: module for name, module in sys.modules.items() if (name + ".").startswith(parts + ".")}
        saved_root = dict(vars(root))
        self.assertGreater(len(saved), 20)
        try:
            importlib.reload(root)
            kept = [name for name, module in saved.items() if sys.modules.get(name) is module]
            self.assertEqual(kept, [])
            self.assertIs(root.app, sys.modules[f"{parts}.editor.app"])
            self.assertIsNot(root.app, saved[f"{parts}.editor.app"])
        finally:
            for name in [name for name in sys.modules if (name + ".").startswith(parts + ".")]:
                del sys.modules[name]
            sys.modules.update(saved)
            vars(root).update(saved_root)
            parent.copilot_ide = saved[parts]  # type: ignore[attr-defined]


class Runtime(EditorTestCase):
    def test_calls_that_are_under_way_or_come_later_are_dropped_after_the_stop(self) -> Steps:
        called: list[str] = []
        self.addCleanup(runtime.start)
        runtime.on_main(called.append, "let through", delay_ms=1)
        self.assertEqual(called, [])  # never at once
        yield lambda: called
        runtime.on_main(called.append, "under way")
        runtime.stop()
        runtime.on_main(called.append, "later")
        yield 50
        self.assertEqual(called, ["let through"])
        runtime.start()
        runtime.on_main(called.append, "again")
        yield lambda: called == ["let through", "again"]

    def test_a_call_refused_while_stopped_does_not_come_after_the_next_start(self) -> Steps:
        called: list[str] = []
        self.addCleanup(runtime.start)
        runtime.stop()
        runtime.on_main(called.append, "refused")
        runtime.start()
        yield 50
        self.assertEqual(called, [])


class Comparing(unittest.TestCase):
    """Making a proposal stays quick and within bounds."""

    def test_a_line_that_occurs_once_is_kept_rather_than_common_ones(self) -> None:
        base, proposed = ["{", "{", "{", "name"], ["name", "{", "{", "{"]
        self.assertEqual(line_diff.diff_lines(base, proposed), [Hunk(0, 3, 0, 0), Hunk(4, 4, 1, 4)])

    def test_a_stretch_that_would_take_long_is_one_hunk(self) -> None:
        base, proposed = ["a", "b"] * 4, ["b", "a", "a", "b"] * 2 + ["a"]
        with mock.patch.object(line_diff, "MAX_DIFFLIB_CELLS", 72):
            self.assertGreater(len(line_diff.diff_lines(base, proposed)), 1)
        with mock.patch.object(line_diff, "MAX_DIFFLIB_CELLS", 71):
            self.assertEqual(line_diff.diff_lines(base, proposed), [Hunk(0, 8, 0, 9)])

    def test_a_file_too_large_to_be_shown_is_not_compared(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.txt")
            path.write_text("0123456789", encoding="utf-8")
            with mock.patch.object(proposal, "MAX_FILE_BYTES", 10):
                self.assertEqual(proposal.propose(str(path), "", "").base, "0123456789")
            with mock.patch.object(proposal, "MAX_FILE_BYTES", 9), self.assertRaisesRegex(ValueError, "larger"):
                proposal.propose(str(path), "", "")


class OwnViews(EditorTestCase):
    def test_the_status_tab_comes_to_the_front_with_new_text_when_it_is_asked_for_again(self) -> None:
        self.window.run_command("copilot_ide_status")
        status = own_views.find(self.window, own_views.STATUS)
        assert status is not None
        own_views.set_text(status, "old")
        self.window.focus_view(self.view)
        self.window.run_command("copilot_ide_status")
        self.assertEqual(self.window.active_view(), status)
        self.assertTrue(status.substr(sublime.Region(0, status.size())).startswith("Copilot IDE\n"))

    def test_there_is_nothing_to_undo_in_them(self) -> None:
        view = own_views.create(self.window, own_views.STATUS, "mine", "one")
        own_views.set_text(view, "two")
        self.assertEqual(view.command_history(0)[0], "")
        view.set_read_only(False)
        view.run_command("undo")
        self.assertEqual(view.substr(sublime.Region(0, view.size())), "two")
        self.assertFalse(view.is_dirty())

    def test_the_command_that_fills_them_does_nothing_to_views_of_the_user(self) -> None:
        text = self.view.substr(sublime.Region(0, self.view.size()))
        self.view.run_command("copilot_ide_replace_text", {"text": "gone"})
        self.assertEqual(self.view.substr(sublime.Region(0, self.view.size())), text)

    def test_a_tab_that_cannot_be_filled_is_closed(self) -> None:
        tabs = len(self.window.views())
        with mock.patch.object(own_views, "set_text", side_effect=RuntimeError), self.assertRaises(RuntimeError):
            own_views.create(self.window, own_views.STATUS, "mine", "text")
        self.assertEqual(len(self.window.views()), tabs)


class Appearance(LifecycleTestCase):
    def test_what_comes_after_a_hunk_stands_level_on_both_sides(self) -> Steps:
        updates: list[Any] = []
        real = sublime.PhantomSet.update
        self.patch(
            sublime.PhantomSet, "update", lambda of, phantoms: (updates.append((of, phantoms)), real(of, phantoms))
        )
        base = "".join(f"{row}\n" for row in range(20))
        changed = base.replace("3\n", "3\nadded\nadded\n", 1).replace("9\n10\n11\n", "one for three\n", 1)
        yield from self.propose(changed, self.write("numbers.txt", base))

        def level(view: sublime.View, line: str) -> float:
            """How many rows the line stands below the top, those of the phantoms under rows above it included."""
            row = view.rowcol(view.find(f"^{line}$", 0).begin())[0]
            filled = 0.0
            for phantom_set, phantoms in updates:
                for phantom in phantoms if phantom_set.view == view else ():
                    height = re.search(r"padding-top: ([0-9.]+)px", phantom.content)
                    if height and view.rowcol(phantom.region.begin())[0] < row:
                        filled += float(height.group(1)) / view.line_height()
            return row + filled

        before, proposed = self.halves()
        for line, rows in (("3", 3), ("4", 6), ("8", 10), ("12", 14), ("19", 21)):
            self.assertEqual((level(before, line), level(proposed, line)), (rows, rows), line)

    def test_above_the_first_row_and_for_equal_numbers_of_lines_nothing_is_filled(self) -> Steps:
        shown = self.record_phantoms()
        yield from self.propose("new\n" + self.path.read_text(encoding="utf-8").replace("return", "yield"))
        self.assertEqual(len(self.halves()[1].get_regions(ADDED_KEY)), 2)
        self.assertEqual(len([phantom for phantom in shown if phantom.on_navigate is None]), 0)

    def test_with_very_many_hunks_nothing_is_filled(self) -> Steps:
        self.patch(review_pair, "MAX_FILLED_HUNKS", 1)
        shown = self.record_phantoms()
        yield from self.propose(PROPOSED.replace("import re\n", "import re\nimport sys\n"))
        self.assertEqual(len(self.halves()[1].get_regions(ADDED_KEY)), 2)
        self.assertEqual(len([phantom for phantom in shown if phantom.on_navigate is None]), 0)

    def test_every_changed_row_has_an_icon_and_only_the_first_of_each_hunk_where_there_are_very_many(self) -> Steps:
        for most, added in ((review_pair.MAX_ICONS, [4, 5, 6, 7]), (3, [4])):
            with mock.patch.object(review_pair, "MAX_ICONS", most):
                pending = yield from self.propose(PROPOSED)
            before, proposed = self.halves()
            rows = [proposed.rowcol(region.begin())[0] for region in proposed.get_regions(ADDED_KEY + ".rows")]
            self.assertEqual(rows, added)
            rows = [before.rowcol(region.begin())[0] for region in before.get_regions(REMOVED_KEY + ".rows")]
            self.assertEqual(rows, [4])
            yield from self.in_background(lambda pending=pending: self.client.close_diff(pending))
            yield lambda: not self.halves()

    def test_the_carets_stand_at_the_first_change_on_both_sides(self) -> Steps:
        base = "".join(f"{row}\n" for row in range(200))
        yield from self.propose(base.replace("150\n", "new\nnewer\n").replace("180\n", ""), self.write("a.txt", base))
        for view in self.halves():
            (caret,) = view.sel()
            self.assertEqual((caret.empty(), view.rowcol(caret.b)), (True, (150, 0)))

    def test_the_header_stays_in_sight_if_the_first_change_is_too(self) -> Steps:
        base = "".join(f"{row}\n" for row in range(200))
        file = self.write("a.txt", base)
        for changed, row in (("3\n", 3), ("150\n", 150)):
            pending = yield from self.propose(base.replace(f"\n{changed}", "\nnew\n"), file)
            for view in self.halves():
                self.assertEqual(view.viewport_position()[1] == 0, row == 3)
                self.assertTrue(view.visible_region().contains(view.text_point(row, 0)))
            yield from self.in_background(lambda pending=pending: self.client.close_diff(pending))
            yield lambda: not self.halves()

    def test_names_are_shown_as_text_and_not_as_html(self) -> Steps:
        shown = self.record_phantoms()
        evil = '<a href="subl:exit">x&amp;'
        yield from self.in_background(lambda: self.client.update_session_name(evil + "\n<br>") or True)
        yield from self.propose("text\n", self.folder / (evil + ".py"))
        headers = [phantom.content for phantom in shown if phantom.on_navigate is not None]
        self.assertEqual(len(headers), 2)
        text = "".join(headers)
        self.assertIn("&lt;a href=&quot;subl:exit&quot;&gt;x&amp;amp;.py", text)
        self.assertIn("“&lt;a href=&quot;subl:exit&quot;&gt;x&amp;amp; &lt;br&gt;”", text)
        self.assertNotIn('subl:exit">', text)
        self.assertEqual(text.count("<a "), 2)
        self.assertEqual(self.halves()[1].name(), evil + ".py · proposed")

    def test_the_header_says_what_the_texts_do_not_show(self) -> Steps:
        shown = self.record_phantoms()
        yield from self.propose("text\n", self.folder / "new.py")
        self.assertIn("a new file: written when you accept", shown[-1].content)
        yield from self.propose("x\r\n", self.write("a.txt", "x\n"))
        self.assertIn("⚠ line endings LF → CRLF", shown[-1].content)
        self.assertIn(">+0<", shown[-2].content)
        self.assertIn(">−0<", shown[-2].content)

    def test_long_names_are_cut(self) -> Steps:
        shown = self.record_phantoms()
        yield from self.in_background(lambda: self.client.update_session_name("n" * 150) or True)
        yield from self.propose("text\n", self.folder / "new.py")
        self.assertIn("“" + "n" * 79 + "…”", shown[0].content)


class Ends(LifecycleTestCase):
    def test_the_links_decide_but_not_from_within_their_own_callback(self) -> Steps:
        shown = self.record_phantoms()
        for href, outcome in (("accept", "SAVED"), ("reject", "REJECTED")):
            pending = yield from self.propose(PROPOSED)
            navigate = next(phantom.on_navigate for phantom in reversed(shown) if phantom.on_navigate)
            self.assertIn(f'href="{href}"', shown[-1].content + shown[-2].content + shown[-3].content)
            navigate("subl:exit")
            navigate("")
            yield 20
            self.assertEqual(len(self.halves()), 2)
            navigate(href)
            self.assertEqual(len(self.halves()), 2)
            self.assertEqual((yield from self.outcome(pending)), outcome)
            yield lambda: not self.halves()
            navigate(href)  # of a phantom that is just going away: harmless
            yield 20

    def test_a_window_that_closes_does_not_reject_whatever_the_setting(self) -> Steps:
        self.set("closed_tab", "reject")
        pending = yield from self.propose(PROPOSED)
        for view in self.window.views():
            view.set_scratch(True)
        # whether the tabs or the window are noticed first, which also ends the session
        with mock.patch.object(App, "forget_closed_windows", lambda app: None):
            self.window.run_command("close_window")
            self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
        self.app.forget_closed_windows()

    def test_a_review_behind_other_tabs_that_ends_is_not_counted_any_more(self) -> Steps:
        pending = yield from self.propose(PROPOSED)
        self.window.focus_view(self.view)
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ✎1"
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: self.view.get_status(status_bar.KEY) == "Copilot ●"

    def test_a_diff_is_shown_only_when_it_has_stood_for_a_moment(self) -> Steps:
        self.patch(reviews, "SETTLE_MS", 300)
        start_s = time.monotonic()
        yield from self.propose(PROPOSED)
        self.assertGreater(time.monotonic() - start_s, 0.25)

    def test_a_project_may_say_what_a_closed_tab_means(self) -> Steps:
        data = {"folders": [{"path": str(self.folder)}], "settings": {"copilot_ide": {"closed_tab": "reject"}}}
        self.window.set_project_data(data)
        pending = yield from self.propose(PROPOSED)
        self.halves()[1].close()
        self.assertEqual((yield from self.outcome(pending)), "REJECTED")

    def test_closing_another_tab_decides_nothing(self) -> Steps:
        yield from self.propose(PROPOSED)
        other = yield from self.open(self.write("other.py", "x = 1\n"))
        other.close()
        yield 50
        self.assertEqual(len(self.halves()), 2)

    def test_a_clone_of_a_half_is_neither_shared_nor_a_half_and_goes_with_it(self) -> Steps:
        yield lambda: self.labels()
        pending = yield from self.propose(PROPOSED)
        proposed = self.halves()[1]
        clones: list[sublime.View] = []
        for _ in range(2):
            self.window.focus_view(proposed)
            self.window.run_command("clone_file")
            clone = self.window.active_view()
            assert clone is not None and clone != proposed
            clones.append(clone)
            self.assertFalse(is_shareable(clone))
            self.select(clone, sublime.Region(0, 6))
        clones.pop().close()
        yield 300  # longer than the debounce
        self.assertTrue(proposed.is_valid())
        self.assertEqual({label.partition(":")[0] for label in self.labels()}, {"calc.py"})
        self.window.focus_view(proposed)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: not any(view.is_valid() for view in (proposed, *clones))

    def test_of_two_reviews_that_are_seen_the_one_with_the_focus_is_decided(self) -> Steps:
        self.window.set_layout(TWO_GROUPS)
        self.window.focus_view(self.view)
        first = yield from self.propose(PROPOSED)
        other = yield from self.open(self.write("other.py", "x = 2\n"))
        self.window.set_view_index(other, 1, 0)
        self.window.focus_view(other)
        second = yield from self.propose("x = 1\n", Path(str(other.file_name())))
        later = self.halves()[2:] if self.halves()[2].name().startswith("other") else self.halves()[:2]
        self.window.run_command("copilot_ide_review")
        for view in later:
            self.window.focus_view(view)
        groups = [self.window.get_view_index(half)[0] for half in self.halves()]
        self.assertEqual(groups, [0, 0, 1, 1])
        for index, pending in ((2, second), (0, first)):
            self.window.select_sheets([half.sheet() for half in self.halves()])  # type: ignore[misc]
            self.window.focus_view(self.halves()[index])
            self.window.run_command("copilot_ide_reject_diff")
            self.assertEqual((yield from self.outcome(pending)), "REJECTED")
            yield lambda index=index: len(self.halves()) == index

    def test_a_review_is_not_decided_from_another_window(self) -> Steps:
        yield from self.propose(PROPOSED)
        others = {window.id() for window in sublime.windows()}
        sublime.run_command("new_window")
        yield lambda: {window.id() for window in sublime.windows()} - others
        other = next(window for window in sublime.windows() if window.id() not in others)
        for command in ("accept_diff", "reject_diff", "review"):
            other.run_command("copilot_ide_" + command)
        self.assertEqual(self.app.reviews.waiting(other), [])
        yield 20
        self.assertEqual(len(self.halves()), 2)
        other.run_command("close_window")
        yield lambda: not other.is_valid()

    def test_review_goes_round_through_all_that_wait(self) -> Steps:
        names = ["a.py", "b.py", "c.py"]
        for name in names:
            yield from self.propose("x = 1\n", self.write(name, "x = 2\n"))
        seen = []
        for _ in range(4):
            active = self.window.active_view()
            assert active is not None
            seen.append(active.name().partition(" ")[0])
            self.window.run_command("copilot_ide_review")
        self.assertEqual(seen, [*names, names[0]])


class Failing(LifecycleTestCase):
    @expect_faults("exception")
    def test_tabs_of_a_review_that_fails_half_way_are_closed_and_the_terminal_decides(self) -> Steps:
        tabs = self.window.views()
        for target, name in (
            (sublime, "find_syntax_for_file"),
            (ReviewPair, "_add_fillers"),
            (ReviewPair, "go_to_first_change"),
            (ReviewPair, "show"),
        ):
            with mock.patch.object(target, name, side_effect=RuntimeError("a bug")):
                pending = self.client.open_diff(self.path, PROPOSED)
                self.assertEqual((yield from self.outcome(pending)), "UNDECIDED", name)
            yield lambda: self.window.views() == tabs
            self.assertEqual(self.app.reviews.waiting(self.window), [])
        pending = yield from self.propose(PROPOSED)  # the next one is shown
        self.window.run_command("copilot_ide_accept_diff")
        self.assertEqual((yield from self.outcome(pending)), "SAVED")

    @expect_faults("logged exception")
    def test_an_error_while_texts_are_compared_leaves_it_to_the_terminal(self) -> Steps:
        with mock.patch.object(reviews, "propose", side_effect=RuntimeError("a bug")):
            pending = self.client.open_diff(self.path, PROPOSED)
            self.assertEqual((yield from self.outcome(pending)), "UNDECIDED")
        self.assertEqual(self.halves(), [])


class Front(LifecycleTestCase):
    """What was in front is in front again, and who is elsewhere stays there."""

    def two_groups(self) -> Steps:
        self.window.set_layout(TWO_GROUPS)
        self.other = yield from self.open(self.write("other.py", "x = 1\n"))
        self.window.set_view_index(self.other, 1, 0)
        self.window.focus_view(self.view)

    def test_tabs_that_were_selected_together_are_so_again(self) -> Steps:
        other = yield from self.open(self.write("other.py", "x = 1\n"))
        yield from self.open(self.write("hidden.py", "x = 1\n"))
        self.window.select_sheets([self.view.sheet(), other.sheet()])  # type: ignore[list-item]
        self.window.focus_view(self.view)
        self.assertEqual(self.selected(0), [self.view, other])
        yield from self.propose(PROPOSED)
        self.assertEqual(self.selected(0), self.halves())
        self.window.run_command("copilot_ide_reject_diff")
        yield lambda: not self.halves()
        self.assertEqual(self.selected(0), [self.view, other])
        self.assertEqual(self.window.active_view(), self.view)

    def test_a_user_who_is_in_another_group_stays_there(self) -> Steps:
        yield from self.two_groups()
        pending = yield from self.propose(PROPOSED)
        self.window.focus_view(self.other)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: not self.halves()
        self.assertEqual(self.window.active_view(), self.other)
        self.assertEqual((self.selected(0), self.selected(1)), ([self.view], [self.other]))

    def test_what_the_user_brought_to_the_front_of_the_group_meanwhile_stays_there(self) -> Steps:
        third = yield from self.open(self.write("third.py", "x = 1\n"))
        yield from self.two_groups()
        pending = yield from self.propose(PROPOSED)
        self.window.focus_view(third)
        self.window.focus_view(self.other)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: not self.halves()
        self.assertEqual((self.selected(0), self.selected(1)), ([third], [self.other]))

    def test_a_user_who_went_to_another_tab_of_the_group_stays_there(self) -> Steps:
        other = yield from self.open(self.write("other.py", "x = 1\n"))
        self.window.focus_view(self.view)
        pending = yield from self.propose(PROPOSED)
        self.window.focus_view(other)
        yield from self.in_background(lambda: self.client.close_diff(pending))
        yield lambda: not self.halves()
        self.assertEqual(self.window.active_view(), other)

    def test_the_tab_that_was_in_front_may_be_gone(self) -> Steps:
        yield from self.open(self.write("other.py", "x = 1\n"))
        self.window.focus_view(self.view)
        yield from self.propose(PROPOSED)
        self.view.close()
        self.window.run_command("copilot_ide_reject_diff")
        yield lambda: not self.halves()
        self.assertEqual([view.file_name() for view in self.window.views()], [str(self.folder / "other.py")])

    def test_what_a_program_writes_does_not_count_as_typing(self) -> Steps:
        self.patch(reviews, "TYPING_S", 60.0)
        panel = self.window.create_output_panel("copilot_ide_test")
        panel.run_command("append", {"characters": "built"})
        log = self.window.new_file()
        log.set_scratch(True)
        log.set_read_only(True)
        log.run_command("append", {"characters": "x", "force": True})
        behind = self.window.new_file()
        behind.set_scratch(True)
        self.window.focus_view(self.view)
        behind.run_command("append", {"characters": "x"})
        self.path.write_text("y = 1\n", encoding="utf-8")
        self.view.run_command("revert")
        yield lambda: self.view.size() == 6
        yield from self.propose(PROPOSED)
        self.assertEqual(self.window.active_view(), self.halves()[1])

    def test_what_was_typed_some_time_ago_does_not_count(self) -> Steps:
        self.patch(reviews, "TYPING_S", 0.1)
        self.view.run_command("insert", {"characters": "x"})
        yield 150
        yield from self.propose(PROPOSED)
        self.assertEqual(self.window.active_view(), self.halves()[1])

    def test_what_is_typed_in_another_window_does_not_count(self) -> Steps:
        others = {window.id() for window in sublime.windows()}
        sublime.run_command("new_window")
        yield lambda: {window.id() for window in sublime.windows()} - others
        other = next(window for window in sublime.windows() if window.id() not in others)
        notes = other.new_file()
        notes.set_scratch(True)
        notes.run_command("insert", {"characters": "x"})
        yield from self.propose(PROPOSED)
        self.assertEqual(self.window.active_view(), self.halves()[1])
        notes.close()
        other.run_command("close_window")
        yield lambda: not other.is_valid()

    def test_a_review_waits_for_what_is_typed_into_a_panel(self) -> Steps:
        self.patch(reviews, "BUSY_RETRY_MS", 20)
        self.patch(reviews, "TYPING_S", 0.5)
        panel = self.window.show_input_panel("Name", "", None, None, None)
        panel.run_command("insert", {"characters": "x"})
        self.window.run_command("hide_panel")
        self.client.open_diff(self.path, PROPOSED)
        yield 250
        self.assertEqual(self.halves(), [])
        yield lambda: len(self.halves()) == 2


class Sharing(LifecycleTestCase):
    def test_an_equal_selection_is_told_once_and_again_when_somebody_else_connected(self) -> Steps:
        self.select(self.view, sublime.Region(7, 9))
        yield lambda: self.labels()[-1:] == ["calc.py:re"]
        for _ in range(3):
            self.app.selection.left(self.view)
            yield 10
        self.select(self.view, sublime.Region(0, 6))
        yield lambda: self.labels()[-1:] == ["calc.py:import"]
        self.assertEqual(self.labels().count("calc.py:re"), 1)
        second = yield from self.connect()
        yield lambda: len(self.app.windows[self.window.id()].sessions) == 2
        self.app.selection.left(self.view)
        yield lambda: self.labels().count("calc.py:import") == 2
        yield from self.in_background(lambda: second.close() or True)

    def test_who_leaves_is_told_without_a_wait(self) -> Steps:
        self.set("debounce_ms", 5000)
        yield lambda: self.labels()
        self.select(self.view, sublime.Region(7, 9))
        yield 100
        self.assertNotIn("calc.py:re", self.labels())
        CopilotIdeListener().on_deactivated(self.view)
        yield {"condition": lambda: self.labels()[-1:] == ["calc.py:re"], "timeout": 1000}

    def test_nothing_is_told_while_the_caret_keeps_moving(self) -> Steps:
        self.set("debounce_ms", 300)
        yield lambda: self.labels()
        for end in range(1, 10):
            self.select(self.view, sublime.Region(0, end))
            yield 50
        yield lambda: self.labels()[-1:] == ["calc.py:import re"]
        self.assertEqual([label for label in self.labels() if label != "calc.py:"], ["calc.py:import re"])

    def test_a_large_selection_is_cut_but_its_range_is_not(self) -> None:
        self.patch(selection, "MAX_TEXT", 4)
        self.select(self.view, sublime.Region(0, 9))
        told = read_selection(self.view)
        assert told is not None
        self.assertEqual((told["text"], told["selection"]["end"]), ("impo", {"line": 0, "character": 9}))

    def test_a_view_that_has_no_listener_of_its_own_is_followed(self) -> Steps:
        yield lambda: self.labels()
        self.patch(CopilotIdeViewListener, "on_selection_modified_async", lambda listener: None)
        self.select(self.view, sublime.Region(7, 9))
        yield 300  # longer than the debounce
        self.assertNotIn("calc.py:re", self.labels())
        own = listeners.CopilotIdeViewListener.listening.pop(self.view.id())
        self.addCleanup(listeners.CopilotIdeViewListener.listening.__setitem__, self.view.id(), own)
        self.select(self.view, sublime.Region(0, 6))
        yield lambda: self.labels()[-1:] == ["calc.py:import"]

    def test_a_negative_debounce_counts_as_none(self) -> Steps:
        self.set("debounce_ms", -1000)
        yield lambda: self.labels()
        self.select(self.view, sublime.Region(7, 9))
        yield lambda: self.labels()[-1:] == ["calc.py:re"]

    def test_where_nobody_is_connected_nothing_is_read(self) -> Steps:
        yield from self.in_background(lambda: self.client.close() or True)
        yield lambda: not self.app.windows[self.window.id()].sessions
        with mock.patch.object(selection, "read_selection", side_effect=read_selection) as read:
            self.select(self.view, sublime.Region(7, 9))
            self.app.selection.left(self.view)
            yield 300  # longer than the debounce
            read.assert_not_called()

    def test_a_window_that_is_not_shared_says_so_in_the_report(self) -> Steps:
        self.set("discovery", False)
        yield lambda: self.window.id() not in self.app.windows
        self.assertEqual(self.view.get_status(status_bar.KEY), "")
        self.window.run_command("copilot_ide_status")
        view = own_views.find(self.window, own_views.STATUS)
        assert view is not None
        text = view.substr(sublime.Region(0, view.size()))
        self.assertIn("not discoverable: the setting discovery is false", text)
