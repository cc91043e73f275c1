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
    """Return 1000 commands of one to nine units; part 2 is below 2 to the power of 31."""
    commands = ["forward"] * 360 + ["down"] * 400 + ["up"] * 240
    return course(rng, rng.sample(commands, 1000))


def small(rng: random.Random) -> str:
    """Return a few commands, sometimes only one."""
    commands = ("forward", "forward", "down", "down", "up")
    return course(rng, rng.choices(commands, k=rng.randint(1, 8)))


def course(rng: random.Random, commands: list[str]) -> str:
    """Return these commands, but `down` where the aim would come above the surface."""
    text = ""
    aim = 0
    for command in commands:
        units = rng.randint(1, 9)
        if command == "up" and aim < units:
            command = "down"
        aim += {"forward": 0, "down": units, "up": -units}[command]
        text += f"{command} {units}\n"
    return text
