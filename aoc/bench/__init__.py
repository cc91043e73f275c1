"""Measuring: rounds of runs, and what their times say."""
