"""Day 17: samples are as far below the start as real targets."""

from __future__ import annotations

from days.year2021 import day17
from tests.year2021 import test_day17
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_targets_are_below_the_start_and_can_be_hit(seed: int) -> None:
    target = day17.parse(sample_of(test_day17, seed))
    assert -248 <= target.bottom < target.top <= -50
    assert 60 <= target.left < target.right <= 345
    assert day17.part1(target) == day17.triangle(-target.bottom - 1)


def test_the_lowest_targets_are_as_low_as_real_ones() -> None:
    lowest = min(day17.parse(sample_of(test_day17, seed)).bottom for seed in range(100))
    assert -248 <= lowest <= -235
