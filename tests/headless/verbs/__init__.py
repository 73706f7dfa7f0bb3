"""What a user can do, as functions on a host: the actions of the control protocol. Main thread.

Each takes the request's arguments by name and gives back a JSON value. ValueError is a bad request; the text says what
was expected.
"""

from __future__ import annotations

from typing import Any, Callable

from .commands import click, commit, complete, enter, highlight, menu, palette, pick, run
from .documents import (
    app,
    close,
    delete,
    focus,
    layout,
    move,
    new_file,
    new_window,
    open,
    project,
    revert,
    save,
    set_folders,
    tabs,
    write,
)
from .inspection import diagnostics, faults, profile, reload, render, settings, settle, state, unload
from .typing import clipboard, hover, paste, press, scroll, select, type

VERBS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        new_window,
        set_folders,
        project,
        open,
        new_file,
        focus,
        tabs,
        move,
        layout,
        app,
        save,
        revert,
        close,
        write,
        delete,
        select,
        scroll,
        hover,
        type,
        paste,
        clipboard,
        run,
        palette,
        menu,
        press,
        complete,
        commit,
        pick,
        highlight,
        enter,
        click,
        settings,
        diagnostics,
        state,
        render,
        faults,
        profile,
        settle,
        reload,
        unload,
    )
}

__all__ = [
    "VERBS",
    "app",
    "click",
    "clipboard",
    "close",
    "commit",
    "complete",
    "delete",
    "diagnostics",
    "enter",
    "faults",
    "focus",
    "highlight",
    "hover",
    "layout",
    "menu",
    "move",
    "new_file",
    "new_window",
    "open",
    "palette",
    "paste",
    "pick",
    "press",
    "profile",
    "project",
    "reload",
    "render",
    "revert",
    "run",
    "save",
    "scroll",
    "select",
    "set_folders",
    "settings",
    "settle",
    "state",
    "tabs",
    "type",
    "unload",
    "write",
]
