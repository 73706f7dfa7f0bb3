"""What the tests of ``copilot_ide/editor`` share: a window and a folder of their own, and a connected client."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path
from typing import Any, Callable, Generator, NamedTuple
from unittest import mock

import sublime
from unittesting import DeferrableTestCase

from ..copilot_ide.editor import app as app_module
from ..copilot_ide.editor import own_views
from ..copilot_ide.editor.app import App
from ..copilot_ide.editor.settings import FILE
from ..copilot_ide.ide import transport
from .e2e.builtin_client import BuiltinClient, PendingDiff

Steps = Generator[Any, Any, None]


class Shown(NamedTuple):
    """A phantom that was made."""

    region: sublime.Region
    content: str
    on_navigate: Callable[[str], None] | None


class EditorTestCase(DeferrableTestCase):
    """Tests may be generators: each ``yield`` lets Sublime's main loop run (see the UnitTesting package)."""

    def setUp(self) -> Steps:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(os.path.realpath(folder.name))
        self.path = self.write("calc.py", "import re\n\n\ndef parse(text):\n    return text.split(' ')\n")
        others = {window.id() for window in sublime.windows()}
        sublime.run_command("new_window")
        yield lambda: {window.id() for window in sublime.windows()} - others
        self.window = next(window for window in sublime.windows() if window.id() not in others)
        self.window.set_project_data({"folders": [{"path": str(self.folder)}]})
        yield lambda: self.window.folders()
        self.view = yield from self.open(self.path)

    def tearDown(self) -> Steps:
        for view in self.window.views(include_transient=True):
            view.set_scratch(True)
            view.close()
        self.window.run_command("close_window")
        yield lambda: not self.window.is_valid()

    @property
    def app(self) -> App:
        app = app_module.get()
        assert app is not None, "the package is not loaded"
        return app

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def open(self, path: Path) -> Generator[Any, Any, sublime.View]:
        view = self.window.open_file(str(path))
        yield lambda: not view.is_loading()
        return view

    def select(self, view: sublime.View, *regions: sublime.Region) -> None:
        """Select as a user does, so that Sublime's events fire under every build."""
        view.sel().clear()
        view.sel().add_all(list(regions))

    def restart(self) -> None:
        """Begin anew, as after a reload."""
        app_module.start()

    def set(self, key: str, value: Any) -> None:
        """Change a setting until the end of the test."""
        settings = sublime.load_settings(FILE)
        self.addCleanup(settings.erase, key)
        settings.set(key, value)

    def patch(self, target: Any, name: str, value: Any) -> None:
        patcher = mock.patch.object(target, name, value)
        patcher.start()
        self.addCleanup(patcher.stop)

    def record_phantoms(self) -> list[Shown]:
        """The list to which every phantom made from now on is added."""
        shown: list[Shown] = []
        make = sublime.Phantom

        def record(region: sublime.Region, content: str, layout: Any, on_navigate: Any = None) -> sublime.Phantom:
            shown.append(Shown(region, content, on_navigate))
            return make(region, content, layout, on_navigate)

        self.patch(sublime, "Phantom", record)
        return shown

    def in_background(self, function: Callable[[], Any]) -> Generator[Any, Any, Any]:
        """Run what waits for the main thread on another one."""
        result: list[Any] = []
        thread = threading.Thread(target=lambda: result.append(function()), daemon=True)
        thread.start()
        yield lambda: not thread.is_alive()
        assert result, "it failed; see above"
        return result[0]


class ConnectedTestCase(EditorTestCase):
    """The window has a client that speaks as the CLI does."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        if transport.unavailable():
            from unittest import SkipTest

            raise SkipTest(transport.unavailable())

    def setUp(self) -> Steps:
        yield from super().setUp()
        self.app.sync_windows()
        yield lambda: self.app.windows[self.window.id()].lock_path
        self.client = yield from self.connect()

    def tearDown(self) -> Steps:
        yield from self.in_background(lambda: self.client.close() or True)
        yield from super().tearDown()

    def connect(self) -> Generator[Any, Any, BuiltinClient]:
        lock_path = Path(self.app.windows[self.window.id()].lock_path)
        client = BuiltinClient(lock_path.parent.parent.parent, self.folder)
        yield from self.in_background(client.connect)
        yield lambda: self.app.windows[self.window.id()].sessions
        return client

    def propose(self, text: str, path: Path | None = None) -> Generator[Any, Any, PendingDiff]:
        """The CLI proposes ``text``; goes on when both halves of the review are there."""
        waiting = len(self.app.reviews.waiting(self.window))
        pending = self.client.open_diff(path or self.path, text)
        yield lambda: len(self.app.reviews.waiting(self.window)) > waiting
        return pending

    def outcome(self, pending: PendingDiff) -> Generator[Any, Any, str]:
        return (yield from self.in_background(pending.outcome))

    def halves(self) -> list[sublime.View]:
        kinds = (own_views.REVIEW_BEFORE, own_views.REVIEW_PROPOSED)
        return [view for view in self.window.views() if own_views.kind_of(view) in kinds]

    def labels(self) -> list[str]:
        """The selections that the client was told so far, as file name and text."""
        return [
            "{}:{}".format(params["filePath"].rpartition("/")[2], params["text"])
            for params in self.client.notifications("selection_changed")
        ]
