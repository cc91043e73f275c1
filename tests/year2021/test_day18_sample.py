"""Day 18: samples have numbers as long as those of real inputs."""

from __future__ import annotations

import re

from tests.year2021 import test_day18
from tests.year2021.seeds import over_seeds, sample_of


def mean(seed: int) -> float:
    """Return how many regular numbers there are in a line of a sample."""
    text = sample_of(test_day18, seed)
    return len(re.findall("[0-9]", text)) / (text.count("\n") + 1)


@over_seeds
def test_a_line_has_about_nine_regular_numbers(seed: int) -> None:
    assert 8 <= mean(seed) <= 9.8


def test_on_average_a_line_has_8_9_regular_numbers() -> None:
    assert 8.8 <= sum(map(mean, range(50))) / 50 <= 9
