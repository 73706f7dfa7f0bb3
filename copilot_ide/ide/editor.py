"""What the ``/ide`` server asks of the editor. The package implements it over Sublime; a test with a plain object."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Callable, Optional, Protocol, Sequence, Tuple

from typing_extensions import TypeAlias, TypedDict

WindowId: TypeAlias = int


class Position(TypedDict):
    """A place in a text: 0-based ``line``; ``character`` counts UTF-16 units."""

    line: int
    character: int


class SelectionRange(TypedDict):
    """A range of a text, ``start`` never after ``end``."""

    start: Position
    end: Position
    isEmpty: bool


class Selection(TypedDict):
    """The ``selection_changed`` params: what is selected in which file."""

    text: str
    filePath: str
    fileUrl: str
    selection: SelectionRange


class CurrentSelection(Selection):
    """The ``get_selection`` answer: ``current`` is False for a remembered selection."""

    current: bool


@dataclass(frozen=True)
class SessionInfo:
    """A connected CLI session as the user knows it."""

    id: str
    name: str
    pid: int | None


class Verdict(enum.Enum):
    """How a diff ended."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDECIDED = "undecided"  # closed without a decision: the terminal's own prompt goes on


DiffKey: TypeAlias = Tuple[WindowId, str, str]  # window, session id, tab name


@dataclass(frozen=True)
class Diff:
    """An ``open_diff`` call: show what ``new_file_contents`` would change in ``original_file_path``."""

    window_id: WindowId
    session: SessionInfo
    tab_name: str
    original_file_path: str
    new_file_contents: str

    @property
    def key(self) -> DiffKey:
        """Identifies the diff while it is open."""
        return (self.window_id, self.session.id, self.tab_name)


SelectionReply: TypeAlias = Callable[[Optional[CurrentSelection]], None]
DiffReply: TypeAlias = Callable[[Verdict, str], None]  # verdict and a sentence about it


class Editor(Protocol):
    """Every method is called on the I/O thread and must return at once; ``reply`` may be called once, on any thread."""

    def get_selection(self, window_id: WindowId, reply: SelectionReply) -> None:
        """Reply with what is selected in the window now, or None where nothing is to be shared."""
        ...

    def open_diff(self, diff: Diff, reply: DiffReply) -> None:
        """Show ``diff``; reply when the user has decided or closed it. The CLI writes the file, not the editor."""
        ...

    def close_diff(self, key: DiffKey) -> None:
        """Take an open diff away: decided elsewhere, or its session ended. No reply is wanted any more."""
        ...

    def sessions_changed(self, window_id: WindowId, sessions: Sequence[SessionInfo]) -> None:
        """The sessions now connected to the window."""
        ...

    def endpoint_changed(self, window_id: WindowId, lock_path: str, problem: str) -> None:
        """The window can be found by the lock file ``lock_path``, or cannot be, for the reason in ``problem``."""
        ...
