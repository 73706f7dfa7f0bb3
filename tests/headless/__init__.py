"""A headless Sublime Text that runs the package: test equipment, started with `python -m tests.headless`.

The pytest files here test the host itself. They are not for Sublime's own Python, so a discovery by `unittest` (as the
UnitTesting package does it) finds nothing below this folder.
"""

from __future__ import annotations

import unittest
from typing import Any


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> Any:
    """Nothing here for unittest."""
    return unittest.TestSuite()
