"""Day 10: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day10
from tests.year2021 import test_day10
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: at most 15 brackets are left open, lines have up to 109, and the answer of part 2
# has ten digits.


@over_seeds
def test_lines_have_about_a_hundred_brackets_and_leave_at_most_15_open(seed: int) -> None:
    lines = day10.parse(sample_of(test_day10, seed))
    left_open = [len(line) for line in day10.reduce(lines) if not line.lstrip(day10.OPENING)]
    assert 90 <= len(lines) <= 110
    assert 84 <= min(map(len, lines)) < max(map(len, lines)) <= 109
    assert 11 <= min(left_open) <= max(left_open) <= 15
    assert len(left_open) % 2 == 1
    assert len(str(day10.part2(lines))) == 10
    assert 150_000 <= day10.part1(lines) <= 600_000
