"""The Packages directory as Sublime sees it: `Packages/<package>/<file>` names over real directories and built-ins."""

from __future__ import annotations

import fnmatch
import os
import posixpath
from typing import Iterator

_SKIPPED = {".git", "__pycache__", "node_modules", ".venv", ".pytest_cache", ".ruff_cache"}


def package_order(name: str) -> tuple[int, str]:
    """Default first, User last, the others by name."""
    return ({"Default": 0, "User": 2}.get(name, 1), name.lower())


def _place(name: str) -> tuple[tuple[int, str], str, str, str]:
    """Packages in loading order; in each folder its files by name in any case, then those of its folders."""
    folder, _, file = name.rpartition("/")
    return package_order(name.split("/")[1]), folder.lower(), file.lower(), name


class Resources:
    """Finds and reads resources. `built_in` holds those of the packages that come with the editor."""

    def __init__(self, packages_path: str, built_in: dict[str, str]) -> None:
        self.packages_path = packages_path
        self.built_in = built_in

    def packages(self) -> list[str]:
        """Names of the installed packages in loading order; the built-in ones are not listed."""
        names = [n for n in os.listdir(self.packages_path) if os.path.isdir(os.path.join(self.packages_path, n))]
        return sorted(names, key=package_order)

    def _files(self, package: str) -> Iterator[str]:
        root = os.path.join(self.packages_path, package)
        for folder, folders, files in os.walk(root, followlinks=True):
            folders[:] = sorted(f for f in folders if f not in _SKIPPED)
            relative = os.path.relpath(folder, root).replace(os.sep, "/")
            prefix = f"Packages/{package}/" + ("" if relative == "." else relative + "/")
            for file in sorted(files):
                yield prefix + file

    def find(self, pattern: str) -> list[str]:
        """Names whose last part matches a shell pattern, in loading order; an empty pattern matches all."""
        names = set(self.built_in)
        for package in self.packages():
            names.update(self._files(package))
        found = [n for n in names if not pattern or fnmatch.fnmatchcase(posixpath.basename(n), pattern)]
        return sorted(found, key=_place)

    def is_built_in(self, name: str) -> bool:
        """Whether it comes with the editor and no package has a file in its place."""
        return name in self.built_in and not os.path.isfile(self._path(name))

    def _path(self, name: str) -> str:
        return os.path.join(self.packages_path, *name.split("/")[1:])

    def load_binary(self, name: str) -> bytes | None:
        """Contents, a loose file before a built-in one; None if there is none."""
        if not name.startswith("Packages/"):
            return None
        path = self._path(name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return file.read()
        return self.built_in[name].encode() if name in self.built_in else None

    def load(self, name: str) -> str | None:
        data = self.load_binary(name)
        return None if data is None else data.decode("utf-8").replace("\r\n", "\n")
