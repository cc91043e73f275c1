"""Plugins for other programs: for the runner of advent-of-code-data, and for pytest."""
