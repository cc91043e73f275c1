"""The seeds with which the figures of samples are checked: a few, and with `-m slow` a hundred."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from aoc.text import plain

over_seeds = pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 100))]
)


def sample_of(tests: ModuleType, seed: int) -> str:
    """Return a sample of a day, as its `parse` gets it."""
    return plain(tests.sample(Random(seed)))
