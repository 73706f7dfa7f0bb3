"""What the tests of the host share: a host with a small package of the test's own."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

from . import layers
from .control_client import client, launch, shared_client  # noqa: F401
from .host import Host
from .render.png import ChromiumMissing, find_chromium

own_layers_only = pytest.mark.skipif(
    layers.folder() != layers.OWN, reason=f"about the host's own API layers, and {layers.VARIABLE} puts in others"
)

# A plugin that notes every event it hears, as (name, id of the view, window or buffer).
RECORDER = """
import sublime, sublime_plugin

LOG = []

def _noting(name):
    def handler(self, thing=None, *args):
        LOG.append((name, thing.id() if hasattr(thing, "id") else None))
    return handler

NAMES = '''
on_new on_clone on_load on_revert on_reload on_pre_close on_close on_pre_save on_post_save on_modified
on_selection_modified on_activated on_deactivated on_new_buffer on_close_buffer on_associate_buffer
on_new_window on_pre_close_window on_text_command on_post_text_command on_window_command on_post_window_command
'''.split()

class Recorder(sublime_plugin.EventListener):
    pass

for _name in NAMES:
    setattr(Recorder, _name, _noting(_name))
"""


class Lab:
    """A host, its `sublime` module, and its sample package's module."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.core = host.core
        self.sublime: Any = sys.modules["sublime"]
        self.window: Any = self.sublime.active_window()

    @property
    def plugin(self) -> Any:
        return sys.modules["Sample.plugin"]

    @property
    def log(self) -> list[Any]:
        return self.plugin.LOG

    def names(self) -> list[str]:
        """Names of the recorded events; forgets them."""
        self.host.settle()
        names = [name for name, _ in self.log]
        self.log.clear()
        return names

    def open(self, path: Path) -> Any:
        view = self.window.open_file(str(path))
        self.host.run_until(lambda: not view.is_loading())
        self.host.settle()
        return view

    def new_view(self, text: str = "") -> Any:
        view = self.window.new_file()
        view.set_scratch(True)
        if text:
            view.run_command("append", {"characters": text})
        self.host.settle()
        return view

    def faults(self) -> list[str]:
        """Kinds of the recorded faults; forgets them."""
        return [fault.kind for fault in self.core.faults.take()]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Lab]]:
    """`start(source, **host_arguments)`: a loaded host whose only package has `source` as its plugin.

    A fault that the test did not take fails it.
    """
    hosts: list[Host] = []

    def make(source: str = RECORDER, **arguments: Any) -> Lab:
        package = tmp_path / "packages" / "Sample"
        package.mkdir(parents=True, exist_ok=True)
        (package / "plugin.py").write_text(textwrap.dedent(source), encoding="utf-8")
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        host = Host(str(home), str(tmp_path / "packages"), **arguments)
        hosts.append(host)
        host.load_package()
        return Lab(host)

    yield make
    for host in hosts:
        host.close()
    fail_on_faults(hosts)


def fail_on_faults(hosts: list[Host]) -> None:
    left = [fault.describe() for host in hosts for fault in host.core.faults.all()]
    if left:
        pytest.fail("faults that the test did not take:\n" + "\n".join(left), pytrace=False)


@pytest.fixture
def chromium() -> None:
    """Skips the test where Chromium is missing, but on a CI server, which has to have it."""
    try:
        find_chromium()
    except ChromiumMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


@pytest.fixture
def lab(start: Callable[..., Lab]) -> Lab:
    """A host with the recording package."""
    return start()
