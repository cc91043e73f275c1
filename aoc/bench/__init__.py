"""Benches: what is measured in turn, what came of it, and which differences are no chance."""
