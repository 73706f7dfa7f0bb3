"""Calls of the API by code that is gone are faults, and faults that a test did not take fail it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest

from .conftest import Lab, fail_on_faults
from .test_faults import provoke


def test_calls_from_unloaded_code_are_recorded(start: Callable[..., Lab]) -> None:
    lab = start("import sublime\ndef call():\n    return sublime.windows()\n")
    call = lab.plugin.call
    call()
    assert lab.faults() == []
    lab.host.unload_package()
    call()
    faults = lab.core.faults.take()
    assert [f.kind for f in faults] == ["api after unload"]
    assert "windows called from Sample.plugin:3" in faults[0].what


def test_calls_from_code_that_a_reload_replaced_are_recorded(start: Callable[..., Lab], tmp_path: Path) -> None:
    (tmp_path / "packages" / "Sample" / "part").mkdir(parents=True)
    (tmp_path / "packages" / "Sample" / "part" / "__init__.py").write_text(
        "import sublime\ndef call():\n    return sublime.windows()\n"
    )
    lab = start("import sys\nsys.modules.pop('Sample.part', None)\nfrom .part import call\n")
    old = lab.plugin.call
    lab.host.reload_package()
    lab.plugin.call()
    assert lab.faults() == []
    old()
    assert lab.faults() == ["api after unload"]


def test_the_api_may_be_called_while_the_package_unloads(start: Callable[..., Lab]) -> None:
    provoke(start, "plugin_unloaded", lambda: sys.modules["sublime"].windows())


def test_a_fault_that_a_test_did_not_take_fails_it(lab: Lab) -> None:
    lab.core.faults.add("exception", "a bug")
    with pytest.raises(pytest.fail.Exception, match="exception: a bug"):
        fail_on_faults([lab.host])
    lab.core.faults.take("exception", containing="another bug")
    assert [fault.what for fault in lab.core.faults.take("exception", containing="a bug")] == ["a bug"]
    fail_on_faults([lab.host])
