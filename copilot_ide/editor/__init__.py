"""Everything that touches Sublime's API: listeners, commands, reviews, status. ``app`` ties it together."""
