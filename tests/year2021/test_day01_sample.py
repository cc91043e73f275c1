"""Day 1: samples have the size and the character of real inputs."""

from __future__ import annotations

from itertools import pairwise

from days.year2021 import day01
from tests.year2021 import test_day01
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: 1616 and 1791 of 2000 rise, by at most 31 and 45, and end at 8,900 and 10,900.


@over_seeds
def test_most_depths_rise_and_none_stays_the_same(seed: int) -> None:
    depths = day01.parse(sample_of(test_day01, seed))
    steps = [after - before for before, after in pairwise(depths)]
    assert len(depths) == 2000
    assert 0 not in steps
    assert 1600 <= day01.part1(depths) <= 1810
    assert 28 <= max(steps) <= 45
    assert -45 <= min(steps) <= -20
    assert min(depths) > 0
    assert 8900 <= depths[-1] <= 10900
