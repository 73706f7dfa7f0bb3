"""Everything about Sublime that nobody could look up: each can be told to go either way.

The suite runs with the defaults and with `flipped()`, so a package that passes both does not depend on a guess.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Choices:
    """One field per unknown; the default is the likelier answer."""

    # The next view's on_activated comes before on_close of the closed one.
    activate_before_on_close: bool = False
    # select_sheets leaves a group alone if none of its sheets were passed (else nothing is selected there).
    select_sheets_keeps_other_groups: bool = False
    # After select_sheets the last of the given sheets has the focus (else the first one).
    select_sheets_focuses_last: bool = False
    # After select_sheets the selected sheets stand in the order in which they were given (else in that of their tabs).
    select_sheets_in_given_order: bool = False
    # on_text_command, on_window_command and their post events fire for commands that code runs.
    command_events_for_code: bool = True
    # set_layout moves the focus to the first group (else it stays where it can).
    set_layout_moves_focus: bool = True
    # A window without tabs has a blank view, which goes as soon as another one comes, unless it was used.
    empty_window_has_view: bool = True
    # A phantom under a line takes half a line more than its contents.
    phantoms_have_margins: bool = False
    # A file deleted behind the editor's back makes its view dirty.
    deleted_file_is_dirty: bool = False

    @classmethod
    def flipped(cls) -> Choices:
        """Every unknown the other way."""
        default = cls()
        return cls(**{field.name: not getattr(default, field.name) for field in fields(cls)})
