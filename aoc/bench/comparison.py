"""Comparisons: a time against another one, with the verdict on their difference."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from aoc.bench.significance import holm, least_p, mann_whitney
from aoc.bench.timing import Timing

__all__ = ["Comparison", "Pair", "Speed", "can_decide", "compared", "compared_pair"]

CHANCE = 0.01
"""How likely at most any verdict of a bench but `no difference` may be chance."""
TINY = 1e-12
"""Seconds that stand for no time at all."""


class Speed(StrEnum):
    """The verdict of a comparison."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "no difference"


class Pair(NamedTuple):
    """What is to be compared: `subject` is faster or slower than `other`.

    `apart` is the share by which they have to differ. A time from the history was not measured in
    turn with the new one, so `since` says when it was, and more is asked for.
    """

    subject: Timing
    other: Timing
    apart: float = 0.01
    since: str | None = None


class Comparison(NamedTuple):
    """A comparison: the ratio of the minima, the p-value corrected for all of them, the verdict."""

    pair: Pair
    ratio: float
    p: float
    speed: Speed


def compared(pairs: Sequence[Pair]) -> list[Comparison]:
    """Compare all pairs of a bench.

    A time is faster or slower than another one if three things agree. The exact Mann-Whitney test
    over the minima of the processes, corrected for the number of pairs, leaves less than 1 % for
    chance. The ratio of the overall minima is far enough from 1: this is what the code itself
    takes, as anything that disturbs a call only makes it slower. And so is the ratio of the
    medians, on the same side: this is what the test is about, and one lucky process does not move
    it.
    """
    chances = holm([mann_whitney(pair.subject.minima, pair.other.minima) for pair in pairs])
    return [compared_pair(pair, p) for pair, p in zip(pairs, chances, strict=True)]


def compared_pair(pair: Pair, p: float) -> Comparison:
    """Return the comparison of a pair, given its corrected p-value."""
    subject, other = pair.subject, pair.other
    ratio = ratio_of(subject.minimum, other.minimum)
    ratios = (ratio, ratio_of(subject.median, other.median))
    speed = Speed.SAME
    if p < CHANCE and min(ratios) > 1 + pair.apart:
        speed = Speed.SLOWER
    elif p < CHANCE and max(ratios) < 1 / (1 + pair.apart):
        speed = Speed.FASTER
    return Comparison(pair, ratio, p, speed)


def ratio_of(seconds: float, other: float) -> float:
    """Return how many times one time is another one."""
    return max(seconds, TINY) / max(other, TINY)


def can_decide(pairs: Sequence[Pair]) -> bool:
    """Return whether there are enough processes to show a difference in any of so many pairs."""
    sizes = {(len(pair.subject.minima), len(pair.other.minima)) for pair in pairs}
    return any(len(pairs) * least_p(*size) < CHANCE for size in sizes)
