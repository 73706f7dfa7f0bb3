"""End-to-end tests (pytest): the real Copilot CLI in a terminal, a scripted model, the package in the headless editor.

Run from the root of the repository: ``python -m pytest tests/e2e``.
"""

from __future__ import annotations

import unittest


def load_tests(loader: unittest.TestLoader, standard_tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    """Keep unittest's discovery, which UnitTesting uses, out of this folder: its tests are for pytest."""
    return unittest.TestSuite()
