"""The `sublime_plugin` module of the headless host: loading of plugin modules, and dispatch of events.

The editor calls the `on_…`, `attach_…`, `create_…` functions here with ids, as Sublime does.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any, Callable, Iterable, Iterator

import sublime
import sublime_api
from _sublime_commands import *  # noqa: F403
from _sublime_commands import ApplicationCommand, TextCommand, WindowCommand
from _sublime_listeners import *  # noqa: F403
from _sublime_listeners import (
    BUFFER_EVENTS,
    LISTENER_ONLY_VIEW_EVENTS,
    OF_VIEWS,
    VIEW_EVENTS,
    WINDOW_EVENTS,
    EventListener,
    TextChangeListener,
    ViewEventListener,
    all_callbacks,
    text_change_listener_callbacks,
    text_change_listeners,
    view_event_listeners,
    with_async,
)

# For those who print them, or look where they come from.
for _value in list(globals().values()):
    if isinstance(_value, type) and _value.__module__ in ("_sublime_commands", "_sublime_listeners"):
        _value.__module__ = __name__

api_ready = False
application_command_classes: list[type] = []
window_command_classes: list[type] = []
text_command_classes: list[type] = []
view_event_listener_classes: list[type] = []
text_change_listener_classes: list[type] = []
_late_loaded: list[Callable[[], Any]] = []
_late_activated: list[Any] = []
_recheck_queued = False


def add_profiling(event_handler: Callable[..., Any], origin: str = "") -> Callable[..., Any]:
    """What plugin code is wrapped in. The host puts in its own, which records faults; `origin` says what it is for."""
    return event_handler


def invoke(function: Callable[..., Any], args: tuple[Any, ...], origin: str) -> Any:
    """Call plugin code."""
    return add_profiling(function, origin)(*args)


_BASES = (
    (ApplicationCommand, application_command_classes),
    (WindowCommand, window_command_classes),
    (TextCommand, text_command_classes),
    (ViewEventListener, view_event_listener_classes),
    (TextChangeListener, text_change_listener_classes),
)


# -- plugin modules -------------------------------------------------------------------------------------------------


def _plugin_classes(module: Any) -> list[type]:
    names = [n for n in dir(module) if n in module.__all__] if hasattr(module, "__all__") else dir(module)
    found = [vars(module).get(n) for n in names if hasattr(module, "__all__") or not n.startswith("_")]
    bases = (EventListener, *(base for base, _ in _BASES))
    return [c for c in found if isinstance(c, type) and issubclass(c, bases) and c not in bases]


def _check_handlers(cls: type, events: Iterable[str]) -> None:
    """Sublime wraps the handlers where it finds them in the class itself: one that is inherited is an error."""
    for name in events:
        if hasattr(cls, name) and name not in vars(cls):
            raise KeyError(name)


def load_module(module: Any) -> None:
    """Register a module's classes; then plugin_loaded, listeners for what is open, on_init, on_activated."""
    module.__plugins__ = registered = []
    listeners: list[EventListener] = []
    classes = _plugin_classes(module)
    for cls in classes:
        for base, store in _BASES:
            if issubclass(cls, base):
                store.append(cls)
                registered.append(cls)
        if issubclass(cls, ViewEventListener):
            _check_handlers(cls, OF_VIEWS)
        if issubclass(cls, TextChangeListener):
            _check_handlers(cls, text_change_listener_callbacks)
        if issubclass(cls, EventListener):
            _check_handlers(cls, all_callbacks)
            listener = invoke(cls, (), "EventListener")
            if listener is not None:
                for name in all_callbacks:
                    if hasattr(listener, name):
                        all_callbacks[name].append(listener)
                listeners.append(listener)
                registered.append(listener)
    _late_activated.extend([*listeners, *(cls for cls in classes if issubclass(cls, ViewEventListener))])
    loaded = getattr(module, "plugin_loaded", None)
    if not api_ready:
        if loaded:
            _late_loaded.append(loaded)
        return
    if loaded:
        invoke(loaded, (), "plugin_loaded")
    for window in sublime.windows():
        for view in window.views(include_transient=True):
            check_view_event_listeners(view)
    if any(issubclass(cls, TextChangeListener) for cls in classes):
        for buffer in _buffers():
            _check_text_change_listeners(buffer)
    on_init(module.__name__)
    window = sublime.active_window()
    view = window.active_view() if window else None
    if view:
        for listener in listeners:
            _call(listener, "on_activated", view)
        for view_listener in list(view_event_listeners.get(view.view_id, [])):
            if type(view_listener) in classes:
                _call(view_listener, "on_activated")


