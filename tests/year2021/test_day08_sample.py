"""Day 8: samples have the size and the character of real inputs."""

from __future__ import annotations

from days.year2021 import day08
from tests.year2021 import test_day08
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: the answers of part 1 are 539 and 548, of 800 digits.


@over_seeds
def test_digits_are_as_frequent_by_their_number_of_segments(seed: int) -> None:
    notes = day08.parse(sample_of(test_day08, seed))
    assert len(notes.entries) == 200
    assert 480 <= day08.part1(notes) <= 590
    digits = "".join(notes.shown)
    assert min(map(digits.count, "1478")) > 95
    assert max(map(digits.count, "023569")) < 75
