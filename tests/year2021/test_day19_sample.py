"""Day 19: samples and small inputs can be laid in one way only."""

from __future__ import annotations

from itertools import combinations
from random import Random

from aoc.text import plain
from days.year2021 import day19
from tests.year2021 import test_day19
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_scanners_and_their_beacons_are_as_many_as_in_real_inputs(seed: int) -> None:
    scanners = day19.parse(sample_of(test_day19, seed))
    assert 26 <= len(scanners) <= 40
    assert all(25 <= len(scanner) <= 28 for scanner in scanners)


@over_seeds
def test_two_scanners_of_a_small_input_can_be_laid_on_each_other_in_one_way(seed: int) -> None:
    scanners = day19.parse(plain(test_day19.small(Random(seed))))
    for one, other in combinations(scanners, 2):
        assert test_day19.ways_to_lay(one, other) == 1
