"""Day 2: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day02
from tests.year2021 import test_day02
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_the_aim_is_never_above_the_surface(seed: int) -> None:
    course = day02.parse(sample_of(test_day02, seed))
    aims = [sum(course.down[:place]) for place in range(0, 1001, 10)]
    assert len(course.down) == 1000
    assert min(aims) >= 0
    assert {*map(abs, course.forward + course.down)} == {*range(10)}
    assert 1_000_000 <= day02.part1(course) <= 4_000_000
