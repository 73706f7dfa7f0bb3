"""Measurements, for people to read: nothing here passes or fails."""
