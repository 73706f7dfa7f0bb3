"""Copilot IDE: Sublime Text as the editor side of GitHub Copilot CLI.

``editor`` is the only part that touches Sublime's API; it depends on ``ide`` and ``review``, never the other way round.
"""
