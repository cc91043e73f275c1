"""The pytest plugin; the name `aoc` is left to whichever package the tests import by it."""

from __future__ import annotations

import sys

from aoc_days import load_ours

other = sys.modules.pop("aoc", None)
load_ours()

from aoc.plugins.pytest import *  # noqa: E402, F403

del sys.modules["aoc"]
if other:
    sys.modules["aoc"] = other
