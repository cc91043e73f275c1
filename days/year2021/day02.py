"""Day 2: Dive!

The aim in part 2 is the prefix sum of the ups and downs.
This sum is what part 1 calls the depth: all units down less all units up until then. Only `forward`
moves the submarine of part 2, so its depth is the sum, over all commands, of the units forward
times the aim at that moment.

Both parts work on two columns: by how much each command moves forward, and by how much down. An
input has only few different commands, so each of them is read once, and then looked up.
"""

from __future__ import annotations

from itertools import accumulate
from operator import mul
from typing import NamedTuple

from days.lines import matched


class Course(NamedTuple):
    """The planned course: the units forward and the units down (or -up) of each command."""

    forward: tuple[int, ...]
    down: tuple[int, ...]


def parse(text: str) -> Course:
    """Read the commands, one per line."""
    expected = "'forward', 'down' or 'up' and a number of units of at most nine digits"
    lines = matched(text, "(?:forward|down|up) [0-9]{1,9}", expected)
    steps = {}
    for line in {*lines}:
        command, units = line.split()
        forward, down = {"forward": (1, 0), "down": (0, 1), "up": (0, -1)}[command]
        steps[line] = forward * int(units), down * int(units)
    return Course(*zip(*map(steps.__getitem__, lines), strict=True))


def part1(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the depth."""
    return sum(course.forward) * sum(course.down)


def part2(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the aim."""
    aims = accumulate(course.down)
    depth: int = sum(map(mul, course.forward, aims))
    return sum(course.forward) * depth
