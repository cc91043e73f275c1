"""Day 2: Dive!"""

from __future__ import annotations

import random

from aoc import Example

TEXT = """\
forward 5
down 5
forward 8
up 3
down 8
forward 2
"""

EXAMPLES = [Example(TEXT, part1=150, part2=900)]


def sample(rng: random.Random) -> str:
    """Return 1000 commands of one to nine units; the aim is never above the surface."""
    return course(rng, 1000)


def small(rng: random.Random) -> str:
    """Return a few commands, sometimes only one."""
    return course(rng, rng.randint(1, 8))


def course(rng: random.Random, length: int) -> str:
    """Return commands that keep the aim at zero or below the surface."""
    lines: list[str] = []
    aim = 0
    while len(lines) < length:
        command, units = rng.choice(("forward", "forward", "down", "down", "up")), rng.randint(1, 9)
        turn = {"forward": 0, "down": units, "up": -units}[command]
        if aim + turn >= 0:
            aim += turn
            lines.append(f"{command} {units}\n")
    return "".join(lines)
