"""What opens over or under the groups: output and input panels, quick panel, dialog."""

from __future__ import annotations

from typing import Any, Dict

from .context import PageContext
from .escape import escape
from .theme import LINE_PX

State = Dict[str, Any]

OUTPUT_LINES = 9
QUICK_PANEL_ITEMS = 12
_INPUT_PX = 38


def output_height(panels: list[State]) -> int:
    """Pixels that the visible output panel takes at most, frame included."""
    return sum(11 + LINE_PX * len(_tail(panel)) for panel in panels if panel.get("visible"))


def draw_output_panels(panels: list[State]) -> str:
    """The visible panel, its end in view."""
    return "".join(
        f'<div class="output" data-panel="{escape(panel.get("name"))}"><pre>'
        f"{chr(10).join(map(escape, _tail(panel)))}</pre></div>"
        for panel in panels
        if panel.get("visible")
    )


def _tail(panel: State) -> list[str]:
    return str(panel.get("text") or "").rstrip("\n").split("\n")[-OUTPUT_LINES:]


def input_height(question: State | None) -> int:
    """Pixels that the input panel takes."""
    return _INPUT_PX if question else 0


def draw_input_panel(question: State | None) -> str:
    """The input panel: caption and field."""
    if not question:
        return ""
    return (
        f'<div class="input"><span class="caption">{escape(question.get("caption") or "")}</span>'
        f'<div class="field">{escape(question.get("text") or "")}<span class="caret"></span></div></div>'
    )


def draw_quick_panel(panel: State | None, context: PageContext) -> str:
    """The quick panel: field and the items around the selected one."""
    if not panel:
        return ""
    items, chosen = panel.get("items") or [], panel.get("selected")
    chosen = -1 if chosen is None else chosen
    first = max(0, min(chosen - QUICK_PANEL_ITEMS // 2, len(items) - QUICK_PANEL_ITEMS))
    shown = range(first, min(len(items), first + QUICK_PANEL_ITEMS))
    rows = "".join(_item(items[index], index == chosen, context) for index in shown)
    placeholder = escape(panel.get("placeholder") or "")
    return (
        f'<div class="overlay"><div class="field empty"><span class="caret"></span>{placeholder}</div>'
        f'<div class="items">{rows}</div></div>'
    )


def _item(item: Any, chosen: bool, context: PageContext) -> str:
    if not isinstance(item, dict):
        item = {"trigger": item}
    details = item.get("details") or []
    details = [details] if isinstance(details, str) else details
    lines = "".join(f'<div class="details">{context.minihtml(line)}</div>' for line in details if line)
    return (
        f'<div class="item{" selected" if chosen else ""}"><div class="body">'
        f'<div class="trigger">{escape(item.get("trigger") or "")}</div>{lines}</div>'
        f'<span class="side">{escape(item.get("annotation") or "")}</span></div>'
    )


def draw_dialog(dialog: State | None) -> str:
    """A modal dialog over the window, its first button being the default."""
    if not dialog:
        return ""
    buttons = [button for button in dialog.get("buttons") or ["OK"] if button]
    # The default button stands at the right, as on the desktops that Sublime runs on.
    drawn = "".join(
        f'<span class="button{" default" if index == 0 else ""}">{escape(button)}</span>'
        for index, button in reversed(list(enumerate(buttons)))
    )
    return (
        f'<div class="shade"><div class="dialog" data-kind="{escape(dialog.get("kind") or "")}">'
        f'<div class="message">{escape_lines(dialog.get("text") or "")}</div><div class="buttons">{drawn}</div>'
        "</div></div>"
    )


def escape_lines(text: str) -> str:
    """Escape text that may have several lines."""
    return "\n".join(map(escape, text.split("\n")))
