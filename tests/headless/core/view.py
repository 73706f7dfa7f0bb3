"""A view: selection, regions, phantoms, folds, popup, status, settings and viewport over a buffer."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable

from .scopes.highlighter import Highlighter
from .settings import Settings
from .spans import Edit, Span, begin, end, insert, merge, shift, shift_all
from .syntaxes import PLAIN_TEXT

if TYPE_CHECKING:
    from .app import Core
    from .buffer import Buffer
    from .snippets import Fields
    from .windows import Sheet, Window

INLINE, BELOW, BLOCK = 0, 1, 2
KEEP_ON_SELECTION_MODIFIED = 16
_MANY_EDITS = 5000


@dataclass
class Regions:
    """What `add_regions` keeps under one key."""

    spans: list[Span]
    scope: str = ""
    icon: str = ""
    flags: int = 0
    annotations: list[str] = field(default_factory=list)
    annotation_color: str = ""
    on_navigate: Callable[[str], Any] | None = None
    on_close: Callable[[], Any] | None = None


@dataclass
class Phantom:
    """A phantom; `layout` is INLINE, BELOW or BLOCK."""

    id: int
    key: str
    span: Span
    html: str
    layout: int
    on_navigate: Callable[[str], Any] | None = None


@dataclass
class Popup:
    """The one popup that a view can show. `items` is set for a menu."""

    html: str
    point: int
    flags: int = 0
    on_navigate: Callable[[str], Any] | None = None
    on_hide: Callable[[], Any] | None = None
    items: list[str] | None = None
    max_size: tuple[float, float] = (320.0, 240.0)
    on_pick: Callable[[int], Any] | None = None


class _ViewSettings(Settings):
    """A view's own values; a change of the syntax brings that syntax's settings along."""

    def __init__(self, core: Core, follow_syntax: Callable[[], None]) -> None:
        super().__init__(core)
        self._follow_syntax = follow_syntax

    def set(self, key: str, value: Any) -> None:
        if key == "syntax" and value != self.values.get(key):
            self.values[key] = str(value)
            self._follow_syntax()
            self.changed()
        else:
            super().set(key, value)


class View:
    """`sheet` is None for the views of panels and inputs, which then have an `element` name."""

    def __init__(self, core: Core, buffer: Buffer, window: Window | None, element: str = "") -> None:
        self.core = core
        self.id = core.new_id()
        self.buffer = buffer
        self.window = window
        self.sheet: Sheet | None = None
        self.element = element
        self.name = ""
        self._selection: list[Span] = [(0, 0)]
        # Edits that the selection has not followed yet: many carets follow many edits at once.
        self._edits: list[Edit] = []
        self.regions: dict[str, Regions] = {}
        self.phantoms: dict[int, Phantom] = {}
        self.folds: list[Span] = []
        self.popup: Popup | None = None
        self.status: dict[str, str] = {}
        self.overwrite = False
        self.snippet: Fields | None = None
        self.expanded_words: list[Span] = []  # the selection, if it came from carets that became words
        self.inline_diffs: list[Span] = []
        self.viewport: tuple[float, float] = (0.0, 0.0)
        self.settings = _ViewSettings(core, self.follow_syntax)
        self.settings.set("syntax", PLAIN_TEXT)
        self._highlighter: Highlighter | None = None
        self._highlighter_for: tuple[str, int] = ("", 0)
        buffer.views.append(self)
        core.views[self.id] = self

    def follow_syntax(self) -> None:
        """Put the settings of the syntax, the project and the user below those of the view, in that order."""
        core = self.core
        name = os.path.basename(os.path.splitext(str(self.settings.values.get("syntax")))[0])
        of_syntax = core.settings_files.load(f"{name}.sublime-settings")
        project = (self.window.project_settings,) if self.window else ()
        self.settings.set_parents((of_syntax, *project, core.preferences))

    def set_window(self, window: Window | None) -> None:
        """Note the window that the view now belongs to; its project's settings come along."""
        self.window = window
        self.follow_syntax()

    @property
    def is_primary(self) -> bool:
        return bool(self.buffer.views) and self.buffer.views[0] is self

    @property
    def title(self) -> str:
        """What the tab shows."""
        if self.name:
            return self.name
        if self.buffer.file_name:
            return self.buffer.file_name.replace("\\", "/").rsplit("/", 1)[-1]
        first = self.buffer.text.line(0).strip()[:40]
        return first if first and self.settings.get("set_unsaved_view_name", True) else "untitled"

    def shift(self, at: int, removed: int, added: int) -> None:
        """Move every position after an edit of the buffer."""
        if self._highlighter:
            self._highlighter.edited(at, added)
        if self._edits or (self._selection and at <= end(self._selection[-1])):
            self._edits.append((at, removed, added))
            if len(self._edits) > _MANY_EDITS:
                self._follow()
            self.core.selection_touched(self)
        for regions in self.regions.values():
            regions.spans = shift_all(regions.spans, [(at, removed, added)])
        for phantom in self.phantoms.values():
            phantom.span = shift(phantom.span, at, removed, added)
        if self.snippet:
            self.snippet.shift(at, removed, added)
        self.inline_diffs = [shift(span, at, removed, added) for span in self.inline_diffs]
        if self.folds:
            folds = [shift(span, at, removed, added) for span in self.folds]
            self.folds = [span for span in folds if span[0] != span[1]]

    @property
    def highlighter(self) -> Highlighter:
        """The scopes of the text by the view's syntax. Raises SyntaxFileError for a broken syntax file."""
        syntaxes = self.core.syntaxes
        wanted = (str(self.settings.get("syntax")), syntaxes.generation)
        if self._highlighter is None or self._highlighter_for != wanted:
            self._highlighter = Highlighter(self.buffer.text, syntaxes.lexer(wanted[0]))
            self._highlighter_for = wanted
        return self._highlighter

    @property
    def base_scope(self) -> str:
        """The scope of the view's syntax."""
        return self.core.syntaxes.base_scope(str(self.settings.get("syntax")))

    def scope_name(self, point: int) -> str:
        """Scopes at a point, outermost first, separated by spaces."""
        return " ".join(self.highlighter.scopes(point))

    @property
    def selection(self) -> list[Span]:
        """Carets and selections, sorted."""
        if self._edits:
            self._follow()
        return self._selection

    def _follow(self) -> None:
        moved = shift_all(self._selection, self._edits)
        self._selection, self._edits = merge(moved), []

    @selection.setter
    def selection(self, spans: list[Span]) -> None:
        self._selection, self._edits = spans, []

    def add_selection(self, span: Span) -> None:
        """Add one to the selection; overlapping ones are merged."""
        clamp = self.buffer.text.clamp
        self.selection = insert(self.selection, (clamp(span[0]), clamp(span[1])))
        self.core.selection_touched(self)

    def set_selection(self, spans: list[Span]) -> None:
        """Replace the selection; points are clamped to the text, overlaps merged."""
        clamp = self.buffer.text.clamp
        spans = merge([(clamp(a), clamp(b)) for a, b in spans])
        self.selection = spans
        self.core.selection_touched(self)

    def set_regions(self, key: str, regions: Regions | None) -> None:
        """Keep regions under a key, or none; the history remembers what was there unless the regions say no."""
        before = self.regions.pop(key, None)
        if regions is not None:
            self.regions[key] = regions
        self.buffer.history.note_regions(self, key, before, regions)

    def spans_of(self, key: str) -> list[Span]:
        """Where the regions under a key are; nowhere if there are none."""
        return list(self.regions[key].spans) if key in self.regions else []

    def set_spans(self, key: str, spans: list[Span], icon: str = "") -> None:
        """Regions of the editor's own that show in the gutter only."""
        hidden_persistent = 128 | 16
        self.set_regions(key, Regions(spans, "bookmarks", icon, hidden_persistent) if spans else None)

    def fold(self, span: Span) -> bool:
        low, high = begin(span), end(span)
        if low == high or (low, high) in self.folds:
            return False
        self.folds = sorted([*self.folds, (low, high)])
        return True

    def unfold(self, span: Span) -> list[Span]:
        """Open the folds that touch `span`; returns them."""
        low, high = begin(span), end(span)
        gone = [f for f in self.folds if f[0] <= high and f[1] >= low]
        self.folds = [f for f in self.folds if f not in gone]
        return gone

    def status_text(self) -> str:
        """The status bar's part that plugins set, as a user reads it: by key, joined with commas."""
        return ", ".join(self.status[key] for key in sorted(self.status) if self.status[key])

    def show_menu(self, items: list[str], on_done: Callable[[int], Any]) -> None:
        """A popup with items to `pick` from; -1 is picked if it hides before."""
        self.hide_popup()
        caret = self.selection[0][1] if self.selection else 0
        text = "<br>".join(html.escape(item) for item in items)
        self.popup = Popup(text, caret, on_hide=lambda: on_done(-1), on_pick=on_done, items=items)

    def pick(self, index: int) -> None:
        """Choose an item of the open menu, counted from 0. Raises ValueError if there is none."""
        popup = self.popup
        if popup is None or popup.on_pick is None or not 0 <= index < len(popup.items or ()):
            raise ValueError(f"no open menu has an item {index}")
        self.popup = None
        self.core.invoke(popup.on_pick, (index,), "popup menu")

    def hide_popup(self) -> None:
        popup, self.popup = self.popup, None
        if popup and popup.on_hide:
            self.core.invoke(popup.on_hide, (), "popup on_hide")
