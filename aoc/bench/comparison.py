"""Comparisons: a time against another one, and whether their difference is no chance.

H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
larger than the other", 1947; S. Holm, "A simple sequentially rejective multiple test procedure",
1979.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from aoc.bench.rounds import Timing
from aoc.project import OWN

__all__ = ["FASTER", "SAME", "SLOWER", "Comparison", "can_decide", "compared", "pairs_of"]

FASTER, SLOWER, SAME = "faster", "slower", "no difference"
"""The verdicts of a comparison."""
CHANCE = 0.01
"""How likely at most any verdict of a bench but `no difference` may be chance."""
TINY = 1e-12
"""Seconds that stand for no time at all."""


class Comparison(NamedTuple):
    """What is compared: `subject` is faster or slower than `other`.

    `apart` is the share by which they have to differ. A time from the history was not measured in
    turn with the new one, so `since` says when it was, and more is asked for. `p` is the p-value,
    corrected for all comparisons of the bench.
    """

    subject: Timing
    other: Timing
    apart: float = 0.01
    since: str | None = None
    p: float = 1.0

    @property
    def ratio(self) -> float:
        """How many times the least time of the other the subject's is."""
        return ratio_of(self.subject.minimum, self.other.minimum)

    @property
    def speed(self) -> str:
        """The verdict, for which three things agree.

        The p-value leaves less than 1 % for chance. The ratio of the overall minima is far enough
        from 1: this is what the code itself takes, as anything that disturbs a call only makes it
        slower. And so is the ratio of the medians, on the same side: this is what the test is
        about, and one lucky process does not move it.
        """
        ratios = (self.ratio, ratio_of(self.subject.median, self.other.median))
        if self.p < CHANCE and min(ratios) > 1 + self.apart:
            return SLOWER
        if self.p < CHANCE and max(ratios) < 1 / (1 + self.apart):
            return FASTER
        return SAME


def ratio_of(seconds: float, other: float) -> float:
    """Return how many times one time is another one."""
    return max(seconds, TINY) / max(other, TINY)


def compared(pairs: Sequence[Comparison]) -> list[Comparison]:
    """Return all comparisons of a bench with their p-values.

    Each is that of the exact Mann-Whitney test over the minima of the processes, corrected for the
    number of comparisons.
    """
    chances = holm([mann_whitney(pair.subject.minima, pair.other.minima) for pair in pairs])
    return [pair._replace(p=p) for pair, p in zip(pairs, chances, strict=True)]


def can_decide(pairs: Sequence[Comparison]) -> bool:
    """Return whether there are enough processes to show a difference in any of so many pairs."""
    sizes = {(len(pair.subject.minima), len(pair.other.minima)) for pair in pairs}
    # The least p-value of all is where all values of one sample are larger.
    return any(len(pairs) * 2 / comb(one + other, one) < CHANCE for one, other in sizes)


def pairs_of(timings: Sequence[Timing]) -> Iterator[Comparison]:
    """Yield the pairs of a bench.

    A variant is compared with its part; the project's own day with another commit of it, part by
    part and variant by variant; and its first calls, all together, with those of a solver plugin.
    """
    own = {
        (timing.contest, timing.side.variant, timing.what): timing
        for timing in timings
        if timing.side.name == OWN
    }
    for timing in timings:
        contest, side = timing.contest, timing.side
        if side.name != OWN:
            now = own.get((contest, side.variant, timing.what))
            if now:
                yield Comparison(now, timing)
        elif side.variant:
            part = own.get((contest, None, timing.what))
            if part:
                yield Comparison(timing, part)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how likely two samples of the same origin differ as much as these two, or more.

    It is the exact two-sided p-value of the U test: the share of all ways to choose as many values
    as `first` has, out of all values, whose sum of ranks is as far from its mean. Equal values have
    the mean of their ranks, which is exact too, where tables and the normal distribution are not.
    """
    values, size = sorted([*first, *second]), len(first)
    # Ranks from 1, doubled: so the mean of their sum is a whole number.
    ranks = {each: bisect_left(values, each) + bisect_right(values, each) + 1 for each in values}
    ways = ways_by_sum(tuple(ranks[each] for each in values), size)
    mean = size * (len(values) + 1)
    distance = abs(sum(ranks[each] for each in first) - mean)
    extreme = sum(number for total, number in ways.items() if abs(total - mean) >= distance)
    return extreme / comb(len(values), size)


@lru_cache(maxsize=64)
def ways_by_sum(ranks: tuple[int, ...], size: int) -> Mapping[int, int]:
    """Return, by their sum, in how many ways so many of some ranks can be chosen."""
    ways = [Counter({0: 1}), *(Counter[int]() for _ in range(size))]
    for rank in ranks:
        for count in range(size, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + rank] += number
    return ways[size]


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
