"""The ``/ide`` server: an endpoint for each window, all on one I/O thread."""

from __future__ import annotations

import logging
import os
from typing import Mapping, Sequence

from .editor import Editor, Selection, WindowId
from .endpoint import Endpoint, Folders
from .lock_file import lock_directory, remove_leftovers
from .loop import IoLoop

log = logging.getLogger("copilot_ide.ide")


class IdeServer:
    """Owns the I/O thread and the windows' endpoints; for platforms with a transport (``transport.unavailable``).

    Every public method may be called on any other thread and returns at once, except ``stop``, which waits for the
    thread.
    """

    def __init__(self, editor: Editor, environ: Mapping[str, str] = os.environ) -> None:
        self._editor = editor
        self._lock_directory = lock_directory(environ)
        self._loop = IoLoop()
        self._endpoints: dict[WindowId, Endpoint] = {}
        self._stopped = False

    def start(self) -> None:
        """Start the I/O thread and clear away what a crashed editor left."""
        self._loop.start()
        self._loop.call_soon(self._remove_leftovers)

    def open_window(self, window_id: WindowId, folders: Sequence[str], trusted: bool) -> None:
        """Give the window an endpoint, or tell the one it has of new folders."""
        self._loop.call_soon(self._open_window, window_id, Folders(tuple(folders), trusted))

    def close_window(self, window_id: WindowId) -> None:
        """Take the window's endpoint away."""
        self._loop.call_soon(self._close_window, window_id)

    def push_selection(self, window_id: WindowId, selection: Selection) -> None:
        """Tell the window's sessions what is selected."""
        self._loop.call_soon(self._push_selection, window_id, selection)

    def stop(self) -> None:
        """Close every endpoint and end the thread; waits for it. Harmless when repeated."""
        if self._stopped:
            return
        self._stopped = True
        self._loop.call_soon(self._close_all)
        if not self._loop.stop():
            log.error("the I/O thread did not end in time")

    # -- I/O thread

    def _remove_leftovers(self) -> None:
        for path in remove_leftovers(self._lock_directory):
            log.info("removed the lock file of an editor that is gone: %s", path.name)

    def _open_window(self, window_id: WindowId, folders: Folders) -> None:
        endpoint = self._endpoints.get(window_id)
        try:
            if endpoint is None:
                endpoint = Endpoint(self._loop, self._editor, window_id, self._lock_directory)
                endpoint.open(folders)
                self._endpoints[window_id] = endpoint
            else:
                endpoint.describe(folders)
        except OSError as error:
            log.error("no endpoint for window %d: %s", window_id, error)
            self._editor.endpoint_changed(window_id, "", f"Copilot CLI cannot find this window: {error}")
        else:
            self._editor.endpoint_changed(window_id, endpoint.lock_path, "")

    def _close_window(self, window_id: WindowId) -> None:
        endpoint = self._endpoints.pop(window_id, None)
        if endpoint is not None:
            endpoint.close()

    def _close_all(self) -> None:
        for window_id in list(self._endpoints):
            self._close_window(window_id)

    def _push_selection(self, window_id: WindowId, selection: Selection) -> None:
        endpoint = self._endpoints.get(window_id)
        if endpoint is not None:
            endpoint.push_selection(selection)
