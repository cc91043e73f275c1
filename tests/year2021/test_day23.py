"""Day 23: Amphipod."""

from __future__ import annotations

import random
from operator import eq

from aoc import Example
from days.year2021 import day23

FOLDED = """\
#############
#...........#
###B#C#B#D###
  #A#D#C#A#
  #########
"""

UNFOLDED = """\
#############
#...........#
###B#C#B#D###
  #D#C#B#A#
  #D#B#A#C#
  #A#D#C#A#
  #########
"""

EXAMPLES = [Example(FOLDED, part1=12521, part2=44169)]


def diagram(letters: list[str]) -> str:
    """Return a diagram whose rooms have these letters, row by row."""
    rows = ["#".join(letters[start : start + 4]) for start in range(0, len(letters), 4)]
    first, *others = rows
    top = ["#" * 13, "#" + "." * 11 + "#", f"###{first}###"]
    return "\n".join([*top, *(f"  #{row}#" for row in others), "  " + "#" * 9, ""])


def solvable(text: str) -> bool:
    """Return whether all can get home, folded and unfolded."""
    rooms = day23.parse(text.rstrip("\n"))
    try:
        return day23.part1(rooms) + day23.part2(rooms) >= 0
    except ValueError:
        return False


def sample(rng: random.Random) -> str:
    """Return eight amphipods, two or three in their home, in an order from which all get home."""
    letters = [*day23.KINDS * 2]
    while True:
        rng.shuffle(letters)
        at_home = sum(map(eq, letters, day23.KINDS * 2))
        if at_home in (2, 3) and solvable(text := diagram(letters)):
            return text


def small(rng: random.Random) -> str:
    """Return rooms of one to three rows, with some or all amphipods at home at the start."""
    letters = [*day23.KINDS * rng.randint(1, 3)]
    while True:
        moved = rng.sample(range(len(letters)), rng.randint(0, len(letters)))
        mixed = rng.sample(moved, len(moved))
        drawn = [*letters]
        for place, source in zip(moved, mixed, strict=True):
            drawn[place] = letters[source]
        if solvable(text := diagram(drawn)):
            return text


def test_the_unfolded_diagram_can_be_the_input_and_who_is_at_home_spends_nothing() -> None:
    # It is not one of the EXAMPLES, as its part 2 would make `aoc run --example` slow.
    assert day23.part1(day23.parse(UNFOLDED.rstrip("\n"))) == 44169
    assert day23.part1(("AA", "BB", "CC", "DD")) == 0


def test_two_who_wait_in_each_others_way_never_get_home() -> None:
    # If they were let out of their homes together, the answer would be 14439.
    rooms = ("DA", "BC", "DA", "BC")
    assert day23.part1(rooms) == day23.part1_forward(rooms) == 14457
