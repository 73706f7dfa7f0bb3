"""What asks the user for something: quick panels, the command palette with its input handlers, input panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

KEEP_OPEN_ON_FOCUS_LOST, WANT_EVENT = 2, 4


class Item(NamedTuple):
    """A row: `value` is what picking it gives."""

    trigger: str
    details: str
    annotation: str
    value: Any
    kind: tuple[Any, ...] = (0, "", "")


class Overlay:
    """A list with a filter over a window. `on_pick(position)` gets -1 when the user cancels; it is called once.

    With `on_text` the typed text itself is the answer. Unless `keep_open`, it goes when the user turns elsewhere.
    """

    def __init__(self, core: Core, window: Window, element: str, items: list[Item], placeholder: str = "") -> None:
        self._core = core
        self.window = window
        self.items = items
        self.placeholder = placeholder
        self.selected = 0 if items else -1
        self.keep_open = False
        self.on_pick: Callable[[int], Any] = lambda position: None
        self.on_highlight: Callable[[int], Any] | None = None
        self.on_text: Callable[[str], Any] | None = None
        self.on_text_change: Callable[[str], Any] | None = None
        self.on_back: Callable[[], Any] | None = None
        self.valid: Callable[[Any], bool] = lambda value: True
        self.crumbs: list[str] = []  # what was answered before, in front of the text
        self.preview = ""
        self.view = core.documents.make_view(window, element=element)

    @property
    def text(self) -> str:
        return self.view.buffer.text.whole()

    def open(self) -> None:
        """Show it, cancelling what was open."""
        if self.window.overlay:
            self.window.overlay.cancel()
        self.window.overlay = self
        self.window.focus = self.view
        self._core.update_focus()
        self.highlight(self.selected)

    def matches(self) -> list[int]:
        """Positions of the items that fit the typed text, the best first."""
        return self.fits("" if self.on_text else self.text)

    def fits(self, text: str) -> list[int]:
        """Positions of the items that fit a text: its letters in order, at best one behind the other."""
        wanted = "".join(text.lower().split())
        if not wanted:
            return list(range(len(self.items)))
        exact = [i for i, item in enumerate(self.items) if wanted in item.trigger.lower().replace(" ", "")]
        rest = [i for i in range(len(self.items)) if i not in exact]
        loose = [i for i in rest if _is_subsequence(wanted, self.items[i].trigger.lower())]
        return exact + loose

    def highlight(self, position: int) -> None:
        """Move to an item."""
        self.selected = position
        if self.on_highlight and position >= 0:
            self._core.invoke(self.on_highlight, (position,), "on_highlight")

    def text_changed(self) -> None:
        """Follow the typed text."""
        if self.on_text_change:
            self.on_text_change(self.text)
        if not self.on_text:
            found = self.matches()
            self.highlight(found[0] if found else -1)

    def step(self, by: int) -> None:
        """Move to the next (-1: previous) of the rows that are shown, from the last one to the first."""
        found = self.matches()
        if found:
            at = found.index(self.selected) + by if self.selected in found else 0
            self.highlight(found[at % len(found)])

    def type(self, text: str) -> None:
        """Put text in, as if typed."""
        size = self.view.buffer.text.size
        self.view.buffer.replace(0, size, text)
        self.view.set_selection([(len(text), len(text))])
        self.text_changed()

    def pick_selected(self) -> None:
        """Enter."""
        if self.on_text:
            answer = self.on_text
            text = self.text
            if self.valid(text):
                self._dismiss()
                answer(text)
        else:
            self.pick(self.selected)

    def pick(self, position: int) -> None:
        """Choose an item, if it is valid, or -1 to cancel; the panel is gone before anybody hears of it."""
        if position >= 0 and not self.valid(self.items[position].value):
            return
        self._dismiss()
        self.on_pick(position)

    def cancel(self) -> None:
        self.pick(-1)

    def lose_focus(self) -> None:
        """The user turned to something else."""
        if not self.keep_open:
            self.cancel()

    def _dismiss(self) -> None:
        if self.window.overlay is self:
            self.window.overlay = None
        if self.window.focus is self.view:
            self.window.focus = self.window.input_panel.view if self.window.input_panel else None
        self._core.update_focus()
        self._core.documents.drop_view(self.view)


def _is_subsequence(wanted: str, text: str) -> bool:
    rest = iter(text)
    return all(char in rest for char in wanted)


def item_from(raw: Any, value: Any) -> Item:
    """A row as the API layer hands it over: a string, or (trigger, details[, annotation, kind])."""
    if isinstance(raw, str):
        return Item(raw, "", "", value)
    details = str(raw[1] or "").replace("\x1f", "\n") if len(raw) > 1 else ""
    annotation = raw[2] if len(raw) > 2 and isinstance(raw[2], str) else ""
    number, letter, name = raw[3] if len(raw) > 3 and raw[3] else (0, 0, "")
    kind = (int(number), chr(letter) if letter else "", name)
    return Item(raw[0], details, annotation, value, kind)


def show_quick_panel(
    core: Core,
    window: Window,
    raw_items: list[Any],
    on_select: Callable[..., Any] | None,
    on_highlight: Callable[[int], Any] | None,
    flags: int,
    selected: int,
    placeholder: str,
) -> None:
    """`Window.show_quick_panel`. `on_select` gets the position or -1, exactly once, at a later turn of the loop."""
    items = [item_from(raw, position) for position, raw in enumerate(raw_items)]
    panel = Overlay(core, window, "quick_panel:input", items, placeholder)
    if 0 <= selected < len(items):
        panel.selected = selected
    panel.keep_open = bool(flags & KEEP_OPEN_ON_FOCUS_LOST)
    panel.on_highlight = on_highlight

    def picked(position: int) -> None:
        args = (position, {}) if flags & WANT_EVENT else (position,)
        core.loop.queue.post(lambda: on_select and on_select(*args), origin="quick panel")

    panel.on_pick = picked
    panel.open()


class InputPanel:
    """The one-line panel of `Window.show_input_panel`."""

    def __init__(self, core: Core, window: Window, caption: str, text: str, callbacks: tuple) -> None:
        self._core = core
        self.window = window
        self.caption = caption
        self._on_done, self._on_change, self._on_cancel = callbacks
        if window.input_panel:
            window.input_panel.cancel()
        self.view = core.documents.make_view(window, element="input:input")
        self.view.buffer.scratch = True
        self.view.buffer.replace(0, 0, text)
        self.view.set_selection([(len(text), len(text))])
        window.input_panel = self
        window.active_panel = "input"
        window.focus = self.view
        core.update_focus()

    @property
    def text(self) -> str:
        return self.view.buffer.text.whole()

    def text_changed(self) -> None:
        if self._on_change:
            self._core.invoke(self._on_change, (self.text,), "input panel on_change")

    def submit(self) -> None:
        text = self.text
        self._close()
        if self._on_done:
            self._core.invoke(self._on_done, (text,), "input panel on_done")

    def cancel(self) -> None:
        self._close()
        if self._on_cancel:
            self._core.invoke(self._on_cancel, (), "input panel on_cancel")

    def _close(self) -> None:
        window = self.window
        if window.input_panel is self:
            window.input_panel = None
            window.active_panel = ""
        if window.focus is self.view:
            window.focus = None
        self._core.update_focus()
        self._core.documents.drop_view(self.view)


# -- command palette ----------------------------------------------------------------------------------------------


def show_palette(core: Core, window: Window, command: str | None, args: dict[str, Any] | None) -> None:
    """The command palette; with `command`, straight to that command's inputs."""
    if command:
        start_command(core, window, command, args)
        return
    entries = core.menus.palette(window)
    items = [Item(e["caption"], "", "", e) for e in entries if e["enabled"]]
    panel = Overlay(core, window, "command_palette:input", items)

    def picked(position: int) -> None:
        if position >= 0:
            entry = items[position].value
            start_command(core, window, entry["command"], entry["args"])

    panel.on_pick = picked
    panel.open()


def start_command(core: Core, window: Window, name: str, args: dict[str, Any] | None) -> None:
    """Run a command as the palette does: ask for its inputs first if it wants any."""
    from .inputs import Inputs

    found = core.commands.find_by_focus(window, name)
    if found is None:
        return
    handler = core.commands.input_handler(found, args)
    if handler is None:
        core.commands.run(found, args, by_user=True)
    else:
        Inputs(core, window, found, dict(args or {})).ask(handler)


def prompt_view(window: Window) -> View | None:
    """The view that a quick panel, palette or input panel of the window has open."""
    prompt = window.overlay or window.input_panel
    return prompt.view if prompt else None
