"""A proposal on the screen: two sheets of one group, side by side by tab multi-select."""

from __future__ import annotations

import html
from typing import Callable, Sequence

import sublime

from ..review.line_diff import Hunk
from ..review.proposal import Proposal
from . import own_views

ACCEPT = "accept"
REJECT = "reject"

REMOVED_KEY = "copilot_ide.removed"
ADDED_KEY = "copilot_ide.added"
ICON = "dot"
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
    .note {{ color: color(var(--foreground) alpha(0.65)); padding-top: 0.35rem; }}
    .accept {{ color: var(--background); background-color: var(--greenish); }}
    .reject {{ color: var(--background); background-color: var(--redish); }}
  </style>
  <div class="header"><div>{first}</div><div class="note">{second}</div></div>
</body>
"""


class ReviewPair:
    """The two views of one review (main thread).

    Making it leaves the window's other tabs and groups as they are; ``close`` brings back what was selected before.
    """

    def __init__(self, window: sublime.Window, proposal: Proposal, on_navigate: Callable[[str], None]) -> None:
        self.window = window
        self._group = window.active_group()
        self._sheet_before = window.active_sheet()
        self._selected_before = _selected_sheets(window)
        name = proposal.file_name
        self.before = own_views.create(window, own_views.REVIEW_BEFORE, f"{name} · before", proposal.base)
        self.proposed = own_views.create(window, own_views.REVIEW_PROPOSED, f"{name} · proposed", proposal.proposed)
        try:
            syntax = sublime.find_syntax_for_file(proposal.path, proposal.proposed[:256].partition("\n")[0])
            for view in self.views:
                if syntax is not None:
                    view.assign_syntax(syntax)
            self._mark(proposal.hunks)
            self._phantoms = [*self._add_headers(proposal, on_navigate), *self._add_fillers(proposal.hunks)]
        except Exception:
            self._close_views()
            raise

    @property
    def views(self) -> list[sublime.View]:
        """Both halves, left first."""
        return [self.before, self.proposed]

    def show(self) -> None:
        """Bring the pair to the front of its group, with the focus on the proposal."""
        sheets = [view.sheet() for view in self.views]
        group, _index = self.window.get_sheet_index(self.proposed.sheet())  # type: ignore[arg-type]
        _select_sheets(self.window, {group: [sheet for sheet in sheets if sheet is not None]})
        self.window.focus_view(self.proposed)

    def step_back(self) -> None:
        """Give the front and the focus back to what had them before the pair was made."""
        focused = self.window.active_sheet()
        valid = [sheet for sheet in self._selected_before.get(self._group, []) if sheet.window() == self.window]
        if valid:
            _select_sheets(self.window, {self._group: valid})
        if focused is not None and focused.view() not in self.views:
            self.window.focus_sheet(focused)  # the user is in another group
        elif self._sheet_before is not None and self._sheet_before.window() == self.window:
            self.window.focus_sheet(self._sheet_before)

    def is_in_front(self) -> bool:
        """Whether the user can see the proposal."""
        group, _index = self.window.get_view_index(self.proposed)
        return group >= 0 and self.proposed.sheet() in self.window.selected_sheets_in_group(group)

    def go_to_first_change(self, hunks: Sequence[Hunk]) -> None:
        """Let both halves begin with the carets at the first change."""
        if hunks:
            for view, row in zip(self.views, (hunks[0].base_start, hunks[0].proposed_start)):
                point = view.text_point(row, 0)
                view.sel().clear()
                view.sel().add(point)
                view.show_at_center(point, animate=False)

    def close(self) -> None:
        """Close what is left of both halves; if they were in front, bring back what was there before."""
        for phantom_set in self._phantoms:
            phantom_set.update([])
        if self.is_in_front() or self.window.active_view() in self.views:
            self.step_back()
        self._close_views()

    def _close_views(self) -> None:
        for view in self.views:
            if view.is_valid():
                view.close()

    def _mark(self, hunks: Sequence[Hunk]) -> None:
        removed = [(hunk.base_start, hunk.base_end) for hunk in hunks]
        added = [(hunk.proposed_start, hunk.proposed_end) for hunk in hunks]
        _mark_rows(self.before, REMOVED_KEY, removed, "markup.deleted region.redish")
        _mark_rows(self.proposed, ADDED_KEY, added, "markup.inserted region.greenish")

    def _add_fillers(self, hunks: Sequence[Hunk]) -> list[sublime.PhantomSet]:
        """Blank space where one side has fewer lines, so that what is alike stands side by side."""
        phantoms: tuple[list[sublime.Phantom], list[sublime.Phantom]] = ([], [])
        for hunk in hunks:
            missing = (hunk.proposed_end - hunk.proposed_start) - (hunk.base_end - hunk.base_start)
            side, row = (0, hunk.base_end) if missing > 0 else (1, hunk.proposed_end)
            if missing and row > 0:  # nothing can stand above the first row
                view = self.views[side]
                height = abs(missing) * view.line_height()
                point = view.text_point(row - 1, 0)
                content = f'<body style="margin: 0; padding: 0"><div style="padding-top: {height}px"></div></body>'
                phantoms[side].append(sublime.Phantom(sublime.Region(point), content, sublime.LAYOUT_BLOCK))
        return [_phantom_set(view, "copilot_ide.filler", shown) for view, shown in zip(self.views, phantoms)]

    def _add_headers(self, proposal: Proposal, on_navigate: Callable[[str], None]) -> list[sublime.PhantomSet]:
        name = html.escape(proposal.file_name)
        facts = (
            f'<span class="box name">{name}</span>'
            f'<span class="added">+{proposal.added}</span> <span class="removed">−{proposal.removed}</span>'
        )
        asked_by = f"CLI “{html.escape(_one_line(proposal.asked_by))}”" if proposal.asked_by else "CLI"
        links = (
            f'<a class="box accept" href="{ACCEPT}">Accept</a>&nbsp; <a class="box reject" href="{REJECT}">Reject</a>'
        )
        note = "a new file: written when you accept" if proposal.is_new_file else "written when you accept"
        headers = ((facts, asked_by), (links, note))
        phantom_sets = []
        for view, (first, second) in zip(self.views, headers):
            body = _HEADER.format(first=first, second=second)
            phantom = sublime.Phantom(sublime.Region(0), body, sublime.LAYOUT_BLOCK, on_navigate)
            phantom_sets.append(_phantom_set(view, "copilot_ide.header", [phantom]))
        return phantom_sets


def _one_line(text: str, limit: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _phantom_set(view: sublime.View, key: str, phantoms: Sequence[sublime.Phantom]) -> sublime.PhantomSet:
    phantom_set = sublime.PhantomSet(view, key)
    phantom_set.update(phantoms)
    return phantom_set


def _mark_rows(view: sublime.View, key: str, stretches: Sequence[tuple[int, int]], scope: str) -> None:
    """Outline each stretch of rows (start, end excluded) and give each of its rows an icon."""
    whole = [sublime.Region(view.text_point(start, 0), view.text_point(end, 0)) for start, end in stretches]
    view.add_regions(key, [region for region in whole if not region.empty()], scope, "", _OUTLINE)
    rows = [sublime.Region(view.text_point(row, 0)) for start, end in stretches for row in range(start, end)]
    view.add_regions(key + ".rows", rows, scope, ICON, _ICON_ONLY)


def _selected_sheets(window: sublime.Window) -> dict[int, list[sublime.Sheet]]:
    return {group: window.selected_sheets_in_group(group) for group in range(window.num_groups())}


def _select_sheets(window: sublime.Window, in_groups: dict[int, list[sublime.Sheet]]) -> None:
    """Select these sheets in these groups and leave the other groups as they are: the call sets the whole window's."""
    selected = {**_selected_sheets(window), **in_groups}
    window.select_sheets([sheet for group in sorted(selected) for sheet in selected[group]])
