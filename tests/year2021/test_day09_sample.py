"""Day 9: samples have the size and the character of real inputs."""

from __future__ import annotations

from random import Random

from days.year2021 import day09
from tests.year2021 import test_day09
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: 237 and 224 basins, the largest of 107 and 100 locations, and 2,800 nines.


@over_seeds
def test_about_230_basins_are_separated_by_nines(seed: int) -> None:
    floor = day09.parse(sample_of(test_day09, seed))
    sizes = sorted(map(len, day09.climb(floor)))
    nines = "".join(floor).count("9")
    assert {len(floor), *map(len, floor)} == {100}
    assert 215 <= len(sizes) <= 240
    assert 75 <= sizes[-1] <= 125
    assert 2600 <= nines <= 3200
    assert enclosed_by_nines(floor) == len(sizes)


@over_seeds
def test_every_basin_of_small_inputs_has_one_low_point_and_nines_around_it(seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        floor = day09.parse(test_day09.small(rng).rstrip("\n"))
        assert enclosed_by_nines(floor) == len(day09.low_points(day09.located(floor))) >= 3
        assert day09.part2(floor)


def enclosed_by_nines(floor: day09.Floor) -> int:
    """Return the number of areas below nine, however the heights are inside of them."""
    left = {at for at, height in day09.located(floor).items() if height < 9}
    areas = 0
    while left:
        areas += 1
        edge = [left.pop()]
        while edge:
            near = left.intersection(day09.neighbours(edge.pop()))
            left -= near
            edge.extend(near)
    return areas
