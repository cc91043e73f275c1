"""Day 13: samples fold as the inputs of two accounts do."""

from __future__ import annotations

from days.year2021 import day13
from tests.year2021 import test_day13
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_the_first_fold_merges_as_many_dots_as_in_real_inputs(seed: int) -> None:
    paper = day13.parse(sample_of(test_day13, seed))
    assert len(paper.folds) == 12
    assert 850 <= len(paper.xs) <= 950
    # In two real inputs, these are 137 and 157.
    assert 130 <= len(paper.xs) - day13.part1(paper) <= 160
