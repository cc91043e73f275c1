"""Day 15: samples have the risks of the inputs of two accounts."""

from __future__ import annotations

from tests.year2021 import test_day15
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_risks_are_often_low_or_low_and_nine(seed: int) -> None:
    text = sample_of(test_day15, seed)
    counts = [text.count(risk) for risk in "123456789"]
    assert sum(counts) == 100 * 100
    ones, *others, nines = counts
    # One real input has 1,459 ones and 2,225 nines; the other one has 2,659 ones, and ever fewer
    # of the higher risks.
    if nines > 1000:
        assert 1300 <= ones <= 1620
        assert 2050 <= nines <= 2400
        assert max(others) < 1100
    else:
        assert 2500 <= ones <= 2820
        assert all(low > high for low, high in zip(counts, counts[2:], strict=False))


def test_both_kinds_of_caves_occur() -> None:
    nines = [sample_of(test_day15, seed).count("9") > 1000 for seed in range(20)]
    assert 4 <= sum(nines) <= 16
