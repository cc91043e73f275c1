"""The exact Mann-Whitney test and its interval, against published and counted values."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from aoc.benches import difference, mann_whitney, ratios_outside


def with_u(size: int, u: int) -> tuple[list[float], list[float]]:
    """Return two samples of this size without ties whose statistic U is `u`."""
    first, second = list(map(float, range(size))), [size + 0.5 + n for n in range(size)]
    # A value that is moved above n values of the other sample adds n to U.
    for index in reversed(range(size)):
        above = min(u, size)
        u -= above
        if above:
            first[index] = second[above - 1] + 0.1 + index / 100
    return first, second


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


def test_a_published_example_has_its_published_p_value() -> None:
    # From the documentation of scipy.stats.mannwhitneyu: ages of men and women.
    assert mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12]) == pytest.approx(1 / 9)


@pytest.mark.parametrize(
    ("size", "critical", "level"),
    [(5, 2, 0.05), (5, 0, 0.01), (10, 23, 0.05), (10, 16, 0.01), (8, 7, 0.01), (7, 8, 0.05)],
)
def test_critical_values_are_those_of_the_tables(size: int, critical: int, level: float) -> None:
    assert (
        mann_whitney(*with_u(size, critical)) <= level < mann_whitney(*with_u(size, critical + 1))
    )


def test_p_values_are_those_that_counting_gives_with_ties_and_without() -> None:
    random = Random(1)
    for size in (2, 3, 4, 5):
        for values in (3, 100):
            first = [float(random.randrange(values)) for _ in range(size)]
            second = [float(random.randrange(values)) for _ in range(5)]
            assert mann_whitney(first, second) == pytest.approx(counted(first, second))


@pytest.mark.parametrize(
    ("size", "chance", "place"),
    # One more than the critical values of the tables above, which stand for no ratio at all.
    [(4, 0.01, 0), (5, 0.01, 1), (8, 0.01, 8), (10, 0.01, 17), (10, 0.05, 24), (5, 0.05, 3)],
)
def test_the_interval_begins_at_a_ratio_that_the_tables_give(
    size: int, chance: float, place: int
) -> None:
    assert ratios_outside(size, size, chance) == place


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
