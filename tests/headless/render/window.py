"""A window: title bar, groups with their tabs and sheets, status bar."""

from __future__ import annotations

import re
from typing import Any, Dict

from .context import PageContext
from .escape import escape
from .overlays import draw_input_panel, draw_output_panels, draw_quick_panel, input_height, output_height
from .sheet import draw_sheet, status_of_selection
from .theme import STATUS_PX, TABS_PX, TITLE_PX

State = Dict[str, Any]

ONE_GROUP = {"cols": [0.0, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1]]}

_CLOSE = '<svg class="close" viewBox="0 0 10 10"><path d="M1.5 1.5l7 7M8.5 1.5l-7 7"/></svg>'
_DIRTY = '<i class="dirty"></i>'


def draw_window(window: State, context: PageContext, width: int, height: int) -> str:
    """The window as markup for a page of `width` by `height` CSS pixels."""
    panels, question = window.get("panels") or [], window.get("input_panel")
    body = height - TITLE_PX - STATUS_PX - output_height(panels) - input_height(question)
    groups = "".join(
        _group(window, index, box, context) for index, box in enumerate(_boxes(window.get("layout"), width, body))
    )
    return (
        f'<div class="window"><div class="titlebar"><div class="lights"><i></i><i></i><i></i></div>'
        f"<span>{escape(window_title(window))}</span></div>"
        f'<div class="groups">{groups}</div>'
        f"{draw_output_panels(panels)}{draw_input_panel(question)}{_status_bar(window)}"
        f"{draw_quick_panel(window.get('quick_panel'), context)}</div>"
    )


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


def _boxes(layout: State | None, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each group, in pixels."""
    layout = layout or ONE_GROUP
    cols = [round(width * part) for part in layout["cols"]]
    rows = [round(height * part) for part in layout["rows"]]
    return [(cols[left], rows[top], cols[right], rows[bottom]) for left, top, right, bottom in layout["cells"]]


def _group(window: State, index: int, box: tuple[int, int, int, int], context: PageContext) -> str:
    left, top, right, bottom = box
    sheets = [sheet for sheet in window.get("sheets") or () if (sheet.get("group") or 0) == index]
    shown = [sheet for sheet in sheets if sheet.get("selected")]
    gap_x, gap_y = (1 if left else 0), (1 if top else 0)
    width = (right - left - gap_x) // max(1, len(shown))
    height = bottom - top - gap_y - TABS_PX
    content = "".join(
        f'<div class="sheet{" focused" if sheet.get("focused") else ""}" data-view="{escape(sheet.get("view"))}">'
        f"{draw_sheet(sheet, _popups(window, sheet), context, width, height)}</div>"
        for sheet in shown
    )
    active = " active" if window.get("active_group", 0) == index else ""
    return (
        f'<div class="group{active}" data-group="{index}" style="left:{left + gap_x}px;top:{top + gap_y}px;'
        f'width:{right - left - gap_x}px;height:{bottom - top - gap_y}px">'
        f'<div class="tabs"><span class="nav">◀▶</span>{"".join(map(_tab, sheets))}<span class="more">▾</span></div>'
        f'<div class="sheets">{content or "<div class=sheet></div>"}</div></div>'
    )


def _tab(sheet: State) -> str:
    classes = ["tab", *(name for name in ("selected", "focused", "transient") if sheet.get(name))]
    title = sheet.get("title") or (re.split(r"[/\\]", sheet["file"])[-1] if sheet.get("file") else "untitled")
    # A scratch view never asks to be saved, so Sublime shows no mark on it.
    mark = _DIRTY if sheet.get("dirty") and not sheet.get("scratch") else _CLOSE
    return f'<div class="{" ".join(classes)}"><span class="name">{escape(title)}</span>{mark}</div>'


def _popups(window: State, sheet: State) -> list[State]:
    """The window's popups that belong to the sheet's view; one that names no view belongs to the focused sheet."""
    return [
        popup
        for popup in window.get("popups") or ()
        if (sheet.get("focused") if popup.get("view") is None else popup["view"] == sheet.get("view"))
    ]


def _status_bar(window: State) -> str:
    sheet = _focused(window)
    status = window.get("status_bar") or {}
    if isinstance(status, dict):
        status = [status[key] for key in sorted(status)]
    texts = [status] if isinstance(status, str) else [text for text in status if text]
    left = ", ".join([*texts, *([status_of_selection(sheet)] if sheet and status_of_selection(sheet) else [])])
    message = window.get("status_message")
    left = "; ".join(filter(None, [left, message]))
    syntax = _syntax_name(sheet.get("syntax")) if sheet else ""
    return (
        f'<div class="statusbar"><i class="switch"></i><span class="left">{escape(left)}</span>'
        f'<span class="right"><span>{escape(syntax)}</span></span></div>'
    )


def _syntax_name(syntax: str | None) -> str:
    """The name of a syntax given by name or by resource path."""
    return re.sub(r"\.(sublime-syntax|tmLanguage)$", "", (syntax or "Plain Text").split("/")[-1])
