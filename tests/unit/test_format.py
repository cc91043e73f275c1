"""How times, amounts of memory and texts of some width are written."""

from __future__ import annotations

import pytest

from aoc.render.columns import Column, terminal_table
from aoc.render.countdown import duration_text
from aoc.render.format import bytes_text, padded, seconds_text
from aoc.text import columns_of

MINUTE, HOUR, DAY = 60, 3600, 86400


def test_wide_characters_take_two_columns_and_combining_ones_none() -> None:
    widths = {
        "": 0,
        "abc": 3,
        "é": 1,
        "e\u0301": 1,
        "日本": 4,
        "\U0001f600": 2,
    }
    for text, columns in widths.items():
        assert columns_of(text) == columns
        assert columns_of(padded(text, 9)) == 9


def test_times_have_the_unit_that_fits() -> None:
    seconds = (0, 3.4e-7, 3.4e-5, 0.0009994, 0.0009996, 0.0127, 1.5, 61.2, 1234)
    assert [seconds_text(s) for s in seconds] == [
        *("0.00 µs", "0.34 µs", "34.0 µs", "999 µs", "1.00 ms", "12.7 ms"),
        *("1.50 s", "61.2 s", "1234 s"),
    ]


def test_amounts_of_memory_have_the_unit_that_fits() -> None:
    assert [bytes_text(n) for n in (0, 84_200, 12_500_000)] == [
        "0 kB",
        "84 kB",
        "12.5 MB",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "1 s"),
        (MINUTE + 30, "1 min 30 s"),
        (HOUR - 1, "59 min 59 s"),
        (HOUR, "1 h"),
        (HOUR + 61, "1 h 1 min"),
        (2 * DAY + 2 * HOUR + 5 * MINUTE, "2 d 2 h"),
        (10 * DAY + 5 * MINUTE, "10 d 5 min"),
    ],
)
def test_a_duration_has_two_units(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text


def test_wide_letters_in_a_table_leave_the_next_column_in_its_place() -> None:
    columns = [
        Column("name", "Name", str, right=False),
        Column("stars", "Stars", str, right=True),
    ]
    rows = [{"name": "日本語", "stars": 5}, {"name": "alice", "stars": 12}]
    text = "".join(terminal_table(columns, rows))
    widths = {columns_of(line.rstrip()) for line in text.splitlines()[1:]}
    assert len(widths) == 1
