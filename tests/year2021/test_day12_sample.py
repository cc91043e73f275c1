"""Day 12: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day12
from tests.year2021 import test_day12
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: five big caves, and 133,000 and 152,000 paths in part 2.


@over_seeds
def test_five_big_caves_have_about_142000_paths(seed: int) -> None:
    caves = dict(day12.parse(sample_of(test_day12, seed)))
    assert len([*filter(str.isupper, caves)]) == 5
    assert len([*filter(str.islower, caves)]) in (7, 8)
    assert 22 <= sum(map(len, caves.values())) / 2 <= 26
    assert 133_000 <= day12.part2(tuple(caves.items())) <= 152_000
