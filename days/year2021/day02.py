"""Day 2: Dive!

The aim in part 2 is the prefix sum of the ups and downs.
This sum is what part 1 calls the depth: all units down less all units up until then. Only `forward`
moves the submarine of part 2, so its depth is the sum, over all commands, of the units forward
times the aim at that moment.

An input has only few different commands. Each of them is read and checked once, and then looked up.
Both parts work on two columns: by how much each command moves forward, and by how much down.
"""

from __future__ import annotations

import re
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from days.lines import quoted


class Course(NamedTuple):
    """The planned course: the units forward and the units down (or -up) of each command."""

    forward: tuple[int, ...]
    down: tuple[int, ...]


def parse(text: str) -> Course:
    """Read the commands, one per line, with units of at most nine digits."""
    lines = text.split("\n")
    commands = {}
    for line in dict.fromkeys(lines):
        match = re.fullmatch(r"(forward|down|up) ([0-9]+)", line)
        if not match or len(match[2]) > 9:
            expected = "'forward', 'down' or 'up' and a number of units"
            if match:
                expected += " of at most nine digits"
            number = lines.index(line) + 1
            raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
        units = int(match[2])
        steps = {"forward": (units, 0), "down": (0, units), "up": (0, -units)}
        commands[line] = steps[match[1]]
    forward, down = zip(*map(commands.__getitem__, lines), strict=True)
    return Course(forward, down)


def part1(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the depth."""
    return sum(course.forward) * sum(course.down)


def part2(course: Course) -> int:
    """Return the position times the depth, where `down` and `up` change the aim."""
    aims = accumulate(course.down)
    depth: int = sum(map(mul, course.forward, aims))
    return sum(course.forward) * depth


def part1_steer(course: Course) -> int:
    """Follow the course command by command."""
    position = depth = 0
    for forward, down in zip(*course, strict=True):
        position += forward
        depth += down
    return position * depth


def part2_steer(course: Course) -> int:
    """Follow the course command by command, with an aim."""
    position = depth = aim = 0
    for forward, down in zip(*course, strict=True):
        aim += down
        position += forward
        depth += aim * forward
    return position * depth
