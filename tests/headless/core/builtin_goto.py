"""Built-in commands that go somewhere: Goto Anything, definitions and references, and back. Main thread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable, Dict

from .editing import TextCommand, go
from .overlay import Item, Overlay
from .project_files import folder_files
from .scopes import symbols
from .scopes.symbols import DEFINITION, LISTED, REFERENCE, Location
from .spans import Span
from .view import View
from .windows import Window
from .words import word_at

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
WindowCommand = Callable[[Any, Window, Args], None]

_MARKS = "@#:"


# -- Goto Anything ------------------------------------------------------------------------------------------------


class GotoOverlay(Overlay):
    """`file@symbol`, `file#word`, `file:line`: each part may be left out. What it would go to is shown meanwhile."""

    def __init__(self, core: Core, window: Window, show_files: bool) -> None:
        super().__init__(core, window, "goto_anything:input", [])
        self._show_files = show_files
        self._view = window.active_view
        self._before = (list(self._view.selection), self._view.viewport) if self._view else None
        self._fill("")

    def text_changed(self) -> None:
        """Follow the typed text."""
        self._fill(self.text)
        self.highlight(0 if self.items else -1)

    def matches(self) -> list[int]:
        """The rows were made for the text already."""
        return list(range(len(self.items)))

    def _split(self, text: str) -> tuple[str, str, str]:
        match = re.search(f"[{_MARKS}]", text)
        if not match:
            return text, "", ""
        return text[: match.start()], match.group(0), text[match.end() :]

    def _fill(self, text: str) -> None:
        name, mark, rest = self._split(text)
        if not mark:
            files = self._files() if self._show_files or name else []
            self.items = [Item(relative, "", "", path) for relative, path in self._fitting(files, name)]
        elif mark == ":":
            self.items = [Item(f"Line {rest}", "", "", int(rest))] if rest.isdigit() else []
        else:
            view = self._view
            found = [] if view is None else _symbols_in(view) if mark == "@" else _words_in(view)
            self.items = [item for _, item in self._fitting([(item.trigger, item) for item in found], rest)]
        self.selected = 0 if self.items else -1

    def _fitting(self, rows: list[tuple[str, Any]], wanted: str) -> list[tuple[str, Any]]:
        self.items = [Item(row[0], "", "", row[1]) for row in rows]
        return [rows[position] for position in self.fits(wanted)]

    def _files(self) -> list[tuple[str, str]]:
        return folder_files(self.window)

    def highlight(self, position: int) -> None:
        """Show a symbol, word or line of the active view."""
        super().highlight(position)
        view = self._view
        if view is None or not 0 <= position < len(self.items) or view.id not in self._core.views:
            return
        place = _span(view, self.items[position].value)
        if place:
            go(view, place)

    def pick(self, position: int) -> None:
        """Go there; cancelled, the view is as it was."""
        value = self.items[position].value if 0 <= position < len(self.items) else None
        name = self._split(self.text)[0]
        self._dismiss()
        view = self._view
        if value is None:
            if view and self._before and view.id in self._core.views and view.selection != self._before[0]:
                view.set_selection(self._before[0])
                view.viewport = self._before[1]
        elif isinstance(value, str):
            remember(self._core, self.window)
            self._core.documents.open_file(self.window, value)
        elif view:
            remember(self._core, self.window, self._before[0] if self._before else None)
            if not name:
                go(view, _span(view, value) or (0, 0))


def _symbols_in(view: View) -> list[Item]:
    return [Item(s.name, "", "", (s.start, s.end), s.kind) for s in symbols.of_view(view, LISTED)]


def _words_in(view: View) -> list[Item]:
    """Every word once, where it stands first."""
    out: dict[str, Item] = {}
    for match in re.finditer(r"\w{2,}", view.buffer.text.whole()):
        out.setdefault(match.group(0), Item(match.group(0), "", "", match.span()))
    return list(out.values())


def _span(view: View, value: Any) -> Span | None:
    if isinstance(value, tuple):
        return value
    if isinstance(value, int):
        point = view.buffer.text.line_start(max(0, value - 1))
        return (point, point)
    return None


def show_goto(core: Core, window: Window, args: Args) -> None:
    """`show_overlay` for goto, with `text` typed already."""
    panel = GotoOverlay(core, window, bool(args.get("show_files")))
    panel.open()
    if args.get("text"):
        panel.type(str(args["text"]))


# -- definitions and references -----------------------------------------------------------------------------------


def _symbol(view: View, args: Args) -> str:
    return args.get("symbol") or view.buffer.text.substr(*word_at(view, view.selection[0][1] if view.selection else 0))


def _places(window: Window, name: str | None, kind: int) -> list[Location]:
    """Where a symbol, or every one, is defined or used in files."""
    return [at for at in symbols.everywhere(window, name) if at.symbol.type == kind and at.path]


def _offer(core: Core, view: View, name: str, kind: int) -> None:
    """Go to the only place where a symbol is defined or used, or let the user choose."""
    window = view.window
    if window is None:
        return
    places = _places(window, name, kind)
    if not places:
        window.status_message = f"Unable to find {name}"
    elif len(places) == 1:
        _jump(core, window, places[0])
    else:
        items = [Item(f"{at.display_name}:{at.row}", "", "", at, at.symbol.kind) for at in places]
        _choose(core, window, "quick_panel:input", items)


def _choose(core: Core, window: Window, element: str, items: list[Item]) -> None:
    panel = Overlay(core, window, element, items)
    panel.on_pick = lambda position: _jump(core, window, items[position].value) if position >= 0 else None
    panel.open()


def _jump(core: Core, window: Window, at: Location) -> None:
    remember(core, window)
    core.documents.open_file(window, f"{at.path}:{at.row}:{at.col}", 1)


def goto_definition(core: Core, view: View, args: Args) -> None:
    """Where the symbol at the caret is defined, in the open files and those of the folders."""
    _offer(core, view, _symbol(view, args), DEFINITION)


def goto_reference(core: Core, view: View, args: Args) -> None:
    """Where the symbol at the caret is used, in the open files and those of the folders."""
    _offer(core, view, _symbol(view, args), REFERENCE)


def goto_symbol_in_project(core: Core, window: Window, args: Args) -> None:
    """A list of all definitions in the open files and those of the folders."""
    places = _places(window, None, DEFINITION)
    items = [Item(at.symbol.name, f"{at.display_name}:{at.row}", "", at, at.symbol.kind) for at in places]
    _choose(core, window, "goto_anything:input", items)


# -- back and forth -----------------------------------------------------------------------------------------------


def remember(core: Core, window: Window, selection: list[Span] | None = None) -> None:
    """Note where the user is, for `jump_back`."""
    view = window.active_view
    if view:
        place = (view.id, list(selection if selection is not None else view.selection))
        window.jumps_back = [*window.jumps_back, place][-100:]
        window.jumps_forward = []


def _travel(core: Core, window: Window, source: list[Any], target: list[Any]) -> None:
    while source:
        view_id, selection = source.pop()
        view, here = core.views.get(view_id), window.active_view
        if view is None or view.sheet is None:
            continue
        if here:
            target.append((here.id, list(here.selection)))
        core.documents.focus_sheet(view.sheet)
        view.set_selection(selection)
        if selection:
            go(view, view.selection[-1])
        return


def jump_back(core: Core, window: Window, args: Args) -> None:
    _travel(core, window, window.jumps_back, window.jumps_forward)


def jump_forward(core: Core, window: Window, args: Args) -> None:
    _travel(core, window, window.jumps_forward, window.jumps_back)


TEXT_COMMANDS: dict[str, TextCommand] = {function.__name__: function for function in (goto_definition, goto_reference)}
WINDOW_COMMANDS: dict[str, WindowCommand] = {
    function.__name__: function for function in (goto_symbol_in_project, jump_back, jump_forward)
}
