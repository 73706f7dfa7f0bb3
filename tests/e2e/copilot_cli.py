"""The unmodified GitHub Copilot CLI from npm, found or installed, and run offline in a terminal."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Mapping, Sequence

from .scripted_model import MODEL
from .terminal import Terminal

PACKAGE = "@github/copilot"
VERSION = "1.0.102"

TRUST_DIALOG = r"Do you trust the files in this folder\?"
PROMPT_READY = r"/ commands · \? help"
APPROVAL_DIALOG = r"Do you want to (edit|create) "
TURN_CANCELLED = r"Operation cancelled by user"

_START_TIMEOUT_S = 60.0


class InstallFailed(RuntimeError):
    """npm could not install the CLI; the message holds npm's output."""


def cache_dir() -> Path:
    """Return the folder for what is downloaded once: $COPILOT_IDE_CACHE, else copilot-ide in the user's cache."""
    own = os.environ.get("COPILOT_IDE_CACHE")
    if own:
        return Path(own).resolve()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "copilot-ide"


def ensure_cli(prefer_path: bool = False) -> Path | None:
    """Return the executable of the CLI: the pinned version in the cache, installed by npm if it is not there yet.

    ``prefer_path`` takes any ``copilot`` on PATH instead, where there is one. None: there is no Node.js to run it with,
    or no npm to install it with. Raises InstallFailed with npm's output.
    """
    on_path = shutil.which("copilot") if prefer_path else None
    if on_path:
        return Path(on_path)
    home = cache_dir() / "cli" / VERSION
    executable = home / "node_modules" / ".bin" / "copilot"
    if shutil.which("node") is None:
        return None
    if executable.exists():
        return executable
    npm = shutil.which("npm")
    if npm is None:
        return None
    home.parent.mkdir(parents=True, exist_ok=True)
    # Installed aside and renamed, so that an interrupted installation is never taken for a whole one.
    fresh = home.with_name(f"{home.name}.{os.getpid()}")
    argv = [npm, "install", "--prefix", str(fresh), "--no-audit", "--no-fund", "--no-save", f"{PACKAGE}@{VERSION}"]
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise InstallFailed(f"npm install {PACKAGE}@{VERSION} failed ({done.returncode}):\n{done.stdout}")
        with contextlib.suppress(OSError):  # another process may have been faster
            fresh.rename(home)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    if not executable.exists():
        raise InstallFailed(f"npm install {PACKAGE}@{VERSION} left no {executable}:\n{done.stdout}")
    return executable


def offline_env(home: Path, model_url: str) -> dict[str, str]:
    """Return an environment for the CLI that has no account, no proxy and no network but the model at ``model_url``."""

    def unwanted(name: str) -> bool:
        return name.startswith(("COPILOT_", "GITHUB_", "GH_", "XDG_", "VSCODE_")) or name.lower().endswith("_proxy")

    env = {name: value for name, value in os.environ.items() if not unwanted(name)}
    env.update(
        HOME=str(home),
        XDG_CACHE_HOME=str(cache_dir() / "cli" / "unpacked"),  # 235 MB that the CLI would else unpack anew in each home
        COPILOT_OFFLINE="true",
        COPILOT_AUTO_UPDATE="false",
        COPILOT_MODEL=MODEL,
        COPILOT_PROVIDER_BASE_URL=model_url,
        COPILOT_PROVIDER_API_KEY="x",
    )
    return env


class CopilotCli(Terminal):
    """The CLI in a terminal, started in ``folder`` as a user would."""

    def __init__(self, executable: Path, folder: Path, env: Mapping[str, str], args: Sequence[str] = ()) -> None:
        super().__init__([str(executable), *args], folder, env)

    def wait_prompt(self) -> None:
        """Trust the folder for this session, if asked, and return when the prompt is there."""
        seen = self.wait_for(f"{TRUST_DIALOG}[^❯]*❯ 1. Yes|{PROMPT_READY}", _START_TIMEOUT_S)
        if "trust" in seen.group():
            self.key("enter")
            self.wait_for(PROMPT_READY, _START_TIMEOUT_S)

    def wait_connected(self) -> None:
        """Return when the connection to an editor is there to stay.

        About the time of the first prompt the CLI starts its MCP servers anew; an edit proposed just then is opened,
        closed and opened again.
        """
        self.wait_prompt()
        self.wait_for(r"MCP Servers reloaded: 1 server connected", _START_TIMEOUT_S)

    def exit(self) -> None:
        """Leave with /exit once the turn is over, and wait for the end."""
        self.wait_for(PROMPT_READY)
        self.send("/exit")
        self.wait_for("^❯ /exit")
        self.key("enter")
        self.wait_exit()

    def ask(self, prompt: str) -> None:
        """Type a prompt and send it once the terminal shows it (while the CLI works, it is queued)."""
        self.send(prompt)
        self.wait_for(f"^❯ {re.escape(prompt)}$")
        self.key("enter")
