"""Day 24: samples have numbers like those of real programs."""

from __future__ import annotations

from days.year2021 import day24
from tests.year2021 import test_day24
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_blocks_that_pop_never_add_more_than_0_to_the_top_of_the_stack(seed: int) -> None:
    program = sample_of(test_day24, seed).split("\n")
    assert len(day24.parse("\n".join(program))) == 7
    size = len(day24.BLOCK)
    blocks = [program[start : start + size] for start in range(0, len(program), size)]
    checks: dict[str, list[int]] = {"div z 1": [], "div z 26": []}
    for block in blocks:
        checks[block[4]].append(int(block[5].split()[-1]))
        assert 0 <= int(block[15].split()[-1]) <= 16
    assert len(checks["div z 26"]) == 7
    assert max(checks["div z 26"]) <= 0
    assert all(10 <= check <= 15 for check in checks["div z 1"])
