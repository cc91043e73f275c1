"""Day 5: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day05
from tests.year2021 import test_day05
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: 171 and 163 of 500 lines are diagonal.


@over_seeds
def test_a_third_of_the_lines_is_diagonal(seed: int) -> None:
    lines = day05.parse(sample_of(test_day05, seed))
    assert len(lines) == 500
    assert 160 <= sum(x1 != x2 and y1 != y2 for x1, y1, x2, y2 in lines) <= 175
    assert all(10 <= number <= 989 for line in lines for number in line)
    assert all(line[:2] != line[2:] for line in lines)
