"""The commands of the palette (main thread). Their names are part of the interface: key bindings use them."""

from __future__ import annotations

import sublime_plugin

from ..ide.editor import Verdict
from . import app as app_module
from . import own_views
from .status_report import report


class _ReviewCommand(sublime_plugin.WindowCommand):
    """A command for windows in which a review waits."""

    def is_enabled(self) -> bool:
        app = app_module.get()
        return app is not None and bool(app.reviews.waiting(self.window))


class CopilotIdeReviewCommand(_ReviewCommand):
    """Bring the oldest waiting review to the front; if one is there, the next."""

    def run(self) -> None:
        app = app_module.get()
        waiting = app.reviews.waiting(self.window) if app else []
        if app is None or not waiting:
            return
        current = app.reviews.in_front(self.window)
        following = waiting[(waiting.index(current) + 1) % len(waiting)] if current in waiting else waiting[0]
        if following.pair is not None:
            following.pair.show()


class _DecideCommand(_ReviewCommand):
    verdict: Verdict

    def run(self) -> None:
        app = app_module.get()
        if app is None:
            return
        review = app.reviews.in_front(self.window)
        if review is not None:
            app.reviews.decide(review, self.verdict)
        else:  # never decide on what the user does not see
            self.window.run_command("copilot_ide_review")


class CopilotIdeAcceptDiffCommand(_DecideCommand):
    """Accept the proposal in front: the CLI then writes the file. Where it is hidden, bring it to the front instead."""

    verdict = Verdict.ACCEPTED


class CopilotIdeRejectDiffCommand(_DecideCommand):
    """Reject the proposal in front, which ends the CLI's turn. Where it is hidden, bring it to the front instead."""

    verdict = Verdict.REJECTED


class CopilotIdeStatusCommand(sublime_plugin.WindowCommand):
    """Show in a tab what is connected and what waits."""

    def run(self) -> None:
        app = app_module.get()
        if app is None:
            return
        app.sync_windows()  # what is told should be true now
        text = report(app)
        view = own_views.find(self.window, own_views.STATUS)
        if view is None:
            own_views.create(self.window, own_views.STATUS, "Copilot IDE Status", text)
        else:
            own_views.set_text(view, text)
            self.window.focus_view(view)
