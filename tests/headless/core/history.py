"""The undo history of a buffer: edits, and between them changes of selections and regions that only soft undo sees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Tuple

from .spans import Span

if TYPE_CHECKING:
    from .buffer import Buffer
    from .view import Regions, View

Selections = Dict[int, List[Span]]
RegionsKey = Tuple[int, str]
NO_UNDO = 8192
_LIMIT = 10_000  # beyond it old soft steps are forgotten
_DELETIONS = ("left_delete", "right_delete")


class Change(NamedTuple):
    """`old` at `at` became `new`."""

    at: int
    old: str
    new: str


@dataclass
class Step:
    """One step of the history; one without changes is soft. `repeat` counts the commands that were joined in it."""

    command: str
    args: Any
    state: int = 0
    repeat: int = 1
    changes: list[Change] = field(default_factory=list)
    before: Selections = field(default_factory=dict)
    after: Selections = field(default_factory=dict)
    regions_before: dict[RegionsKey, Regions | None] = field(default_factory=dict)
    regions_after: dict[RegionsKey, Regions | None] = field(default_factory=dict)

    @property
    def soft(self) -> bool:
        return not self.changes


class History:
    """Undo and redo stacks of one buffer. `state` names the text's present state; equal states are equal texts."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.undo_stack: list[Step] = []
        self.redo_stack: list[Step] = []
        self.state = 0
        self.serial = 0
        self._states = 0
        self._open: list[Step] = []
        self._marks: list[int] = []

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def note_change(self, change: Change) -> None:
        """Add a change of text to the open step, if one is open."""
        if self._open:
            self._open[0].changes.append(change)

    # -- steps ----------------------------------------------------------------------------------------------------

    def begin(self, command: str, args: Any) -> None:
        """Open a step; inner ones belong to the outermost."""
        self._open.append(Step(command, args, before=self._selections()))

    def end(self, saved_state: int) -> bool:
        """Close the innermost step. True if the outermost one closed and changed text."""
        step = self._open.pop()
        if self._open:
            return False
        step.after = self._selections()
        if step.soft:
            if step.before != step.after or step.regions_before:
                self._push_soft(step)
            return False
        self._states += 1
        self.state = step.state = self._states
        self.serial += 1
        self.redo_stack.clear()
        last = self.undo_stack[-1] if self.undo_stack else None
        if last and last.after == step.before and last.state != saved_state and _continues(last, step):
            last.changes += step.changes
            last.after, last.state = step.after, step.state
            if step.command == "insert":
                last.args = {"characters": last.args["characters"] + step.args["characters"]}
            else:
                last.repeat += 1
        else:
            self.undo_stack.append(step)
        return True

    def _push_soft(self, step: Step) -> None:
        while self.redo_stack and self.redo_stack[-1].soft:
            self.redo_stack.pop()
        step.state = self.state
        self.serial += 1
        self.undo_stack.append(step)
        if len(self.undo_stack) > _LIMIT and not self._marks:
            half = _LIMIT // 2
            self.undo_stack[:half] = [old for old in self.undo_stack[:half] if not old.soft]

    def note_selection(self, view: View, before: list[Span], command: str, args: Any) -> None:
        """A command, or the mouse, moved a view's carets without an edit."""
        if not self._open and before != view.selection:
            self._push_soft(Step(command, args, before={view.id: before}, after={view.id: list(view.selection)}))

    def note_regions(self, view: View, key: str, before: Regions | None, after: Regions | None) -> None:
        """The regions under a key were set or erased."""
        flags = (after or before).flags if after or before else NO_UNDO  # type: ignore[union-attr]
        if flags & NO_UNDO:
            return
        old, new = _copy(before), _copy(after)
        if self._open:
            self._open[0].regions_before.setdefault((view.id, key), old)
            self._open[0].regions_after[(view.id, key)] = new
        elif old is None or new is None or old.spans != new.spans:
            selections = self._selections()
            step = Step("", None, before=selections, after=selections)
            step.regions_before, step.regions_after = {(view.id, key): old}, {(view.id, key): new}
            self._push_soft(step)

    def _selections(self) -> Selections:
        return {view.id: list(view.selection) for view in self._buffer.views}

    # -- gluing ---------------------------------------------------------------------------------------------------

    def mark(self) -> None:
        """Remember this place, for `glue`."""
        self._marks.append(len(self.undo_stack))

    def glue(self, command: str, args: Any) -> None:
        """Make one step of everything since the last mark."""
        start = self._marks.pop() if self._marks else len(self.undo_stack)
        steps = self.undo_stack[start:]
        if len(steps) < 2:
            return
        whole = Step(command, args, steps[-1].state, before=steps[0].before, after=steps[-1].after)
        for step in steps:
            whole.changes += step.changes
            whole.regions_before = {**step.regions_before, **whole.regions_before}
            whole.regions_after.update(step.regions_after)
        self.undo_stack[start:] = [whole]

    # -- undo and redo --------------------------------------------------------------------------------------------

    def undo(self, soft: bool) -> bool | None:
        """Take back the last edit and what came after it, or the very last step if `soft`.

        True if the text changed, False if only selections or regions did, None if there was nothing to take back.
        """
        return self._walk(self.undo_stack, self.redo_stack, soft, self._back)

    def redo(self, soft: bool) -> bool | None:
        """The reverse of `undo`."""
        return self._walk(self.redo_stack, self.undo_stack, soft, self._forth)

    def _walk(self, source: list[Step], target: list[Step], soft: bool, apply: Any) -> bool | None:
        if not source or (not soft and all(step.soft for step in source)):
            return None
        while True:
            step = source.pop()
            apply(step)
            target.append(step)
            if soft or not step.soft:
                self.state = self.undo_stack[-1].state if self.undo_stack else 0
                self.serial += 1
                return not step.soft

    def _back(self, step: Step) -> None:
        for change in reversed(step.changes):
            self._buffer.replace(change.at, change.at + len(change.new), change.old)
        self._restore(step.before, step.regions_before)

    def _forth(self, step: Step) -> None:
        for change in step.changes:
            self._buffer.replace(change.at, change.at + len(change.old), change.new)
        self._restore(step.after, step.regions_after)

    def _restore(self, selections: Selections, regions: dict[RegionsKey, Regions | None]) -> None:
        views = {view.id: view for view in self._buffer.views}
        for view_id, spans in selections.items():
            if view_id in views and views[view_id].selection != spans:
                views[view_id].set_selection(spans)
        for (view_id, key), kept in regions.items():
            if view_id not in views:
                continue
            found = _copy(kept)
            if found is None:
                views[view_id].regions.pop(key, None)
            else:
                views[view_id].regions[key] = found

    def clear(self) -> None:
        """Forget every step; the text keeps its state."""
        self.undo_stack.clear()
        self.redo_stack.clear()
        self._marks.clear()


def _copy(regions: Regions | None) -> Regions | None:
    return replace(regions, spans=list(regions.spans)) if regions else None


def _continues(last: Step, step: Step) -> bool:
    """Whether `step` is more of the typing, or of the deleting key by key, that `last` is."""
    if step.command != last.command:
        return False
    if step.command == "insert":
        typed = "".join(change.new for change in step.changes)
        return bool(last.args and step.args) and not typed.isspace()
    return step.command in _DELETIONS and all(len(c.old) == 1 and not c.new for c in last.changes + step.changes)
