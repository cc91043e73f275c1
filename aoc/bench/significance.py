"""Which differences between samples are no chance: the exact Mann-Whitney test, and Holm's rule.

H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
larger than the other", 1947; S. Holm, "A simple sequentially rejective multiple test procedure",
1979.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

__all__ = ["holm", "least_p", "mann_whitney"]


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how likely two samples of the same origin differ as much as these two, or more.

    It is the exact two-sided p-value of the U test: the share of all ways to choose as many values
    as `first` has, out of all values, whose sum of ranks is as far from its mean. Equal values have
    the mean of their ranks, which is exact too, where tables and the normal distribution are not.
    """
    ranks = double_ranks([*first, *second])
    size = len(first)
    ways = ways_by_sum(tuple(sorted(ranks)), size)
    # The ranks are doubled, so the mean of their sum is a whole number.
    mean = size * (len(ranks) + 1)
    distance = abs(sum(ranks[:size]) - mean)
    extreme = sum(number for total, number in ways.items() if abs(total - mean) >= distance)
    return extreme / comb(len(ranks), size)


@lru_cache(maxsize=64)
def ways_by_sum(ranks: tuple[int, ...], size: int) -> Mapping[int, int]:
    """Return, by their sum, in how many ways so many of some ranks can be chosen."""
    ways = [Counter({0: 1}), *(Counter[int]() for _ in range(size))]
    for rank in ranks:
        for count in range(size, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + rank] += number
    return ways[size]


def double_ranks(values: Sequence[float]) -> list[int]:
    """Return twice the rank of each value, from 1; equal values share the mean of their ranks."""
    counts = Counter(values)
    ranks = {}
    below = 0
    for value in sorted(counts):
        ranks[value] = 2 * below + counts[value] + 1
        below += counts[value]
    return [ranks[value] for value in values]


def least_p(size: int, other: int) -> float:
    """Return the least p-value of two samples of these sizes: all values of one are larger."""
    return min(1.0, 2 / comb(size + other, size))


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, by Holm's rule, in the order of `chances`.

    The chance that any of those below a limit is there by chance is below that limit.
    """
    corrected = [0.0] * len(chances)
    highest = 0.0
    for position, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, (len(chances) - position) * chances[index]))
        corrected[index] = highest
    return corrected
