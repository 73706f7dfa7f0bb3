"""A proposal on the screen: two sheets of one group, side by side by tab multi-select."""

from __future__ import annotations

import html
import os
from typing import Callable, Sequence

import sublime

from ..review.proposal import Proposal
from . import own_views

ACCEPT = "accept"
REJECT = "reject"

REMOVED_KEY = "copilot_ide.removed"
ADDED_KEY = "copilot_ide.added"
ICON = "dot"
MAX_ICONS = 2000  # changed rows; with more, only the first of each hunk gets one
MAX_FILLED_HUNKS = 500
# an outline leaves the syntax colours inside it alone, a filled region would not
_OUTLINE = sublime.DRAW_NO_FILL
# a region's icon stands at its first line only: every line gets one from a region that is not drawn
_ICON_ONLY = sublime.DRAW_NO_FILL | sublime.DRAW_NO_OUTLINE | sublime.HIDE_ON_MINIMAP

# Both headers have the same two lines, the first with a box around a bold word: so they are equally high on both sides
# whatever the font, and the rows under them stand level.
_HEADER = """
<body id="copilot-ide-review">
  <style>
    html, body {{ margin: 0; padding: 0; }}
    .header {{ padding: 0.35rem 0 0.5rem 0; }}
    .box {{ font-weight: bold; padding: 0.15rem 0.7rem; border-radius: 0.2rem; text-decoration: none; }}
    .name {{ padding-left: 0; }}
    .added {{ color: var(--greenish); }}
    .removed {{ color: var(--redish); }}
    .warning {{ color: var(--orangish); }}
    .folder {{ color: color(var(--foreground) alpha(0.65)); }}
    .note {{ color: color(var(--foreground) alpha(0.65)); padding-top: 0.35rem; }}
    .accept {{ color: var(--background); background-color: var(--greenish); }}
    .reject {{ color: var(--background); background-color: var(--redish); }}
  </style>
  <div class="header"><div>{first}</div><div class="note">{second}</div></div>
</body>
"""


