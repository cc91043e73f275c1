"""Day 8: whatever one edit makes of an entry is read if it is an entry, and refused if not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random

import pytest

from days.year2021 import day08
from tests.year2021 import test_day08
from tests.year2021.seeds import over_seeds

Pattern = frozenset[str]


@over_seeds
def test_every_edit_of_one_letter_is_read_or_refused(seed: int) -> None:
    line = test_day08.entry(Random(seed)).rstrip("\n")
    digits = meanings(line)
    kept = refused = 0
    for edited in {*edits(line)}:
        if is_entry(edited):
            kept += 1
            shown = "".join(digits[frozenset(word)] for word in edited.split(" ")[11:])
            assert day08.parse(edited) == ((edited,), (shown,))
        else:
            refused += 1
            with pytest.raises(ValueError, match=r"^line 2: expected .*, got '.{,60}(\.\.\.)?'$"):
                day08.parse(f"{line}\n{edited}\n{line}")
    # Two letters of a word may change places, and some digits become others.
    assert kept > 30
    assert refused > 1000


def test_two_edits_that_keep_how_often_each_letter_occurs_are_read_or_refused() -> None:
    line = test_day08.EXAMPLES[0].text.rstrip("\n")
    patterns, digits = line.split(" | ")
    kept = refused = 0
    for one, other in permutations("abcdefg", 2):
        for word, second in permutations(patterns.split(), 2):
            if one in word and other in second:
                change = {word: word.replace(one, other), second: second.replace(other, one)}
                words = [change.get(pattern, pattern) for pattern in patterns.split()]
                edited = f"{' '.join(words)} | {digits}"
                if is_entry(edited):
                    kept += 1
                    assert day08.parse(edited).entries == (edited,)
                else:
                    refused += 1
                    with pytest.raises(ValueError, match=f"line 1: {test_day08.INCOMPLETE}"):
                        day08.parse(edited)
    assert kept > 0
    assert refused > 1000


def test_the_digits_5_and_8_in_place_of_6_and_9_are_refused() -> None:
    # They have the same segments, if all are counted.
    digits = [day08.SEGMENTS[digit] for digit in (0, 1, 2, 3, 4, 5, 5, 7, 8, 8)]
    line = f"{' '.join(digits)} | {' '.join(digits[:4])}"
    with pytest.raises(ValueError, match=f"line 1: {test_day08.INCOMPLETE}"):
        day08.parse(line)


def meanings(line: str) -> dict[Pattern, str]:
    """Return the digit of each pattern of an entry, found by trying all wirings."""
    patterns = {*map(frozenset, line.split(" | ", maxsplit=1)[0].split(" "))}
    for wires in permutations("abcdefg"):
        wiring = str.maketrans("abcdefg", "".join(wires))
        digits = [frozenset(segments.translate(wiring)) for segments in day08.SEGMENTS]
        if patterns == {*digits}:
            return {pattern: str(digit) for digit, pattern in enumerate(digits)}
    raise AssertionError("no wiring fits")


def edits(line: str) -> Iterator[str]:
    """Yield the line with a character replaced, left out, added, or exchanged with the next."""
    for place in range(len(line) + 1):
        for letter in "abcdefgh |":
            yield line[:place] + letter + line[place:]
            yield line[:place] + letter + line[place + 1 :]
        yield line[:place] + line[place + 1 :]
        yield line[:place] + line[place : place + 2][::-1] + line[place + 2 :]


@cache
def displays() -> frozenset[frozenset[Pattern]]:
    """Return what the ten patterns of a display can be, for all 5040 wirings."""
    wirings = [str.maketrans("abcdefg", "".join(wires)) for wires in permutations("abcdefg")]
    return frozenset(
        frozenset(frozenset(segments.translate(wiring)) for segments in day08.SEGMENTS)
        for wiring in wirings
    )


def is_entry(line: str) -> bool:
    """Return whether a line has the patterns of a display, and four of them."""
    match = re.fullmatch(r"([a-g]+(?: [a-g]+){9}) \| ([a-g]+(?: [a-g]+){3})", line)
    if not match:
        return False
    patterns, digits = (half.split(" ") for half in match.groups())
    if any(len(word) != len(set(word)) for word in (*patterns, *digits)):
        return False
    display = frozenset(map(frozenset, patterns))
    return display in displays() and display.issuperset(map(frozenset, digits))
