"""Commands of Sublime that the host does not have: running one raises NotImplementedError, as it is not unknown."""

from __future__ import annotations

from typing import Any

_TEXT = """
add_to_dictionary auto_complete_open_link context_menu copy_path fold_tag_attributes
fold_unfold next_misspelling open_context_url prev_misspelling replace_completion_with_auto_complete
toggle_record_macro wrap_block
"""
_WINDOW = """
close_workspace delete_folder find_in_folder focus_side_bar open_dir open_recent_folder
prompt_open_project_or_workspace prompt_select_workspace refresh_folder_list reveal_in_side_bar run_macro
save_project_and_workspace_as switch_project toggle_distraction_free toggle_full_screen
"""
_APPLICATION = """
exit hot_exit install_package_control open_file_settings purchase_license sublime_runcommand
"""


def _unavailable(name: str) -> Any:
    def command(core: Any, target: Any, args: Any) -> None:
        raise NotImplementedError(f"the command {name}")

    return command


UNAVAILABLE_COMMANDS = {
    "text": {name: _unavailable(name) for name in _TEXT.split()},
    "window": {name: _unavailable(name) for name in _WINDOW.split()},
    "application": {name: _unavailable(name) for name in _APPLICATION.split()},
}
