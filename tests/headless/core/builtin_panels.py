"""Built-in commands about panels, overlays, the parts of a window, and settings. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict

from . import jsonc, overlay
from .builtin_find import show_find_panel
from .builtin_goto import show_goto
from .editing import TextCommand
from .view import View
from .windows import FIND_PANELS, MENU, MINIMAP, OPEN_FILES, SIDE_BAR, STATUS_BAR, TABS, Window

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
WindowCommand = Callable[[Any, Window, Args], None]


def show_panel(core: Core, window: Window, args: Args) -> None:
    """An output panel (`output.name`) takes no focus unless it has an input; find panels and the console do."""
    name = args["panel"]
    if args.get("toggle") and window.active_panel == name:
        hide_panel(core, window, {})
        return
    if name in FIND_PANELS:
        show_find_panel(core, window, args)
        return
    panel = window.panels.get(name[len("output.") :]) if name.startswith("output.") else None
    if panel is None and name != "console":
        if name.startswith("output."):
            return  # Sublime shows nothing for a panel that was not created
        raise NotImplementedError(f"show_panel {name}")
    if window.find_panel:
        window.find_panel.close(cancel=False)
    window.active_panel = name
    window.focus = panel.input_view if panel else None
    core.update_focus()


def hide_panel(core: Core, window: Window, args: Args) -> None:
    if window.input_panel:
        window.input_panel.cancel()
        return
    if window.find_panel:
        window.find_panel.close(cancel=bool(args.get("cancel")))
        return
    window.active_panel = ""
    window.focus = None
    core.update_focus()


def show_overlay(core: Core, window: Window, args: Args) -> None:
    """`overlay` is command_palette (straight to a `command`'s inputs, or with a `text`) or goto."""
    kind = args.get("overlay")
    if kind == "goto":
        show_goto(core, window, args)
    elif kind == "command_palette":
        overlay.show_palette(core, window, args.get("command"), args.get("args"))
        if args.get("text") and window.overlay:
            window.overlay.type(str(args["text"]))
    else:
        raise NotImplementedError(f"show_overlay {kind}")


def hide_overlay(core: Core, window: Window, args: Args) -> None:
    if window.overlay:
        window.overlay.cancel()


def select(core: Core, window: Window, args: Args) -> None:
    """Enter in whatever asks for something."""
    if window.overlay:
        window.overlay.pick_selected()
    elif window.input_panel:
        window.input_panel.submit()
    else:
        panel = window.output_panel
        if panel and panel.input_view and panel.on_input:
            text = panel.input_view.buffer.text.whole()
            core.commands.run_text(panel.input_view, "select_all", None)
            core.commands.run_text(panel.input_view, "left_delete", None)
            core.invoke(panel.on_input, (text,), "io panel")


def cancel(core: Core, window: Window, args: Args) -> None:
    """Escape with nothing to hide gives the focus back to the text."""
    window.focus = None
    core.update_focus()


def _toggle_element(element: int) -> WindowCommand:
    def command(core: Core, window: Window, args: Args) -> None:
        hidden = window.hidden_elements
        window.hidden_elements = [e for e in hidden if e != element] if element in hidden else [*hidden, element]

    return command


# -- settings -----------------------------------------------------------------------------------------------------


def toggle_setting(core: Core, view: View, args: Args) -> None:
    """`setting` of this view, or the next of `settings` that are all on or all off."""
    names = args.get("settings") or [args["setting"]]
    value = not all(view.settings.get(name, False) for name in names)
    for name in names:
        view.settings.set(name, value)


def set_setting(core: Core, view: View, args: Args) -> None:
    view.settings.set(args["setting"], args["value"])


def _set_font_size(core: Core, size: float) -> None:
    core.preferences.values["font_size"] = size
    core.preferences.save()
    core.preferences.changed()


def increase_font_size(core: Core, target: Any, args: Args) -> None:
    _set_font_size(core, core.preferences.get("font_size", 11) + 1)


def decrease_font_size(core: Core, target: Any, args: Args) -> None:
    _set_font_size(core, max(8, core.preferences.get("font_size", 11) - 1))


def reset_font_size(core: Core, target: Any, args: Args) -> None:
    if core.preferences.values.pop("font_size", None) is not None:
        core.preferences.save()
        core.preferences.changed()


# -- small ones ---------------------------------------------------------------------------------------------------


def hide_popup(core: Core, view: View, args: Args) -> None:
    view.hide_popup()


def auto_complete(core: Core, view: View, args: Args) -> None:
    """Open the list; the only offer is taken at once with `commit_single`, and `default` typed where there is none."""
    request = core.completions.begin(view)

    def take() -> None:
        items = core.completions.items(request) if request.alive else None
        if items == []:
            core.completions.hide()
            core.commands.run_text(view, "insert", {"characters": args.get("default", "")})
        elif items and len(items) == 1 and args.get("commit_single"):
            core.completions.commit(request, items[0])

    if args.get("mini"):
        request.when_complete(take)


def hide_auto_complete(core: Core, view: View, args: Args) -> None:
    core.completions.hide()


def commit_completion(core: Core, view: View, args: Args) -> None:
    """Take the highlighted offer."""
    request = core.completions.shown
    items = core.completions.items(request) if request else []
    if request and items:
        core.completions.commit(request, items[request.selected])


def insert_best_completion(core: Core, view: View, args: Args) -> None:
    """Take the best offer for the text before the caret at once; `default` is typed if there is none."""
    request = core.completions.begin(view)
    items = core.completions.items(request) if request.prefix else []
    if items:
        core.completions.commit(request, items[0])
    else:
        core.completions.hide()
        core.commands.run_text(view, "insert", {"characters": args.get("default", "")})


def show_scope_name(core: Core, view: View, args: Args) -> None:
    """The scopes at the caret, in the status bar."""
    if view.window and view.selection:
        view.window.status_message = view.scope_name(view.selection[-1][1])


def open_url(core: Core, target: Any, args: Args) -> None:
    """There is no browser: what would be shown goes to the log of opened addresses."""
    core.opened_urls.append(str(args["url"]))


def echo(core: Core, target: Any, args: Args) -> None:
    core.log(str(jsonc.plain(args)))


def noop(core: Core, target: Any, args: Args) -> None:
    """Does nothing: for key bindings that switch others off."""


TEXT_COMMANDS: dict[str, TextCommand] = {
    function.__name__: function
    for function in (
        toggle_setting,
        set_setting,
        hide_popup,
        auto_complete,
        hide_auto_complete,
        commit_completion,
        insert_best_completion,
        show_scope_name,
    )
}
WINDOW_COMMANDS: dict[str, WindowCommand] = {
    "show_panel": show_panel,
    "hide_panel": hide_panel,
    "show_overlay": show_overlay,
    "hide_overlay": hide_overlay,
    "select": select,
    "cancel": cancel,
    "toggle_side_bar": _toggle_element(SIDE_BAR),
    "toggle_minimap": _toggle_element(MINIMAP),
    "toggle_tabs": _toggle_element(TABS),
    "toggle_status_bar": _toggle_element(STATUS_BAR),
    "toggle_menu": _toggle_element(MENU),
    "toggle_show_open_files": _toggle_element(OPEN_FILES),
}
APPLICATION_COMMANDS: dict[str, Callable[[Any, Any, Args], None]] = {
    function.__name__: function
    for function in (open_url, echo, noop, increase_font_size, decrease_font_size, reset_font_size)
}
