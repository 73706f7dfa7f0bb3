"""A page as a picture, through headless Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

SCALE = 2
TIMEOUT_S = 60.0

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    f"--force-device-scale-factor={SCALE}",
)


class ChromiumMissing(RuntimeError):
    """No Chromium is installed where it is looked for."""


def find_chromium() -> str:
    """Path of Chromium: COPILOT_IDE_CHROMIUM, else the first usual name on PATH. Raises ChromiumMissing."""
    chosen = os.environ.get("COPILOT_IDE_CHROMIUM")
    found = next(filter(None, map(shutil.which, [chosen] if chosen else _NAMES)), None)
    if found is None:
        where = f"COPILOT_IDE_CHROMIUM={chosen} is no program" if chosen else f"none of {', '.join(_NAMES)} is on PATH"
        raise ChromiumMissing(f"PNG needs Chromium: {where}. Install it, or set COPILOT_IDE_CHROMIUM to its path.")
    return found


def render_png(html: str, path: str, width: int = 1280, height: int = 800) -> None:
    """Write a PNG of the page `html`, laid out at `width` by `height` CSS pixels and drawn at twice as many.

    Raises ChromiumMissing, and RuntimeError if Chromium fails, hangs, or draws another size. Any thread; blocks.
    """
    chromium = find_chromium()
    scratch = tempfile.mkdtemp(prefix="copilot-ide-render-")
    try:
        page, shot = Path(scratch, "page.html"), Path(scratch, "page.png")
        page.write_text(html, encoding="utf-8")
        command = [
            chromium,
            *_FLAGS,
            *(["--no-sandbox"] if getattr(os, "geteuid", lambda: -1)() == 0 else []),  # root has no sandbox
            f"--user-data-dir={Path(scratch, 'profile')}",
            f"--window-size={width},{height}",
            f"--screenshot={shot}",
            page.as_uri(),
        ]
        status, last = _run(command)
        if status != 0 or not shot.is_file():
            raise RuntimeError(f"Chromium ended with status {status} and no picture: {last}")
        size = png_size(shot)
        if size != (SCALE * width, SCALE * height):
            raise RuntimeError(f"Chromium drew {size} pixels instead of {(SCALE * width, SCALE * height)}")
        shutil.move(str(shot), path)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)  # a child of Chromium may still be writing its last


def _run(command: list[str]) -> tuple[int, str]:
    """Exit status and the end of stderr of a command that gets TIMEOUT_S, after which it ends with all its children."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        _, errors = process.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.communicate()
        raise RuntimeError(f"Chromium drew nothing within {TIMEOUT_S:g} s: {command[0]}") from None
    return process.returncode, errors.decode("utf-8", "replace").strip()[-400:]


def png_size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG file, in pixels. Raises ValueError if it is none."""
    with path.open("rb") as file:
        head = file.read(24)
    if head[:8] != b"\x89PNG\r\n\x1a\n" or len(head) < 24:
        raise ValueError(f"not a PNG file: {path}")
    return struct.unpack(">II", head[16:24])  # type: ignore[return-value]
