"""PNG through headless Chromium."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.headless.render import ChromiumMissing, render_html, render_png, samples
from tests.headless.render.png import SCALE, find_chromium, png_size


def test_a_picture_has_the_size_asked_for_at_double_resolution(tmp_path: Path) -> None:
    try:
        find_chromium()
    except ChromiumMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
    target = tmp_path / "review.png"
    render_png(render_html(samples.review(), width=900, height=500), str(target), width=900, height=500)
    assert png_size(target) == (SCALE * 900, SCALE * 500)
    assert target.stat().st_size > 20_000, "a picture this small is blank"


def test_without_chromium_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COPILOT_IDE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ChromiumMissing, match="COPILOT_IDE_CHROMIUM"):
        render_png("", str(tmp_path / "x.png"))
    monkeypatch.setenv("COPILOT_IDE_CHROMIUM", str(tmp_path / "nothing"))
    with pytest.raises(ChromiumMissing, match="is no program"):
        render_png("", str(tmp_path / "x.png"))


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for Chromium is a shell script")
def test_a_chromium_that_fails_is_reported_with_its_last_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\necho 'no display' >&2\nexit 3\n")
    fake.chmod(0o755)
    monkeypatch.setenv("COPILOT_IDE_CHROMIUM", str(fake))
    with pytest.raises(RuntimeError, match="status 3 and no picture: no display"):
        render_png("", str(tmp_path / "x.png"))


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for Chromium is a shell script")
def test_a_chromium_that_hangs_is_ended_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nsleep 60 & wait\n")
    fake.chmod(0o755)
    monkeypatch.setenv("COPILOT_IDE_CHROMIUM", str(fake))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("tests.headless.render.png.TIMEOUT_S", 0.2)
    with pytest.raises(RuntimeError, match=r"nothing within 0\.2 s"):
        render_png("", str(tmp_path / "x.png"))
    assert [entry.name for entry in tmp_path.iterdir()] == ["chromium"]
