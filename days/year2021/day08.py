"""Day 8: Seven Segment Search.

Frequency analysis finds the segment that each wire is connected to.
Whatever the wiring is, a segment is lit in the same number of the ten digits: the upper left one in
six, the lower left one in four, the lower right one in nine, the others in seven or eight. Of those
that are lit in seven or in eight, one each is part of the 4, the only digit of four segments. So
the letters of this pattern are counted eleven times, and all seven counts are different.

Then each letter becomes the bit of its segment, and a word the sum of its bits, which is looked up.
No letter occurs twice in a word if the sums have as many bits as there are letters, since a sum of
equal bits has fewer. So `parse` refuses everything but ten different digits and four of them. For
that it has to read the displays, and both parts only count what they show.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from days.lines import refusal

WIRES = "abcdefg"
SEGMENTS = (
    *("abcefg", "cf", "acdeg", "acdfg", "bcdf"),
    *("abdfg", "abdefg", "acf", "abcdefg", "abcdfg"),
)
"""The segments of the digits 0 to 9."""

DIGITS = {
    sum(1 << WIRES.index(segment) for segment in segments): str(digit)
    for digit, segments in enumerate(SEGMENTS)
}
"""The digits by the sum of their bits, one for each segment."""

DIGIT = bytes(ord(DIGITS.get(total, "?")) for total in range(256))
LIT = bytes(map(int.bit_count, range(256)))
"""The digit, or "?", and the number of segments of each sum, for `bytes.translate`."""

BAR = len(" ".join(SEGMENTS))
"""Where the bar and its blanks begin: the ten patterns have the same length in every entry."""

COUNTS = tuple(map((" ".join(SEGMENTS) + SEGMENTS[4] * 10).count, WIRES))
BITS = bytes(1 << COUNTS.index(count) if count in COUNTS else 0 for count in range(256))
"""The bit of a segment by its count in the patterns, with those in the 4 counted eleven times."""

BLANK = b"\xff"
"""What a blank becomes where the letters become bits, one of which looks like a blank."""

OTHERS = bytes({*range(256)} - {*b" abcdefg"})
"""All that is no letter of a wire and no blank."""


class Notes(NamedTuple):
    """The entries, a line each, and the four digits that each of the displays shows."""

    entries: tuple[str, ...]
    shown: tuple[str, ...]


def parse(text: str) -> Notes:
    """Read the entries, one per line: ten patterns, a bar and four digits."""
    lines = tuple(text.split("\n"))
    shown = tuple(map(read, lines))
    if "" in shown:
        number = shown.index("")
        line = lines[number]
        patterns, bar, digits = line.partition(" | ")
        expected, got = "ten patterns of wires a to g, '|' and four digits", line
        if bar and read(f"{patterns} | {' '.join(patterns.split(' ')[:4])}"):
            expected, got = "four of the ten patterns after '|'", digits
        elif re.fullmatch(r"(?:[a-g]{2,7} ){10}\|(?: [a-g]{2,7}){4}", line):
            expected = "patterns of all ten digits, and four of them"
        raise refusal(number + 1, expected, got)
    return Notes(lines, shown)


def part1(notes: Notes) -> int:
    """Count the digits 1, 4, 7 and 8."""
    return sum(map("".join(notes.shown).count, "1478"))


def part2(notes: Notes) -> int:
    """Add up the numbers on all displays."""
    return sum(map(int, notes.shown))


def read(line: str) -> str:
    """Return the four digits that an entry shows, or "" if it is not an entry."""
    if line[BAR : BAR + 3] != " | ":
        return ""
    patterns = line[:BAR]
    four = next((word for word in patterns.split(" ") if len(word) == 4), "")
    bits = bytes(map((patterns + four * 10).count, WIRES)).translate(BITS)
    table = bytes.maketrans(b" abcdefg", BLANK + bits)
    coded = line.encode("ascii", "replace").translate(table, OTHERS).split(BLANK)
    try:
        sums = bytes(map(sum, coded))
    except ValueError:  # a sum is above 255
        return ""
    digits = sums.translate(DIGIT)
    # The bar alone is no digit: its sum is 0.
    if (
        len(digits) == 15
        and digits.find(b"?") == 10 == digits.rfind(b"?")
        and len({*digits[:10]}) == 10
        and sum(sums.translate(LIT)) == len(line) - 15
    ):
        return digits[11:].decode()
    return ""
