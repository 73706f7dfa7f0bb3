"""Functions about settings objects."""

from __future__ import annotations

from typing import Any, Callable

from .base import Functions, unlocked


class SettingsFunctions(Functions):
    """`sublime_api.settings_*` and `load_settings`. Settings of things that are gone read as empty."""

    def load_settings(self, name: str) -> int:
        return self.core.settings_files.load(name).id

    def save_settings(self, name: str) -> None:
        self.core.settings_files.load(name).save()

    def settings_get(self, settings_id: int, key: str) -> Any:
        settings = self._settings(settings_id)
        return settings.get(key) if settings else None

    def settings_get_default(self, settings_id: int, key: str, default: Any) -> Any:
        settings = self._settings(settings_id)
        return settings.get(key, default) if settings else default

    def settings_has(self, settings_id: int, key: str) -> bool:
        settings = self._settings(settings_id)
        return bool(settings and settings.has(key))

    @unlocked
    def settings_set(self, settings_id: int, key: str, value: Any) -> None:
        settings = self._settings(settings_id)
        if settings:
            settings.set(key, value)

    @unlocked
    def settings_erase(self, settings_id: int, key: str) -> None:
        settings = self._settings(settings_id)
        if settings:
            settings.erase(key)

    def settings_to_dict(self, settings_id: int) -> dict[str, Any]:
        settings = self._settings(settings_id)
        return settings.to_dict() if settings else {}

    def settings_add_on_change(self, settings_id: int, tag: str, callback: Callable[[], Any]) -> None:
        settings = self._settings(settings_id)
        if settings:
            settings.add_on_change(tag, callback)

    def settings_clear_on_change(self, settings_id: int, tag: str) -> None:
        settings = self._settings(settings_id)
        if settings:
            settings.clear_on_change(tag)
