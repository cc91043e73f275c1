"""The parts refuse what `parse` accepts, but the puzzle does not define."""

from __future__ import annotations

import pytest

from days.year2021 import day20, day21
from tests.year2021.test_day04 import BOARD
from tests.year2021.test_year import load

MANY = "\n".join(f"start-{name}\n{name}-A\n{name}-end" for name in "abcdefghijklmnopqrst")


@pytest.mark.parametrize(
    ("number", "part", "text", "message"),
    [
        (4, 1, f"1,2,3,4\n\n{BOARD}", "expected a board that wins, got none"),
        (9, 2, "12345\n99999\n12321", "line 3: expected every location .*, got one in several"),
        (9, 2, "99999\n91199\n99999", "line 2: expected every location .*, got one in none"),
        (10, 2, "(\n[", "expected an odd number of incomplete lines, got 2"),
        (11, 2, "15", "expected octopuses that flash together at some step, got some that never"),
        (12, 1, MANY, "expected at most 100000 states in a round, got more"),
        (25, 1, ">.", "expected sea cucumbers that come to rest within 10000 steps, got some"),
    ],
)
def test_an_input_without_an_answer_is_refused(
    number: int, part: int, text: str, message: str
) -> None:
    day, _ = load(number)
    with pytest.raises(ValueError, match=f"^{message}"):
        day.parts[part][None](day.parse(text))


def test_rules_without_an_answer_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected an even number of enhancements, got 3$"):
        day20.part1(day20.Scan("#" + "." * 511, ("#",)), times=3)
    for way in (day21.part1, day21.part2, day21.part2_memo):
        with pytest.raises(ValueError, match=r"^expected sides to be 1 or more, got 0$"):
            way((4, 8), sides=0)
