"""Days for the tests of `aoc report` and `aoc status`."""

from __future__ import annotations

SOLVED = """\
def parse(text):
    return text

def part1(text):
    return len(text)

def part2(text):
    return 2
"""
HALF = SOLVED.replace("return 2", "return None")
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"


def titled(day: int, title: str) -> str:
    """Return the source of a solved day with a title and an idea."""
    return f'"""Day {day}: {title}.\n\nIt is easy.\n"""\n\n{SOLVED}'
