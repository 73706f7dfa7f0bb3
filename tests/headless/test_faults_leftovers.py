"""What a package leaves behind is a fault; what it takes along, or what others leave, is none."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable

import pytest

from . import host
from .conftest import RECORDER, Lab
from .host import Host

LITTER = """
import os, socket, sublime, tempfile, threading
STOP = threading.Event()
LOCK = os.path.expanduser("~/.copilot/ide/x.lock")

def thread():
    thread = threading.Thread(target=STOP.wait, name="sample-thread", daemon=True)
    thread.start()
    return lambda: STOP.set() or thread.join()

def phantom_set():
    view = sublime.active_window().active_view()
    global SET
    SET = sublime.PhantomSet(view, "sample")
    SET.update([sublime.Phantom(sublime.Region(0), "x", sublime.LAYOUT_BLOCK)])
    return lambda: SET.update([])

def regions():
    view = sublime.active_window().active_view()
    view.add_regions("sample", [sublime.Region(0, 0)])
    return lambda: view.erase_regions("sample")

def status_key():
    view = sublime.active_window().active_view()
    view.set_status("sample", "here")
    return lambda: view.erase_status("sample")

def output_panel():
    window = sublime.active_window()
    window.create_output_panel("sample")
    return lambda: window.destroy_output_panel("sample")

def settings_callback():
    settings = sublime.load_settings("Sample.sublime-settings")
    settings.add_on_change("sample", print)
    return lambda: settings.clear_on_change("sample")

def socket_():
    open_socket = socket.socket()
    open_socket.bind(("127.0.0.1", 0))
    return open_socket.close

def socket_file():
    path = os.path.join(tempfile.mkdtemp(), "s")
    open_socket = socket.socket(socket.AF_UNIX)
    open_socket.bind(path)
    def clean():
        open_socket.close()
        os.unlink(path)
        os.rmdir(os.path.dirname(path))
    return clean

def file():
    os.makedirs(os.path.dirname(LOCK), exist_ok=True)
    open(LOCK + ".new", "w").close()
    os.replace(LOCK + ".new", LOCK)
    return lambda: os.unlink(LOCK)

CLEAN_UP = []

def plugin_loaded():
    CLEAN_UP.append(globals()[WHAT]())

def plugin_unloaded():
    if TIDY:
        CLEAN_UP.pop()()
"""
KINDS = {
    "thread": "thread: sample-thread",
    "phantom_set": "phantom: x sample",
    "regions": "regions: x sample",
    "status_key": "status key: x sample",
    "output_panel": "output panel: ",
    "settings_callback": "settings callback: ",
    "socket_": "socket: ",
    "socket_file": "socket: ",
    "file": "file: ",
}
ONLY_WITH_PROC = ("socket_", "socket_file")


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left here does not go by itself, however long the host waits."""
    monkeypatch.setattr(host, "LEFTOVER_TIMEOUT_S", 0.2)


def load(start: Callable[..., Lab], what: str, tidy: bool) -> Lab:
    lab = start("")
    lab.new_view("x")
    Path(lab.host.packages_path, "Sample", "plugin.py").write_text(f"WHAT, TIDY = {what!r}, {tidy}\n{LITTER}", "utf-8")
    lab.host.unload_package()
    lab.host.load_package()
    return lab


@pytest.mark.parametrize("what", KINDS)
def test_what_a_package_leaves_behind_is_a_fault(start: Callable[..., Lab], what: str) -> None:
    if what in ONLY_WITH_PROC and sys.platform != "linux":
        pytest.skip("sockets are found through /proc")
    lab = load(start, what, tidy=False)
    plugin = lab.plugin
    left = lab.host.unload_package()
    faults = lab.core.faults.take()
    for clean_up in plugin.CLEAN_UP:
        clean_up()
    lab.core.faults.take("api after unload")  # by the clean-up
    assert left and left[0].startswith(KINDS[what])
    assert [(fault.kind, fault.what) for fault in faults] == [("leftover", text) for text in left]
    if what == "socket_file":
        assert len([text for text in left if text.startswith("file: ")]) == 2  # with its folder


@pytest.mark.parametrize("what", KINDS)
def test_what_it_takes_along_is_none(start: Callable[..., Lab], what: str) -> None:
    lab = load(start, what, tidy=True)
    assert lab.host.unload_package() == []


def test_files_that_others_write_are_none_of_the_package(start: Callable[..., Lab]) -> None:
    lab = start("")
    folder = Path(lab.host.home, ".copilot")
    folder.mkdir()
    subprocess.run([sys.executable, "-c", "open('config.json', 'w').close()"], cwd=str(folder), check=True)
    assert (folder / "config.json").exists() and lab.host.unload_package() == []


def test_a_host_gives_the_process_back(tmp_path: Path) -> None:

    home, path, threads = os.environ.get("HOME"), list(sys.path), threading.active_count()
    (tmp_path / "packages" / "Sample").mkdir(parents=True)
    (tmp_path / "packages" / "Sample" / "plugin.py").write_text(RECORDER)
    for _ in range(2):
        with Host(None, str(tmp_path / "packages")) as editor:
            editor.load_package()
            inside: Any = os.environ["HOME"]
            assert inside == editor.home != home
            core = editor.core
        core.worker.thread.join(5)
    assert (os.environ.get("HOME"), sys.path) == (home, path) and not os.path.exists(inside)
    assert "sublime" not in sys.modules and threading.active_count() <= threads + 1
