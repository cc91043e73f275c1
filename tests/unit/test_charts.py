"""What the lengths on the page mean."""

from __future__ import annotations

import pytest

from aoc.year.charts import LogScale, scale_of, shares


def test_each_step_of_the_scale_is_ten_times_the_one_before() -> None:
    scale = scale_of([2e-5, 0.9])
    assert scale == LogScale(-5, 0)
    assert [scale.place(10.0**power) for power in range(-5, 1)] == [0, 20, 40, 60, 80, 100]
    labels = [label for _, label in scale.ticks]
    assert labels == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]


def test_a_bar_ends_at_the_sum_and_is_split_in_proportion() -> None:
    scale = LogScale(-3, 0)
    assert scale.place(0.1) == 66.67
    starts, widths = zip(*shares([0.025, 0.025, 0.05], scale), strict=True)
    assert starts == pytest.approx((0, 16.67, 33.33), abs=0.01)
    assert widths == pytest.approx((16.67, 16.67, 33.33), abs=0.01)


def test_a_time_that_is_not_known_has_no_share() -> None:
    assert shares([None, 1.0, "wrong"], LogScale(-3, 0)) == [(0, 0), (0, 100), (100, 0)]
    assert shares([None, None, None], LogScale(-3, 0)) == [(0, 0)] * 3
    assert shares([0.0, 0.0, 0.0], LogScale(-3, 0)) == [(0, 0)] * 3
