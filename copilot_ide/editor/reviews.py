"""The reviews that wait for the user: begun by ``open_diff``, ended by a decision, a closed tab or the session."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from typing import Callable

import sublime

from ..ide.editor import Diff, DiffKey, DiffReply, Verdict
from ..review.proposal import Proposal, propose
from . import runtime, settings
from .review_pair import ACCEPT, REJECT, ReviewPair

log = logging.getLogger("copilot_ide.review")

SETTLE_MS = 150  # how long a diff must have stood before it is shown
BUSY_RETRY_MS = 500
TYPING_S = 2.0  # what was typed in more recently is being typed in
UNLOAD_S = 1.0  # how long unloading waits for files that are being read

_MESSAGES = {
    Verdict.ACCEPTED: "The user accepted the change in Sublime Text.",
    Verdict.REJECTED: "The user rejected the change in Sublime Text.",
    Verdict.UNDECIDED: "The tab was closed without a decision; decide in the terminal.",
}


class Review:
    """One proposal from the call to the answer. ``pair`` is None until it is ready to be shown."""

    def __init__(self, diff: Diff, answer: DiffReply) -> None:
        self.diff = diff
        self.answer = answer
        self.proposal: Proposal | None = None
        self.pair: ReviewPair | None = None


class Reviews:
    """Owns every waiting review. Main thread, except for ``_prepare``, which has a thread of its own."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._reviews: dict[DiffKey, Review] = {}  # oldest first
        self._preparing: set[threading.Thread] = set()
        # by window id, when somebody typed last
        self._typed_s: dict[int, float] = {}
        self._typed_in_panel_s: dict[int, float] = {}

    def request(self, diff: Diff, answer: DiffReply) -> None:
        """Read, compare and show ``diff``; ``answer`` is called when it ends."""
        self.withdraw(diff.key)
        review = Review(diff, answer)
        self._reviews[diff.key] = review  # first of all, so that whatever happens next finds it
        thread = threading.Thread(target=self._prepare, args=(review,), name="copilot-ide-prepare", daemon=True)
        self._preparing = {other for other in self._preparing if other.is_alive()} | {thread}
        thread.start()

    def withdraw(self, key: DiffKey) -> None:
        """Take a review away without an answer: nobody waits for it any more."""
        review = self._reviews.get(key)
        if review is not None:
            self._end(review)

    def decide(self, review: Review, verdict: Verdict) -> None:
        """Answer and close. Harmless if the review has ended already."""
        if self._reviews.get(review.diff.key) is review:
            review.answer(verdict, _MESSAGES[verdict])
            self._end(review)

    def waiting(self, window: sublime.Window) -> list[Review]:
        """The reviews of ``window`` that can be shown, oldest first."""
        return [r for r in self._reviews.values() if r.pair is not None and r.pair.window == window]

    def in_front(self, window: sublime.Window) -> Review | None:
        """The review whose proposal the user sees; of several in several groups the one with the focus."""
        seen = [review for review in self.waiting(window) if review.pair and review.pair.is_in_front()]
        active = window.active_view()
        return next((r for r in seen if r.pair and active in r.pair.views), seen[0] if seen else None)

    def view_closed(self, view: sublime.View) -> None:
        """A tab was closed. If it is half of a review, the user has closed the review undecided."""
        for review in self._reviews.values():
            if review.pair and view in review.pair.views:
                # a moment later it is known whether the whole window was closed
                runtime.on_main(self._closed_by_user, review)

    def _closed_by_user(self, review: Review) -> None:
        window = sublime.Window(review.diff.window_id)
        reject = window.is_valid() and settings.get("closed_tab", window) == "reject"
        self.decide(review, Verdict.REJECTED if reject else Verdict.UNDECIDED)

    def typed(self, window: sublime.Window) -> None:
        """Somebody edits a text in ``window`` now."""
        self._typed_s[window.id()] = time.monotonic()

    def typed_in_panel(self, window: sublime.Window) -> None:
        """Somebody types into a panel or the palette of ``window`` now."""
        self._typed_in_panel_s[window.id()] = time.monotonic()

    def close_all(self) -> None:
        """End every review undecided: the package is about to be unloaded."""
        with contextlib.ExitStack() as each:  # whatever fails, the rest is done
            for review in list(self._reviews.values()):
                each.callback(self.decide, review, Verdict.UNDECIDED)
        deadline_s = time.monotonic() + UNLOAD_S
        for thread in self._preparing:
            thread.join(max(0.0, deadline_s - time.monotonic()))

    def _prepare(self, review: Review) -> None:
        diff = review.diff
        try:
            proposal = propose(diff.original_file_path, diff.new_file_contents, diff.session.name)
        except (OSError, ValueError) as error:
            runtime.on_main(self._fail, review, f"Sublime Text cannot show {diff.original_file_path!r}: {error}")
        except Exception:
            log.exception("unexpected error while a proposal was prepared")
            runtime.on_main(self._fail, review, "Sublime Text could not compare the texts; decide in the terminal.")
        else:
            # when the CLI connects anew it opens, closes and opens its diff again within a moment
            runtime.on_main(self._show, review, proposal, delay_ms=SETTLE_MS)

    def _show(self, review: Review, proposal: Proposal) -> None:
        if self._reviews.get(review.diff.key) is not review:
            return  # it ended meanwhile
        window = sublime.Window(review.diff.window_id)
        if not window.is_valid():
            return self._fail(review, "The window of Sublime Text was closed; decide in the terminal.")
        if self._is_panel_in_use(window):
            # new tabs would take the focus from it, and what was typed could not be given back
            return runtime.on_main(self._show, review, proposal, delay_ms=BUSY_RETRY_MS)
        in_front = self.in_front(window)
        review.proposal = proposal
        try:
            review.pair = ReviewPair(window, proposal, lambda href: self._navigate(review, href))
            review.pair.go_to_first_change(proposal)
            if in_front is not None or _is_recent(self._typed_s.get(window.id())):
                review.pair.step_back()  # it must not slip under a key that is meant for something else
                window.status_message(f"Copilot proposes to change {proposal.file_name}; see Copilot IDE: Review")
            else:
                review.pair.show()
        except Exception:
            self._fail(review, "Sublime Text could not show the change; decide in the terminal.")
            raise
        self._changed()

    def _is_panel_in_use(self, window: sublime.Window) -> bool:
        return window.active_panel() == "input" or _is_recent(self._typed_in_panel_s.get(window.id()))

    def _navigate(self, review: Review, href: str) -> None:
        verdict = {ACCEPT: Verdict.ACCEPTED, REJECT: Verdict.REJECTED}.get(href)
        if verdict is not None:
            # the phantom that was clicked goes away with the review: not from within its own callback
            runtime.on_main(self.decide, review, verdict)

    def _fail(self, review: Review, message: str) -> None:
        if self._reviews.get(review.diff.key) is review:
            log.warning("%s", message)
            review.answer(Verdict.UNDECIDED, message)
            self._end(review)

    def _end(self, review: Review) -> None:
        del self._reviews[review.diff.key]
        if review.pair is not None:
            review.pair.close()
        self._changed()


def _is_recent(typed_s: float | None) -> bool:
    return typed_s is not None and time.monotonic() - typed_s < TYPING_S
