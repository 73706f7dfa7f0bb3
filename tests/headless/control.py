"""The control protocol: one JSON request a line in, one JSON answer a line out."""

from __future__ import annotations

import json
import math
import os
import re
import time
import traceback
from typing import IO, Any, Callable, Dict, NoReturn

from . import waits
from .core import snapshot
from .host import Host
from .lines import Lines
from .verbs import VERBS
from .verbs.arguments import bind, shown

Request = Dict[str, Any]
IN_DIALOG = ("answer", "state", "render", "wait")
READ_ONLY = ("state", "render", "faults")
SETTLE_S = 10.0
_POLL_S = 0.02
# Stands for the start of the program, which is answered like a request, but by the line that says it is ready.
START: Request = {}


class _End(Exception):
    """The client is gone, or asked to end or to restart."""


class Control:
    """Serves one client on the host's main thread."""

    def __init__(self, host: Host, requests: Lines, answers: IO[str]) -> None:
        self._host = host
        self._lines = requests
        self._answers = answers
        # The last request to look that was answered before it was done.
        self._looked: Request | None = None
        # Who gets the next result: nobody while a dialog is open, and while nothing is asked.
        self._unanswered: Request | None = None
        self._dialogs_s = 0.0
        host.core.dialogs.on_ask = self._on_dialog

    def serve(self, first: Request, start: Callable[[], Any]) -> Request | None:
        """Answer `first` with what `start` gives, then requests until the input ends (None), `quit` or `restart`.

        These two are returned, to be answered when they are done.
        """
        self._unanswered = first
        result = start()
        if self._unanswered is not None:
            self.reply(self._unanswered, result)
            self._unanswered = None
        try:
            while True:
                self._handle(self._next())
        except _End:
            return self._unanswered

    def reply(self, request: Request, result: Any = None, error: str = "") -> None:
        """Write one answer. A client that does not read any more counts as gone."""
        if request is START:
            message = {"event": "ready", **result}
        elif error:
            message = {"id": request.get("id"), "ok": False, "error": error}
        else:
            message = {"id": request.get("id"), "ok": True, "result": result}
        try:
            self._answers.write(encode(message) + "\n")
            self._answers.flush()
        except OSError:
            self._lines.end()

    # -- requests -------------------------------------------------------------------------------------------------

    def _next(self) -> Request:
        """The next request; the main loop turns meanwhile."""
        while True:
            self._lines.want()
            self._host.core.loop.run_until(lambda: self._unanswered is not None or self._lines.ready, poll_s=1.0)
            if self._unanswered is None:
                break
            # A dialog that no request had opened was answered.
            self._perform(self._unanswered, lambda: None)
        line = self._lines.take()
        if line is None:
            raise _End
        return parse(line)

    def _handle(self, request: Request) -> None:
        if request.get("do") in ("quit", "restart"):
            try:
                self._arguments(request, _nothing)
            except ValueError as error:
                self.reply(request, error=str(error))
                return
            self._unanswered = request
            raise _End
        self._perform(request, lambda: self._run(request))

    def _perform(self, request: Request, action: Callable[[], Any]) -> None:
        """Do it, settle, and answer whoever is then waited for: a dialog may have answered the request already."""
        self._unanswered = request
        result, error = None, ""
        try:
            result = action()
            if request.get("do") not in READ_ONLY:
                self._settle()
        except Exception as problem:
            error = _explain(problem)
            self._settle()
        if self._unanswered is not None:
            self.reply(self._unanswered, None if self._looked is request else result, error)
            self._unanswered = None

    def _settle(self) -> None:
        self._host.settle(SETTLE_S)

    def _run(self, request: Request) -> Any:
        do = request.get("do")
        if "bad" in request:
            raise ValueError(request["bad"])
        if do == "answer":
            raise ValueError("answer: expected an open dialog")
        if do == "wait":
            return self._wait(**self._arguments(request, _wait))
        if not isinstance(do, str) or do not in VERBS:
            known = sorted([*VERBS, "wait", "answer", "quit", "restart"])
            raise ValueError(f"expected do to be one of {', '.join(known)}, not {shown(do)}")
        args = self._arguments(request, VERBS[do])
        if do in READ_ONLY:
            self._settle()
        return VERBS[do](self._host, **args)

    def _look(self, request: Request) -> Any:
        function = VERBS[request["do"]]
        return function(self._host, **self._arguments(request, function))

    def _arguments(self, request: Request, function: Callable[..., Any]) -> dict[str, Any]:
        args = {key: value for key, value in request.items() if key not in ("id", "do")}
        return bind(request["do"], function, args)

    def _wait(self, until: dict[str, Any], timeout_s: float = 10.0) -> Any:
        """Turn the loop until the condition holds; the time that dialogs are open does not count."""
        core = self._host.core
        waits.check(core, until)
        deadline = time.monotonic() + timeout_s - self._dialogs_s
        self._host.settle(min(SETTLE_S, timeout_s))
        while True:
            found = core.loop.run_until(lambda: waits.look(core, until)[0] is not None, self._left(deadline))
            matched, seen = waits.look(core, until)
            if matched is not None:
                return matched
            if not found and self._left(deadline) <= 0:
                _not_seen(until, timeout_s, seen)

    def _left(self, deadline: float) -> float:
        return deadline + self._dialogs_s - time.monotonic()

    # -- dialogs --------------------------------------------------------------------------------------------------

    def _on_dialog(self, dialog: dict[str, Any]) -> Any:
        """Tell the client of a modal dialog and serve it until it answers. Timers stand still meanwhile."""
        start = time.monotonic()
        if self._unanswered is not None:
            self._tell(self._unanswered, dialog)
            self._unanswered = None
        try:
            return self._serve_dialog(dialog)
        finally:
            self._dialogs_s += time.monotonic() - start

    def _tell(self, request: Request, dialog: dict[str, Any]) -> None:
        """Answer a request with the dialog; one that only looks has not opened it, and sees it."""
        if request.get("do") in READ_ONLY:
            self._looked = request
            self.reply(request, self._look(request))
        else:
            self.reply(request, {**(started(self._host) if request is START else {}), "dialog": dialog})

    def _serve_dialog(self, dialog: dict[str, Any]) -> Any:
        """What the client answers, or what closes the dialog if its input ends."""
        cancelled = dialog["buttons"][-1] if dialog["buttons"] else None
        while True:
            line = self._lines.take()
            if line is None:
                return cancelled
            request = parse(line)
            try:
                if request.get("do") == "answer":
                    value = self._arguments(request, _answer)["value"]
                    _check_answer(dialog, value)
                    self._unanswered = request
                    return cancelled if value is None else value
                self.reply(request, self._look_in_dialog(request, dialog))
            except Exception as problem:
                self.reply(request, error=_explain(problem))

    def _look_in_dialog(self, request: Request, dialog: dict[str, Any]) -> Any:
        do = request.get("do")
        if "bad" in request:
            raise ValueError(request["bad"])
        if do not in IN_DIALOG:
            raise ValueError(f"the dialog {dialog['text']!r} is open: expected do to be one of {', '.join(IN_DIALOG)}")
        if do != "wait":
            return self._look(request)
        args = self._arguments(request, _wait)
        until, timeout_s = args["until"], args.get("timeout_s", 10.0)
        waits.check(self._host.core, until)
        deadline = time.monotonic() + timeout_s
        while True:
            matched, seen = waits.look(self._host.core, until)
            if matched is not None:
                return matched
            if time.monotonic() >= deadline:
                _not_seen(until, timeout_s, seen)
            time.sleep(_POLL_S)  # the worker and the package's threads go on


