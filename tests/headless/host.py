"""Boots the editor core with its Python layers and loads packages into it, all in the calling process."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Sequence

from . import layers, leftovers, older_builds
from .blocking import BlockWatch
from .core import Choices, Core, session
from .core.surface import StaleCallers, build_module
from .core.windows import Window
from .standins import PACKAGES as STAND_INS
from .standins import StandIns
from .unittesting import case

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = "Copilot IDE"
_DEFAULT = str(Path(__file__).resolve().parent / "default_package")
LEFTOVER_TIMEOUT_S = 3.0
# Variables that lead to the files of whoever runs the tests.
_USER_PLACES = [
    "HOME",
    "USERPROFILE",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "COPILOT_HOME",
]


class Host:
    """One editor. Use it on the thread that made it, which is the editor's main thread; one at a time per process.

    `home` becomes HOME (a temporary directory if None). `packages_dir` holds packages, one folder each; without it the
    repository is the only one. The first window has `folders`. With `restore` the windows of the last `quit` in this
    home come back. `lsp` is the version of LSP that is there from the start; else there is none until `stand_ins` is
    given diagnostics of it. See `layers` for COPILOT_IDE_REAL_API.
    """

    def __init__(
        self,
        home: str | None = None,
        packages_dir: str | None = None,
        folders: Sequence[str] = (),
        build: int = 4200,
        choices: Choices | None = None,
        restore: bool = False,
        lsp: str | None = None,
    ) -> None:
        self._layers = str(layers.folder())
        self._own_home = tempfile.mkdtemp(prefix="headless-") if home is None else ""
        self.home = os.path.realpath(home or self._own_home)
        self._old_environment = {name: os.environ.pop(name, None) for name in _USER_PLACES}
        os.environ.update(HOME=self.home, USERPROFILE=self.home)
        data_path = os.path.join(self.home, ".config", "sublime-text")
        self.packages_path = os.path.join(data_path, "Packages")
        self._link_packages(packages_dir)
        self.core = Core(data_path, build, choices)
        self.stale = StaleCallers()
        leftovers.note_written_files()
        self._before: leftovers.Things = {}
        self._blocking = BlockWatch(self.core)
        self._old_hook, threading.excepthook = threading.excepthook, self._thread_failed
        self._install_layers()
        self.stand_ins = StandIns(self.core, lsp)
        restored = session.restore(self.core) if restore else None
        self.window = restored or self.new_window(folders)
        self.core.watch.others.append(self._look_for_plugins)
        self.core.watch.start()
        self.loaded = False

    def _link_packages(self, packages_dir: str | None) -> None:
        os.makedirs(os.path.join(self.packages_path, "User"), exist_ok=True)
        if packages_dir:
            root = Path(packages_dir).resolve()
            sources = {entry.name: entry for entry in sorted(root.iterdir()) if entry.is_dir() and entry.name != "User"}
        else:
            sources = {PACKAGE: REPOSITORY}
        for entry in os.listdir(self.packages_path):
            link = os.path.join(self.packages_path, entry)
            if os.path.islink(link):
                os.unlink(link)
        for name, source in sources.items():
            os.symlink(str(source), os.path.join(self.packages_path, name), target_is_directory=True)

    def _install_layers(self) -> None:
        self._forget_modules()
        sys.path[:0] = [self._layers, self.packages_path, _DEFAULT]
        sys.modules["sublime_api"] = build_module(self.core, self.stale)
        self.core.plugins = self.plugins = layers.load(self.core)
        older_builds.limit(self.core.build)
        sys.modules["unittesting"] = importlib.import_module("tests.headless.unittesting")
        case.core = self.core

    def _forget_modules(self) -> None:
        packages = (*self.packages, *STAND_INS)
        own = {*layers.MODULES, "unittesting", *packages}
        inside = ("_sublime_", *(name + "." for name in packages))
        for name in list(sys.modules):
            if name in own or name.startswith(inside):
                del sys.modules[name]

    @property
    def packages(self) -> list[str]:
        """Names of the packages, in loading order."""
        if hasattr(self, "core"):
            return [name for name in self.core.resources.packages() if name != "User"]
        return []

    def root_modules(self, package: str) -> list[str]:
        """Names of a package's plugin modules: every Python file at its root."""
        names = sorted(p.stem for p in Path(self.packages_path, package).glob("*.py"))
        return [f"{package}.{name}" for name in names if name != "__init__"]

    # -- packages -------------------------------------------------------------------------------------------------

    def load_package(self) -> None:
        """Load every package, as at the start of the editor, or again after `unload_package`."""
        self._watched = [os.path.join(self.home, ".copilot")]
        self._before = leftovers.take(self.core, self._watched)
        self._folders = self._folder_times()
        for package in [*self.packages, "User"]:
            self.stale.watch(package, "loaded")
            for name in self.root_modules(package):
                self.core.invoke(self.plugins.reload_plugin, (name,), f"load {name}", False)
        if not self.plugins.api_ready:
            self.core.invoke(self.plugins.on_api_ready, (), "start")
        self.core.syntaxes.forget()
        self.core.metadata.forget()
        self.core.schemes.forget()
        self.loaded = True
        self._after_loading()
        self.core.settle()

    def reload_package(self) -> None:
        """Reload the root modules in place, as Sublime does when one of them was saved."""
        for package in self.packages:
            self.stale.watch(package, "loaded")
            for name in self.root_modules(package):
                self.core.invoke(self.plugins.reload_plugin, (name,), f"reload {name}", False)
        self._after_loading()
        self.core.settle()

    def _folder_times(self) -> dict[str, int]:
        """When something last appeared in the folder of a package, or went, by the package's name."""
        root = Path(self.packages_path)
        return {name: (root / name).stat().st_mtime_ns for name in self.core.resources.packages()}

    def _look_for_plugins(self) -> None:
        """Load plugin modules that appear while the editor runs, and unload those whose files are gone.

        Those that change stay as they are: Sublime would reload them, and so does `reload_package`.
        """
        if not self.loaded or self._folder_times() == self._folders:
            return
        before, self._folders = self._folders, self._folder_times()
        present = {name for package in self._folders for name in self.root_modules(package)}
        loaded = {name for name, module in list(sys.modules.items()) if hasattr(module, "__plugins__")}
        for name in sorted(loaded - present):
            if name.partition(".")[0] in before:
                self.core.invoke(self.plugins.unload_plugin, (name,), f"unload {name}", False)
        for name in sorted(present - loaded):
            self.core.invoke(self.plugins.reload_plugin, (name,), f"load {name}", False)
        self.core.syntaxes.forget()
        self._after_loading()

    def _after_loading(self) -> None:
        """What Sublime does once plugins are there; the synthetic on_activated_async come after on_init."""
        core = self.core
        core.commands.forget()
        activate = self.plugins.synthesize_on_activated_async
        core.loop.queue.post(lambda: core.worker.queue.post(activate, origin="activate"), origin="activate")

    def unload_package(self) -> list[str]:
        """Unload every package as Package Control does before removing it; returns what was left behind."""
        sockets = leftovers.bound_sockets()
        for package in reversed(self.packages):
            self.stale.watch(package, "unloading")
            for name in self.root_modules(package):
                self.core.invoke(self.plugins.unload_plugin, (name,), f"unload {name}", False)
            self.stale.watch(package, "unloaded")
        self.core.commands.forget()
        self.loaded = False
        self.core.settle()

        def left() -> list[str]:
            files = [f"file: {path}" for path in sockets if os.path.exists(path)]
            return leftovers.compare(self._before, leftovers.take(self.core, self._watched)) + files

        self.core.loop.run_until(lambda: not left(), LEFTOVER_TIMEOUT_S)
        remaining = left()
        for what in remaining:
            self.core.faults.add("leftover", what)
        return remaining

    def _thread_failed(self, failed: Any) -> None:
        """A thread of a package ended with an exception."""
        if failed.exc_value is not None and failed.exc_type is not SystemExit:
            self.core.report(failed.exc_value, f"thread {failed.thread.name if failed.thread else '?'}")

    # -- running --------------------------------------------------------------------------------------------------

    def new_window(self, folders: Sequence[str] = (), project: dict[str, Any] | None = None) -> Window:
        """A window in front; its folders are not there yet when its first events fire."""
        window = self.core.documents.new_window()
        data = dict(project or {})
        if folders:
            data["folders"] = [{"path": os.path.abspath(folder)} for folder in folders]
        if data:
            window.set_project_data(data)
        return window

    def settle(self, timeout_s: float = 10.0) -> list[str]:
        """Run everything that is due; what was left after the timeout."""
        return self.core.settle(timeout_s)

    def run_until(self, condition: Any, timeout_s: float = 10.0) -> Any:
        """Turn the main loop until `condition()` is truthy; the last value after the timeout."""
        return self.core.loop.run_until(condition, timeout_s)

    def quit(self) -> None:
        """End as Sublime does: no plugin_unloaded; on_exit, when the API is gone. Plugin threads are left alone."""
        core = self.core
        if core.closing:
            return
        session.save(core)
        self._blocking.stop()
        core.stop()
        for store in (core.windows, core.views, core.sheets, core.buffers):
            store.clear()
        core.active_window = None
        # Sublime's own layer writes what is printed there to a file, and takes the streams away for good.
        log = Path(core.data_path, "exit.log")
        log.touch()
        streams = sys.stdout, sys.stderr
        core.invoke(self.plugins.on_exit, (str(log),), "on_exit")
        sys.stdout, sys.stderr = streams
        if log.exists():
            last_words = log.read_text(encoding="utf-8").rstrip()
            log.unlink()
            if last_words:
                core.log(last_words)

    def close(self) -> None:
        """`quit`, then give the process back as it was, for the next host. Temporary homes are removed."""
        self.quit()
        if threading.excepthook == self._thread_failed:
            threading.excepthook = self._old_hook
        self._forget_modules()
        for entry in (self._layers, self.packages_path, _DEFAULT):
            if entry in sys.path:
                sys.path.remove(entry)
        for name, value in self._old_environment.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if self._own_home:
            shutil.rmtree(self._own_home, ignore_errors=True)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()
