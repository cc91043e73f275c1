"""Day 22: samples have cuboids like those of real inputs."""

from __future__ import annotations

from itertools import combinations

from days.year2021 import day22
from tests.year2021 import test_day22
from tests.year2021.seeds import over_seeds, sample_of


def overlap(one: day22.Step, other: day22.Step) -> bool:
    """Return whether two cuboids have a cube in common."""
    return all(one[axis] <= other[axis + 1] and other[axis] <= one[axis + 1] for axis in (1, 3, 5))


@over_seeds
def test_cuboids_are_as_large_and_overlap_as_often_as_in_real_inputs(seed: int) -> None:
    steps = day22.parse(sample_of(test_day22, seed))
    assert len(steps) == 420
    inside, outside = steps[:20], steps[20:]
    assert all(max(map(abs, step[1:])) <= 50 for step in inside)
    assert not any(overlap(near, far) for near in inside for far in outside)
    edges = [step[at + 1] - step[at] + 1 for step in outside for at in (1, 3, 5)]
    assert 500 <= min(edges) <= 800
    assert 30_000 <= max(edges) <= 37_000
    # In two real inputs, these are 1,735 and 1,777.
    assert 1690 <= sum(overlap(*pair) for pair in combinations(steps, 2)) <= 1820
