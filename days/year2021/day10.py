"""Day 10: Syntax Scoring.

Instead of a stack, text replacement deletes matched pairs of brackets.
Deleting every `()`, `[]`, `{}` and `<>` makes other pairs empty, which are deleted next. After some
rounds on the whole text at once, only the faults of each line are left. They begin with the
brackets that were never closed. If a closing bracket follows, the line is corrupted at this
bracket. If nothing follows, the line is incomplete. Its score is a number in base 5, with a digit
for each open bracket, beginning with the one that was opened last.
"""

from __future__ import annotations

from days.lines import matched

OPENING = "([{<"
ILLEGAL = {")": 3, "]": 57, "}": 1197, ">": 25137}
"""The points in part 1 for a line, by its first wrong closing bracket."""
MISSING = str.maketrans(OPENING, "1234")
"""The points in part 2 for a bracket that was never closed, as a digit."""

LONGEST = 6000
"""The most brackets in a line; then a score has fewer digits than Python can print."""

Faults = tuple[str, ...]
"""The brackets of each line that are in no pair; none is left of a complete line."""


def parse(text: str) -> Faults:
    """Read lines of at most `LONGEST` brackets, and delete all pairs."""
    matched(
        text,
        rf"[()[\]{{}}<>]{{1,{LONGEST}}}",
        f"at most {LONGEST} brackets '()[]{{}}<>'",
    )
    before = ""
    while text != before:
        before = text
        text = (
            text.replace("()", "").replace("[]", "").replace("{}", "").replace("<>", "")
        )
    return tuple(text.split("\n"))


def part1(faults: Faults) -> int:
    """Return the points of all corrupted lines."""
    firsts = [line.lstrip(OPENING)[:1] for line in faults]
    return sum(points * firsts.count(bracket) for bracket, points in ILLEGAL.items())


def part2(faults: Faults) -> int:
    """Return the median of the scores of the incomplete lines."""
    open_ended = [line for line in faults if line and not line.lstrip(OPENING)]
    scores = [score(line[::-1].translate(MISSING)) for line in open_ended]
    if len(scores) % 2 == 0:
        raise ValueError(
            f"expected an odd number of incomplete lines, got {len(scores)}"
        )
    return sorted(scores)[len(scores) // 2]


def score(points: str) -> int:
    """Read the points for the missing brackets as a number in base 5."""
    # Python reads at most 4300 digits at once.
    head, tail = points[:-4000], points[-4000:]
    return score(head) * 5 ** len(tail) + int(tail, 5) if head else int(tail, 5)
