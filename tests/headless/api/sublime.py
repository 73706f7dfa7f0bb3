"""The `sublime` module of the headless host: a thin layer over the functions of `sublime_api`."""

from __future__ import annotations

from typing import Any, Callable

import sublime_api as api
from _sublime_constants import *  # noqa: F403
from _sublime_constants import FLAT_NAMES, DialogResult
from _sublime_parts import *  # noqa: F403
from _sublime_parts import Buffer, Settings
from _sublime_sheets import *  # noqa: F403
from _sublime_values import *  # noqa: F403
from _sublime_values import Syntax
from _sublime_view import *  # noqa: F403
from _sublime_window import *  # noqa: F403
from _sublime_window import Window

globals().update(FLAT_NAMES)


def version() -> str:
    return api.version()


def platform() -> str:
    return api.platform()


def arch() -> str:
    return api.architecture()


def channel() -> str:
    return api.channel()


def executable_path() -> str:
    return api.executable_path()


def executable_hash() -> tuple[str, str, str]:
    import hashlib

    with open(executable_path(), "rb") as file:
        digest = hashlib.md5(file.read()).hexdigest()
    return (version(), f"{platform()}_{arch()}", digest)


def packages_path() -> str:
    return api.packages_path()


def installed_packages_path() -> str:
    return api.installed_packages_path()


def cache_path() -> str:
    return api.cache_path()


def status_message(msg: str) -> None:
    api.status_message(msg)


def error_message(msg: str) -> None:
    api.error_message(msg)


def message_dialog(msg: str) -> None:
    api.message_dialog(msg)


def ok_cancel_dialog(msg: str, ok_title: str = "", title: str = "") -> bool:
    return api.ok_cancel_dialog(msg, title, ok_title)


def yes_no_cancel_dialog(msg: str, yes_title: str = "", no_title: str = "", title: str = "") -> DialogResult:
    return DialogResult(api.yes_no_cancel_dialog(msg, title, yes_title, no_title))


def _first_only(callback: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda paths: callback(paths[0] if paths else None)


def open_dialog(
    callback: Callable[[Any], Any],
    file_types: list[tuple[str, list[str]]] = [],  # noqa: B006
    directory: str | None = None,
    multi_select: bool = False,
    allow_folders: bool = False,
) -> None:
    flags = multi_select * 1 | allow_folders * 2
    api.open_dialog(file_types, directory or "", flags, callback if multi_select else _first_only(callback))


def save_dialog(
    callback: Callable[[Any], Any],
    file_types: list[tuple[str, list[str]]] = [],  # noqa: B006
    directory: str | None = None,
    name: str | None = None,
    extension: str | None = None,
) -> None:
    api.save_dialog(file_types, directory or "", name or "", extension or "", callback)


def select_folder_dialog(
    callback: Callable[[Any], Any], directory: str | None = None, multi_select: bool = False
) -> None:
    api.select_folder_dialog(directory or "", multi_select, callback if multi_select else _first_only(callback))


def choose_font_dialog(callback: Callable[[Any], Any], default: dict[str, Any] | None = None) -> None:
    default = default or {}
    api.choose_font_dialog(callback, default.get("font_face") or "", default.get("font_size"))


def run_command(cmd: str, args: Any = None) -> None:
    api.run_command(cmd, args)


def get_clipboard(size_limit: int = 16777216) -> str:
    return api.get_clipboard(size_limit)


def get_clipboard_async(callback: Callable[[str], Any], size_limit: int = 16777216) -> None:
    api.get_clipboard_async(callback, size_limit)


def set_clipboard(text: str) -> None:
    api.set_clipboard(text)


def _log_switch(name: str) -> tuple[Callable[..., None], Callable[[], bool]]:
    def get() -> bool:
        return getattr(api, "get_" + name)()

    def switch(flag: bool | None = None) -> None:
        getattr(api, name)(not get() if flag is None else flag)

    return switch, get


log_commands, get_log_commands = _log_switch("log_commands")
log_input, get_log_input = _log_switch("log_input")
log_fps, get_log_fps = _log_switch("log_fps")
log_result_regex, get_log_result_regex = _log_switch("log_result_regex")
log_indexing, get_log_indexing = _log_switch("log_indexing")
log_build_systems, get_log_build_systems = _log_switch("log_build_systems")
log_control_tree, get_log_control_tree = _log_switch("log_control_tree")


def ui_info() -> dict[str, Any]:
    return api.ui_info()


def score_selector(scope_name: str, selector: str) -> int:
    return api.score_selector(scope_name, selector)


def load_resource(name: str) -> str:
    text = api.load_resource(name)
    if text is None:
        raise FileNotFoundError(f"there is no resource {name!r}")
    return text


def load_binary_resource(name: str) -> bytes:
    data = api.load_binary_resource(name)
    if data is None:
        raise FileNotFoundError(f"there is no resource {name!r}")
    return data


def find_resources(pattern: str) -> list[str]:
    return api.find_resources(pattern)


def encode_value(value: Any, pretty: bool = False, update_text: str | None = None) -> str:
    return api.encode_value(value, pretty, update_text)


def decode_value(data: str) -> Any:
    value, error = api.decode_value(data)
    if error:
        raise ValueError(error)
    return value


def expand_variables(value: Any, variables: dict[str, str]) -> Any:
    return api.expand_variables(value, variables)


def load_settings(base_name: str) -> Settings:
    return Settings(api.load_settings(base_name))


def save_settings(base_name: str) -> None:
    api.save_settings(base_name)


def set_timeout(callback: Callable[[], Any], delay: int = 0) -> None:
    api.set_timeout(callback, delay)


def set_timeout_async(callback: Callable[[], Any], delay: int = 0) -> None:
    api.set_timeout_async(callback, delay)


def active_window() -> Window:
    return Window(api.active_window())


def windows() -> list[Window]:
    return [Window(i) for i in api.windows()]


def get_macro() -> list[dict[str, Any]]:
    return api.get_macro()


def project_history() -> list[str]:
    return api.project_history()


def folder_history() -> list[str]:
    return api.folder_history()


def list_syntaxes() -> list[Syntax]:
    return api.list_syntaxes()


def syntax_from_path(path: str) -> Syntax | None:
    return api.get_syntax(path)


def find_syntax_by_name(name: str) -> list[Syntax]:
    return [syntax for syntax in list_syntaxes() if syntax.name == name]


def find_syntax_by_scope(scope: str) -> list[Syntax]:
    return [syntax for syntax in list_syntaxes() if syntax.scope == scope]


def find_syntax_for_file(path: str, first_line: str = "") -> Syntax | None:
    if not isinstance(first_line, str):
        raise TypeError("first_line has to be text")
    return api.find_syntax_for_file(path, first_line[:1024])


def _buffers() -> list[Buffer]:
    return [Buffer(i) for i in api.buffers()]


if int(version()) >= 4201:
    import _sublime_later

    _sublime_later.add_to(globals())
