"""Day 7: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day07
from tests.year2021 import test_day07
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: the upper quartile is 746 and 788.


@over_seeds
def test_most_crabs_are_near_the_lower_end(seed: int) -> None:
    positions = sorted(day07.parse(sample_of(test_day07, seed)))
    assert len(positions) == 1000
    assert positions[-1] < 2000
    assert positions[500] < 450
    assert 740 <= positions[750] <= 795
