"""Settings objects: layers of JSON values with change callbacks."""

from __future__ import annotations

import json
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable

from . import jsonc

if TYPE_CHECKING:
    from .app import Core

PREFERENCES = "Preferences.sublime-settings"


class Settings:
    """One layer with fall-back to `parents`, in that order."""

    def __init__(self, core: Core, parents: tuple[Settings, ...] = ()) -> None:
        self.core = core
        self.id = core.new_id()
        self.values: dict[str, Any] = {}
        self.parents = parents
        self._callbacks: list[tuple[str, Callable[[], Any]]] = []
        self._dependents: weakref.WeakSet[Settings] = weakref.WeakSet()
        for parent in parents:
            parent._dependents.add(self)
        core.settings_by_id[self.id] = self

    def set_parents(self, parents: tuple[Settings, ...]) -> None:
        for parent in self.parents:
            parent._dependents.discard(self)
        self.parents = parents
        for parent in parents:
            parent._dependents.add(self)

    def drop(self) -> None:
        """What it belonged to is gone: nobody can reach it any more."""
        self.set_parents(())
        self._callbacks.clear()
        self.core.settings_by_id.pop(self.id, None)

    def has(self, key: str) -> bool:
        return key in self.values or any(parent.has(key) for parent in self.parents)

    def get(self, key: str, default: Any = None) -> Any:
        """A copy of the value, or `default`."""
        if key in self.values:
            return jsonc.plain(self.values[key])
        for parent in self.parents:
            if parent.has(key):
                return parent.get(key)
        return default

    def set(self, key: str, value: Any) -> None:
        value = jsonc.plain(value)
        if key in self.values and self.values[key] == value and type(self.values[key]) is type(value):
            return
        self.values[key] = value
        self.changed()

    def erase(self, key: str) -> None:
        if key in self.values:
            del self.values[key]
            self.changed()

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for parent in reversed(self.parents):
            out.update(parent.to_dict())
        out.update(jsonc.plain(self.values))
        return out

    def add_on_change(self, tag: str, callback: Callable[[], Any]) -> None:
        self._callbacks.append((tag, callback))

    def clear_on_change(self, tag: str) -> None:
        self._callbacks = [(t, c) for t, c in self._callbacks if t != tag]

    def callback_tags(self) -> list[str]:
        return [tag for tag, _ in self._callbacks]

    def changed(self) -> None:
        """Tell everybody who looks at this layer, on the main thread: at once if called there, else soon."""
        if self.core.loop.here:
            self._notify()
        else:
            self.core.loop.queue.post(self._notify, origin="settings change")

    def _notify(self) -> None:
        for tag, callback in list(self._callbacks):
            self.core.invoke(callback, (), f"settings callback {tag}")
        for dependent in list(self._dependents):
            dependent._notify()


class FileSettings(Settings):
    """A `.sublime-settings` file: the packages' defaults under the user's own values."""

    def __init__(self, core: Core, name: str) -> None:
        super().__init__(core)
        self.name = name
        self.defaults: dict[str, Any] = {}
        self.read()

    @property
    def user_file(self) -> str:
        return os.path.join(self.core.resources.packages_path, "User", self.name)

    def on_disk(self) -> tuple[int, int] | None:
        """What tells one version of the user's file from another; None if there is no file."""
        try:
            found = os.stat(self.user_file)
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size)

    def read(self) -> None:
        """(Re)load both layers from disk, without telling anybody."""
        self.read_version = self.on_disk()
        self.defaults, self.values = {}, {}
        for resource in self.core.resources.find(self.name):
            try:
                data = jsonc.loads(self.core.resources.load(resource) or "{}")
            except ValueError as error:
                self.core.bad_resource(resource, error)
                continue
            layer = self.values if resource.startswith("Packages/User/") else self.defaults
            layer.update(data)

    def has(self, key: str) -> bool:
        return key in self.values or key in self.defaults

    def get(self, key: str, default: Any = None) -> Any:
        if key in self.values:
            return jsonc.plain(self.values[key])
        return jsonc.plain(self.defaults[key]) if key in self.defaults else default

    def to_dict(self) -> dict[str, Any]:
        return jsonc.plain({**self.defaults, **self.values})

    def save(self) -> None:
        """Write the user's layer."""
        os.makedirs(os.path.dirname(self.user_file), exist_ok=True)
        with open(self.user_file, "w", encoding="utf-8", newline="\n") as file:
            json.dump(self.values, file, indent="\t", ensure_ascii=False)
            file.write("\n")
        self.read_version = self.on_disk()


class SettingsFiles:
    """`load_settings`: one shared object per base name."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._by_name: dict[str, FileSettings] = {}

    def load(self, name: str) -> FileSettings:
        if name not in self._by_name:
            self._by_name[name] = FileSettings(self._core, name)
        return self._by_name[name]

    def look(self) -> None:
        """Read the files again that the user changed and fire the callbacks of those that differ. Main thread."""
        for settings in list(self._by_name.values()):
            if settings.on_disk() == settings.read_version:
                continue
            before = (settings.defaults, settings.values)
            settings.read()
            if (settings.defaults, settings.values) != before:
                settings.changed()
