"""Proposed edits, whoever proposes them, and how they differ from what is there. Nothing here imports ``sublime``."""
