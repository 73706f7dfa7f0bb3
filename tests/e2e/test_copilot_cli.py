"""Finding or installing the CLI, and the environment that it runs in; npm itself is played by a script."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .copilot_cli import PACKAGE, VERSION, InstallFailed, cache_dir, ensure_cli, offline_env


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that comes first on PATH, where nothing else offers npm, node or copilot."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "mkdir", "touch"):
        (folder / name).symlink_to(f"/bin/{name}")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("COPILOT_IDE_CACHE", str(tmp_path / "cache"))
    return folder


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def test_cache_is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("COPILOT_IDE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_dir() == tmp_path / ".cache" / "copilot-ide"
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert cache_dir() == Path("/elsewhere/copilot-ide")
    monkeypatch.setenv("COPILOT_IDE_CACHE", "/here")
    assert cache_dir() == Path("/here")


def test_there_is_no_cli_without_npm(programs: Path) -> None:
    assert ensure_cli() is None


def test_installs_the_pinned_version_once(programs: Path, tmp_path: Path) -> None:
    program(programs / "node", "")
    # "$3" is what follows --prefix
    program(
        programs / "npm",
        f'[ "$7" = "{PACKAGE}@{VERSION}" ] && mkdir -p "$3/node_modules/.bin" && touch "$3/node_modules/.bin/copilot"',
    )
    installed = ensure_cli()
    assert installed is not None and installed.exists()
    assert [path.name for path in (tmp_path / "cache" / "cli").iterdir()] == [VERSION]
    program(programs / "npm", "exit 1")
    assert ensure_cli() == installed


def test_says_what_npm_said_when_it_fails_and_leaves_nothing(programs: Path, tmp_path: Path) -> None:
    program(programs / "node", "")
    program(programs / "npm", "echo 'no such version' >&2; exit 3")
    with pytest.raises(InstallFailed, match=r"(?s)\(3\).*no such version"):
        ensure_cli()
    assert list((tmp_path / "cache" / "cli").iterdir()) == []


def test_takes_the_one_on_the_path_only_if_asked(programs: Path) -> None:
    program(programs / "copilot", "")
    assert ensure_cli() is None
    assert ensure_cli(prefer_path=True) == programs / "copilot"


def test_environment_has_no_account_and_no_proxy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("COPILOT_HOME", "COPILOT_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN", "https_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "secret")
    env = offline_env(tmp_path, "http://127.0.0.1:1/v1")
    assert "secret" not in env.values()
    assert env["PATH"] == os.environ["PATH"]
    assert (env["HOME"], env["COPILOT_OFFLINE"]) == (str(tmp_path), "true")
    assert env["COPILOT_PROVIDER_BASE_URL"] == "http://127.0.0.1:1/v1"
