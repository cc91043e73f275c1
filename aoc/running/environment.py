"""What a worker's interpreter starts with: environment variables without tokens, and `aoc`."""

from __future__ import annotations

import os

__all__ = ["HOME", "environment", "has_secrets"]

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that `aoc` is imported from."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
HEX = frozenset("0123456789abcdef")


def environment() -> dict[str, str]:
    """Return the environment for workers: ours, without any session token."""
    return ONE_THREAD | {name: os.environ[name] for name in os.environ if not is_secret(name)}


def has_secrets() -> bool:
    """Say whether a session token is in our own environment."""
    return any(map(is_secret, os.environ))


def is_secret(name: str) -> bool:
    """Say whether a variable holds a session token: 96 or 128 hex digits, or `AOC_SESSION`."""
    value = os.environ[name]
    return name == "AOC_SESSION" or (len(value) in (96, 128) and not set(value.lower()) - HEX)
