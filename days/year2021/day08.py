"""Day 8: Seven Segment Search.

How often its letters come up tells a digit. Whatever wire drives a segment, it lights up in as many
of the ten digits: the upper left one in six, the lower left in four, the lower right in nine, the
others in seven or eight. Let a wire's score be how often its letter comes up in the ten patterns,
and a digit's score the sum over its wires: these are different for all ten digits. So a table of
ten scores reads every display, and no wire has to be told from another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

Entries = tuple[tuple[str, str], ...]
"""Of each display the ten patterns and the four digits, both with blanks between."""

WIRES = "abcdefg"
SEGMENTS = (
    "abcefg",
    "cf",
    "acdeg",
    "acdfg",
    "bcdf",
    "abdfg",
    "abdefg",
    "acf",
    "abcdefg",
    "abcdfg",
)
"""The segments of the digits 0 to 9."""

UNIQUE = {len(SEGMENTS[digit]) for digit in (1, 4, 7, 8)}
"""The numbers of segments that only one digit has."""

DIGITS = {
    sum(" ".join(SEGMENTS).count(segment) for segment in segments): str(digit)
    for digit, segments in enumerate(SEGMENTS)
}
"""The digits by their score."""


def parse(text: str) -> Entries:
    """Read the entries, one per line: ten patterns, a bar and four digits."""
    form = r"(?:[a-g]{2,7} ){10}\|(?: [a-g]{2,7}){4}"
    lines = text.split("\n")
    if not re.fullmatch(rf"(?:{form}\n)++", f"{text}\n"):
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(form, line):
                expected = "ten patterns of wires a to g, '|' and four digits"
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
    halves = (line.split(" | ") for line in lines)
    return tuple((patterns, digits) for patterns, digits in halves)


def part1(entries: Entries) -> int:
    """Count the digits 1, 4, 7 and 8, told by their number of segments."""
    return sum(len(digit) in UNIQUE for _, digits in entries for digit in digits.split())


def part2(entries: Entries) -> int:
    """Add up what the displays show."""
    total = 0
    for number, (patterns, digits) in enumerate(entries, 1):
        scores = bytes.maketrans(WIRES.encode(), bytes(map(patterns.count, WIRES)))
        words = digits.encode().translate(scores).split(b" ")
        try:
            total += int("".join([DIGITS[sum(word)] for word in words]))
        except KeyError:
            expected = "patterns of all ten digits, and four of them"
            got = f"{patterns} | {digits}"
            raise ValueError(f"line {number}: expected {expected}, got {got!r}") from None
    return total


def part1_wirings(entries: Entries) -> int:
    """Count the digits 1, 4, 7 and 8 on the displays as read for part 2."""
    return sum(digit in "1478" for display in displays(entries) for digit in display)


def part2_wirings(entries: Entries) -> int:
    """Read each display with the wiring that makes digits of all its patterns."""
    return sum(map(int, displays(entries)))


def displays(entries: Entries) -> Iterator[str]:
    """Read the displays, trying all 5040 wirings for each."""
    wirings = [str.maketrans(dict(zip(wires, WIRES, strict=True))) for wires in permutations(WIRES)]

    def read(pattern: str, wiring: dict[int, str]) -> str:
        return "".join(sorted(pattern.translate(wiring)))

    for patterns, digits in entries:
        # The shortest first, as few wirings make a digit of it.
        told = sorted(patterns.split(), key=len)
        for wiring in wirings:
            if all(read(pattern, wiring) in SEGMENTS for pattern in told):
                yield "".join(str(SEGMENTS.index(read(digit, wiring))) for digit in digits.split())
                break
