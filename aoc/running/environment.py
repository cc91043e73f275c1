"""The environment variables of workers: ours, without any session token."""

from __future__ import annotations

import os

from aoc.tokens import holds_token, known_tokens

__all__ = ["ONE_THREAD", "environment", "has_secrets", "secret_variables"]

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
SESSION = "AOC_SESSION"


def environment(python: str | None = None) -> dict[str, str]:
    """Return the environment for workers; `python` is theirs if it is not this one.

    For another Python, a variable names the folder of a package that workers need.
    """
    secret = secret_variables()
    ours = ONE_THREAD | {name: os.environ[name] for name in os.environ if name not in secret}
    if python is not None:
        from importlib.util import find_spec

        from aoc.worker.borrowed import BORROWED, VARIABLE

        spec = find_spec(BORROWED)
        if spec and spec.origin:
            ours[VARIABLE] = os.path.dirname(os.path.dirname(spec.origin))
    return ours


def has_secrets() -> bool:
    """Return whether a session token is in our own environment."""
    return bool(secret_variables())


def secret_variables() -> set[str]:
    """Return the names of our environment variables that no solver may see.

    These are `AOC_SESSION`, whatever it has, and every other one whose value has a session token
    in it, as in `COOKIE=session=...`: one that is stored here, or what looks like one.
    """
    known = known_tokens()
    return {name for name in os.environ if name == SESSION or holds_token(os.environ[name], known)}
