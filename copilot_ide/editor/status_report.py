"""The text of ``Copilot IDE: Status``."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import sublime

from .app import App, WindowState


def report(app: App) -> str:
    """What is connected, what waits, and what to do where something is wrong (main thread)."""
    lines = ["Copilot IDE", ""]
    lines += [
        f"  Sublime Text  build {sublime.version()}, Python {platform.python_version()}",
        f"  Libraries     h11 {_version('h11')}, jsonschema {_version('jsonschema')}",
        "",
    ]
    if app.unavailable:
        return "\n".join([*lines, app.unavailable, ""])
    for number, window in enumerate(sublime.windows(), start=1):
        lines += [f"Window {number}", ""]
        state = app.windows.get(window.id())
        lines += ["  not discoverable: the setting discovery is false"] if state is None else _window_lines(state)
        for review in app.reviews.waiting(window):
            proposal = review.proposal
            if proposal is not None:
                lines.append(f"  ✎ waiting     {proposal.path}  +{proposal.added} −{proposal.removed}")
        lines.append("")
    return "\n".join(lines)


def _window_lines(state: WindowState) -> list[str]:
    lines = [f"  ! problem     {state.problem}"] if state.problem else [f"  lock file     {state.lock_path}"]
    if not state.folders:
        lines.append("  folders       none: choose this window with /ide in the terminal")
    lines += [f"  folder        {folder}" for folder in state.folders]
    if state.sessions:
        for session in state.sessions:
            pid = "unknown process" if session.pid is None else f"process {session.pid}"
            lines.append(f"  ● connected   {session.name or 'not named yet'} ({pid})")
    elif not state.problem:
        where = "in exactly one of these folders, or choose this window with /ide" if state.folders else "and type /ide"
        lines.append(f"  not connected: start copilot {where}")
    return lines


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "of unknown version"
