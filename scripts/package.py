"""Builds dist/Copilot IDE.sublime-package from the last commit, the same bytes each time.

What goes in is what `git archive` takes: all but the paths that .gitattributes marks export-ignore.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dist" / "Copilot IDE.sublime-package"


def build(commit: str = "HEAD") -> Path:
    """Writes the package of that commit and returns its path. Raises CalledProcessError where git fails."""
    archive = subprocess.run(["git", "archive", "--format=tar", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    PACKAGE.parent.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar, zipfile.ZipFile(PACKAGE, "w") as package:
        for member in sorted(tar.getmembers(), key=lambda member: member.name):
            content = tar.extractfile(member)
            if content is not None:
                entry = zipfile.ZipInfo(member.name)  # dated 1980: no clock in the result
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                package.writestr(entry, content.read())
    return PACKAGE


def main() -> None:
    """Builds, and tells what is in it."""
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout:
        print("Note: uncommitted changes are not in the package.", file=sys.stderr)
    package = build()
    with zipfile.ZipFile(package) as content:
        print(f"{package.relative_to(ROOT)}: {len(content.namelist())} files, {package.stat().st_size} bytes")


if __name__ == "__main__":
    main()
