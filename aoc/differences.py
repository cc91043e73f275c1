"""The difference of the times of two benches: its ratio, and whether it may be due to chance.

H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
larger than the other", 1947; J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank
tests", 1963, for the interval that belongs to it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, inf
from statistics import median
from typing import NamedTuple

FASTER, SLOWER, SAME, UNCLEAR = "faster", "slower", "same", "unclear"
"""The verdicts of a comparison."""
CHANCE = 0.01
"""The largest probability that any verdict `faster` or `slower` of a bench is due to chance."""
APART = 1.01
"""The smallest ratio of times that counts as slower or faster."""
ALIKE = 1.05
"""Times are the same if one is certainly less than this many times the other."""
TINY = 1e-12
"""Seconds that stand for no time at all."""
TICK = 1.5e-7
"""Seconds by which times have to differ: one tick of a clock is no difference, and takes 1e-7 on
Windows and less elsewhere."""


class Difference(NamedTuple):
    """How the times of a sample of processes differ from the times of another sample.

    `ratio` is the ratio of the least times, and `medians` of the medians. `low` and `high` are the
    ends of the interval for the ratio: 0 and infinity where there are too few processes for it.
    `p` is the p-value. Both are corrected for the number of comparisons that are made together.
    `gap` is how far apart the times may be at most, in seconds.
    """

    ratio: float
    medians: float
    low: float
    high: float
    p: float
    gap: float

    def speed(self, apart: float = APART) -> str:
        """Return the verdict; `apart` is how many times slower something has to be at least.

        For `faster` and `slower`, three things agree. The p-value leaves less than 1 % for chance.
        The ratio of the overall minima is far enough from 1: they are the times of the code, as
        anything that disturbs a call only makes it slower. And so is the ratio of the medians, on
        the same side: the test is about it, and one lucky process does not move it.
        For `same`, the interval excludes a difference that matters, or that any clock can tell.
        """
        if self.gap < TICK:
            return SAME
        if self.p < CHANCE and min(self.ratio, self.medians) > apart:
            return SLOWER
        if self.p < CHANCE and max(self.ratio, self.medians) < 1 / apart:
            return FASTER
        if self.low > 1 / ALIKE and self.high < ALIKE:
            return SAME
        return UNCLEAR


def ratio_of(seconds: float, other: float) -> float:
    """Return how many times another time a time is."""
    return max(seconds, TINY) / max(other, TINY)


def difference(
    first: Sequence[float], second: Sequence[float], together: int = 1
) -> Difference:
    """Return how the times of two samples differ, one of so many comparisons `together`.

    The test is the exact one by Mann and Whitney. The interval has all ratios that it would not
    reject, and the ratio of the minima, which one lucky process may have moved out of it.
    """
    ratio = ratio_of(min(first), min(second))
    ratios = []
    for seconds in first:
        ratios += [ratio_of(seconds, other) for other in second]
    ratios.sort()
    # Of too few processes, any ratio may be the true one.
    low = 0.0
    high = inf
    outside = ratios_outside(len(first), len(second), CHANCE / together)
    if outside:
        low = ratios[outside - 1]
        high = ratios[-outside]
    p = min(1.0, together * mann_whitney(first, second))
    medians = ratio_of(median(first), median(second))
    low = min(low, ratio)
    high = max(high, ratio)
    gap = max(abs(low - 1), abs(high - 1)) * median(second)
    return Difference(ratio, medians, low, high, p, gap)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how likely two samples of the same origin differ as much as these two, or more.

    It is the exact two-sided p-value of the U test: the share of all ways to choose as many values
    as `first` has, out of all values, whose sum of ranks is as far from its mean. Equal values have
    the mean of their ranks, which is exact too, where tables and the normal distribution are not.
    """
    values = sorted([*first, *second])
    size = len(first)
    # Ranks from 1, doubled: so the mean of their sum is a whole number.
    ranks = {
        value: bisect_left(values, value) + bisect_right(values, value) + 1
        for value in values
    }
    choices = choices_by_sum(tuple(ranks[value] for value in values), size)
    mean = size * (len(values) + 1)
    distance = abs(sum(ranks[value] for value in first) - mean)
    extreme = 0
    for total, count in choices.items():
        if abs(total - mean) >= distance:
            extreme += count
    return extreme / comb(len(values), size)


def ratios_outside(size: int, other: int, chance: float) -> int:
    """Return which of all sorted ratios of two samples is the end of the interval; 0 for none.

    Counted from either side, it is the last one for which a true ratio beyond it has at most half
    of the `chance`.
    """
    choices = choices_by_sum(tuple(range(size + other)), size)
    least = min(choices)
    left = chance / 2 * comb(size + other, size) - choices[least]
    place = 0
    while left >= 0:
        place += 1
        left -= choices[least + place]
    return place


@lru_cache(maxsize=64)
def choices_by_sum(ranks: tuple[int, ...], size: int) -> Mapping[int, int]:
    """Return, by their sum, in how many ways so many of some ranks can be chosen."""
    choices = [Counter[int]() for _ in range(size + 1)]
    choices[0][0] = 1
    for rank in ranks:
        # From the largest choice down, so that no rank is chosen twice.
        for count in range(size, 0, -1):
            for total, number in choices[count - 1].items():
                choices[count][total + rank] += number
    return choices[size]
