"""A view: selection, regions, phantoms, folds, popup, status, settings and viewport over a buffer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable

from .settings import Settings
from .spans import Span, begin, end, merge, shift
from .syntaxes import PLAIN_TEXT

if TYPE_CHECKING:
    from .app import Core
    from .buffer import Buffer
    from .snippets import Fields
    from .windows import Sheet, Window

INLINE, BELOW, BLOCK = 0, 1, 2
KEEP_ON_SELECTION_MODIFIED = 16


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
        self.selection: list[Span] = [(0, 0)]
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
        self.settings = Settings(core, self._parents())
        self.settings.values["syntax"] = PLAIN_TEXT
        buffer.views.append(self)
        core.views[self.id] = self

    def _parents(self) -> tuple[Settings, ...]:
        project = (self.window.project_settings,) if self.window else ()
        return (*project, self.core.preferences)

    def set_window(self, window: Window | None) -> None:
        """Note the window that the view now belongs to; its project's settings come along."""
        self.window = window
        self.settings.set_parents(self._parents())

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
        moved = merge([shift(span, at, removed, added) for span in self.selection])
        if moved != self.selection:
            self.selection = moved
            self.core.selection_touched(self)
        for regions in self.regions.values():
            regions.spans = [shift(span, at, removed, added) for span in regions.spans]
        for phantom in self.phantoms.values():
            phantom.span = shift(phantom.span, at, removed, added)
        if self.snippet:
            self.snippet.shift(at, removed, added)
        self.inline_diffs = [shift(span, at, removed, added) for span in self.inline_diffs]
        if self.folds:
            folds = [shift(span, at, removed, added) for span in self.folds]
            self.folds = [span for span in folds if span[0] != span[1]]

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

    def hide_popup(self) -> None:
        popup, self.popup = self.popup, None
        if popup and popup.on_hide:
            self.core.invoke(popup.on_hide, (), "popup on_hide")
