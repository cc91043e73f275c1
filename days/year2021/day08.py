"""Day 8: Seven Segment Search.

Frequency analysis identifies the digits without finding the wiring.
Whatever the wiring is, a segment is lit in the same number of the ten digits: the upper left one in
six, the lower left one in four, the lower right one in nine, the others in seven or eight.
Let the score of a wire be how often its letter occurs in the ten patterns, and the score of a digit
the sum over its wires. The ten digits have ten different scores. So a table of scores is enough to
read every display.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

Entries = tuple[tuple[str, str], ...]
"""For each display the ten patterns and the four digits, both separated by blanks."""

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
"""The numbers of segments that belong to one digit only."""

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
    """Count the digits 1, 4, 7 and 8, which their number of segments identifies."""
    return sum(len(digit) in UNIQUE for _, digits in entries for digit in digits.split())


def part2(entries: Entries) -> int:
    """Add up the numbers on all displays."""
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
    """Count the digits 1, 4, 7 and 8 after trying all wirings."""
    return sum(digit in "1478" for display in displays(entries) for digit in display)


def part2_wirings(entries: Entries) -> int:
    """Read each display after trying all wirings."""
    return sum(map(int, displays(entries)))


def displays(entries: Entries) -> Iterator[str]:
    """Yield the digits of each display, found by trying all 5040 wirings."""
    wirings = [str.maketrans(dict(zip(wires, WIRES, strict=True))) for wires in permutations(WIRES)]

    def read(pattern: str, wiring: dict[int, str]) -> str:
        return "".join(sorted(pattern.translate(wiring)))

    for patterns, digits in entries:
        # The shortest pattern first: it rules out most wirings.
        ordered = sorted(patterns.split(), key=len)
        for wiring in wirings:
            if all(read(pattern, wiring) in SEGMENTS for pattern in ordered):
                yield "".join(str(SEGMENTS.index(read(digit, wiring))) for digit in digits.split())
                break
