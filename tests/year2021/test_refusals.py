"""The parts refuse what `parse` accepts, but the puzzle does not define."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from days.year2021 import day21
from tests.year2021.test_day04 import BOARD
from tests.year2021.test_year import load

NAMES = [chr(97 + index) for index in range(20)]
BASINS = "line {}: expected every location below nine in exactly one basin, got one in {}"

REFUSED: list[tuple[int, int, str, str]] = [
    *((4, part, f"1,2,3,4\n\n{BOARD}", "expected a board that wins, got none") for part in (1, 2)),
    (9, 2, "12345\n99999\n12321", BASINS.format(3, "several")),
    (9, 2, "99999\n91199\n99999", BASINS.format(2, "none")),
    (10, 2, "(\n[", "expected an odd number of incomplete lines, got 2"),
    (11, 2, "15", "expected octopuses that flash together at some step, got some that never do"),
    (
        *(12, 1, "\n".join(f"start-{name}\n{name}-A\n{name}-end" for name in NAMES)),
        "expected at most 100000 states in a round, got more",
    ),
    *(
        (
            25,
            1,
            text,
            "expected sea cucumbers that come to rest within 10000 steps, got some that do",
        )
        for text in (">.", "v\n.", ">.......\n........", "." * 30 + ">")
    ),
]


@pytest.mark.parametrize(("number", "part", "text", "message"), REFUSED)
def test_an_input_without_an_answer_is_refused(
    number: int, part: int, text: str, message: str
) -> None:
    day, _ = load(number)
    function = day.parts[part][None]
    with pytest.raises(ValueError, match=f"^{message}"):
        function(day.parse(text))


def test_an_odd_number_of_flickers_of_day_20_is_refused() -> None:
    day, _ = load(20)
    flicker = day.parse("#" + "." * 511 + "\n\n#")
    with pytest.raises(ValueError, match=r"^expected an even number of enhancements, got 3$"):
        day.parts[1][None](flicker, times=3)


@pytest.mark.parametrize("way", [day21.part1, day21.part2, day21.part2_memo])
def test_rules_of_day_21_below_1_are_refused(way: Callable[..., int]) -> None:
    for rule, value in product(("target", "board", "sides", "rolls"), (0, -3)):
        with pytest.raises(ValueError, match=rf"^expected {rule} to be 1 or more, got {value}$"):
            way((4, 8), **{rule: value})
