"""Checks how times and amounts of memory are written."""

from __future__ import annotations

from aoc.render.format import bytes_text, seconds_text


def test_times_have_the_unit_that_fits() -> None:
    seconds = (0, 3.4e-7, 3.4e-5, 0.0009994, 0.0009996, 0.0127, 1.5, 61.2, 1234)
    assert [seconds_text(s) for s in seconds] == [
        *("0.00 µs", "0.34 µs", "34.0 µs", "999 µs", "1.00 ms", "12.7 ms"),
        *("1.50 s", "61.2 s", "1234 s"),
    ]


def test_amounts_of_memory_have_the_unit_that_fits() -> None:
    assert [bytes_text(n) for n in (0, 84_200, 12_500_000)] == ["0 kB", "84 kB", "12.5 MB"]
