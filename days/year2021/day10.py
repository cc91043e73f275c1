"""Day 10: Syntax Scoring.

Instead of a stack, text replacement deletes matched pairs of brackets.
Deleting every `()`, `[]`, `{}` and `<>` makes other pairs empty, which are deleted next. After some
rounds on the whole text at once, only the faults of each line are left. Two lines of the example:

    [({(<(())[]>[[{[]{<()<>>        {([(<{}[<>[]}>{[]{[(<()>
    [({(<()>[[{{<>                  {([(<[}>{{[(
    [({([[{{

Faults begin with the brackets that were never closed. If a closing bracket follows, like `}` on the
right, the line is corrupted at this bracket. If nothing follows, as on the left, the line is
incomplete. Its score is a number in base 5, with a digit for each open bracket, beginning with the
one that was opened last: `{{[[({([` are the digits 33221312, which is 288957.
"""

from __future__ import annotations

from days.lines import matched

PAIRS = ("()", "[]", "{}", "<>")
OPENING = "([{<"
ILLEGAL = {")": 3, "]": 57, "}": 1197, ">": 25137}
"""The points in part 1 for a line, by its first wrong closing bracket."""
MISSING = str.maketrans(OPENING, "1234")
"""The points in part 2 for a bracket that was never closed, as a digit."""

LONGEST = 4000
"""The most brackets in a line; Python reads numbers of at most 4300 digits."""

Faults = tuple[str, ...]
"""The brackets of each line that are in no pair; none is left of a complete line."""


def parse(text: str) -> Faults:
    """Read lines of at most `LONGEST` brackets, and delete all pairs."""
    matched(text, rf"[()[\]{{}}<>]{{1,{LONGEST}}}", f"at most {LONGEST} brackets '()[]{{}}<>'")
    before = ""
    while text != before:
        before = text
        for pair in PAIRS:
            text = text.replace(pair, "")
    return tuple(text.split("\n"))


def part1(faults: Faults) -> int:
    """Return the points of all corrupted lines."""
    total = 0
    for line in faults:
        closing = line.lstrip(OPENING)
        if closing:
            total += ILLEGAL[closing[0]]
    return total


def part2(faults: Faults) -> int:
    """Return the median of the scores of the incomplete lines."""
    open_ended = [line for line in faults if line and not line.lstrip(OPENING)]
    scores = sorted(map(score, open_ended))
    if len(scores) % 2 == 0:
        raise ValueError(f"expected an odd number of incomplete lines, got {len(scores)}")
    return scores[len(scores) // 2]


def score(unclosed: str) -> int:
    """Return the points for the brackets of a line that were never closed."""
    digits = unclosed[::-1].translate(MISSING)
    return int(digits, 5)
