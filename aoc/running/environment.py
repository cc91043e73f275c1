"""The environment variables of workers: ours, without any session token."""

from __future__ import annotations

import os

__all__ = ["environment", "has_secrets"]

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
HEX = frozenset("0123456789abcdef")


def environment(python: str | None = None) -> dict[str, str]:
    """Return the environment for workers; `python` is theirs if it is not this one.

    For another Python, a variable names the folder of a package that workers need.
    """
    ours = ONE_THREAD | {name: os.environ[name] for name in os.environ if not is_secret(name)}
    if python is not None:
        from importlib.util import find_spec

        from aoc.worker.borrowed import BORROWED, VARIABLE

        spec = find_spec(BORROWED)
        if spec and spec.origin:
            ours[VARIABLE] = os.path.dirname(os.path.dirname(spec.origin))
    return ours


def has_secrets() -> bool:
    """Return whether a session token is in our own environment."""
    return any(map(is_secret, os.environ))


def is_secret(name: str) -> bool:
    """Return whether a variable holds a session token: 96 or 128 hex digits, or `AOC_SESSION`."""
    value = os.environ[name]
    return name == "AOC_SESSION" or (len(value) in (96, 128) and not set(value.lower()) - HEX)
