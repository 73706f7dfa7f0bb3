"""A window: title bar, groups with their tabs and sheets, status bar."""

from __future__ import annotations

import re
from typing import Any, Dict

from ..core import metrics
from ..core.windows import MINIMAP, SIDE_BAR, STATUS_BAR, TABS
from .context import PageContext
from .escape import escape
from .overlays import draw_input_panel, draw_output_panels, draw_quick_panel, input_height, output_height
from .sheet import Over, draw_sheet, status_of_selection
from .side_bar import draw_side_bar

State = Dict[str, Any]

ONE_GROUP = {"cols": [0.0, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1]]}

_CLOSE = '<svg class="close" viewBox="0 0 10 10"><path d="M1.5 1.5l7 7M8.5 1.5l-7 7"/></svg>'
_NAVIGATION = '<span class="nav"><i></i><i></i></span>'
_DIRTY = '<i class="dirty"></i>'


def draw_window(window: State, context: PageContext, width: int, height: int) -> str:
    """The window as markup for a page of `width` by `height` CSS pixels."""
    panels, question = window.get("panels") or [], window.get("input_panel")
    hidden = window.get("hidden_elements") or []
    folders = window.get("side_bar") or []
    beside = metrics.SIDE_BAR_PX if folders and SIDE_BAR not in hidden else 0
    status = _status_bar(window) if STATUS_BAR not in hidden else ""
    body = height - metrics.TITLE_PX - metrics.STATUS_PX - output_height(panels) - input_height(question)
    boxes = metrics.group_boxes(window.get("layout") or ONE_GROUP, width - beside, body)
    groups = "".join(_group(window, index, box, context) for index, box in enumerate(boxes))
    side_bar = draw_side_bar(folders, _files(window), (_focused(window) or {}).get("file") or "") if beside else ""
    return (
        f'<div class="window"><div class="titlebar"><div class="lights"><i></i><i></i><i></i></div>'
        f"<span>{escape(window_title(window))}</span></div>"
        f'<div class="middle">{side_bar}<div class="groups">{groups}</div></div>'
        f"{draw_output_panels(panels)}{draw_input_panel(question)}{status}"
        f"{draw_quick_panel(window.get('quick_panel'), context)}</div>"
    )


def _files(window: State) -> set[str]:
    return {sheet["file"] for sheet in window.get("sheets") or () if sheet.get("file")}


def window_title(window: State) -> str:
    """The title that Sublime gives the window, from its focused sheet and its folders."""
    sheet = _focused(window)
    folders = [re.split(r"[/\\]", folder.rstrip("/\\"))[-1] for folder in window.get("folders") or ()]
    project = f" ({', '.join(folders)})" if folders else ""
    if sheet is None:
        return f"{', '.join(folders)} - Sublime Text" if folders else "Sublime Text"
    dirty = " •" if sheet.get("dirty") else ""
    return f"{sheet.get('file') or sheet.get('title') or 'untitled'}{dirty}{project} - Sublime Text"


def _focused(window: State) -> State | None:
    return next((sheet for sheet in window.get("sheets") or () if sheet.get("focused")), None)


def _group(window: State, index: int, box: metrics.Box, context: PageContext) -> str:
    left, top, right, bottom = box
    sheets = [sheet for sheet in window.get("sheets") or () if (sheet.get("group") or 0) == index]
    shown = [sheet for sheet in sheets if sheet.get("selected")]
    hidden = window.get("hidden_elements") or []
    size = metrics.sheet_size(box, len(shown), TABS not in hidden)
    minimap = MINIMAP not in hidden
    gap_x, gap_y = (1 if left else 0), (1 if top else 0)
    panels = [panel for panel in window.get("panels") or () if panel.get("visible") and panel.get("input") is not None]
    away = bool(window.get("quick_panel") or window.get("input_panel") or panels)  # the carets are in there
    content = "".join(
        f'<div class="sheet{" focused" if sheet.get("focused") else ""}" data-view="{escape(sheet.get("view"))}">'
        f"{draw_sheet({**sheet, 'caret': not away}, _over(window, sheet), context, size, minimap)}</div>"
        for sheet in shown
    )
    active = " active" if window.get("active_group", 0) == index else ""
    tabs = f'<div class="tabs">{_NAVIGATION}{"".join(map(_tab, sheets))}<span class="more"></span></div>'
    return (
        f'<div class="group{active}" data-group="{index}" style="left:{left + gap_x}px;top:{top + gap_y}px;'
        f'width:{right - left - gap_x}px;height:{bottom - top - gap_y}px">'
        f"{tabs if TABS not in hidden else ''}"
        f'<div class="sheets">{content or "<div class=sheet></div>"}</div></div>'
    )


def _tab(sheet: State) -> str:
    classes = ["tab", *(name for name in ("selected", "focused", "transient") if sheet.get(name))]
    title = sheet.get("title") or (re.split(r"[/\\]", sheet["file"])[-1] if sheet.get("file") else "untitled")
    # A scratch view never asks to be saved, so Sublime shows no mark on it.
    mark = _DIRTY if sheet.get("dirty") and not sheet.get("scratch") else _CLOSE
    return f'<div class="{" ".join(classes)}"><span class="name">{escape(title)}</span>{mark}</div>'


def _over(window: State, sheet: State) -> Over:
    """What stands over the sheet's text; a popup that names no view belongs to the focused sheet."""
    popups = [
        popup
        for popup in window.get("popups") or ()
        if (sheet.get("focused") if popup.get("view") is None else popup["view"] == sheet.get("view"))
    ]
    completions = window.get("completions")
    return Over(popups, completions if completions and completions.get("view") == sheet.get("view") else None)


def _status_bar(window: State) -> str:
    sheet = _focused(window)
    status = window.get("status_bar") or {}
    if isinstance(status, dict):
        status = [status[key] for key in sorted(status)]
    texts = [status] if isinstance(status, str) else [text for text in status if text]
    left = ", ".join([*texts, *([status_of_selection(sheet)] if sheet and status_of_selection(sheet) else [])])
    left = "; ".join(filter(None, [left, window.get("status_message")]))
    right = "".join(f"<span>{escape(text)}</span>" for text in _facts(sheet)) if sheet else ""
    return (
        f'<div class="statusbar"><i class="switch"></i><span class="left">{escape(left)}</span>'
        f'<span class="right">{right}</span></div>'
    )


def _facts(sheet: State) -> list[str]:
    """What stands at the right of the status bar: what is out of the ordinary, the indentation, the syntax."""
    if sheet.get("view") is None:
        return []
    facts = []
    if sheet.get("encoding") not in (None, "", "UTF-8", "Undefined"):
        facts.append(str(sheet["encoding"]))
    if sheet.get("line_endings") not in (None, "", "Unix"):
        facts.append(str(sheet["line_endings"]))
    facts.append(f"{'Spaces' if sheet.get('spaces') else 'Tab Size'}: {sheet.get('tab_size') or 4}")
    return [*facts, _syntax_name(sheet.get("syntax"))]


def _syntax_name(syntax: str | None) -> str:
    """The name of a syntax given by name or by resource path."""
    name = re.sub(r"\.(sublime-syntax|tmLanguage)$", "", (syntax or "Plain Text").split("/")[-1])
    return "Plain Text" if name == "Plain text" else name
