"""Day 3: samples have the size and the character of real inputs."""

from __future__ import annotations

from collections import Counter
from random import Random

from days.year2021 import day03
from tests.year2021 import test_day03
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_the_puzzle_says_what_the_answers_are(seed: int) -> None:
    report = day03.parse(sample_of(test_day03, seed))
    assert len(set(report)) == 1000
    assert {*map(len, report)} == {12}
    assert all(Counter(column)["1"] != 500 for column in zip(*report, strict=True))
    for most in (True, False):
        assert len(left_by_the_filter(report, most=most)) == 1


@over_seeds
def test_it_also_says_so_for_small_inputs(seed: int) -> None:
    for text in small_inputs(seed):
        report = day03.parse(text)
        assert all(2 * column.count("1") != len(report) for column in zip(*report, strict=True))
        for most in (True, False):
            assert len(left_by_the_filter(report, most=most)) == 1


def small_inputs(seed: int) -> list[str]:
    """Return small inputs without the newline at the end."""
    rng = Random(seed)
    return [test_day03.small(rng).rstrip("\n") for _ in range(20)]


def left_by_the_filter(report: day03.Report, *, most: bool) -> list[str]:
    """Return what the filter of the puzzle leaves, taken at its word: perhaps nothing."""
    left = [*report]
    for column in range(len(report[0])):
        if len(left) == 1:
            break
        counts = Counter(number[column] for number in left)
        common = "1" if counts["1"] >= counts["0"] else "0"
        left = [number for number in left if (number[column] == common) == most]
    return left
