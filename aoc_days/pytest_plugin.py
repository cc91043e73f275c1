"""The pytest plugin, unless another package has the name `aoc`: then tests run without it."""

from __future__ import annotations

try:
    from aoc.plugins.pytest import *  # noqa: F403
except ModuleNotFoundError as error:
    if error.name != "aoc.plugins":
        raise
