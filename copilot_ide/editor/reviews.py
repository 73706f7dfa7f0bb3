"""The reviews that wait for the user: begun by ``open_diff``, ended by a decision, a closed tab or the session."""

from __future__ import annotations

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
PREPARED_S = 1.0  # reading and comparing a file takes less
TYPING_S = 2.0  # a window where a key was hit more recently is being typed in

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
        self.preparing: threading.Thread | None = None


class Reviews:
    """Owns every waiting review. Main thread, except for ``_prepare``, which has a thread of its own."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._reviews: dict[DiffKey, Review] = {}  # oldest first
        self._typed_at: dict[int, float] = {}  # by window id

    def request(self, diff: Diff, answer: DiffReply) -> None:
        """Read, compare and show ``diff``; ``answer`` is called when it ends."""
        review = Review(diff, answer)
        self._reviews[diff.key] = review  # first of all, so that whatever happens next finds it
        review.preparing = threading.Thread(
            target=self._prepare, args=(review,), name="copilot-ide-prepare", daemon=True
        )
        review.preparing.start()

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
        return [r for r in self._reviews.values() if r.pair is not None and r.diff.window_id == window.id()]

    def in_front(self, window: sublime.Window) -> Review | None:
        """The review whose proposal the user sees; of several in several groups the one with the focus."""
        seen = [review for review in self.waiting(window) if review.pair and review.pair.is_in_front()]
        active = window.active_view()
        return next((r for r in seen if r.pair and active in r.pair.views), seen[0] if seen else None)

    def view_closed(self, view: sublime.View) -> None:
        """A tab was closed. If it is half of a review, the user has closed the review undecided."""
        for review in list(self._reviews.values()):
            if review.pair and view in review.pair.views:
                window = review.pair.window
                reject = window.is_valid() and settings.get("closed_tab", window) == "reject"
                self.decide(review, Verdict.REJECTED if reject else Verdict.UNDECIDED)

    def typed(self, window: sublime.Window) -> None:
        """Somebody edits a file in ``window`` now."""
        self._typed_at[window.id()] = time.monotonic()

    def close_all(self) -> None:
        """End every review undecided: the package is about to be unloaded."""
        for review in list(self._reviews.values()):
            self.decide(review, Verdict.UNDECIDED)
            if review.preparing is not None:
                review.preparing.join(PREPARED_S)

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
        review.proposal = proposal
        try:
            review.pair = ReviewPair(window, proposal, lambda href: self._navigate(review, href))
            review.pair.go_to_first_change(proposal.hunks)
            if time.monotonic() - self._typed_at.get(window.id(), -TYPING_S) < TYPING_S:
                review.pair.step_back()
                window.status_message(f"Copilot proposes to change {proposal.file_name}; see Copilot IDE: Review")
            else:
                review.pair.show()
        except Exception:
            self._fail(review, "Sublime Text could not show the change; decide in the terminal.")
            raise
        self._changed()

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
