"""Functions about the application: versions, dialogs, timers, resources, clipboard, values, syntaxes, buffers."""

from __future__ import annotations

import json
import os
import platform as host_platform
import re
import sys
from typing import Any, Callable

from .. import jsonc, selectors
from ..completions import Request
from .base import Functions, on_main


class ApplicationFunctions(Functions):
    """`sublime_api` functions without a window or view."""

    def version(self) -> str:
        return str(self.core.build)

    def platform(self) -> str:
        return {"darwin": "osx", "win32": "windows"}.get(sys.platform, "linux")

    def architecture(self) -> str:
        machine = host_platform.machine().lower()
        return "arm64" if machine in ("arm64", "aarch64") else "x64"

    def channel(self) -> str:
        return "stable"

    def executable_path(self) -> str:
        return sys.executable

    def packages_path(self) -> str:
        return self.core.resources.packages_path

    def installed_packages_path(self) -> str:
        return os.path.join(self.core.data_path, "Installed Packages")

    def cache_path(self) -> str:
        return os.path.join(self.core.data_path, "Cache")

    def log_message(self, text: str) -> None:
        self.core.log(text.rstrip("\n"))

    # -- timers ---------------------------------------------------------------------------------------------------

    def set_timeout(self, callback: Callable[[], Any], delay: int) -> None:
        self.core.loop.queue.post(callback, delay, "set_timeout")

    def set_timeout_async(self, callback: Callable[[], Any], delay: int) -> None:
        self.core.worker.queue.post(callback, delay, "set_timeout_async")

    # -- dialogs --------------------------------------------------------------------------------------------------

    @on_main
    def error_message(self, text: str) -> None:
        self.core.dialogs.ask("error", text, ["OK"], "OK")

    @on_main
    def message_dialog(self, text: str) -> None:
        self.core.dialogs.ask("message", text, ["OK"], "OK")

    @on_main
    def ok_cancel_dialog(self, text: str, title: str, ok_title: str) -> bool:
        ok = ok_title or "OK"
        return self.core.dialogs.ask("ok_cancel", text, [ok, "Cancel"], "Cancel") == ok

    @on_main
    def yes_no_cancel_dialog(self, text: str, title: str, yes_title: str, no_title: str) -> int:
        yes, no = yes_title or "Yes", no_title or "No"
        answer = self.core.dialogs.ask("yes_no_cancel", text, [yes, no, "Cancel"], "Cancel")
        return {yes: 1, no: 2}.get(answer, 0)

    def _file_dialog(self, kind: str, text: str, many: bool, callback: Callable[[Any], Any]) -> None:
        def ask() -> None:
            answer = self.core.dialogs.ask(kind, text, [], None)
            if many and isinstance(answer, str):
                answer = [answer]
            callback(answer)

        self.core.loop.queue.post(ask, origin=kind)

    def open_dialog(self, types: Any, directory: str, flags: int, callback: Callable[[Any], Any]) -> None:
        self._file_dialog("open_file", directory, True, callback)

    def save_dialog(
        self, types: Any, directory: str, name: str, extension: str, callback: Callable[[Any], Any]
    ) -> None:
        self._file_dialog("save_file", os.path.join(directory, name), False, callback)

    def select_folder_dialog(self, directory: str, multi_select: bool, callback: Callable[[Any], Any]) -> None:
        self._file_dialog("select_folder", directory, True, callback)

    # -- commands, clipboard, messages ----------------------------------------------------------------------------

    @on_main
    def run_command(self, name: str, args: dict[str, Any] | None) -> None:
        self.core.commands.run_application(name, args)

    @on_main
    def can_accept_input(self, name: str, args: Any) -> bool:
        found = self.core.commands.find("application", name, None)
        return bool(found and self.core.commands.input_handler(found, args))

    def notify_application_commands(self, commands: list[tuple[Any, str]]) -> None:
        self.core.commands.set_application_commands(commands)

    def get_clipboard(self, size_limit: int) -> str:
        text = self.core.clipboard
        return text if len(text) <= size_limit else ""

    def get_clipboard_async(self, callback: Callable[[str], Any], size_limit: int) -> None:
        text = self.get_clipboard(size_limit)
        self.core.loop.queue.post(lambda: callback(text), origin="clipboard")

    def set_clipboard(self, text: str) -> None:
        self.core.clipboard = text

    def status_message(self, text: str) -> None:
        if self.core.active_window:
            self.core.active_window.status_message = text

    # -- resources and values -------------------------------------------------------------------------------------

    def load_resource(self, name: str) -> str | None:
        return self.core.resources.load(name)

    def load_binary_resource(self, name: str) -> bytes | None:
        return self.core.resources.load_binary(name)

    def find_resources(self, pattern: str) -> list[str]:
        return self.core.resources.find(pattern)

    def encode_value(self, value: Any, pretty: bool, update_text: str | None) -> str:
        if update_text is not None:
            raise NotImplementedError("encode_value with update_text")
        return json.dumps(jsonc.plain(value), indent="\t" if pretty else None, ensure_ascii=False)

    def decode_value(self, text: str) -> tuple[Any, str]:
        try:
            return jsonc.loads(text), ""
        except ValueError as error:
            return None, str(error)

    def expand_variables(self, value: Any, variables: dict[str, str]) -> Any:
        if isinstance(value, str):
            return re.sub(
                r"\$\{(\w+)(?::([^}]*))?\}|\$(\w+)",
                lambda m: str(variables.get(m.group(1) or m.group(3), m.group(2) or "")),
                value,
            )
        if isinstance(value, list):
            return [self.expand_variables(item, variables) for item in value]
        if isinstance(value, dict):
            return {key: self.expand_variables(item, variables) for key, item in value.items()}
        return value

    def score_selector(self, scope: str, selector: str) -> int:
        return selectors.score(scope, selector)

    # -- syntaxes -------------------------------------------------------------------------------------------------

    def _syntax(self, found: Any) -> Any:
        return self._types.Syntax(found.path, found.name, found.hidden, found.scope) if found else None

    def list_syntaxes(self) -> list[Any]:
        return [self._syntax(s) for s in self.core.syntaxes.all()]

    def get_syntax(self, path: str) -> Any:
        return self._syntax(self.core.syntaxes.get(path))

    def find_syntax_for_file(self, path: str, first_line: str) -> Any:
        return self._syntax(self.core.syntaxes.for_file(path, first_line))

    # -- completions ----------------------------------------------------------------------------------------------

    def MultiCompletionList(self, view_id: int, request_id: int) -> Any:
        """What the answers of all listeners to one request go into."""
        return _AnswerList(self.core.completions.requests.get(request_id))

    # -- windows and buffers --------------------------------------------------------------------------------------

    def active_window(self) -> int:
        return self.core.active_window.id if self.core.active_window else 0

    def windows(self) -> list[int]:
        return list(self.core.windows)

    def buffers(self) -> list[int]:
        return [b.id for b in self.core.buffers.values() if any(v.sheet for v in b.views)]

    def buffer_file_name(self, buffer_id: int) -> str:
        buffer = self.core.buffers.get(buffer_id)
        return buffer.file_name if buffer else ""

    def buffer_views(self, buffer_id: int) -> list[int]:
        buffer = self.core.buffers.get(buffer_id)
        return [v.id for v in buffer.views] if buffer else []

    def buffer_primary_view(self, buffer_id: int) -> int:
        views = self.buffer_views(buffer_id)
        return views[0] if views else 0

    def buffer_add_text_listener(self, buffer_id: int, listener: Any) -> int:
        key = self.core.new_id()
        buffer = self.core.buffers.get(buffer_id)
        if buffer:
            buffer.listeners[key] = listener
        return key

    def buffer_clear_text_listener(self, buffer_id: int, key: int) -> None:
        buffer = self.core.buffers.get(buffer_id)
        if buffer:
            buffer.listeners.pop(key, None)

    def text_changes(self, notices: list[Any]) -> list[Any]:
        """`sublime.TextChange` objects for what a buffer noted; not a function of the module."""
        historic, change = self._types.HistoricPosition, self._types.TextChange
        return [change(historic(*n.begin), historic(*n.end), n.len_utf16, n.len_utf8, n.text) for n in notices]


class _AnswerList:
    """Collects completion lists; one without completions yet gets itself told when they are set."""

    def __init__(self, request: Request | None) -> None:
        self._request = request

    def append(self, completions: Any) -> None:
        if completions is None or self._request is None:
            return
        if completions.completions is None:
            self._request.expect()
            completions.target = self
        else:
            self._request.add(completions.completions, completions.flags)

    def completions_ready(self, completions: list[Any], flags: int) -> None:
        if self._request:
            self._request.arrived(completions, flags)

    def ready(self) -> None:
        """Every listener was asked; lists that are still empty are waited for one by one."""
