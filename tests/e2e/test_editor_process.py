"""The kit that starts the editor does not let faults pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .editor_process import EditorError, EditorProcess


def test_an_editor_with_faults_does_not_close_in_peace(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = EditorProcess(home)
    state = editor.state()

    def with_fault(**arguments: Any) -> dict[str, Any]:
        return {**state, "faults": [{"kind": "exception", "what": "a bug", "where": ""}]}

    monkeypatch.setattr(editor, "state", with_fault)
    with pytest.raises(EditorError, match=r"the editor recorded faults: .*a bug"):
        editor.close()
    assert not editor.running and state["faults"] == []
