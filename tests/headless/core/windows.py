"""Windows, their groups, and the sheets in them. State only: events are the business of app.py and its helpers."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable

from .settings import Settings
from .spans import Span
from .view import View

if TYPE_CHECKING:
    from .app import Core
    from .builds import Build
    from .find import FindPanel
    from .overlay import InputPanel, Overlay

TEXT, IMAGE, HTML = 0, 1, 2
SIDE_BAR, MINIMAP, TABS, STATUS_BAR, MENU, OPEN_FILES = 1, 2, 4, 8, 16, 32
"""Elements that a window can hide."""

FIND_PANELS = ("find", "replace", "incremental_find", "find_in_files")
BUILT_IN_PANELS = ("console", *FIND_PANELS)
IMAGE_EXTENSIONS = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".ico")


class Sheet:
    """A tab. The two low bits of its id tell what it holds."""

    def __init__(self, core: Core, kind: int, view: View | None = None, file_name: str = "") -> None:
        self.id = core.new_id() * 4 + kind
        self.kind = kind
        self.view = view
        self.window: Window | None = None
        self.name = ""
        self.html = ""
        self._file_name = file_name
        self.transient = False
        self.semi_transient = False
        if view:
            view.sheet = self
        core.sheets[self.id] = self

    @property
    def file_name(self) -> str:
        return self.view.buffer.file_name if self.view else self._file_name

    @property
    def title(self) -> str:
        if self.view:
            return self.view.title
        return self.name or os.path.basename(self._file_name)

    @property
    def group_index(self) -> int:
        """Group that holds it, -1 if none."""
        if self.window:
            for index, group in enumerate(self.window.groups):
                if self in group.sheets:
                    return index
        return -1


@dataclass
class Group:
    """Sheets in tab order; `selected` ones are shown side by side, `recent` holds the last focused first."""

    sheets: list[Sheet] = field(default_factory=list)
    selected: list[Sheet] = field(default_factory=list)
    recent: list[Sheet] = field(default_factory=list)

    @property
    def active(self) -> Sheet | None:
        """The selected sheet that has, or last had, the focus."""
        return next((s for s in self.recent if s in self.selected), self.selected[-1] if self.selected else None)

    def touch(self, sheet: Sheet) -> None:
        self.recent = [sheet, *(s for s in self.recent if s is not sheet)]

    def remove(self, sheet: Sheet) -> None:
        """Take a sheet out; the most recent other one is selected if nothing else is."""
        self.sheets.remove(sheet)
        self.recent = [s for s in self.recent if s is not sheet]
        if sheet in self.selected:
            self.selected.remove(sheet)
            if not self.selected and self.sheets:
                self.selected = [self.recent[0] if self.recent else self.sheets[-1]]


@dataclass
class Panel:
    """An output panel, or an io panel if it has an input."""

    name: str
    view: View
    unlisted: bool = False
    input_view: View | None = None
    on_input: Callable[[str], Any] | None = None


def single_layout() -> dict[str, Any]:
    return {"cols": [0.0, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1]]}


class Window:
    """One window. `focus` is the view of a panel or input that has it, else None; `blank` the sheet of an empty one."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.id = core.new_id()
        self.project_settings = Settings(core)
        self.settings = Settings(core, (self.project_settings, core.preferences))
        self.template_settings = Settings(core, (core.preferences,))
        self.groups: list[Group] = [Group()]
        self.active_group = 0
        self.layout = single_layout()
        self.project_data: dict[str, Any] = {}
        self.project_file = ""
        self.panels: dict[str, Panel] = {}
        self.active_panel = ""
        self.focus: View | None = None
        self.overlay: Overlay | None = None
        self.input_panel: InputPanel | None = None
        self.find_panel: FindPanel | None = None
        self.build_system = ""
        self.builds: list[Build] = []
        self.jumps_back: list[tuple[int, list[Span]]] = []
        self.jumps_forward: list[tuple[int, list[Span]]] = []
        self.status_message = ""
        self.hidden_elements: list[int] = []
        self.file_history: list[str] = []
        self.blank: Sheet | None = None
        core.windows[self.id] = self

    @property
    def sheets(self) -> list[Sheet]:
        return [sheet for group in self.groups for sheet in group.sheets]

    def is_blank(self, sheet: Sheet) -> bool:
        """Whether it is the sheet of an empty window, which nobody used so far: it shows no tab."""
        view = sheet.view
        return bool(
            sheet is self.blank and view and not (view.buffer.change_count or view.buffer.file_name or view.name)
        )

    @property
    def tabs(self) -> list[Sheet]:
        """The sheets that a user sees."""
        return [sheet for sheet in self.sheets if not self.is_blank(sheet)]

    @property
    def folders(self) -> list[str]:
        """Absolute paths of the project's folders."""
        base = os.path.dirname(self.project_file) if self.project_file else ""
        folders = self.project_data.get("folders") or []
        return [os.path.normpath(os.path.join(base, f["path"])) for f in folders if isinstance(f, dict) and "path" in f]

    @property
    def active_sheet(self) -> Sheet | None:
        return self.groups[self.active_group].active if self.groups else None

    @property
    def active_view(self) -> View | None:
        sheet = self.active_sheet
        return sheet.view if sheet else None

    @property
    def focused_view(self) -> View | None:
        """The view that would get a key press."""
        return self.focus or self.active_view

    @property
    def output_panel(self) -> Panel | None:
        """The output panel that is shown."""
        kind, _, name = self.active_panel.partition(".")
        return self.panels.get(name) if kind == "output" else None

    def views(self, include_transient: bool = True) -> list[View]:
        return [s.view for s in self.sheets if s.view and (include_transient or not s.transient)]

    def all_views(self) -> list[View]:
        """Also those of panels and inputs."""
        extra = [v for p in self.panels.values() for v in (p.view, p.input_view) if v]
        inputs = [x.view for x in (self.overlay, self.input_panel) if x]
        searching = self.find_panel.views if self.find_panel else []
        return self.views() + extra + inputs + searching

    def set_project_data(self, data: Any) -> None:
        self.project_data = data if isinstance(data, dict) else {}
        settings = self.project_data.get("settings")
        values = settings if isinstance(settings, dict) else {}
        if values != self.project_settings.values:
            self.project_settings.values = dict(values)
            self.project_settings.changed()

    # -- selection of sheets --------------------------------------------------------------------------------------

    def focus_sheet(self, sheet: Sheet) -> None:
        """Bring a sheet to the front; unless it is one of several selected, it becomes the only selected one."""
        index = sheet.group_index
        group = self.groups[index]
        if sheet not in group.selected:
            group.selected = [sheet]
        group.touch(sheet)
        self.active_group = index
        self.focus = None

    def select_sheets(self, sheets: list[Sheet]) -> None:
        """Make exactly these sheets the selected ones of the whole window."""
        sheets = [s for s in sheets if s.window is self]
        for group in self.groups:
            given = self.core.choices.select_sheets_in_given_order
            chosen = [s for s in sheets if s in group.sheets] if given else [s for s in group.sheets if s in sheets]
            if chosen or not self.core.choices.select_sheets_keeps_other_groups:
                group.selected = chosen
        if sheets:
            first = sheets[-1] if self.core.choices.select_sheets_focuses_last else sheets[0]
            self.groups[first.group_index].touch(first)
            self.active_group = first.group_index
        self.focus = None

    def insert(self, sheet: Sheet, group_index: int, index: int = -1) -> None:
        """Put a sheet into a group: behind the active one, or at `index`."""
        group = self.groups[group_index]
        if index < 0:
            index = group.sheets.index(group.active) + 1 if group.active in group.sheets else len(group.sheets)
        group.sheets.insert(min(index, len(group.sheets)), sheet)
        sheet.window = self
        if sheet.view and sheet.view.window is not self:
            sheet.view.set_window(self)

    def move(self, sheet: Sheet, group_index: int, index: int = -1) -> None:
        """Move a sheet of this window; it stays selected if it was."""
        old = self.groups[sheet.group_index]
        selected = sheet in old.selected
        old.remove(sheet)
        self.insert(sheet, group_index, len(self.groups[group_index].sheets) if index < 0 else index)
        new = self.groups[group_index]
        if new is old and selected:
            new.selected = [s for s in new.sheets if s in [*new.selected, sheet]]
            new.recent.insert(0, sheet)
        elif selected or not new.selected:
            new.selected = [sheet]
            new.touch(sheet)
        if old is not new and not old.sheets:
            old.selected = []

    def set_layout(self, layout: dict[str, Any]) -> None:
        """Change the grid; sheets of groups that go away move to the last group."""
        cells = layout["cells"]
        count = len(cells)
        while len(self.groups) < count:
            self.groups.append(Group())
        for gone in self.groups[count:]:
            last = self.groups[count - 1]
            last.sheets += gone.sheets
            last.recent += gone.recent
        self.groups = self.groups[:count]
        for group in self.groups:
            if not group.selected and group.sheets:
                group.selected = [group.recent[0] if group.recent else group.sheets[-1]]
        self.layout = {"cols": list(layout["cols"]), "rows": list(layout["rows"]), "cells": [list(c) for c in cells]}
        if self.core.choices.set_layout_moves_focus:
            self.active_group = 0
        self.active_group = min(self.active_group, count - 1)
