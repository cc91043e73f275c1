"""Making a text smaller, edit by edit, as long as the caller says that it still shows the fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from string import ascii_letters, digits
from time import monotonic
from typing import NamedTuple

from aoc.model.inputs import plain

BATCH = 8
"""Texts that are tried at once; the same number on any machine."""
NUMBER = re.compile(r"(?<!\d)(-?\d{1,18})(?!\d)")
"""A number; a longer row of digits is rather a row of a grid."""
SEPARATORS = " ,;|\n"
SIMPLEST = f"{digits}.{ascii_letters}"
"""Characters, the simplest first."""

Place = tuple[int, ...]
"""The place of an edit among those of its pass: after one that helps, the search goes on there."""


class Edit(NamedTuple):
    """An edited text, and the place of its edit. A pass yields edits in the order of places."""

    place: Place
    text: str


def removal(pattern: str) -> Callable[[str], Iterator[Edit]]:
    """Return the pass that removes the matches of a pattern: many at once, then fewer."""

    def edits(text: str) -> Iterator[Edit]:
        """Remove runs of matches; with the last ones, also the separators before them."""
        ends = [0]
        for match in re.finditer(pattern, text):
            ends.append(match.end())
        count = len(ends) - 1
        for size, start in runs(count):
            before = text[: ends[start]]
            after = text[ends[min(start + size, count)] :]
            if not after:
                before = before.rstrip(SEPARATORS)
            # Larger runs come first, so their places are before those of smaller ones.
            yield Edit((-size, start), before + after)

    return edits


def runs(count: int) -> Iterator[tuple[int, int]]:
    """Yield the size and the start of runs of so many units, the longest first."""
    # Half of the units or more, rounded to a power of two.
    size = 1 << count.bit_length() >> 1
    while size:
        for start in range(0, count, size):
            yield size, start
        size //= 2


def without_columns(text: str) -> Iterator[Edit]:
    """Remove columns of lines that are equally wide, from one block of such lines at a time."""
    lines = text.split("\n")
    block_starts = [0]
    for number, (before, line) in enumerate(pairwise(lines), 1):
        if len(before) != len(line):
            block_starts.append(number)
    block_ends = [*block_starts[1:], len(lines)]
    for first, last in zip(block_starts, block_ends, strict=True):
        if last - first == 1:
            # Of a single line, another pass removes words and characters.
            continue
        for size, start in runs(len(lines[first])):
            rows = [line[:start] + line[start + size :] for line in lines[first:last]]
            edited = lines[:first] + rows + lines[last:]
            yield Edit((first, -size, start), "\n".join(edited))


def smaller_numbers(text: str) -> Iterator[Edit]:
    """Make one number smaller."""
    for match in NUMBER.finditer(text):
        before = text[: match.start()]
        after = text[match.end() :]
        for number in smaller(match[0]):
            yield Edit((match.start(),), f"{before}{number}{after}")


def smaller(number: str) -> list[str]:
    """Return numbers to try in place of one, the simplest first; the last is smaller by 1."""
    value = int(number)
    sign = -1 if value < 0 else 1
    size = abs(value)
    values = [0, 1, sign]
    # Nearer and nearer to the number: half of it, three quarters of it ...
    for shift in range(1, size.bit_length() + 1):
        values.append(sign * (size - (size >> shift)))
    values.append(size)
    texts = [str(each) for each in values]
    # A number may also have zeros at its start.
    texts.append(number[:-1])
    return [
        each
        for each in dict.fromkeys(texts)
        if each.strip("-") and rank(each) < rank(number)
    ]


def rank(number: str) -> tuple[int, int, int]:
    """Return the key that numbers are compared by: the size, the sign, the digits."""
    return abs(int(number)), int(number) < 0, len(number)


def simpler_characters(text: str) -> Iterator[Edit]:
    """Replace one character by a simpler one: one of the text, or a usual one."""
    usual = sorted(set(text) & set(SIMPLEST) | set("01a"), key=SIMPLEST.index)
    for at, character in enumerate(text):
        if character.isspace():
            # Blanks and line ends have a meaning; other passes remove them.
            continue
        simplicity = SIMPLEST.find(character)
        for other in usual:
            if simplicity < 0 or SIMPLEST.index(other) < simplicity:
                yield Edit((at,), f"{text[:at]}{other}{text[at + 1 :]}")


PASSES = (
    removal(r"(?s).*?(\n\n|\Z)"),
    removal(r".*\n?"),
    without_columns,
    removal(r"[^\s,;|]+[\s,;|]*|[\s,;|]+"),
    smaller_numbers,
    removal(r"(?s)."),
    simpler_characters,
)
"""All passes, in the order in which they make most texts smaller soonest: sections, lines,
columns, words, numbers, characters, and the looks of characters."""

Shows = Callable[[Sequence[str]], Sequence[bool]]
"""Returns of each of some texts, `BATCH` at most, whether it shows the fault."""


def shrink(text: str, shows: Shows, seconds: float) -> Iterator[str]:
    """Yield smaller and smaller texts, until no edit helps or the seconds are up.

    No text is tried twice, and none without a character.
    """
    deadline = monotonic() + seconds
    # Each try takes a process.
    tried = {text}
    before = None
    # What one pass has removed may let another one remove more.
    while before != text:
        before = text
        for edits in PASSES:
            place: Place = ()
            while True:
                untried = new_edits(edits(text), place, tried)
                helpful = first_helpful(untried, shows, deadline)
                if helpful is None:
                    break
                # What did not help before this place hardly helps now.
                place = helpful.place
                text = helpful.text
                yield text


def first_helpful(edits: Iterator[Edit], shows: Shows, deadline: float) -> Edit | None:
    """Return the first edit whose text shows the fault; `None` without one, or without time."""
    while monotonic() <= deadline:
        batch = list(islice(edits, BATCH))
        if not batch:
            return None
        shown = shows([edit.text for edit in batch])
        for edit, is_shown in zip(batch, shown, strict=True):
            if is_shown:
                return edit
    return None


def new_edits(edits: Iterator[Edit], start: Place, tried: set[str]) -> Iterator[Edit]:
    """Yield the edits from a place on whose texts are not in `tried`, and add these to it."""
    for place, edited in edits:
        # As a file with this text would be read.
        text = plain(edited)
        if place >= start and text.strip() and text not in tried:
            tried.add(text)
            yield Edit(place, text)
