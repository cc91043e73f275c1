"""How times, amounts of memory and texts of some width are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aoc.render.columns import Column, terminal_table
from aoc.render.countdown import duration_text
from aoc.render.format import after_text, bytes_text, cut, padded, seconds_text
from aoc.text import columns_of

MINUTE, HOUR, DAY = 60, 3600, 86400


WIDTHS = {"": 0, "abc": 3, "é": 1, "e\u0301": 1, "日本": 4, "\U0001f600": 2}
TIMES = {
    0: "0.00 µs",
    3.4e-7: "0.34 µs",
    3.4e-5: "34.0 µs",
    0.0127: "12.7 ms",
    # What would be rounded to 1000 has the next unit, and to 10 or 100 one digit less.
    0.0009994: "999 µs",
    0.0009996: "1.00 ms",
    0.9994: "999 ms",
    0.9996: "1.00 s",
    9.994: "9.99 s",
    9.996: "10.0 s",
    99.94: "99.9 s",
    99.96: "100 s",
    1234: "1234 s",
}
SIZES = {
    0: "0 kB",
    84_200: "84 kB",
    999_400: "999 kB",
    999_600: "1.0 MB",
    12_500_000: "12.5 MB",
    99_940_000: "99.9 MB",
    99_960_000: "100 MB",
}
AFTER = {600: "00:10:00", DAY - 1: "23:59:59", DAY: "1d 00:00", 100 * DAY: "100d"}
DURATIONS = {
    1: "1 s",
    MINUTE + 30: "1 min 30 s",
    HOUR - 1: "59 min 59 s",
    HOUR: "1 h",
    HOUR + 61: "1 h 1 min",
    2 * DAY + 2 * HOUR + 5 * MINUTE: "2 d 2 h",
    10 * DAY + 5 * MINUTE: "10 d 5 min",
}


def test_wide_characters_take_two_columns_and_combining_ones_none() -> None:
    for text, columns in WIDTHS.items():
        assert columns_of(text) == columns
        assert columns_of(padded(text, 9)) == 9
    assert [cut(text, 3) for text in ("abc", "abcd", "日本")] == ["abc", "ab…", "日…"]


@pytest.mark.parametrize(
    ("write", "texts"),
    [(seconds_text, TIMES), (bytes_text, SIZES), (after_text, AFTER), (duration_text, DURATIONS)],
)
def test_a_quantity_has_the_unit_that_fits(
    write: Callable[[Any], str], texts: dict[float, str]
) -> None:
    assert {quantity: write(quantity) for quantity in texts} == texts


def test_wide_letters_in_a_table_leave_the_next_column_in_its_place() -> None:
    columns = [Column("name", "Name", str, right=False), Column("stars", "Stars", str, right=True)]
    rows = [{"name": "日本語", "stars": 5}, {"name": "alice", "stars": 12}]
    text = "".join(terminal_table(columns, rows))
    widths = {columns_of(line.rstrip()) for line in text.splitlines()[1:]}
    assert len(widths) == 1
