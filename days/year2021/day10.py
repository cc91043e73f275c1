"""Day 10: Syntax Scoring.

Instead of a stack, text replacement deletes matched pairs of brackets.
Deleting every `()`, `[]`, `{}` and `<>` makes other pairs empty, which are deleted next. After
about a dozen such rounds on the whole text at once, only the faults of each line are left. They
begin with the brackets that were never closed. If a closing bracket follows, the line is corrupted
at this bracket. If nothing follows, the line is incomplete. Its score is a number in base 5, with a
digit for each open bracket, beginning with the one that was opened last.
"""

from __future__ import annotations

import re

OPENING = "([{<"
CLOSING = dict(zip(OPENING, ")]}>", strict=True))
ILLEGAL = {")": 3, "]": 57, "}": 1197, ">": 25137}
"""The points in part 1 for a line, by its first wrong closing bracket."""
MISSING = str.maketrans(OPENING, "1234")
"""The points in part 2 for a bracket that was never closed, as a digit."""

Lines = tuple[str, ...]
"""The lines of the navigation subsystem, which have only brackets."""


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
    """Check every line with a stack of the closing brackets that are expected."""
    return sum(ILLEGAL[wrong] for wrong, _ in map(check, lines) if wrong)


def part2(lines: Lines) -> int:
    """Return the median of the scores of the incomplete lines."""
    # Nothing is left of a complete line, which has no score.
    open_ended = [line for line in reduce(lines) if line and not line.lstrip(OPENING)]
    return middle([int(line[::-1].translate(MISSING), 5) for line in open_ended])


def part2_stack(lines: Lines) -> int:
    """Complete every line from a stack of the closing brackets that are expected."""
    scores = []
    for wrong, due in map(check, lines):
        if not wrong and due:
            score = 0
            for bracket in reversed(due):
                score = 5 * score + ")]}>".index(bracket) + 1
            scores.append(score)
    return middle(scores)


def reduce(lines: Lines) -> list[str]:
    """Delete all chunks that are closed correctly."""
    text, before = "\n".join(lines), ""
    while text != before:
        before = text
        text = text.replace("()", "").replace("[]", "").replace("{}", "").replace("<>", "")
    return text.split("\n")


def check(line: str) -> tuple[str, list[str]]:
    """Return the first wrong closing bracket, or "", and those that were expected at this point."""
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
