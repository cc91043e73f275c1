"""Day 10: Syntax Scoring."""

from __future__ import annotations

import random
from typing import NamedTuple

from aoc import Example

TEXT = """\
[({(<(())[]>[[{[]{<()<>>
[(()[<>])]({[<{<<[]>>(
{([(<{}[<>[]}>{[]{[(<()>
(((({<>}<{<{<>}{[]{[]{}
[[<[([]))<([[{}[[()]]]
[{[{({}]{}}([{[{{{}}([]
{<[[]]>}<{[{[{[]{()[[[]
[<(<(<(<{}))><([]([]()
<{([([[(<>()){}]>(<<{{
<{([{{}}[<[[[<>{}]]]>[]]
"""

EXAMPLES = [Example(TEXT, part1=26397, part2=288957)]

PAIRS = ("()", "[]", "{}", "<>")


def sample(rng: random.Random) -> str:
    """Return about a hundred lines of about a hundred brackets, half of them corrupted.

    At most 15 brackets are open at the same time. Most lines leave 14 of them open, so that the
    answer of part 2 has ten digits.
    """
    lines = Lines(86, 109, left_open=(12, 13, 13, 14, 14, 14, 14, 14, 15, 15), most=15)
    return navigation(rng, lines, rng.randint(45, 55), 2 * rng.randint(22, 27) + 1)


def small(rng: random.Random) -> str:
    """Return a few lines, some of them complete or a single bracket."""
    lines = Lines(1, 12, left_open=(1, 2, 3, 5, 8, 12), most=12)
    counts = rng.randint(0, 4), 2 * rng.randint(0, 2) + 1, rng.randint(0, 2)
    return navigation(rng, lines, *counts)


class Lines(NamedTuple):
    """What lines are like: their lengths, and how many brackets are open in the end and at most."""

    shortest: int
    longest: int
    left_open: tuple[int, ...]
    most: int


def navigation(
    rng: random.Random, like: Lines, corrupted: int, incomplete: int, complete: int = 0
) -> str:
    """Return lines of each kind, shuffled."""
    lines = []
    for kind in ["corrupted"] * corrupted + ["incomplete"] * incomplete + ["complete"] * complete:
        length = rng.randint(like.shortest, like.longest)
        if kind == "corrupted":
            before = rng.randint((length + 1) // 2, max(length - 1, 1))
            line, due = opened(rng, like, before)
            line += rng.choice([pair[1] for pair in PAIRS if pair[1] != due[:1]])
            line += opened(rng, like, length - len(line))[0]
        else:
            line, due = opened(rng, like, length)
            if kind == "complete":
                line += due
        lines.append(line)
    rng.shuffle(lines)
    return "".join(line + "\n" for line in lines)


def opened(rng: random.Random, like: Lines, length: int) -> tuple[str, str]:
    """Return a correct line of `length` brackets, perhaps one less, and its completion."""
    left_open = min(rng.choice(like.left_open), length)
    line, due = "", ""
    for left in range(length - (length - left_open) % 2, 0, -1):
        surplus = len(due) - left_open
        opens = len(due) <= 1 or -surplus >= left or rng.random() < 0.56
        if opens and len(due) < like.most and surplus < left:
            pair = rng.choice(PAIRS)
            line, due = line + pair[0], pair[1] + due
        else:
            line, due = line + due[0], due[1:]
    return line, due
