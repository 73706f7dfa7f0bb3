"""The control protocol: one JSON request a line in, one JSON answer a line out."""

from __future__ import annotations

import inspect
import json
import queue
import threading
import traceback
from typing import IO, Any, Dict

from . import waits
from .host import Host
from .verbs import VERBS

Request = Dict[str, Any]
IN_DIALOG = ("answer", "state", "render", "wait")
SETTLE_S = 10.0


class Quit(Exception):
    """The client is gone or asked to end."""


class Restart(Exception):
    """The client asked for an end and a new start, which will answer it."""


class Control:
    """Serves one client on the host's main thread; a thread of its own reads the lines."""

    def __init__(self, host: Host, requests: IO[str], answers: IO[str]) -> None:
        self._host = host
        self._requests = requests
        self._answers = answers
        self._inbox: queue.Queue[Request | None] = queue.Queue()
        self._unanswered: Any | None = None
        self._awaiting = False
        host.core.dialogs.on_ask = self._on_dialog

    def serve(self) -> Request | None:
        """Answer requests until the input ends or `quit` (None), or until a request to restart, which is returned."""
        threading.Thread(target=self._read, name="sublime-control", daemon=True).start()
        try:
            while True:
                self._handle(self._next())
        except Quit:
            return None
        except Restart:
            return self._unanswered

    def announce(self, message: dict[str, Any]) -> None:
        """Write one line that answers nothing."""
        self._answers.write(json.dumps(message, ensure_ascii=False) + "\n")
        self._answers.flush()

    # -- lines ----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        for line in self._requests:
            if not line.strip():
                continue
            try:
                request = json.loads(line)
            except ValueError as error:
                request = {"bad": f"expected one JSON object a line: {error}"}
            self._put(request if isinstance(request, dict) else {"bad": "expected a JSON object"})
        self._put(None)

    def _put(self, request: Request | None) -> None:
        self._inbox.put(request)
        self._host.core.loop.queue.wake()

    def _next(self) -> Request:
        """The next request; the main loop turns meanwhile."""
        while True:
            self._host.core.loop.run_until(lambda: self._awaiting or not self._inbox.empty(), poll_s=1.0)
            if not self._awaiting:
                break
            # A dialog that no request had opened was answered.
            self._host.settle(SETTLE_S)
            self._reply(self._unanswered or {})
            self._awaiting = False
        request = self._inbox.get()
        if request is None:
            raise Quit
        return request

    def _reply(self, request: Request, result: Any = None, error: str = "") -> None:
        outcome = {"ok": False, "error": error} if error else {"ok": True, "result": result}
        self.announce({"id": request.get("id"), **outcome})

    # -- requests -------------------------------------------------------------------------------------------------

    def _handle(self, request: Request) -> None:
        """Run a request and answer it, or whoever is then waited for: a dialog may have answered it already."""
        self._unanswered, self._awaiting = request, True
        try:
            result, error = self._run(request), ""
        except Quit:
            if self._awaiting and request.get("do") == "quit":
                self._reply(request)
            raise
        except Restart:
            raise
        except Exception as problem:
            result, error = None, _explain(problem)
        if self._awaiting and self._unanswered is not None:
            self._reply(self._unanswered, result, error)
        self._awaiting = False

    def _run(self, request: Request) -> Any:
        do = request.get("do")
        if "bad" in request:
            raise ValueError(request["bad"])
        if do == "quit":
            raise Quit
        if do == "restart":
            raise Restart
        if do == "answer":
            raise ValueError("expected an open dialog")
        args = {key: value for key, value in request.items() if key not in ("id", "do")}
        if do == "wait":
            return self._wait(**args)
        if do not in VERBS:
            known = sorted([*VERBS, "wait", "answer", "quit", "restart"])
            raise ValueError(f"expected do to be one of {', '.join(known)}")
        function = VERBS[do]
        try:
            inspect.signature(function).bind(self._host, **args)
        except TypeError as error:
            expected = ", ".join(str(p) for p in list(inspect.signature(function).parameters.values())[1:])
            raise ValueError(f"{do}: {error}; expected ({expected})") from None
        result = function(self._host, **args)
        if do not in ("state", "faults", "render"):
            self._host.settle(SETTLE_S)
        return result

    def _wait(self, until: dict[str, Any], timeout_s: float = 10.0) -> Any:
        core = self._host.core
        matched, seen = waits.look(core, until)
        if matched is None:
            found = core.loop.run_until(lambda: waits.look(core, until)[0] is not None, timeout_s)
            matched, seen = waits.look(core, until)
            if not found and matched is None:
                raise ValueError(f"not seen within {timeout_s} s: {json.dumps(until)}; last seen: {seen!r}")
        return matched

    # -- dialogs --------------------------------------------------------------------------------------------------

    def _on_dialog(self, dialog: dict[str, Any]) -> Any:
        """Tell the client of a modal dialog and serve it until it answers. Timers stand still meanwhile."""
        if self._awaiting and self._unanswered is not None:
            self._reply(self._unanswered, {"dialog": dialog})
            self._unanswered = None
        while True:
            request = self._inbox.get()
            if request is None:
                self._inbox.put(None)  # the end of input is for the outer loop
                return None if not dialog["buttons"] else dialog["buttons"][-1]
            do = request.get("do")
            if do == "answer":
                value = request.get("value")
                if dialog["buttons"] and value not in dialog["buttons"]:
                    self._reply(request, error=f"expected value to be one of {dialog['buttons']}, not {value!r}")
                    continue
                self._unanswered, self._awaiting = request, True
                return value
            if do not in IN_DIALOG:
                self._reply(request, error=f"the dialog {dialog['text']!r} is open: expected one of {IN_DIALOG}")
                continue
            try:
                result = self._look_in_dialog(request)
            except Exception as problem:
                self._reply(request, error=_explain(problem))
            else:
                self._reply(request, result)

    def _look_in_dialog(self, request: Request) -> Any:
        args = {key: value for key, value in request.items() if key not in ("id", "do")}
        if request["do"] == "wait":
            matched, seen = waits.look(self._host.core, args["until"])
            if matched is None:
                raise ValueError(f"a dialog is open, so nothing changes; seen: {seen!r}")
            return matched
        return VERBS[request["do"]](self._host, **args)


def _explain(problem: Exception) -> str:
    if isinstance(problem, (ValueError, OSError)):
        return str(problem) or type(problem).__name__
    traceback.print_exception(type(problem), problem, problem.__traceback__)
    return f"{type(problem).__name__}: {problem}"
