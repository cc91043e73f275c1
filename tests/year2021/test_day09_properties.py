"""Day 9: what the puzzle promises of the floor is checked."""

from __future__ import annotations

import pytest

from days.year2021 import day09


def test_a_location_between_two_low_points_is_refused() -> None:
    with pytest.raises(ValueError, match="a basin for each of 3 low points, got 2"):
        day09.part2(("101", "999", "121"))
