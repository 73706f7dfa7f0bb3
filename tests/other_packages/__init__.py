"""Other people's packages in the headless editor (pytest), unmodified.

They come from checkouts in the folder that COPILOT_IDE_REAL_PACKAGES names: `COPILOT_IDE_REAL_PACKAGES=DIR scripts/test`
includes them. docs/headless-host.md lists the checkouts and the results.
"""

from __future__ import annotations

import unittest


def load_tests(loader: unittest.TestLoader, standard_tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    """Keep unittest's discovery, which UnitTesting uses, out of this folder: its tests are for pytest."""
    return unittest.TestSuite()
