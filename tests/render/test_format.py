"""How names, times, amounts of memory and puzzles are written, and the columns of a run."""

from __future__ import annotations

import re

import pytest

from aoc.render.format import bytes_text, padded, seconds_text
from aoc.text import columns_of
from tests.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return 123

def part1_by_a_way_of_its_own(text):
    return 123
"""
UTF8 = {"PYTHONIOENCODING": "utf-8"}
NAMES = [
    "short",
    "of exactly 20 letter",
    "of just 21 characters",
    "an example with a long name",
    "日本語",
    "日本語の名前がとても長いとき",
    "e\u0301te\u0301 combined",
    "\U0001f469\u200d\U0001f680 \U0001f600",
    "\x1b[2J\x07",
]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("é", 1),
        ("e\u0301", 1),
        ("日本", 4),
        ("\U0001f600", 2),
        ("a\u200db", 2),
    ],
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, columns: int) -> None:
    assert columns_of(text) == columns
    assert columns_of(padded(text, 9)) == 9


def test_the_columns_of_a_run_do_not_depend_on_names(project: Project) -> None:
    examples = "".join(f"Example('x', part1=123, name={name!a}),\n" for name in NAMES)
    project.day(1, DAY, f"from aoc import Example\nEXAMPLES = [\n{examples}]\n")
    args = ("run", "1", "--example", "--variant", "all")
    lines = project.run(*args, env=UTF8, encoding="utf-8").out.splitlines()
    rows = [line for line in lines if line.endswith(" 123")]
    assert len(rows) == 2 * len(NAMES)
    assert {columns_of(line[: line.index("✔")]) for line in rows} == {41}
    times = [line for line in lines if re.search(r"parse +\S+ .s$", line)]
    assert {columns_of(line) for line in times} == {51}
    assert {columns_of(line[: line.index("parse")]) for line in times} == {23}


def test_times_have_the_unit_that_fits() -> None:
    seconds = (0, 3.4e-7, 3.4e-5, 0.0009994, 0.0009996, 0.0127, 1.5, 61.2, 1234)
    assert [seconds_text(s) for s in seconds] == [
        *("0.00 µs", "0.34 µs", "34.0 µs", "999 µs", "1.00 ms", "12.7 ms"),
        *("1.50 s", "61.2 s", "1234 s"),
    ]


def test_amounts_of_memory_have_the_unit_that_fits() -> None:
    assert [bytes_text(n) for n in (0, 84_200, 12_500_000)] == ["0 kB", "84 kB", "12.5 MB"]
