"""Day 23: nobody is at home in samples."""

from __future__ import annotations

from days.year2021 import day23
from tests.year2021 import test_day23
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_nobody_is_at_home_and_all_can_get_home(seed: int) -> None:
    rooms = day23.parse(sample_of(test_day23, seed))
    assert all(kind not in room for kind, room in zip(day23.KINDS, rooms, strict=True))
    assert day23.part1(rooms) < day23.part2(rooms)