def started(host: Host) -> dict[str, Any]:
    """What the client is told of a new process."""
    return {"pid": os.getpid(), "windows": snapshot.take(host.core)["windows"]}


# What these requests take: their work is done above, as they are about the client itself.
def _wait(_: Any, until: Any, timeout_s: Any = 10.0) -> None: ...
def _answer(_: Any, value: Any) -> None: ...
def _nothing(_: Any) -> None: ...


def _check_answer(dialog: dict[str, Any], value: Any) -> None:
    buttons = dialog["buttons"]
    if buttons and value is not None and value not in buttons:
        raise ValueError(f"answer: expected value to be one of {', '.join(buttons)}, or null, not {shown(value)}")
    if isinstance(value, list) and not all(isinstance(path, str) for path in value):
        raise ValueError(f"answer: expected value to be a path, a list of paths, or null, not {shown(value)}")


def _not_seen(until: dict[str, Any], timeout_s: float, seen: Any) -> NoReturn:
    raise ValueError(f"expected {shown(until)} within {timeout_s} s; last seen: {encode(seen)}")


def parse(line: bytes) -> Request:
    """The request in a line; one that is none has what was expected under "bad"."""
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse)
    except RecursionError:
        return {"bad": "expected one JSON object a line: it is nested too deeply"}
    except ValueError as error:
        return {"bad": f"expected one JSON object a line: {error}"}
    return request if isinstance(request, dict) else {"bad": f"expected a JSON object a line, not {shown(request)}"}


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def encode(message: Any) -> str:
    """One line of JSON, whatever a package left in the state: what JSON does not know becomes text or null."""
    try:
        return json.dumps(message, ensure_ascii=False, allow_nan=False, default=str)
    except (ValueError, RecursionError):
        return json.dumps(_plain(message, 50), ensure_ascii=False, default=str)


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (dict, list, tuple)) and not depth:
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item, depth - 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, depth - 1) for item in value]
    return value


def _explain(problem: Exception) -> str:
    """A sentence for the client; what nobody expected goes to the log in full."""
    if isinstance(problem, (ValueError, OSError, re.error)):
        return str(problem) or type(problem).__name__
    if not isinstance(problem, NotImplementedError):
        traceback.print_exception(type(problem), problem, problem.__traceback__)
    return f"{type(problem).__name__}: {problem}"
