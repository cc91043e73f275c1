"""The exact Mann-Whitney test and its interval, against published and counted values."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from aoc.benches import difference, mann_whitney


def counted(first: list[float], second: list[float]) -> float:
    """Return the p-value by looking at every way to choose the first sample."""
    values = [*first, *second]
    ranks = [
        sum(other < v for other in values) + sum(other <= v for other in values) for v in values
    ]
    mean = sum(ranks) * len(first) / len(values)
    sums = [sum(chosen) for chosen in combinations(ranks, len(first))]
    distance = abs(sum(ranks[: len(first)]) - mean)
    return sum(abs(each - mean) >= distance for each in sums) / len(sums)


def test_p_values_are_those_that_counting_gives_with_ties_and_without() -> None:
    random = Random(1)
    for size in (2, 3, 4, 5):
        for values in (3, 100):
            first = [float(random.randrange(values)) for _ in range(size)]
            second = [float(random.randrange(values)) for _ in range(5)]
            assert mann_whitney(first, second) == pytest.approx(counted(first, second))


def test_the_interval_has_the_ratios_that_the_test_would_not_reject() -> None:
    random = Random(1)
    for _ in range(20):
        first, second = ([random.uniform(1, 2) for _ in range(7)] for _ in range(2))
        found = difference(first, second, 2)
        for ratio in (random.uniform(0.5, 2) for _ in range(20)):
            p = 2 * mann_whitney(first, [ratio * seconds for seconds in second])
            if min(found.ratio, found.medians) < ratio < max(found.ratio, found.medians):
                continue
            assert (found.low < ratio < found.high) is (p > 0.01)
