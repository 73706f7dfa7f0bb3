"""Other people's packages in the headless editor (pytest), unmodified.

They come from checkouts: `COPILOT_IDE_REAL_PACKAGES=DIR scripts/test` includes them. docs/headless-host.md says which,
and what came of them.
"""

from __future__ import annotations

import unittest


def load_tests(loader: unittest.TestLoader, standard_tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    """Keep unittest's discovery, which UnitTesting uses, out of this folder: its tests are for pytest."""
    return unittest.TestSuite()
