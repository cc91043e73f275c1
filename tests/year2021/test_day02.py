"""Day 2: Dive!"""

from __future__ import annotations

import random

from aoc import Example

EXAMPLES = [
    Example(
        """\
forward 5
down 5
forward 8
up 3
down 8
forward 2
""",
        part1=150,
        part2=900,
    ),
]

MALFORMED = [
    ("", "line 1: expected 'forward', 'down' or 'up' and a number of units .*, got ''"),
    ("forward 5\nback 3", "line 2: .* got 'back 3'"),
    ("forward 5\n\nup 1", "line 2: .* got ''"),
    ("forward 5\nforward -5", "line 2: .* got 'forward -5'"),
    ("up 5\nup 1234567890", "line 2: .* units of at most nine digits, got 'up 1234567890'"),
]


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
