"""Showing results: to people, and to machines."""
