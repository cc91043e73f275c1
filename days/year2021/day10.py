"""Day 10: Syntax Scoring.

A chunk that is closed rightly says nothing. Take out every empty pair of brackets, then those
that are empty now, and so on: about a dozen replacements over the whole text at once, and only
what is wrong is left of a line. It starts with the brackets that were never closed. If a closing
one follows them, the line is corrupted just there. If nothing follows, the line is incomplete,
and its score is a number in base 5: a digit per open bracket, the last one opened first.
"""

from __future__ import annotations

import re

OPENING = "([{<"
CLOSING = dict(zip(OPENING, ")]}>", strict=True))
ILLEGAL = {")": 3, "]": 57, "}": 1197, ">": 25137}
"""The points of part 1 for the first closing bracket that is wrong."""
MISSING = str.maketrans(OPENING, "1234")
"""The points of part 2 for a bracket left open, as a digit."""

Lines = tuple[str, ...]
"""The lines of the navigation subsystem, brackets only."""


def parse(text: str) -> Lines:
    """Read lines of brackets."""
    lines = text.split("\n")
    if not re.fullmatch(r"(?:[()[\]{}<>]+\n)+", text + "\n"):
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(r"[()[\]{}<>]+", line):
                raise ValueError(f"line {number}: expected brackets '()[]{{}}<>', got {line!r}")
    return tuple(lines)


def part1(lines: Lines) -> int:
    """Return the points of all corrupted lines."""
    firsts = [line.lstrip(OPENING)[:1] for line in reduce(lines)]
    return sum(points * firsts.count(bracket) for bracket, points in ILLEGAL.items())


def part1_stack(lines: Lines) -> int:
    """Go through every line with a stack of the brackets that are due."""
    return sum(ILLEGAL[wrong] for wrong, _ in map(check, lines) if wrong)


def part2(lines: Lines) -> int:
    """Return the middle one of the scores of the incomplete lines, of which the number is odd."""
    # A complete line, of which nothing is left, has no score either.
    open_ended = [line for line in reduce(lines) if line and not line.lstrip(OPENING)]
    return middle([int(line[::-1].translate(MISSING), 5) for line in open_ended])


def part2_stack(lines: Lines) -> int:
    """Complete every line from the stack of the brackets that are due."""
    scores = []
    for wrong, due in map(check, lines):
        if not wrong and due:
            score = 0
            for bracket in reversed(due):
                score = 5 * score + ")]}>".index(bracket) + 1
            scores.append(score)
    return middle(scores)


def reduce(lines: Lines) -> list[str]:
    """Take all chunks that are closed rightly out of the lines."""
    text, before = "\n".join(lines), ""
    while text != before:
        before = text
        text = text.replace("()", "").replace("[]", "").replace("{}", "").replace("<>", "")
    return text.split("\n")


def check(line: str) -> tuple[str, list[str]]:
    """Return the first closing bracket that is wrong, or "", and those that were due there."""
    due: list[str] = []
    for bracket in line:
        if bracket in CLOSING:
            due.append(CLOSING[bracket])
        elif not due or due.pop() != bracket:
            return bracket, due
    return "", due


def middle(scores: list[int]) -> int:
    """Return the median of an odd number of scores."""
    if len(scores) % 2 == 0:
        raise ValueError(f"expected an odd number of incomplete lines, got {len(scores)}")
    return sorted(scores)[len(scores) // 2]
