"""Settings, what is there to see, and the packages' life."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..core import snapshot
from ..core.profile import Profile
from ..host import Host
from .common import Result, one_of, view_of, window_of


def settings(host: Host, set: dict[str, Any], file: str | None = None, view: int | None = None) -> Result:
    """Change a view's settings, or the user's copy of a settings file as if edited by hand."""
    one_of(file=file, view=view)
    if file is None:
        for key, value in set.items():
            view_of(host, view).settings.set(key, value)
        return
    if not file.endswith(".sublime-settings"):
        raise ValueError(f"expected file to be the name of a .sublime-settings file, not {file!r}")
    found = host.core.settings_files.load(os.path.basename(file))
    found.values.update(set)
    found.save()
    found.changed()


def state(host: Host, window: int | None = None, view: int | None = None, text: bool = False) -> Result:
    """What a user could see: of everything, of one window, or of the window of one view with that view only."""
    if window is not None:
        window_of(host, window)
    if view is not None:
        owner = view_of(host, view).window
        if window is not None and (owner is None or owner.id != window):
            raise ValueError(f"expected view to be in window {window}, {view} is not")
        window = owner.id if owner else window
    return snapshot.take(host.core, window, view, text)


def render(
    host: Host,
    path: str,
    window: int | None = None,
    width: int = 1280,
    height: int = 800,
    scheme: str = "dark",
) -> Result:
    """A picture of a window: PNG by the path's ending, else HTML."""
    from ..render import render_html, render_png

    if not os.path.isdir(os.path.dirname(os.path.abspath(path))) or os.path.isdir(path):
        raise ValueError(f"expected path to be that of a file, in a directory that is there, not {path!r}")
    if scheme not in ("dark", "light"):
        raise ValueError(f"expected scheme to be dark or light, not {scheme!r}")
    everything = snapshot.take(host.core, text=True)
    for sheet in (sheet for each in everything["windows"] for sheet in each["sheets"]):
        if sheet["view"] and sheet["selected"]:
            # The minimap shows more than the viewport.
            shown, more, view = sheet["viewport"], height // 2, host.core.views[sheet["view"]]
            rows = range(
                max(0, shown["first_row"] - more), min(shown["last_row"] + more + 1, view.buffer.text.line_count)
            )
            sheet["tokens"] = snapshot.tokens(view.highlighter, rows)
    html = render_html(everything, window_of(host, window).id, scheme, width, height)
    if path.lower().endswith(".png"):
        render_png(html, path, width, height)
    else:
        Path(path).write_text(html, encoding="utf-8")
    return os.path.abspath(path)


def faults(host: Host, clear: bool = False) -> Result:
    out = host.core.faults.to_json()
    if clear:
        host.core.faults.clear()
    return out


def diagnostics(host: Host, source: str, file: str, items: list[Any]) -> Result:
    """What another package has to say of a file, in that package's own shape; [] clears."""
    host.stand_ins.set(source, file, items)


def profile(host: Host, on: bool = False, off: bool = False, read: bool = False) -> Result:
    """Begin to measure, and give what was measured so far, which `off` ends."""
    if on + off + read != 1:
        raise ValueError("expected one of on, off, read")
    core = host.core
    result = core.profile.read() if core.profile and not on else None
    if on or off:
        core.profile = Profile() if on else None
    return result


def settle(host: Host, timeout_s: float = 10.0) -> Result:
    """Until nothing at all is queued, timers included."""
    left = host.core.settle(timeout_s, horizon_s=None)
    if left:
        raise ValueError(f"expected both queues to be empty within {timeout_s} s; there is {left}")


def reload(host: Host) -> Result:
    """Reload the packages, or load them again after `unload`."""
    if host.loaded:
        host.reload_package()
    else:
        host.load_package()


def unload(host: Host) -> Result:
    """What was left behind."""
    return host.unload_package()
