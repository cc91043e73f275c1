"""Day 8: Seven Segment Search.

A digit is known by how often its wires occur in the ten patterns.
Whatever the wiring is, each segment is lit in the same number of the ten digits:

     8888
    6    8
    6    8
     7777
    4    9
    4    9
     7777

Added up over the segments of a digit, these numbers are different for each of the ten. The 1, for
example, has 8 + 9 = 17:

    digit    0    1    2    3    4    5    6    7    8    9
    sum     42   17   34   39   30   37   41   25   49   45

So the wires need not be told apart. It is enough to count how often each letter occurs in the ten
patterns, and to add up the counts of the letters of a word: if a and b occur 8 and 9 times, ab is a
1. `parse` reads the patterns in this way, too, and checks that they are all ten digits.
"""

from __future__ import annotations

from days.lines import matched, refusal

WIRES = b"abcdefg"
"""The letters of the wires, and of the segments."""

SEGMENTS = ["abcefg", "cf", "acdeg", "acdfg", "bcdf", "abdfg", "abdefg", "acf", "abcdefg", "abcdfg"]
"""The segments of the digits 0 to 9."""

OFTEN = {wire: "".join(SEGMENTS).count(wire) for wire in WIRES.decode()}
"""In how many of the ten digits each segment is lit."""

DIGITS = {
    sum(OFTEN[segment] for segment in segments): str(digit)
    for digit, segments in enumerate(SEGMENTS)
}
"""The digits by the sums of these numbers, as in the table."""

LETTER = "|".join(f"{wire}(?![a-g]*{wire})" for wire in WIRES.decode())
"""The pattern of one letter: an a with no other a after it in its word, or a b with no b, ..."""

WORD = f"(?:{LETTER}){{2,7}}"


def parse(text: str) -> tuple[str, ...]:
    """Read the entries, a line each, and return the four digits that each display shows."""
    entries = matched(
        text,
        rf"(?:{WORD} ){{10}}\|(?: {WORD}){{4}}",
        "ten patterns of wires a to g, '|' and four digits, no letter twice in a word",
    )
    displays = []
    for number, entry in enumerate(entries, 1):
        digits = digits_of(entry)
        if len(set(digits[:10])) < 10 or "?" in digits:
            raise refusal(number, "patterns of all ten digits, and four of them", entry)
        displays.append(digits[10:])
    return tuple(displays)


def part1(displays: tuple[str, ...]) -> int:
    """Count the digits 1, 4, 7 and 8."""
    return sum(map("".join(displays).count, "1478"))


def part2(displays: tuple[str, ...]) -> int:
    """Add up the numbers on all displays."""
    return sum(map(int, displays))


def digits_of(entry: str) -> str:
    """Return the digits of the ten patterns and the display, with a '?' for what is none."""
    patterns, display = entry.encode().split(b" | ")
    often = bytes(map(patterns.count, WIRES))
    # The word ab becomes the bytes 8 and 9, and `sum` adds up the bytes of a word.
    counted = (patterns + b" " + display).translate(bytes.maketrans(WIRES, often))
    sums = map(sum, counted.split(b" "))
    return "".join([DIGITS.get(number, "?") for number in sums])
