"""Finding and running commands: the packages' own and the built-in ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional

from . import jsonc
from .builtin import BUILT_IN_COMMANDS
from .unavailable_commands import UNAVAILABLE_COMMANDS
from .view import View
from .windows import Window

if TYPE_CHECKING:
    from .app import Core

Args = Optional[Dict[str, Any]]
Instances = Dict[str, Any]


class Found(NamedTuple):
    """A command and what it would act on. `instance` is a package's object, `built_in` the editor's function."""

    kind: str
    name: str
    target: Any
    instance: Any = None
    built_in: Any = None


class Outcome(NamedTuple):
    """What became of a request to run a command."""

    known: bool
    enabled: bool
    ran: bool


class Commands:
    """Main thread, except where noted."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._application: Instances | None = None
        self._by_window: dict[int, Instances] = {}
        self._by_view: dict[int, Instances] = {}
        self._tokens = 0
        self._open_edits: dict[int, int] = {}
        self.last_command = ""

    # -- finding --------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Create the packages' command objects anew: their classes changed."""
        self._application = None
        self._by_window.clear()
        self._by_view.clear()

    def forget_view(self, view_id: int) -> None:
        self._by_view.pop(view_id, None)

    def set_application_commands(self, commands: list[tuple[Any, str]]) -> None:
        self._application = {name: instance for instance, name in commands}

    def _plugin_instances(self, kind: str, target: Any) -> Instances:
        plugins = self._core.plugins
        if plugins is None or self._core.closing:
            return {}
        if kind == "application":
            if self._application is None:
                self.set_application_commands(plugins.create_application_commands())
            return self._application or {}
        store, create = (
            (self._by_window, plugins.create_window_commands)
            if kind == "window"
            else (self._by_view, plugins.create_text_commands)
        )
        if target.id not in store:
            store[target.id] = {name: instance for instance, name in create(target.id)}
        return store[target.id]

    def find(self, kind: str, name: str, target: Any) -> Found | None:
        """A command of one kind: "text" for a view, "window", or "application"."""
        if kind != "application" and target is None:
            return None
        instance = self._plugin_instances(kind, target).get(name)
        if instance is not None:
            return Found(kind, name, target, instance=instance)
        built_in = BUILT_IN_COMMANDS[kind].get(name) or UNAVAILABLE_COMMANDS[kind].get(name)
        return Found(kind, name, target, built_in=built_in) if built_in else None

    def find_by_focus(self, window: Window | None, name: str, view: View | None = None) -> Found | None:
        """The command a user's key or menu would reach from a window (and a view other than its focused one)."""
        view = view or (window.focused_view if window else None)
        for kind, target in (("text", view), ("window", window), ("application", None)):
            found = self.find(kind, name, target)
            if found:
                return found
        return None

    def ask(self, found: Found, question: str, args: Args) -> Any:
        """`question` is "is_enabled", "is_visible", "is_checked" or "description"; built-in ones say the default."""
        default = {"is_enabled": True, "is_visible": True, "is_checked": False, "description": ""}[question]
        if found.instance is None:
            return default
        answer = self._core.invoke(getattr(found.instance, question + "_"), (args,), f"{found.name}:")
        return answer if answer is not None else "" if question == "description" else False

    def input_handler(self, found: Found, args: Args) -> Any:
        """The command's first input handler for these arguments, or None."""
        if found.instance is None:
            return None
        return self._core.invoke(found.instance.create_input_handler_, (args or {},), "input")

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, found: Found | None, args: Args, by_user: bool = False) -> Outcome:
        """Run a command if it is known and enabled, with the events around it. Raises TypeError for odd arguments."""
        if found is None:
            return Outcome(False, False, False)
        args = jsonc.plain(args) if args is not None else None
        core = self._core
        events = by_user or core.choices.command_events_for_code
        event = {"text": "text_command", "window": "window_command"}.get(found.kind)
        if event and events:
            replaced = core.emit("on_" + event, found.target.id, found.name, args)
            if replaced and replaced[0]:
                name, args = replaced[0], replaced[1]
                found = self.find(found.kind, name, found.target)
                if found is None:
                    return Outcome(True, True, False)
        if not self.ask(found, "is_enabled", args):
            return Outcome(True, False, False)
        self._execute(found, args)
        self.last_command = found.name
        if event and events and self._alive(found):
            core.emit("on_post_" + event, found.target.id, found.name, args)
        core.update_focus()
        return Outcome(True, True, True)

    def _alive(self, found: Found) -> bool:
        return found.target.id in (self._core.views if found.kind == "text" else self._core.windows)

    def _execute(self, found: Found, args: Args) -> None:
        core = self._core
        if core.log_commands:
            core.log(f"command: {found.name} {json.dumps(args)}" if args else f"command: {found.name}")
        view: View | None = found.target if found.kind == "text" else None
        carets = list(view.selection) if view else []
        serial = view.buffer.history.serial if view else 0
        if found.instance is not None:
            token = self.new_token()
            core.invoke(found.instance.run_, (token, args), f"command {found.name}")
            if token in self._open_edits:
                self.end_edit(core.views.get(self._open_edits[token]), token)
        else:
            found.built_in(core, found.target, args or {})
        if view and view.buffer.history.serial == serial:
            view.buffer.history.note_selection(view, carets, found.name, args)
        if found.kind == "text" and not found.target.buffer.in_edit:
            core.flush_selections()

    def run_text(self, view: View | None, name: str, args: Args) -> Outcome:
        """`View.run_command`."""
        return self.run(self.find("text", name, view), args)

    def run_window(self, window: Window | None, name: str, args: Args, by_user: bool = False) -> Outcome:
        """`Window.run_command`: any command, from the window's focus; a window's own commands come first."""
        found = self.find("window", name, window) or self.find_by_focus(window, name)
        return self.run(found, args, by_user)

    def run_application(self, name: str, args: Args) -> Outcome:
        """`sublime.run_command`: application commands, else whatever the front window knows by that name."""
        found = self.find("application", name, None) or self.find_by_focus(self._core.active_window, name)
        return self.run(found, args)

    # -- edits ----------------------------------------------------------------------------------------------------

    def new_token(self) -> int:
        self._tokens += 1
        return self._tokens

    def begin_edit(self, view: View, token: int, command: str, args: Args) -> None:
        self._open_edits[token] = view.id
        view.buffer.begin_edit(command, args)

    def end_edit(self, view: View | None, token: int) -> None:
        """Close an edit; at the outermost one the modification events fire."""
        if self._open_edits.pop(token, None) is None or view is None:
            return
        if view.buffer.end_edit():
            self._core.text_changed(view.buffer)
        if not view.buffer.in_edit:
            self._core.flush_selections()

    def edit_is_open(self, view: View, token: int) -> bool:
        """Whether `token` may be used to change this view's buffer."""
        owner = self._core.views.get(self._open_edits.get(token, 0))
        return owner is not None and owner.buffer is view.buffer
