"""The questions that a command's input handlers ask in the palette, one after the other, before it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .overlay import Item, Overlay, item_from
from .windows import Window

if TYPE_CHECKING:
    from .app import Core
    from .commands import Found


class Inputs:
    """The chain of one command. Backspace in an empty input, or a `BackInputHandler`, goes to the question before."""

    def __init__(self, core: Core, window: Window, found: Found, args: dict[str, Any]) -> None:
        self._core = core
        self._window = window
        self._found = found
        self._args = args
        self._answered: list[tuple[Any, str]] = []  # (handler, how its answer is shown)

    def ask(self, handler: Any) -> None:
        """Show the panel of one handler."""
        core = self._core
        setup = core.invoke(handler.setup_, (self._args,), "input handler setup")
        if setup is None:
            return
        rows, props = setup
        items = [item_from(row, value) for row, value in rows]
        panel = Overlay(core, self._window, "command_palette:input", items, props.get("placeholder_text") or "")
        panel.crumbs = [shown for _, shown in self._answered]
        panel.valid = lambda value: bool(core.invoke(handler.validate_, (value, {}), "input handler validate"))
        panel.on_back = lambda: self._back(handler, panel)
        if props["type"] == "text":
            panel.on_text = lambda text: self._answer(handler, text, text)
            panel.on_text_change = lambda text: self._preview(handler, panel, text)
        else:
            panel.selected = max(0, props.get("selected", -1)) if items else -1
            panel.on_highlight = lambda position: self._preview(handler, panel, items[position].value)
        panel.on_pick = lambda position: self._picked(handler, items, position)
        text = props.get("initial_text") or ""
        if text:
            panel.view.buffer.replace(0, 0, text)
            chosen = [(int(a), int(b)) for a, b in props.get("initial_selection") or []]
            panel.view.set_selection(chosen or [(len(text), len(text))])
        panel.open()

    def _preview(self, handler: Any, panel: Overlay, value: Any) -> None:
        shown = self._core.invoke(handler.preview_, (value,), "input handler preview")
        panel.preview = shown[0] if shown else ""

    def _picked(self, handler: Any, items: list[Item], position: int) -> None:
        if position < 0:
            self._core.invoke(handler.cancel_, (), "input handler cancel")
        else:
            self._answer(handler, items[position].value, items[position].trigger)

    def _answer(self, handler: Any, value: Any, text: str) -> None:
        core = self._core
        core.invoke(handler.confirm_, (value, {}), "input handler confirm")
        self._args[handler.name()] = value
        following = core.invoke(handler.create_input_handler_, (self._args,), "input handler next_input")
        if following is None:
            core.commands.run(self._found, self._args, by_user=True)
        elif following.name() == "_Back":
            self._reopen(handler)
        else:
            shown = core.invoke(handler.description_, (value, text), "input handler description")
            self._answered.append((handler, shown or text))
            self.ask(following)

    def _back(self, handler: Any, panel: Overlay) -> None:
        if self._answered:
            panel.cancel()
            self._reopen(handler)

    def _reopen(self, handler: Any) -> None:
        """Ask again what was asked before `handler`, or that itself if it was the first."""
        self._args.pop(handler.name(), None)
        before = self._answered.pop()[0] if self._answered else handler
        self._args.pop(before.name(), None)
        self.ask(before)
