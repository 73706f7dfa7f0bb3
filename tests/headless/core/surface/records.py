"""Functions about what the application remembers and logs."""

from __future__ import annotations

from typing import Any

from .base import Functions


class RecordFunctions(Functions):
    """Histories, the recorded macro, which logs are on: of the logs only that of commands can be."""

    def folder_history(self) -> list[str]:
        """Folders of the open windows, the front window's first."""
        return list(dict.fromkeys(folder for window in self._windows() for folder in window.folders))

    def project_history(self) -> list[str]:
        """Project files of the open windows, the front window's first."""
        return list(dict.fromkeys(window.project_file for window in self._windows() if window.project_file))

    def _windows(self) -> list[Any]:
        front = self.core.active_window
        return sorted(self.core.windows.values(), key=lambda window: window is not front)

    def log_commands(self, flag: bool) -> None:
        self.core.log_commands = bool(flag)

    def get_log_commands(self) -> bool:
        return self.core.log_commands

    def get_log_build_systems(self) -> bool:
        return False

    def get_log_control_tree(self) -> bool:
        return False

    def get_log_fps(self) -> bool:
        return False

    def get_log_indexing(self) -> bool:
        return False

    def get_log_input(self) -> bool:
        return False

    def get_log_result_regex(self) -> bool:
        return False
