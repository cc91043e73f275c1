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

WIRES = b"abcdefg"
SEGMENTS = (
    *("abcefg", "cf", "acdeg", "acdfg", "bcdf"),
    *("abdfg", "abdefg", "acf", "abcdefg", "abcdfg"),
)
"""The segments of the digits 0 to 9."""

DIGITS = {
    sum(1 << WIRES.index(ord(segment)) for segment in segments): str(digit)
    for digit, segments in enumerate(SEGMENTS)
} | {128: "|"}
"""The digits by the sum of their bits, one for each segment; the highest bit is the bar."""

DIGIT = bytes(ord(DIGITS.get(total, "?")) for total in range(256))
LIT = bytes(map(int.bit_count, range(256)))
"""The digit, the bar or "?", and the number of bits of each sum, for `bytes.translate`."""

BAR = len(" ".join(SEGMENTS))
"""Where the bar and its blanks begin: the ten patterns have the same length in every entry."""

COUNTS = tuple(map("".join([*SEGMENTS, SEGMENTS[4] * 10]).encode().count, WIRES))
BITS = bytes(1 << COUNTS.index(count) if count in COUNTS else 0 for count in range(256))
"""The bit of a segment by its count in the patterns, with those in the 4 counted eleven times."""

BEFORE, AFTER = b"\x80" * 32 + b"\xff" + b"\x80" * 64, b"\x80" * 152
"""What the characters before and after a to g become: a blank 255, all others the highest bit."""


class Notes(NamedTuple):
    """The entries, a line each, and the four digits that each of the displays shows."""

    entries: tuple[str, ...]
    shown: tuple[str, ...]


def parse(text: str) -> Notes:
    """Read the entries, one per line: ten patterns, a bar and four digits."""
    lines = tuple(text.split("\n"))
    numbers = shown(text)
    if not numbers:
        number = next(number for number, line in enumerate(lines) if not shown(line))
        patterns, bar, digits = lines[number].partition(" | ")
        expected, got = (
            "ten patterns of wires a to g, '|' and four digits",
            lines[number],
        )
        if bar and shown(f"{patterns} | {' '.join(patterns.split(' ')[:4])}"):
            expected, got = "four of the ten patterns after '|'", digits
        elif re.fullmatch(r"(?:[a-g]{2,7} ){10}\|(?: [a-g]{2,7}){4}", got):
            expected = "patterns of all ten digits, and four of them"
        raise refusal(number + 1, expected, got)
    return Notes(lines, numbers)


def part1(notes: Notes) -> int:
    """Count the digits 1, 4, 7 and 8."""
    return sum(map("".join(notes.shown).count, "1478"))


def part2(notes: Notes) -> int:
    """Add up the numbers on all displays."""
    return sum(map(int, notes.shown))


def shown(text: str) -> tuple[str, ...]:
    """Return the four digits that each line shows, or nothing if one of them is not an entry."""
    coded = []
    for line in text.encode("ascii", "replace").split(b"\n"):
        patterns = line[:BAR]
        four = b"".join([word for word in patterns.split(b" ") if len(word) == 4])
        bits = bytes(map((patterns + four * 10).count, WIRES)).translate(BITS)
        if line[BAR : BAR + 3] != b" | ":
            return ()
        coded.append(line.translate(BEFORE + bits + AFTER))
    try:
        sums = bytes(map(sum, b"\xff".join(coded).split(b"\xff")))
    except ValueError:  # a sum is above 255
        return ()
    digits = sums.translate(DIGIT).decode()
    starts = range(0, len(digits), 15)
    if (
        len(digits) == 15 * len(coded)
        and re.fullmatch(r"(?:[0-9]{10}\|[0-9]{4})+", digits)
        and {len({*digits[start : start + 10]}) for start in starts} == {10}
        and sum(sums.translate(LIT)) == len(text) + 1 - 15 * len(coded)
    ):
        return tuple([digits[start + 11 : start + 15] for start in starts])
    return ()
