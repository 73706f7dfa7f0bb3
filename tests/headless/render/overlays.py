"""What opens over or under the groups: output and input panels, quick panel, dialog."""

from __future__ import annotations

from typing import Any, Dict

from ..core import metrics
from .completions import marked
from .context import PageContext
from .escape import escape
from .kinds import draw_kind

State = Dict[str, Any]

QUICK_PANEL_PX = 440
"""How high the list of the quick panel may get."""

_ITEM_PX, _DETAIL_PX = 27, 17


def output_height(panels: list[State]) -> float:
    """Pixels that the visible output panel takes, frame and input included."""
    shown = [panel for panel in panels if panel.get("visible")]
    line = metrics.font().line
    inputs = sum(metrics.INPUT_PX for panel in shown if panel.get("input") is not None)
    return inputs + sum(metrics.output_height(len(_tail(panel)), line) for panel in shown)


def draw_output_panels(panels: list[State]) -> str:
    """The visible panel, its end in view, and under it the input of an io panel."""
    out = []
    for panel in panels:
        if panel.get("visible"):
            rows = "".join(f"<div>{escape(row)}</div>" for row in _tail(panel))
            out.append(f'<div class="output" data-panel="{escape(panel.get("name"))}">{rows}</div>')
            if panel.get("input") is not None:
                out.append(draw_input_panel({"caption": "", "text": panel["input"]}))
    return "".join(out)


def _tail(panel: State) -> list[str]:
    return str(panel.get("text") or "").rstrip("\n").split("\n")[-metrics.OUTPUT_ROWS :]


def input_height(question: State | None) -> int:
    """Pixels that the input panel takes."""
    return metrics.INPUT_PX if question else 0


def draw_input_panel(question: State | None) -> str:
    """The input panel: caption and field."""
    if not question:
        return ""
    caption = escape(question.get("caption") or "")
    return (
        f'<div class="input">{f"<span class=caption>{caption}</span>" if caption else ""}'
        f'<div class="field">{escape(question.get("text") or "")}<span class="caret"></span></div></div>'
    )


def draw_quick_panel(panel: State | None, context: PageContext) -> str:
    """The quick panel: field and the items that fit the typed text, those around the selected one."""
    if not panel:
        return ""
    items, chosen = panel.get("items") or [], panel.get("selected")
    order = [at for at in panel.get("matches") or range(len(items)) if at < len(items)]
    if panel.get("matches") == [] and panel.get("text") and not panel.get("free_text"):
        order = []
    place = order.index(chosen) if chosen in order else -1
    typed = panel.get("text") or ""
    rows = "".join(_item(items[order[at]], at == place, typed, context) for at in _shown(items, order, place))
    text = escape(typed) + '<span class="caret"></span>'
    if not typed:
        text += f'<span class="placeholder">{escape(panel.get("placeholder") or "")}</span>'
    field = f'<div class="field">{text}</div>'
    return f'<div class="overlay">{field}{f"<div class=items>{rows}</div>" if rows else ""}</div>'


def _shown(items: list[Any], order: list[int], place: int) -> range:
    """The places of the list that fit into the panel, the chosen one among them."""
    first, used = max(0, place), 0
    heights = [_ITEM_PX + _DETAIL_PX * len(_details(items[at])) for at in order]
    while first > 0 and sum(heights[first - 1 : max(0, place) + 1]) <= QUICK_PANEL_PX:
        first -= 1
    last = first
    while last < len(order) and used + heights[last] <= QUICK_PANEL_PX:
        used += heights[last]
        last += 1
    return range(first, last)


def _details(item: Any) -> list[str]:
    details = item.get("details") or [] if isinstance(item, dict) else []
    return [line for line in (details.split("\n") if isinstance(details, str) else details) if line]


def _item(item: Any, chosen: bool, typed: str, context: PageContext) -> str:
    item = item if isinstance(item, dict) else {"trigger": item}
    lines = "".join(f'<div class="details">{context.details(line)}</div>' for line in _details(item))
    kind = item.get("kind")
    letter = draw_kind(kind, context.scheme) if kind and (kind[0] or kind[1]) else ""
    return (
        f'<div class="item{" selected" if chosen else ""}">{letter}<div class="body">'
        f'<div class="trigger">{marked(str(item.get("trigger") or ""), typed)}</div>{lines}</div>'
        f'<span class="side">{escape(item.get("annotation") or "")}</span></div>'
    )


_FILE_DIALOGS = {
    "open_file": ("Open File", ["Open", "Cancel"]),
    "save_file": ("Save As", ["Save", "Cancel"]),
    "select_folder": ("Select Folder", ["Select", "Cancel"]),
}


def draw_dialog(dialog: State | None) -> str:
    """A modal dialog over the window, its first button being the default; file dialogs are reduced to their field."""
    if not dialog:
        return ""
    kind, text = str(dialog.get("kind") or ""), str(dialog.get("text") or "")
    buttons = [button for button in dialog.get("buttons") or () if button]
    if kind in _FILE_DIALOGS:
        head, buttons = _FILE_DIALOGS[kind]
        content = f'<div class="message">{head}</div><div class="field">{escape(text)}</div>'
    else:
        head, _, rest = text.partition("\n\n")
        content = f'<div class="message">{escape_lines(head)}</div>'
        content += f'<div class="more">{escape_lines(rest)}</div>' if rest else ""
    # The default button stands at the right, as on the desktops that Sublime runs on.
    drawn = "".join(
        f'<span class="button{" default" if index == 0 else ""}">{escape(button)}</span>'
        for index, button in reversed(list(enumerate(buttons or ["OK"])))
    )
    return (
        f'<div class="shade"><div class="dialog" data-kind="{escape(kind)}">'
        f'{content}<div class="buttons">{drawn}</div></div></div>'
    )


def escape_lines(text: str) -> str:
    """Escape text that may have several lines."""
    return "\n".join(map(escape, text.split("\n")))
