"""Commands of Sublime that the host does not have: running one raises NotImplementedError, as it is not unknown."""

from __future__ import annotations

from typing import Any

_TEXT = """
add_to_dictionary auto_indent_tag clear_bookmarks clear_fields close_tag copy_path
decrease_font_size delete_to_mark delete_word detect_indentation duplicate_line expand_selection
expand_selection_to_paragraph expand_tabs find_all_under find_under find_under_expand find_under_expand_skip
fold_by_level fold_tag_attributes fold_unfold goto_definition goto_reference goto_symbol_in_project
increase_font_size indent insert_best_completion join_lines lower_case move_to_neighboring_group
next_bookmark next_field next_modification open_context_url paste_and_indent paste_from_history permute_lines
permute_selection prev_bookmark prev_field prev_modification reindent replace_completion_with_auto_complete
revert_hunk revert_modification run_macro_file save_as scroll_lines select_bookmark select_lines set_line_ending
set_mark set_syntax soft_redo soft_undo sort_lines sort_selection split_selection_into_lines swap_case
swap_line_down swap_line_up title_case toggle_bookmark toggle_comment toggle_inline_diff toggle_overwrite
toggle_record_macro transpose trim_trailing_white_space unexpand_tabs unindent upper_case wrap_lines yank
"""
_WINDOW = """
build close_by_index close_other_windows close_others_by_index close_pane close_to_right_by_index close_unmodified
close_workspace copy_build_results delete_file delete_folder exec find_in_folder focus_neighboring_group
focus_side_bar new_pane next_result next_view_in_stack open_dir open_recent_file open_recent_folder prev_result
prev_view_in_stack prompt_add_folder prompt_open_file prompt_open_folder prompt_open_project_or_workspace
prompt_save_as refresh_folder_list remove_folder reopen_last_file reveal_in_side_bar revert_all run_macro save_all
save_project_and_workspace_as select_all_tabs select_to_left select_to_right set_build_system show_scope_name
switch_project toggle_full_screen toggle_menu toggle_minimap toggle_save_all_on_build toggle_show_open_files
toggle_side_bar toggle_status_bar toggle_tabs unselect_others
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
