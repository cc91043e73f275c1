"""Day 10: Syntax Scoring."""

from __future__ import annotations

import random

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


def sample(rng: random.Random) -> str:
    """Return about a hundred lines of about a hundred brackets, half of them corrupted."""
    return navigation(rng, range(86, 109), corrupted=50, incomplete=2 * rng.randint(22, 27) + 1)


def small(rng: random.Random) -> str:
    """Return a few lines, some of them complete or a single bracket."""
    complete = "[]\n" * rng.randint(0, 2)
    return navigation(rng, range(1, 13), rng.randint(0, 4), 2 * rng.randint(0, 2) + 1) + complete


def navigation(rng: random.Random, lengths: range, corrupted: int, incomplete: int) -> str:
    """Return lines in which at most fifteen brackets are open; corrupted ones have one more."""
    lines: list[str] = []
    while len(lines) < corrupted + incomplete:
        line = due = ""
        for _ in range(rng.choice(lengths)):
            if not due or (rng.random() < 0.56 and len(due) < 15):
                pair = rng.choice(("()", "[]", "{}", "<>"))
                line, due = line + pair[0], pair[1] + due
            else:
                line, due = line + due[0], due[1:]
        if not due:
            continue
        if len(lines) < corrupted:
            line += rng.choice(")]}>".replace(due[0], ""))
        lines.append(line)
    rng.shuffle(lines)
    return "".join(f"{line}\n" for line in lines)
