"""PNG through headless Chromium."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.headless.core import metrics
from tests.headless.core.colors import Color
from tests.headless.core.scheme import load_scheme
from tests.headless.render import ChromiumMissing, render_html, render_png, samples
from tests.headless.render.png import SCALE, png_size
from tests.headless.render.reading import read_png


@pytest.mark.usefixtures("chromium")
def test_a_picture_has_the_size_asked_for_at_double_resolution_and_the_colours_of_the_scheme(tmp_path: Path) -> None:
    target = tmp_path / "review.png"
    sheet = samples.sheet(1, "a", "abc\n\n", focused=True, gutter=False, selection=[[0, 0, 0, 3]], syntax="")
    sheet["regions"] = {"k": [{"region": [4, 5], "scope": "region.redish", "flags": 0}]}
    render_png(render_html(samples.window(sheet), width=300, height=160), str(target), width=300, height=160)
    assert png_size(target) == (SCALE * 300, SCALE * 160)
    rows, scheme = read_png(target), load_scheme("dark")

    def color_at(x: float, y: float) -> str:
        return Color(*(part / 255 for part in rows[round(y * SCALE)][round(x * SCALE)])).css()

    left, top = metrics.NO_GUTTER_PX, metrics.TITLE_PX + metrics.TABS_PX + metrics.TEXT_TOP_PX
    font = metrics.font()
    assert color_at(left + 1.5 * font.cell, top + 1.5) == scheme["selection"].over(scheme.background).css()
    assert color_at(left + font.cell / 2, top + 1.5 * font.line) == scheme["redish"].css()
    assert color_at(left + 8 * font.cell, top + font.line / 2) == scheme.background.css()
    assert scheme["caret"].css() in {color_at(left + 3 * font.cell + step / 2, top + 9) for step in range(-4, 5)}


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