def synthesize_on_activated_async() -> None:
    """Tell what was loaded since the last call about the active view. On the worker."""
    window = sublime.active_window()
    view = window.active_view() if window else None
    waiting, _late_activated[:] = list(_late_activated), []
    for each in waiting if view else []:
        if isinstance(each, EventListener):
            _call(each, "on_activated_async", view)
        else:
            _call(find_view_event_listener(view, each), "on_activated_async")


def unload_module(module: Any) -> None:
    """plugin_unloaded, then forget the module's classes and listeners; `sys.modules` keeps it."""
    unloaded = getattr(module, "plugin_unloaded", None)
    if unloaded:
        invoke(unloaded, (), "plugin_unloaded")
    gone = getattr(module, "__plugins__", [])
    for listeners in view_event_listeners.values():
        listeners[:] = [listener for listener in listeners if type(listener) not in gone]
    for listeners in list(text_change_listeners.values()):
        for listener in [each for each in listeners if type(each) in gone]:
            listener.detach()
    for listening in all_callbacks.values():
        listening[:] = [listener for listener in listening if listener not in gone]
    for _, store in _BASES:
        store[:] = [cls for cls in store if cls not in gone]


def unload_plugin(modulename: str) -> None:
    """plugin_unloaded, then forget the module. Its sub-modules stay."""
    module = sys.modules.get(modulename)
    if module is not None:
        unload_module(module)
        sys.modules.pop(modulename, None)


def reload_plugin(modulename: str) -> None:
    """Import a plugin module, or unload it and run it again in place."""
    module = sys.modules.get(modulename)
    if module is None:
        module = importlib.import_module(modulename)
    else:
        unload_module(module)
        module = importlib.reload(module)
    load_module(module)


def on_api_ready() -> None:
    """The editor is up: what waited for it runs now."""
    global api_ready
    api_ready = True
    for loaded in _late_loaded:
        invoke(loaded, (), "plugin_loaded")
    _late_loaded.clear()
    for window in sublime.windows():
        for view in window.views(include_transient=True):
            attach_view(view)
    for buffer in _buffers():
        _check_text_change_listeners(buffer)

    def init() -> None:
        on_init(None)
        window = sublime.active_window()
        view_id = sublime_api.window_active_view(window.window_id) if window else 0
        if view_id:
            _EVENTS["on_activated"](view_id)

    sublime.set_timeout(init)


def _buffers() -> list[Any]:
    return [sublime.Buffer(i) for i in sublime_api.buffers()]


# -- what listens to what -------------------------------------------------------------------------------------------


def check_view_event_listeners(view: Any) -> None:
    """Create the listeners that now apply to a view and drop those that do not any more."""
    listeners = view_event_listeners.setdefault(view.view_id, [])
    for cls in list(view_event_listener_classes):
        present = [listener for listener in listeners if type(listener) is cls]
        wanted = invoke(_applies, (cls, view), "is_applicable")
        if wanted and not present:
            listener = invoke(cls, (view,), "ViewEventListener")
            if listener is not None:
                listeners.append(listener)
        elif present and not wanted:
            listeners.remove(present[0])


def _applies(cls: Any, view: Any) -> bool:
    return cls.is_applicable(view.settings()) and (view.is_primary() or not cls.applies_to_primary_view_only())


