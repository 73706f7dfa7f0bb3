"""Views that the package makes: marked by a setting, so that they are known again after a restart and never shared."""

from __future__ import annotations

from typing import Any

import sublime
import sublime_plugin

KIND = "copilot_ide.kind"
REVIEW_BEFORE = "review_before"
REVIEW_PROPOSED = "review_proposed"
STATUS = "status"

# what would move the text about or draw over it in a view that is only read
_QUIET: dict[str, Any] = {"word_wrap": False, "spell_check": False, "rulers": []}


def kind_of(view: sublime.View) -> str | None:
    """The kind of a view of ours, None for any other (any thread)."""
    # a clone has the text, but not the setting
    for clone in [view, *view.buffer().views()]:
        kind = clone.settings().get(KIND)
        if isinstance(kind, str):
            return kind
    return None


def is_own(view: sublime.View) -> bool:
    """Whether the package made ``view`` (any thread)."""
    return kind_of(view) is not None


def create(window: sublime.Window, kind: str, name: str, text: str) -> sublime.View:
    """A new read-only scratch tab of ``kind`` that holds ``text``. It has the focus, as any new tab (main thread)."""
    view = window.new_file()
    view.set_scratch(True)
    try:
        view.settings().update({KIND: kind, **_QUIET})
        view.set_name(name)
        set_text(view, text)
    except Exception:
        view.close()
        raise
    return view


def set_text(view: sublime.View, text: str) -> None:
    """Replace the text of a view of ours and leave it read-only, with nothing to undo (main thread)."""
    view.set_read_only(False)
    view.run_command("copilot_ide_replace_text", {"text": text})
    view.set_read_only(True)
    if hasattr(view, "clear_undo_stack"):  # since build 4114
        view.clear_undo_stack()


def find(window: sublime.Window, kind: str) -> sublime.View | None:
    """The first view of ``kind`` in ``window`` (main thread)."""
    return next((view for view in window.views() if kind_of(view) == kind), None)


class CopilotIdeReplaceTextCommand(sublime_plugin.TextCommand):
    """Internal: sets the whole text of a view of ours."""

    def run(self, edit: sublime.Edit, text: str = "") -> None:
        self.view.replace(edit, sublime.Region(0, self.view.size()), text)
        self.view.sel().clear()
        self.view.sel().add(0)

    def is_enabled(self) -> bool:
        return is_own(self.view)
