"""The base classes of commands and of their input handlers."""

from __future__ import annotations

import re
from typing import Any

import sublime_api
from _sublime_values import Html, ListInputItem, row_of

__all__ = [
    "ApplicationCommand",
    "BackInputHandler",
    "Command",
    "CommandInputHandler",
    "ListInputHandler",
    "TextCommand",
    "TextInputHandler",
    "WindowCommand",
]


def _snake(name: str, suffix: str) -> str:
    """CamelCase to snake_case: up to build 4204 the rest of a run of capitals stays, later the run is one word."""
    if int(sublime_api.version()) >= 4205:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    else:
        name = name[:1].lower() + re.sub(r"(?<![A-Z])[A-Z]", lambda m: "_" + m.group(0).lower(), name[1:])
    return name[: -len(suffix)] if name.endswith(suffix) else name


class CommandInputHandler:
    """One input of a command, asked for in the command palette."""

    def name(self) -> str:
        return _snake(type(self).__name__, "_input_handler")

    def placeholder(self) -> str:
        return ""

    def initial_text(self) -> str:
        return ""

    def initial_selection(self) -> list[tuple[int, int]]:
        return []

    def preview(self, text: Any) -> Any:
        return ""

    def validate(self, text: Any, event: Any = None) -> bool:
        return True

    def cancel(self) -> None:
        pass

    def confirm(self, text: Any, event: Any = None) -> None:
        pass

    def next_input(self, args: dict[str, Any]) -> CommandInputHandler | None:
        return None

    def want_event(self) -> bool:
        return False

    # Called by the application.

    def create_input_handler_(self, args: dict[str, Any]) -> CommandInputHandler | None:
        return self.next_input(args)

    def preview_(self, v: Any) -> tuple[str, int]:
        shown = self.preview(v)
        return (shown.data, 1) if isinstance(shown, Html) else (shown or "", 0)

    def validate_(self, v: Any, event: Any) -> bool:
        return self.validate(v, event) if self.want_event() else self.validate(v)

    def cancel_(self) -> None:
        self.cancel()

    def confirm_(self, v: Any, event: Any) -> None:
        if self.want_event():
            self.confirm(v, event)
        else:
            self.confirm(v)

    def _props(self, kind: str, **more: Any) -> dict[str, Any]:
        return {
            "initial_text": self.initial_text(),
            "initial_selection": self.initial_selection(),
            "placeholder_text": self.placeholder(),
            **more,
            "type": kind,
        }


class BackInputHandler(CommandInputHandler):
    """As the next input: go back to the one before."""

    def name(self) -> str:
        return "_Back"


class TextInputHandler(CommandInputHandler):
    """Free text."""

    def description(self, text: str) -> str:
        return text

    def setup_(self, args: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        return [], self._props("text")

    def description_(self, v: str, text: str) -> str:
        return self.description(text) or ""


class ListInputHandler(CommandInputHandler):
    """A choice from a list."""

    def list_items(self) -> Any:
        return []

    def description(self, value: Any, text: str) -> str:
        return text

    def setup_(self, args: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        items = self.list_items()
        items, selected = items if isinstance(items, tuple) else (items, -1)
        return [_input_row(item) for item in items], self._props("list", selected=selected)

    def description_(self, v: Any, text: str) -> str:
        return self.description(v, text) or ""


def _input_row(item: Any) -> tuple[Any, Any]:
    if isinstance(item, str):
        return (item, item)
    if isinstance(item, (list, tuple)):
        return (item[0], item[1])
    if isinstance(item, ListInputItem):
        return (row_of(item, item.text), item.value)
    raise TypeError("list items have to be text, pairs or ListInputItem objects")


class Command:
    """What the three kinds of command share."""

    def name(self) -> str:
        return _snake(type(self).__name__, "_command")

    def is_enabled(self) -> bool:
        return True

    def is_visible(self) -> bool:
        return True

    def is_checked(self) -> bool:
        return False

    def description(self) -> str | None:
        return ""

    def want_event(self) -> bool:
        return False

    def input(self, args: dict[str, Any]) -> CommandInputHandler | None:
        return None

    def input_description(self) -> str:
        return ""

    def run(self, *args: Any, **kwargs: Any) -> Any:
        pass

    # Called by the application.

    def filter_args(self, args: dict[str, Any] | None) -> dict[str, Any] | None:
        if args and "event" in args and not self.want_event():
            return {key: value for key, value in args.items() if key != "event"}
        return args

    def _ask(self, question: str, args: dict[str, Any] | None) -> bool:
        method = getattr(self, question)
        try:
            answer = method(**(self.filter_args(args) or {}))
        except TypeError:
            answer = method()
        if not isinstance(answer, bool):
            raise ValueError(f"{question} of {self!r} has to return a bool")
        return answer

    def is_enabled_(self, args: dict[str, Any] | None) -> bool:
        return self._ask("is_enabled", args)

    def is_visible_(self, args: dict[str, Any] | None) -> bool:
        return self._ask("is_visible", args)

    def is_checked_(self, args: dict[str, Any] | None) -> bool:
        return self._ask("is_checked", args)

    def description_(self, args: dict[str, Any] | None) -> str:
        try:
            return self.description(**(self.filter_args(args) or {})) or ""
        except TypeError:
            return ""

    def create_input_handler_(self, args: dict[str, Any]) -> CommandInputHandler | None:
        return self.input(args)

    def run_(self, edit_token: int, args: dict[str, Any] | None) -> Any:
        args = self.filter_args(args)
        try:
            return self._run(edit_token, args or {})
        except TypeError as error:
            if "required positional argument" not in str(error) or not self._ask_for_input(args):
                raise
            return None

    def _run(self, edit_token: int, args: dict[str, Any]) -> Any:
        return self.run(**args)

    def _ask_for_input(self, args: dict[str, Any] | None) -> bool:
        """Open the palette for the missing arguments, if the command has an input handler for them."""
        raise NotImplementedError(type(self).__name__)


def _show_palette(window_id: int, name: str, args: Any) -> None:
    overlay = {"overlay": "command_palette", "command": name, "args": args}
    sublime_api.window_run_command(window_id, "show_overlay", overlay)


class ApplicationCommand(Command):
    """A command of the whole application."""

    def _ask_for_input(self, args: dict[str, Any] | None) -> bool:
        can = sublime_api.can_accept_input(self.name(), args)
        if can:
            _show_palette(sublime_api.active_window(), self.name(), args)
        return can


class WindowCommand(Command):
    """A command of a window."""

    def __init__(self, window: Any) -> None:
        self.window = window

    def _ask_for_input(self, args: dict[str, Any] | None) -> bool:
        can = sublime_api.window_can_accept_input(self.window.id(), self.name(), args)
        if can:
            _show_palette(self.window.id(), self.name(), args)
        return can


class TextCommand(Command):
    """A command that may edit a view."""

    def __init__(self, view: Any) -> None:
        self.view = view

    def _run(self, edit_token: int, args: dict[str, Any]) -> Any:
        edit = self.view.begin_edit(edit_token, self.name(), args or None)
        try:
            return self.run(edit, **args)
        finally:
            self.view.end_edit(edit)

    def _ask_for_input(self, args: dict[str, Any] | None) -> bool:
        can = sublime_api.view_can_accept_input(self.view.id(), self.name(), args)
        if can:
            _show_palette(sublime_api.view_window(self.view.id()), self.name(), args)
        return can
