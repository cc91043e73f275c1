"""Day 10: Syntax Scoring."""

from __future__ import annotations

import random
from itertools import accumulate, cycle
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
CLOSING = ")]}>"


def sample(rng: random.Random) -> str:
    """Return about a hundred lines of about a hundred brackets, half of them corrupted.

    At most 15 brackets are open at the same time. The incomplete lines leave 6, 7 or 8 to 15 of
    them open, mostly 14, so that the answer of part 2 has ten digits.
    """
    left_open = (rng.randint(6, 8), 10, 12, 13, 14, 14, 14, 14, 15, 15)
    lines = Lines(86, 108, left_open, most=15)
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
    """Return lines of each kind, shuffled; a wrong bracket is in the second half of its line."""
    lines = []
    left_open = cycle(rng.sample(like.left_open, len(like.left_open)))
    for kind in (
        ["corrupted"] * corrupted
        + ["incomplete"] * incomplete
        + ["complete"] * complete
    ):
        length = rng.randint(like.shortest, like.longest)
        line, due = opened(rng, length, next(left_open), like.most)
        if kind == "complete":
            line += due
        elif kind == "corrupted":
            line += due[0]
            places = range(len(line) // 2, len(line))
            at = rng.choice([place for place in places if line[place] in CLOSING])
            line = (
                line[:at] + rng.choice(CLOSING.replace(line[at], "")) + line[at + 1 :]
            )
        lines.append(line)
    rng.shuffle(lines)
    return "".join(line + "\n" for line in lines)


def opened(
    rng: random.Random, length: int, left_open: int, most: int
) -> tuple[str, str]:
    """Return a correct line of `length` brackets, perhaps one less, and its completion."""
    left_open = min(left_open, length)
    line, due = "", ""
    for left in range(length - (length - left_open) % 2, 0, -1):
        surplus = len(due) - left_open
        opens = len(due) <= 1 or -surplus >= left or rng.random() < 0.56
        if opens and len(due) < most and surplus < left:
            pair = rng.choice(PAIRS)
            line, due = line + pair[0], pair[1] + due
        else:
            line, due = line + due[0], due[1:]
    return line, due


def test_brackets_of_samples_nest_fifteen_deep() -> None:
    for seed in range(5):
        lines = sample(random.Random(seed)).split()
        nests = [
            accumulate(-1 if bracket in CLOSING else 1 for bracket in line)
            for line in lines
        ]
        assert max(map(max, nests)) == 15
