"""Auto completion: what plugins and the buffer's words offer for the text before the caret, and taking one of it."""

from __future__ import annotations

import json
import re
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from .view import View
from .words import is_word_character, word_at

if TYPE_CHECKING:
    from .app import Core

INHIBIT_WORD_COMPLETIONS = 8
KEEP_PREFIX = 1
TEXT, SNIPPET, COMMAND = 0, 1, 2
TIMEOUT_S = 5.0


class Completion(NamedTuple):
    """One offer. `kind` is (id, letter, name), `format` one of TEXT, SNIPPET, COMMAND."""

    trigger: str
    annotation: str
    contents: str
    format: int
    kind: tuple[Any, ...]
    details: str
    flags: int


class Request:
    """One question to all plugins; lists may come later and from any thread.

    The list belongs to the word that begins at `start`: it narrows while that is typed and closes when it is left.
    """

    def __init__(self, view: View, start: int) -> None:
        self.view = view
        self.start = start
        self.asked_for = self.prefix
        self._highlighted = ("", 0)  # the prefix then, and the place of the offer
        self.flags = 0
        self.pending = 0
        self.offers: list[Completion] = []
        self._waiting: list[Callable[[], Any]] = []
        self._deadline = time.monotonic() + TIMEOUT_S
        self._lock = threading.Lock()

    @property
    def prefix(self) -> str:
        """What is there of the word now."""
        return self.view.buffer.text.substr(self.start, max(self.start, self._caret))

    @property
    def _caret(self) -> int:
        return self.view.selection[0][1] if self.view.selection else 0

    @property
    def alive(self) -> bool:
        """Whether the caret is still in the word, and nothing else was typed."""
        inside = self.start <= self._caret and all(is_word_character(self.view, char) for char in self.prefix)
        return inside and self.view.id in self.view.core.views

    @property
    def selected(self) -> int:
        """Place of the highlighted offer: the first one again when more is typed."""
        prefix, place = self._highlighted
        return place if prefix == self.prefix else 0

    @selected.setter
    def selected(self, place: int) -> None:
        self._highlighted = (self.prefix, place)

    def expect(self) -> None:
        with self._lock:
            self.pending += 1

    @property
    def awaited(self) -> bool:
        """Whether what the user did waits for lists that are still to come."""
        return bool(self.pending and self._waiting and self.alive and time.monotonic() < self._deadline)

    def add(self, raw: list[Any], flags: int) -> None:
        with self._lock:
            self.flags |= int(flags)
            self.offers += [_completion(item) for item in raw]

    def arrived(self, raw: list[Any], flags: int) -> None:
        """A list that was expected is there."""
        self.add(raw, flags)
        with self._lock:
            self.pending -= 1
            waiting = [] if self.pending else self._waiting
        for callback in waiting:
            self.view.core.loop.queue.post(callback, origin="completions")

    def when_complete(self, callback: Callable[[], Any]) -> None:
        """Call when every list is there: at once, or later on the main thread."""
        with self._lock:
            if self.pending:
                self._waiting.append(callback)
                return
        callback()


class Completions:
    """The completion list of the focused view. Main thread."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.requests: dict[int, Request] = {}
        self._shown: Request | None = None
        self._words_for: tuple[Any, set[str]] = (None, set())

    @property
    def shown(self) -> Request | None:
        """The open list: it opens when every plugin answered, if there is something to offer."""
        if self._shown and not self._shown.alive:
            self._shown = None
        request = self._shown
        return request if request and not request.pending and self.items(request) else None

    @property
    def awaited(self) -> bool:
        return bool(self._shown and self._shown.awaited)

    def begin(self, view: View) -> Request:
        """Ask everybody; lists that are set later are still to come."""
        core, text = self._core, view.buffer.text
        caret = view.selection[0][1] if view.selection else 0
        row, col = text.row_col(caret)
        start = col
        line = text.line(row)
        while start and is_word_character(view, line[start - 1]):
            start -= 1
        request = Request(view, text.line_start(row) + start)
        number = core.new_id()
        self.requests[number] = request
        self._shown = request
        locations = [span[1] for span in view.selection]
        core.emit("on_query_completions", view.id, number, request.prefix, locations)
        return request

    def hide(self) -> None:
        self._shown = None
        self.requests.clear()

    def items(self, request: Request) -> list[Completion]:
        """What fits the prefix: plugins' offers, then words of the buffer unless a plugin said no."""
        prefix = request.prefix
        wanted = prefix.lower()
        offers = [offer for offer in request.offers if _fits(wanted, offer.trigger.lower())]
        if not request.flags & INHIBIT_WORD_COMPLETIONS and prefix:
            known = {offer.trigger for offer in offers} | {prefix}
            words = sorted(word for word in self._words(request.view) - known if _fits(wanted, word.lower()))
            offers += [Completion(word, "", word, TEXT, (0, "", ""), "", 0) for word in words]
        return offers

    def _words(self, view: View) -> set[str]:
        """Words of a view's text; kept until it changes, as they are asked for several times a key."""
        key = (view.id, view.buffer.change_count, list(view.selection))
        if self._words_for[0] != key:
            self._words_for = (key, set(re.findall(r"\w{3,}", _without_words_at_carets(view))))
        return self._words_for[1]

    def commit(self, request: Request, offer: Completion) -> str:
        """Put an offer in at every caret, or run its command; returns the text that went away at the first one.

        What was typed since the list opened goes in any case, so that the text is what the plugin saw.
        """
        core, view = self._core, request.view
        self.hide()
        old = request.prefix[len(request.asked_for) :] if offer.flags & KEEP_PREFIX else request.prefix
        text = view.buffer.text
        spans = []
        for a, b in view.selection:
            low, high = min(a, b), max(a, b)
            size = len(old) if old and text.substr(low - len(old), low) == old else 0
            spans.append((low - size, high))
        replaced = text.substr(*spans[0]) if spans else ""
        view.set_selection(spans)
        if offer.format == COMMAND:
            if replaced:
                core.commands.run_text(view, "left_delete", None)
            name, _, raw = offer.contents.partition(" ")
            args = json.loads(raw) if raw else None
            core.commands.run(core.commands.find_by_focus(view.window, name, view), args, by_user=True)
        elif offer.format == SNIPPET:
            core.commands.run_text(view, "insert_snippet", {"contents": offer.contents})
        else:
            core.commands.run_text(view, "insert", {"characters": offer.contents})
        return replaced


def _without_words_at_carets(view: View) -> str:
    """The buffer's text without the words that are being typed."""
    text = view.buffer.text.whole()
    for low, high in sorted((word_at(view, point) for _, point in view.selection), reverse=True):
        text = f"{text[:low]} {text[high:]}"
    return text


def _fits(prefix: str, trigger: str) -> bool:
    rest = iter(trigger)
    return all(char in rest for char in prefix)


def _completion(item: Any) -> Completion:
    """From text, (trigger[\\tannotation], contents), or a CompletionItem."""
    if isinstance(item, str):
        item = (item, item)
    if isinstance(item, (list, tuple)):
        trigger, _, annotation = item[0].partition("\t")
        contents = item[1] if len(item) > 1 else trigger
        return Completion(trigger, annotation, contents, SNIPPET, (0, "", ""), "", 0)
    contents = item.completion or item.trigger
    form, flags = int(item.completion_format), int(item.flags)
    return Completion(item.trigger, item.annotation, contents, form, tuple(item.kind), item.details, flags)