class ReviewPair:
    """The two views of one review (main thread). The window's other tabs and groups stay as they are."""

    def __init__(self, window: sublime.Window, proposal: Proposal, on_navigate: Callable[[str], None]) -> None:
        self._group = window.active_group()
        self._sheet_before = window.active_sheet()
        self._selected_before = _selected_sheets(window)
        self._phantoms: list[sublime.PhantomSet] = []
        self.views: list[sublime.View] = []  # both halves, left first
        name = _one_line(proposal.file_name)
        try:
            self.before = own_views.create(window, own_views.REVIEW_BEFORE, f"{name} · before", proposal.base)
            self.views.append(self.before)
            self.proposed = own_views.create(window, own_views.REVIEW_PROPOSED, f"{name} · proposed", proposal.proposed)
            self.views.append(self.proposed)
            syntax = sublime.find_syntax_for_file(proposal.path, proposal.proposed[:256].partition("\n")[0])
            if syntax is not None:
                for view in self.views:
                    view.assign_syntax(syntax)
            self._mark(proposal)
            self._add_headers(proposal, on_navigate)
            self._add_fillers(proposal)
        except Exception:
            self._close_views()
            raise

    @property
    def window(self) -> sublime.Window | None:
        """Where the proposal is now: a tab can be dragged to another window. None once it is closed."""
        return self.proposed.window()

    def show(self) -> None:
        """Bring the pair to the front, with the focus on the proposal."""
        window = self.window
        if window is None:
            return
        sheets: dict[int, list[sublime.Sheet]] = {}
        for view in self.views:
            sheet = view.sheet()
            if sheet is not None and view.window() == window:
                sheets.setdefault(window.get_view_index(view)[0], []).append(sheet)
        _select_sheets(window, sheets)
        window.focus_view(self.proposed)

    def step_back(self) -> None:
        """Give the front and the focus back to what had them before the pair was made."""
        window = self.window
        if window is None:
            return
        focused = window.active_sheet()
        valid = [sheet for sheet in self._selected_before.get(self._group, []) if sheet.window() == window]
        if valid:
            _select_sheets(window, {self._group: valid})
        if focused is not None and focused.view() not in self.views:
            window.focus_sheet(focused)  # the user is in another group
        elif self._sheet_before is not None and self._sheet_before.window() == window:
            window.focus_sheet(self._sheet_before)

    def is_in_front(self) -> bool:
        """Whether the user can see the proposal."""
        window = self.window
        if window is None:
            return False
        group, _index = window.get_view_index(self.proposed)
        return self.proposed.sheet() in window.selected_sheets_in_group(group)

    def go_to_first_change(self, proposal: Proposal) -> None:
        """Let both halves begin with the carets at the first change, and with the header if both fit into sight."""
        if proposal.hunks:
            first = proposal.hunks[0]
            points = (proposal.base_starts[first.base_start], proposal.proposed_starts[first.proposed_start])
            ends = (proposal.base_starts[first.base_end], proposal.proposed_starts[first.proposed_end])
            in_sight = all(view.visible_region().contains(end) for view, end in zip(self.views, ends))
            for view, point in zip(self.views, points):
                view.sel().clear()
                view.sel().add(point)
                if not in_sight:
                    view.show_at_center(point, animate=False)

    def close(self) -> None:
        """Close what is left of both halves; if they were in front, bring back what was there before."""
        for phantom_set in self._phantoms:
            phantom_set.update([])
        if self.is_in_front():
            self.step_back()
        self._close_views()

    def _close_views(self) -> None:
        for half in self.views:
            for view in half.buffer().views() if half.is_valid() else ():  # clones too
                view.close()

    def _mark(self, proposal: Proposal) -> None:
        removed = [(hunk.base_start, hunk.base_end) for hunk in proposal.hunks]
        added = [(hunk.proposed_start, hunk.proposed_end) for hunk in proposal.hunks]
        _mark_rows(self.before, REMOVED_KEY, proposal.base_starts, removed, "markup.deleted region.redish")
        _mark_rows(self.proposed, ADDED_KEY, proposal.proposed_starts, added, "markup.inserted region.greenish")

    def _add_fillers(self, proposal: Proposal) -> None:
        """Blank space where one side has fewer lines, so that what is alike stands side by side."""
        if len(proposal.hunks) > MAX_FILLED_HUNKS:
            return
        phantoms: tuple[list[sublime.Phantom], list[sublime.Phantom]] = ([], [])
        for hunk in proposal.hunks:
            missing = (hunk.proposed_end - hunk.proposed_start) - (hunk.base_end - hunk.base_start)
            if missing > 0:
                side, row, starts = 0, hunk.base_end, proposal.base_starts
            else:
                side, row, starts = 1, hunk.proposed_end, proposal.proposed_starts
            if missing and row > 0:  # nothing can stand above the first row
                height = abs(missing) * self.views[side].line_height()
                content = f'<body style="margin: 0; padding: 0"><div style="padding-top: {height}px"></div></body>'
                phantoms[side].append(sublime.Phantom(sublime.Region(starts[row - 1]), content, sublime.LAYOUT_BLOCK))
        for view, shown in zip(self.views, phantoms):
            self._add_phantoms(view, "copilot_ide.filler", shown)

    def _add_phantoms(self, view: sublime.View, key: str, phantoms: Sequence[sublime.Phantom]) -> None:
        phantom_set = sublime.PhantomSet(view, key)
        phantom_set.update(phantoms)
        self._phantoms.append(phantom_set)

    def _add_headers(self, proposal: Proposal, on_navigate: Callable[[str], None]) -> None:
        name = html.escape(_one_line(proposal.file_name))
        folder = html.escape(_one_line(_folder(self.window, proposal.path)))
        facts = (
            f'<span class="box name">{name}</span>'
            f'<span class="added">+{proposal.added}</span> <span class="removed">−{proposal.removed}</span>'
            f'&nbsp; <span class="folder">{folder}</span>'
        )
        asked_by = f"CLI “{html.escape(_one_line(proposal.asked_by))}”" if proposal.asked_by else "CLI"
        links = (
            f'<a class="box accept" href="{ACCEPT}">Accept</a>&nbsp; <a class="box reject" href="{REJECT}">Reject</a>'
        )
        note = "a new file: written when you accept" if proposal.is_new_file else "written when you accept"
        if proposal.notes:
            note = f'<span class="warning">⚠ {html.escape("; ".join(proposal.notes))}</span>'
        for view, first, second in zip(self.views, (facts, links), (asked_by, note)):
            body = _HEADER.format(first=first, second=second)
            phantom = sublime.Phantom(sublime.Region(0), body, sublime.LAYOUT_BLOCK, on_navigate)
            self._add_phantoms(view, "copilot_ide.header", [phantom])


def _folder(window: sublime.Window | None, path: str) -> str:
    """The folder of ``path`` as the side bar names it; the whole of it if it is in no folder of the window."""
    parent = os.path.dirname(path)
    for folder in window.folders() if window is not None else ():
        if parent == folder or parent.startswith(folder + os.sep):
            return os.path.relpath(parent, os.path.dirname(folder))
    return parent


def _one_line(text: str, limit: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _mark_rows(
    view: sublime.View, key: str, starts: Sequence[int], stretches: Sequence[tuple[int, int]], scope: str
) -> None:
    """Outline each stretch of rows (first, end excluded) and give its rows an icon. ``starts``: where rows begin."""
    outlines = [sublime.Region(starts[first], starts[end]) for first, end in stretches if first < end]
    view.add_regions(key, outlines, scope, "", _OUTLINE)
    rows = [row for first, end in stretches for row in range(first, end)]
    if len(rows) > MAX_ICONS:
        rows = [first for first, end in stretches if first < end]
    view.add_regions(key + ".rows", [sublime.Region(starts[row]) for row in rows], scope, ICON, _ICON_ONLY)


def _selected_sheets(window: sublime.Window) -> dict[int, list[sublime.Sheet]]:
    return {group: window.selected_sheets_in_group(group) for group in range(window.num_groups())}


def _select_sheets(window: sublime.Window, in_groups: dict[int, list[sublime.Sheet]]) -> None:
    """Select these sheets in these groups and leave the other groups as they are: the call sets the whole window's."""
    selected = {**_selected_sheets(window), **in_groups}
    window.select_sheets([sheet for group in sorted(selected) for sheet in selected[group]])
