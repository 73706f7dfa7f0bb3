"""Built-in commands about tabs, their multi-selection, and groups. Main thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict

from .windows import Group, Sheet, Window

if TYPE_CHECKING:
    from .app import Core

Args = Dict[str, Any]
WindowCommand = Callable[[Any, Window, Args], None]
_MAX_COLUMNS = 2


def _group(window: Window, args: Args) -> Group:
    """The group that `group` names; -1 and nothing are the active one."""
    number = args.get("group", -1)
    return window.groups[number if 0 <= number < len(window.groups) else window.active_group]


def _active_index(group: Group) -> int:
    return group.sheets.index(group.active) if group.active else 0


def _index(group: Group, args: Args) -> int:
    number = args.get("index", -1)
    return number if 0 <= number < len(group.sheets) else _active_index(group)


# -- closing ------------------------------------------------------------------------------------------------------


def _close(core: Core, sheets: list[Sheet]) -> None:
    """Close tabs; the first one that the user keeps ends it."""
    for sheet in sheets:
        sheet.transient = False
        if not core.documents.close_sheet(sheet):
            return


def close(core: Core, window: Window, args: Args) -> None:
    """The active tab; a window without tabs goes itself, unless it is the last one."""
    sheet = window.active_sheet
    if sheet:
        _close(core, [sheet])
    elif len(core.windows) > 1:
        core.documents.close_window(window)


def close_file(core: Core, window: Window, args: Args) -> None:
    if window.active_sheet:
        _close(core, [window.active_sheet])


def close_transient(core: Core, window: Window, args: Args) -> None:
    _close(core, [s for s in _group(window, args).sheets if s.transient][:1])


def close_all(core: Core, window: Window, args: Args) -> None:
    _close(core, window.sheets)


def close_by_index(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    _close(core, group.sheets[_index(group, args) :][:1])


def close_others_by_index(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    kept = _index(group, args)
    _close(core, [sheet for number, sheet in enumerate(group.sheets) if number != kept])


def close_to_right_by_index(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    _close(core, group.sheets[_index(group, args) + 1 :])


def _clean(sheet: Sheet) -> bool:
    return sheet.view is None or not sheet.view.buffer.dirty


def close_unmodified(core: Core, window: Window, args: Args) -> None:
    _close(core, [sheet for sheet in window.sheets if _clean(sheet)])


def close_unmodified_to_right_by_index(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    _close(core, [sheet for sheet in group.sheets[_index(group, args) + 1 :] if _clean(sheet)])


def close_selected(core: Core, window: Window, args: Args) -> None:
    _close(core, list(_group(window, args).selected))


def close_unselected(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    _close(core, [sheet for sheet in group.sheets if sheet not in group.selected])


def close_deleted_files(core: Core, window: Window, args: Args) -> None:
    _close(core, [s for s in window.sheets if s.view and s.view.buffer.deleted_on_disk])


# -- going from tab to tab ----------------------------------------------------------------------------------------


def _select(core: Core, window: Window, group: Group, sheets: list[Sheet], focus: Sheet | None = None) -> None:
    """Select tabs of a group together, in their order, and focus one of them."""
    group.selected = [sheet for sheet in group.sheets if sheet in sheets]
    focus = focus or (group.active if group.active in group.selected else None) or group.selected[0]
    group.touch(focus)
    window.active_group = window.groups.index(group)
    window.focus = None
    core.update_focus()


def _step(core: Core, window: Window, args: Args, by: int) -> None:
    sheets, active = window.sheets, window.active_sheet
    if active is None:
        return
    other = sheets[(sheets.index(active) + by) % len(sheets)]
    group = window.groups[window.active_group]
    if args.get("extend") and other in group.sheets:
        _select(core, window, group, [*group.selected, other], other)
    else:
        core.documents.focus_sheet(other)


def next_view(core: Core, window: Window, args: Args) -> None:
    """The next tab of the window; with `extend` it is selected too."""
    _step(core, window, args, 1)


def prev_view(core: Core, window: Window, args: Args) -> None:
    _step(core, window, args, -1)


def _by_recency(window: Window) -> list[Sheet]:
    group = window.groups[window.active_group]
    return [*group.recent, *(s for s in group.sheets if s not in group.recent)]


def next_view_in_stack(core: Core, window: Window, args: Args) -> None:
    """The tab that had the focus before this one; each press is one with the modifier let go after it."""
    stack = _by_recency(window)
    if len(stack) > 1:
        core.documents.focus_sheet(stack[1])


def prev_view_in_stack(core: Core, window: Window, args: Args) -> None:
    """The tab that has not had the focus for longest."""
    stack = _by_recency(window)
    if len(stack) > 1:
        core.documents.focus_sheet(stack[-1])


def select_by_index(core: Core, window: Window, args: Args) -> None:
    sheets = window.groups[window.active_group].sheets
    if 0 <= args["index"] < len(sheets):
        core.documents.focus_sheet(sheets[args["index"]])


def select_last_tab(core: Core, window: Window, args: Args) -> None:
    select_by_index(core, window, {"index": len(window.groups[window.active_group].sheets) - 1})


def focus_by_index(core: Core, window: Window, args: Args) -> None:
    """The n-th of the tabs that are selected together."""
    selected = window.groups[window.active_group].selected
    if 0 <= args["index"] < len(selected):
        core.documents.focus_sheet(selected[args["index"]])


def _focus_selected(core: Core, window: Window, by: int) -> None:
    group = window.groups[window.active_group]
    if group.active in group.selected:
        core.documents.focus_sheet(group.selected[(group.selected.index(group.active) + by) % len(group.selected)])


def focus_to_left(core: Core, window: Window, args: Args) -> None:
    _focus_selected(core, window, -1)


def focus_to_right(core: Core, window: Window, args: Args) -> None:
    _focus_selected(core, window, 1)


# -- several tabs at once -----------------------------------------------------------------------------------------


def _extend(core: Core, window: Window, by: int) -> None:
    """Select the next tab that is not selected yet, on one side of those that are."""
    group = window.groups[window.active_group]
    if not group.selected:
        return
    edge = group.sheets.index(group.selected[0 if by < 0 else -1]) + by
    if 0 <= edge < len(group.sheets):
        _select(core, window, group, [*group.selected, group.sheets[edge]], group.sheets[edge])


def select_to_left(core: Core, window: Window, args: Args) -> None:
    _extend(core, window, -1)


def select_to_right(core: Core, window: Window, args: Args) -> None:
    _extend(core, window, 1)


def _unselect_side(core: Core, window: Window, keep: Callable[[int, int], bool]) -> None:
    group = window.groups[window.active_group]
    at = _active_index(group)
    _select(core, window, group, [s for s in group.selected if keep(group.sheets.index(s), at)])


def unselect_to_left(core: Core, window: Window, args: Args) -> None:
    _unselect_side(core, window, lambda index, active: index >= active)


def unselect_to_right(core: Core, window: Window, args: Args) -> None:
    _unselect_side(core, window, lambda index, active: index <= active)


def unselect_others(core: Core, window: Window, args: Args) -> None:
    _unselect_side(core, window, lambda index, active: index == active)


def select_all_tabs(core: Core, window: Window, args: Args) -> None:
    group = _group(window, args)
    if group.sheets:
        _select(core, window, group, group.sheets)


# -- groups -------------------------------------------------------------------------------------------------------


def focus_group(core: Core, window: Window, args: Args) -> None:
    if 0 <= args["group"] < len(window.groups):
        window.active_group = args["group"]
        window.focus = None
        core.update_focus()


def move_to_group(core: Core, window: Window, args: Args) -> None:
    if 0 <= args["group"] < len(window.groups):
        _move(core, window, args["group"])


def _move(core: Core, window: Window, group: int) -> None:
    if window.active_sheet:
        sheet = window.active_sheet
        window.move(sheet, group)
        core.documents.focus_sheet(sheet)


def _neighbour(window: Window, args: Args) -> int:
    return (window.active_group + (1 if args.get("forward", True) else -1)) % len(window.groups)


def focus_neighboring_group(core: Core, window: Window, args: Args) -> None:
    focus_group(core, window, {"group": _neighbour(window, args)})


def move_to_neighboring_group(core: Core, window: Window, args: Args) -> None:
    _move(core, window, _neighbour(window, args))


def set_layout(core: Core, window: Window, args: Args) -> None:
    window.set_layout(args)
    core.update_focus()


def _grid(count: int) -> dict[str, Any]:
    """Groups in columns of equal width, and in rows beyond the greatest number of columns."""
    columns = min(count, _MAX_COLUMNS)
    rows = -(-count // columns)
    cells = []
    for number in range(count):
        row, col = divmod(number, columns)
        right = columns if number == count - 1 else col + 1
        cells.append([col, row, right, row + 1])
    return {
        "cols": [round(n / columns, 4) for n in range(columns + 1)],
        "rows": [round(n / rows, 4) for n in range(rows + 1)],
        "cells": cells,
    }


def new_pane(core: Core, window: Window, args: Args) -> None:
    """One more group; the active tab moves there unless `move` is false."""
    sheet, old = window.active_sheet, window.active_group
    window.set_layout(_grid(len(window.groups) + 1))
    window.active_group = old
    if args.get("move", True) and sheet:
        _move(core, window, len(window.groups) - 1)
    else:
        focus_group(core, window, {"group": len(window.groups) - 1})


def close_pane(core: Core, window: Window, args: Args) -> None:
    """One group less: the active one, or `group`; its tabs go to the one before it."""
    number = args.get("group", -1)
    gone = number if 0 <= number < len(window.groups) else window.active_group
    if len(window.groups) < 2:
        return
    group = window.groups.pop(gone)
    into = window.groups[max(0, gone - 1)]
    into.sheets += group.sheets
    into.recent += group.recent
    window.active_group = max(0, gone - 1)
    window.set_layout(_grid(len(window.groups)))
    window.active_group = max(0, gone - 1)
    core.update_focus()


WINDOW_COMMANDS: dict[str, WindowCommand] = {
    function.__name__: function
    for function in (
        close,
        close_file,
        close_transient,
        close_all,
        close_by_index,
        close_others_by_index,
        close_to_right_by_index,
        close_unmodified,
        close_unmodified_to_right_by_index,
        close_selected,
        close_unselected,
        close_deleted_files,
        next_view,
        prev_view,
        next_view_in_stack,
        prev_view_in_stack,
        select_by_index,
        select_last_tab,
        focus_by_index,
        focus_to_left,
        focus_to_right,
        select_to_left,
        select_to_right,
        unselect_to_left,
        unselect_to_right,
        unselect_others,
        select_all_tabs,
        focus_group,
        move_to_group,
        focus_neighboring_group,
        move_to_neighboring_group,
        set_layout,
        new_pane,
        close_pane,
    )
}
