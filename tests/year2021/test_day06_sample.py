"""Day 6: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day06
from tests.year2021 import test_day06
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: 115 and 86 of 300 timers are 1.


@over_seeds
def test_a_third_of_the_timers_is_1(seed: int) -> None:
    school = day06.parse(sample_of(test_day06, seed))
    assert sum(school) == 300
    assert 86 <= school[1] <= 115
    assert all(25 <= fish <= 85 for fish in school[2:6])
    assert sum(school[1:6]) == 300