def attach_view(view: Any) -> None:
    """A view was created: give it its listeners, now and whenever its settings change."""
    view = sublime.View(view) if isinstance(view, int) else view
    check_view_event_listeners(view)
    settings = view.settings()
    settings.clear_on_change("check_view_event_listeners")
    settings.add_on_change("check_view_event_listeners", lambda: check_view_event_listeners(view))


def detach_view(view_id: int) -> None:
    """A view was closed; a clone of it may have become the primary view."""
    global _recheck_queued
    view_event_listeners.pop(view_id, None)
    if not _recheck_queued:
        _recheck_queued = True
        sublime.set_timeout(_recheck)


def _recheck() -> None:
    global _recheck_queued
    _recheck_queued = False
    for window in sublime.windows():
        for view in window.views(include_transient=True):
            check_view_event_listeners(view)


def find_view_event_listener(view: Any, cls: type) -> Any:
    """The listener of exactly this class that a view has, or None."""
    return next((each for each in view_event_listeners.get(view.view_id, []) if type(each) is cls), None)


def _check_text_change_listeners(buffer: Any) -> None:
    present = {type(listener): listener for listener in text_change_listeners.get(buffer.buffer_id, [])}
    for cls in list(text_change_listener_classes):
        wanted = invoke(cls.is_applicable, (buffer,), "is_applicable")
        if wanted and cls not in present:
            invoke(lambda cls=cls: cls().attach(buffer), (), "TextChangeListener")
        elif not wanted and cls in present:
            present[cls].detach()


# -- commands -------------------------------------------------------------------------------------------------------


def _create(classes: list[type], *args: Any) -> list[tuple[Any, str]]:
    made = [invoke(cls, args, f"command {cls.__name__}") for cls in list(classes)]
    return [(command, command.name()) for command in made if command is not None]


def create_application_commands() -> list[tuple[Any, str]]:
    return _create(application_command_classes)


def create_window_commands(window_id: int) -> list[tuple[Any, str]]:
    return _create(window_command_classes, sublime.Window(window_id))


def create_text_commands(view_id: int) -> list[tuple[Any, str]]:
    return _create(text_command_classes, sublime.View(view_id))


# -- events ---------------------------------------------------------------------------------------------------------


def _call(listener: Any, name: str, *args: Any) -> Any:
    method = getattr(listener, name, None)
    return invoke(method, args, name) if method is not None else None


def _call_later(listener: Any, name: str, *args: Any) -> None:
    if hasattr(listener, name):
        sublime.set_timeout_async(lambda: _call(listener, name, *args))


def el_callbacks(name: str, listener_only: bool = False) -> Iterator[Any]:
    """The EventListeners with a method of that name, or those methods."""
    for listener in list(all_callbacks[name]):
        yield listener if listener_only else getattr(listener, name)


def _ask_all(name: str, *args: Any) -> Iterator[Any]:
    return (invoke(callback, args, name) for callback in el_callbacks(name))


def _tell_all(name: str, *args: Any) -> None:
    for _ in _ask_all(name, *args):
        pass


def _of_view(view_id: int) -> list[ViewEventListener]:
    return list(view_event_listeners.get(view_id, []))


def _view_event(name: str, for_view_listeners: bool) -> Callable[..., None]:
    def handler(view_id: int, *args: Any) -> None:
        view = sublime.View(view_id)
        _tell_all(name, view, *args)
        if for_view_listeners:
            for view_listener in _of_view(view_id):
                _call(view_listener, name, *args)

    return handler


def _object_event(name: str, make: Callable[[int], Any]) -> Callable[[int], None]:
    def handler(object_id: int) -> None:
        _tell_all(name, make(object_id))

    return handler


def _define_events() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in with_async(VIEW_EVENTS):
        yield name, _view_event(name, True)
    for name in with_async(LISTENER_ONLY_VIEW_EVENTS):
        yield name, _view_event(name, False)
    for name in with_async(BUFFER_EVENTS):
        yield name, _object_event(name, sublime.Buffer)
    for name in with_async(WINDOW_EVENTS):
        yield name, _object_event(name, sublime.Window)
    yield "on_hover", _view_event("on_hover", True)
    yield "on_post_text_command", _view_event("on_post_text_command", True)


