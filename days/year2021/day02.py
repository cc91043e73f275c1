"""Day 2: Dive!

The aim in part 2 is the prefix sum of the ups and downs.
At each moment, the aim is what part 1 calls the depth: all units down so far, less all units up. As
a list, these are the prefix sums of the column "down". Only `forward` moves the submarine of part
2, by the units times the aim at that moment. The example:

    command      forward    down    aim    moves down by
    forward 5          5       0      0      5 * 0 =   0
    down 5             0       5      5
    forward 8          8       0      5      8 * 5 =  40
    up 3               0      -3      2
    down 8             0       8     10
    forward 2          2       0     10     2 * 10 =  20
    in total          15      10                      60

The answer of part 1 is 15 * 10, and that of part 2 is 15 * 60.
"""

from __future__ import annotations

from itertools import accumulate
from operator import mul
from typing import NamedTuple

from days.lines import matched

DIRECTIONS = {"forward": (1, 0), "down": (0, 1), "up": (0, -1)}
"""How far a unit of each command goes forward, and how far down."""


class Course(NamedTuple):
    """The planned course, as two columns of the table: a number for each command."""

    forward: tuple[int, ...]
    down: tuple[int, ...]


def parse(text: str) -> Course:
    """Read the commands, one per line."""
    expected = "'forward', 'down' or 'up' and a number of units of at most nine digits"
    forward = []
    down = []
    for line in matched(text, "(?:forward|down|up) [0-9]{1,9}", expected):
        command, number = line.split()
        units = int(number)
        unit_forward, unit_down = DIRECTIONS[command]
        forward.append(units * unit_forward)
        down.append(units * unit_down)
    return Course(tuple(forward), tuple(down))


def part1(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the depth."""
    return sum(course.forward) * sum(course.down)


def part2(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the aim."""
    aims = accumulate(course.down)
    depth: int = sum(map(mul, course.forward, aims))
    return sum(course.forward) * depth
