"""Day 11: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day11
from tests.year2021 import test_day11
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: no 9, and the answer of part 2 is about 220.


@over_seeds
def test_octopuses_below_9_flash_together_after_about_220_steps(seed: int) -> None:
    grid = day11.parse(sample_of(test_day11, seed))
    assert {len(grid), *map(len, grid)} == {10}
    assert {*"".join(grid)} == {*"12345678"}
    assert 180 <= day11.part2(grid) <= 260