_EVENTS = dict(_define_events())
globals().update(_EVENTS)


def on_new_buffer(buffer_id: int) -> None:
    _check_text_change_listeners(sublime.Buffer(buffer_id))
    _EVENTS["on_new_buffer"](buffer_id)


def on_associate_buffer(buffer_id: int) -> None:
    _check_text_change_listeners(sublime.Buffer(buffer_id))
    _EVENTS["on_associate_buffer"](buffer_id)


def on_close_buffer(buffer_id: int) -> None:
    for listener in list(text_change_listeners.pop(buffer_id, [])):
        listener.detach()
    _EVENTS["on_close_buffer"](buffer_id)


def on_init(module: str | None) -> None:
    """Tell the listeners of one plugin module, or of all, what is open."""

    def concerned(listener: Any) -> bool:
        # A listener may live in a sub-module: only package and root module count.
        return module is None or _root_module(listener) == module or listener in _registered(module)

    views = [
        view for window in sublime.windows() for view in window.views(include_transient=True) if not view.is_loading()
    ]
    for buffer in _buffers():
        for name in ("on_new_buffer", "on_new_buffer_async"):
            for listener in filter(concerned, el_callbacks(name, listener_only=True)):
                (_call_later if name.endswith("_async") else _call)(listener, name, buffer)
    for listener in filter(concerned, el_callbacks("on_init", listener_only=True)):
        _call(listener, "on_init", views)


def _root_module(listener: Any) -> str:
    return ".".join(type(listener).__module__.split(".")[:2])


def _registered(module: str) -> list[Any]:
    return getattr(sys.modules.get(module), "__plugins__", [])


def on_text_command(view_id: int, name: str, args: Any) -> tuple[str, Any]:
    """The replacement that the first listener with one gives; a view's own listeners are asked first."""
    view = sublime.View(view_id)
    for view_listener in _of_view(view_id):
        answer = _call(view_listener, "on_text_command", name, args)
        if answer:
            return answer if isinstance(answer, tuple) else (answer, None)
    for answer in _ask_all("on_text_command", view, name, args):
        if answer:
            return answer if isinstance(answer, tuple) else (answer, None)
    return ("", None)


def on_window_command(window_id: int, name: str, args: Any) -> tuple[str, Any]:
    for answer in _ask_all("on_window_command", sublime.Window(window_id), name, args):
        if answer:
            return answer if isinstance(answer, tuple) else (answer, None)
    return ("", None)


def on_post_window_command(window_id: int, name: str, args: Any) -> None:
    _tell_all("on_post_window_command", sublime.Window(window_id), name, args)


def on_query_context(view_id: int, key: str, operator: int, operand: Any, match_all: bool) -> bool:
    view = sublime.View(view_id)
    if any(_ask_all("on_query_context", view, key, operator, operand, match_all)):
        return True
    return any(_call(each, "on_query_context", key, operator, operand, match_all) for each in _of_view(view_id))


def on_query_completions(view_id: int, req_id: int, prefix: str, locations: list[int]) -> None:
    """Ask every listener, then the view's own, for completions."""
    view = sublime.View(view_id)
    answers = sublime_api.MultiCompletionList(view_id, req_id)
    for answer in _ask_all("on_query_completions", view, prefix, locations):
        answers.append(_completion_list(answer))
    for view_listener in _of_view(view_id):
        answers.append(_completion_list(_call(view_listener, "on_query_completions", prefix, locations)))
    answers.ready()


def _completion_list(answer: Any) -> Any:
    if isinstance(answer, tuple):
        return sublime.CompletionList(answer[0], flags=answer[1])
    if isinstance(answer, list):
        return sublime.CompletionList(answer)
    return answer if isinstance(answer, sublime.CompletionList) else None


def on_exit(log_path: str) -> None:
    """The editor is gone: last words of the listeners."""
    _tell_all("on_exit")
