"""Day 23's plain search, which takes seconds, on what is no example."""

from __future__ import annotations

import pytest

from days.year2021 import day23
from tests.year2021.test_day23 import UNFOLDED

pytestmark = pytest.mark.slow


def test_the_unfolded_diagram_can_be_the_input() -> None:
    assert day23.part1_all_moves(day23.parse(UNFOLDED.rstrip("\n"))) == 44169


def test_a_burrow_without_a_solution_is_refused() -> None:
    with pytest.raises(ValueError, match="solution"):
        day23.search(("BDCC", "ABCA", "BBDA", "DDAC"))
