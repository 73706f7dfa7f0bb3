"""Functions about views, other than their text."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .. import codecs
from ..view import Phantom, Popup, Regions
from .base import Functions, on_main, unlocked

Navigate = Optional[Callable[[str], Any]]


class ViewFunctions(Functions):
    """Identity, flags, selection, regions, phantoms, popups, status, folds."""

    def view_buffer_id(self, view_id: int) -> int:
        buffer = self._buffer_of(view_id)
        return buffer.id if buffer else 0

    def view_sheet_id(self, view_id: int) -> int:
        view = self._view(view_id)
        return view.sheet.id if view and view.sheet else 0

    def view_element(self, view_id: int) -> str:
        view = self._view(view_id)
        return view.element if view else ""

    def view_is_primary(self, view_id: int) -> bool:
        view = self._view(view_id)
        return bool(view and view.is_primary)

    def view_window(self, view_id: int) -> int:
        view = self._view(view_id)
        return view.window.id if view and view.window else 0

    def view_clones(self, view_id: int) -> list[int]:
        view = self._view(view_id)
        return [v.id for v in view.buffer.views if v is not view] if view else []

    def view_file_name(self, view_id: int) -> str:
        buffer = self._buffer_of(view_id)
        return buffer.file_name if buffer else ""

    @on_main
    def view_retarget(self, view_id: int, name: str) -> None:
        view = self._view(view_id)
        if view:
            self.core.documents.retarget(view, name)

    def view_get_name(self, view_id: int) -> str:
        view = self._view(view_id)
        return view.name if view else ""

    def view_set_name(self, view_id: int, name: str) -> None:
        view = self._view(view_id)
        if view:
            view.name = name

    def view_is_loading(self, view_id: int) -> bool:
        buffer = self._buffer_of(view_id)
        return bool(buffer and buffer.loading)

    def view_is_dirty(self, view_id: int) -> bool:
        buffer = self._buffer_of(view_id)
        return bool(buffer and buffer.dirty)

    def view_is_read_only(self, view_id: int) -> bool:
        buffer = self._buffer_of(view_id)
        return bool(buffer and buffer.read_only)

    def view_set_read_only(self, view_id: int, flag: bool) -> None:
        buffer = self._buffer_of(view_id)
        if buffer:
            buffer.read_only = bool(flag)

    def view_is_scratch(self, view_id: int) -> bool:
        buffer = self._buffer_of(view_id)
        return bool(buffer and buffer.scratch)

    def view_set_scratch(self, view_id: int, flag: bool) -> None:
        buffer = self._buffer_of(view_id)
        if buffer:
            buffer.scratch = bool(flag)

    def view_encoding(self, view_id: int) -> str:
        buffer = self._buffer_of(view_id)
        return buffer.encoding if buffer else ""

    def view_set_encoding(self, view_id: int, name: str) -> None:
        buffer = self._buffer_of(view_id)
        if buffer:
            if not codecs.is_known(name):
                raise NotImplementedError(f"encoding {name}")
            buffer.encoding = name

    def view_line_endings(self, view_id: int) -> str:
        buffer = self._buffer_of(view_id)
        return buffer.line_endings if buffer else ""

    def view_set_line_endings(self, view_id: int, name: str) -> None:
        buffer = self._buffer_of(view_id)
        found = next((n for n in codecs.LINE_ENDINGS if n.lower() == name.lower()), None)
        if buffer and found:
            buffer.line_endings = found

    def view_set_reference_document(self, view_id: int, text: str) -> None:
        buffer = self._buffer_of(view_id)
        if buffer:
            buffer.reference = text

    def view_reset_reference_document(self, view_id: int) -> None:
        buffer = self._buffer_of(view_id)
        if buffer:
            buffer.reference = None

    def view_settings(self, view_id: int) -> int:
        view = self._view(view_id)
        return view.settings.id if view else 0

    @on_main
    def view_assign_syntax(self, view_id: int, path: str) -> None:
        view = self._view(view_id)
        if view:
            self.core.documents.assign_syntax(view, path)

    @on_main
    def view_run_command(self, view_id: int, name: str, args: dict[str, Any] | None) -> None:
        self.core.commands.run_text(self._view(view_id), name, args)

    @on_main
    def view_can_accept_input(self, view_id: int, name: str, args: Any) -> bool:
        found = self.core.commands.find("text", name, self._view(view_id))
        return bool(found and self.core.commands.input_handler(found, args))

    # -- selection ------------------------------------------------------------------------------------------------

    def _spans(self, view_id: int) -> list[tuple[int, int]]:
        view = self._view(view_id)
        return list(view.selection) if view else []

    def view_selection_size(self, view_id: int) -> int:
        return len(self._spans(view_id))

    def view_selection_get(self, view_id: int, index: int) -> Any:
        spans = self._spans(view_id)
        if index < 0:
            index += len(spans)
        return self._region(spans[index] if 0 <= index < len(spans) else None)

    def view_selection_erase(self, view_id: int, index: int) -> None:
        view = self._view(view_id)
        if view and -len(view.selection) <= index < len(view.selection):
            spans = list(view.selection)
            del spans[index]
            view.set_selection(spans)

    def view_selection_clear(self, view_id: int) -> None:
        view = self._view(view_id)
        if view:
            view.set_selection([])

    def view_selection_add_region(self, view_id: int, a: int, b: int, xpos: float) -> None:
        view = self._view(view_id)
        if view:
            view.add_selection((a, b))

    def view_selection_add_point(self, view_id: int, point: int) -> None:
        self.view_selection_add_region(view_id, point, point, -1)

    def view_selection_subtract_region(self, view_id: int, a: int, b: int) -> None:
        from ..spans import subtract

        view = self._view(view_id)
        if view:
            view.set_selection(subtract(list(view.selection), (a, b)))

    def view_selection_contains(self, view_id: int, a: int, b: int) -> bool:
        low, high = min(a, b), max(a, b)
        return any(min(s) <= low and high <= max(s) for s in self._spans(view_id))

    def view_selection_has_empty_region(self, view_id: int) -> bool:
        return any(a == b for a, b in self._spans(view_id))

    def view_selection_has_non_empty_region(self, view_id: int) -> bool:
        return any(a != b for a, b in self._spans(view_id))

    def view_selection_has_multiple_non_empty_regions(self, view_id: int) -> bool:
        return sum(a != b for a, b in self._spans(view_id)) > 1

    def view_has_non_empty_selection_region(self, view_id: int) -> bool:
        return self.view_selection_has_non_empty_region(view_id)

    # -- regions, phantoms, popups --------------------------------------------------------------------------------

    def view_add_regions(
        self,
        view_id: int,
        key: str,
        regions: list[Any],
        scope: str,
        icon: str,
        flags: int,
        annotations: list[str],
        annotation_color: str,
        on_navigate: Navigate,
        on_close: Callable[[], Any] | None,
    ) -> None:
        view = self._view(view_id)
        if view:
            spans = [(r.a, r.b) for r in regions]
            notes = (list(annotations), annotation_color, on_navigate, on_close)
            view.set_regions(key, Regions(spans, scope, icon, int(flags), *notes))

    def view_get_regions(self, view_id: int, key: str) -> list[Any]:
        view = self._view(view_id)
        return self._regions(view.regions[key].spans) if view and key in view.regions else []

    def view_erase_regions(self, view_id: int, key: str) -> None:
        view = self._view(view_id)
        if view:
            view.set_regions(key, None)

    def view_add_phantom(
        self, view_id: int, key: str, region: Any, html: str, layout: int, on_navigate: Navigate
    ) -> int:
        view = self._view(view_id)
        if view is None:
            return 0
        phantom = Phantom(self.core.new_id(), key, (region.a, region.b), html, int(layout), on_navigate)
        view.phantoms[phantom.id] = phantom
        return phantom.id

    def view_erase_phantoms(self, view_id: int, key: str) -> None:
        view = self._view(view_id)
        if view:
            view.phantoms = {i: p for i, p in view.phantoms.items() if p.key != key}

    @unlocked
    def view_erase_phantom(self, view_id: int, phantom_id: int) -> None:
        view = self._view(view_id)
        if view:
            view.phantoms.pop(phantom_id, None)

    def view_query_phantoms(self, view_id: int, phantom_ids: list[int]) -> list[Any]:
        view = self._view(view_id)
        phantoms = view.phantoms if view else {}
        return [self._region(phantoms[i].span if i in phantoms else None) for i in phantom_ids]

    @on_main
    def view_show_popup(
        self,
        view_id: int,
        location: int,
        html: str,
        flags: int,
        max_width: float,
        max_height: float,
        on_navigate: Navigate,
        on_hide: Callable[[], Any] | None,
    ) -> None:
        view = self._view(view_id)
        if view:
            view.hide_popup()
            caret = view.selection[0][1] if view.selection else 0
            point = location if location >= 0 else caret
            view.popup = Popup(html, point, int(flags), on_navigate, on_hide, max_size=(max_width, max_height))

    @on_main
    def view_show_popup_table(
        self, view_id: int, items: list[str], on_done: Callable[[int], Any], flags: int, selected: int
    ) -> None:
        """A menu at the caret, which `View.pick` or hiding it answers once."""
        view = self._view(view_id)
        if view:
            view.show_menu([str(item) for item in items], on_done)

    def view_update_popup_content(self, view_id: int, html: str) -> None:
        view = self._view(view_id)
        if view and view.popup:
            view.popup.html = html

    def view_is_popup_visible(self, view_id: int) -> bool:
        view = self._view(view_id)
        return bool(view and view.popup)

    @on_main
    def view_hide_popup(self, view_id: int) -> None:
        view = self._view(view_id)
        if view:
            view.hide_popup()

    def view_is_auto_complete_visible(self, view_id: int) -> bool:
        shown = self.core.completions.shown
        return shown is not None and shown.view.id == view_id

    # -- status, folds --------------------------------------------------------------------------------------------

    def view_set_status(self, view_id: int, key: str, value: str) -> None:
        view = self._view(view_id)
        if view:
            view.status[key] = str(value)

    def view_get_status(self, view_id: int, key: str) -> str:
        view = self._view(view_id)
        return view.status.get(key, "") if view else ""

    def view_erase_status(self, view_id: int, key: str) -> None:
        view = self._view(view_id)
        if view:
            view.status.pop(key, None)

    def view_get_overwrite_status(self, view_id: int) -> bool:
        view = self._view(view_id)
        return bool(view and view.overwrite)

    def view_set_overwrite_status(self, view_id: int, flag: bool) -> None:
        view = self._view(view_id)
        if view:
            view.overwrite = bool(flag)

    def view_is_folded(self, view_id: int, region: Any) -> bool:
        view = self._view(view_id)
        low, high = min(region.a, region.b), max(region.a, region.b)
        return bool(view and any(a <= low and high <= b for a, b in view.folds))

    def view_folded_regions(self, view_id: int) -> list[Any]:
        view = self._view(view_id)
        return self._regions(view.folds) if view else []

    def view_fold_region(self, view_id: int, region: Any) -> bool:
        return self.view_fold_regions(view_id, [region])

    def view_fold_regions(self, view_id: int, regions: list[Any]) -> bool:
        view = self._view(view_id)
        return any(view.fold((r.a, r.b)) for r in regions) if view else False

    def view_unfold_region(self, view_id: int, region: Any) -> list[Any]:
        return self.view_unfold_regions(view_id, [region])

    def view_unfold_regions(self, view_id: int, regions: list[Any]) -> list[Any]:
        view = self._view(view_id)
        return self._regions([f for r in regions for f in view.unfold((r.a, r.b))]) if view else []
