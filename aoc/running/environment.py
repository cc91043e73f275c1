"""What a worker's interpreter starts with: environment variables without tokens, and `aoc`."""

from __future__ import annotations

import os

__all__ = ["HOME", "environment"]

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that `aoc` is imported from."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
HEX = frozenset("0123456789abcdef")


def environment() -> dict[str, str]:
    """Return the environment for workers: ours, without any session token."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if name != "AOC_SESSION" and not looks_like_token(value)
    }
    return ONE_THREAD | ours


def looks_like_token(value: str) -> bool:
    """Recognise a session token: 96 or 128 hex digits."""
    return len(value) in (96, 128) and not set(value.lower()) - HEX
