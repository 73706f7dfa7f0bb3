"""A page as a picture, through headless Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Tuple

SCALE = 2
TIMEOUT_S = 60.0

# Left, top, width and height in CSS pixels.
Box = Tuple[float, float, float, float]
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
    scratch = tempfile.mkdtemp(prefix="copilot-ide-render-")
    try:
        shot = Path(scratch, "page.png")
        status, _, last = _chromium(scratch, html, f"--window-size={width},{height}", f"--screenshot={shot}")
        if status != 0 or not shot.is_file():
            raise RuntimeError(f"Chromium ended with status {status} and no picture: {last}")
        size = png_size(shot)
        if size != (SCALE * width, SCALE * height):
            raise RuntimeError(f"Chromium drew {size} pixels instead of {(SCALE * width, SCALE * height)}")
        shutil.move(str(shot), path)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)  # a child of Chromium may still be writing its last


def measure(html: str, *selectors: str) -> list[list[Box]]:
    """Boxes of the elements of a page of 1280 x 800 that fit each CSS selector, in document order.

    Raises ChromiumMissing, and RuntimeError if Chromium fails. Any thread; blocks.
    """
    script = f"""<script>
    const box = e => {{ const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; }};
    const boxes = {json.dumps(selectors)}.map(selector => [...document.querySelectorAll(selector)].map(box));
    document.documentElement.innerHTML = "<pre>" + JSON.stringify(boxes) + "</pre>";
    </script>"""
    scratch = tempfile.mkdtemp(prefix="copilot-ide-render-")
    try:
        # The page's own policy allows no scripts.
        page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html) + script
        status, dom, last = _chromium(scratch, page, "--window-size=1280,800", "--dump-dom")
        found = re.search(r"<pre>(.*)</pre>", dom)
        if status != 0 or not found:
            raise RuntimeError(f"Chromium ended with status {status} and no measures: {last}")
        return [[tuple(box) for box in boxes] for boxes in json.loads(found.group(1))]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _chromium(scratch: str, html: str, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and the end of stderr of Chromium with a page."""
    page = Path(scratch, "page.html")
    page.write_text(html, encoding="utf-8")
    root = getattr(os, "geteuid", lambda: -1)() == 0  # root has no sandbox
    profile = f"--user-data-dir={Path(scratch, 'profile')}"
    return _run([find_chromium(), *_FLAGS, *(["--no-sandbox"] if root else []), profile, *arguments, page.as_uri()])


def _run(command: list[str]) -> tuple[int, str, str]:
    """Exit status, output and the end of stderr of a command that gets TIMEOUT_S, then ends with all its children."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        output, errors = process.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.communicate()
        raise RuntimeError(f"Chromium drew nothing within {TIMEOUT_S:g} s: {command[0]}") from None
    return process.returncode, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace").strip()[-400:]


def png_size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG file, in pixels. Raises ValueError if it is none."""
    with path.open("rb") as file:
        head = file.read(24)
    if head[:8] != b"\x89PNG\r\n\x1a\n" or len(head) < 24:
        raise ValueError(f"not a PNG file: {path}")
    return struct.unpack(">II", head[16:24])
