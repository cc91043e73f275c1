"""Making a text smaller, edit by edit, as long as it still shows the fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import compress, islice, pairwise
from string import ascii_letters, digits
from time import monotonic

from aoc.model.input_text import plain

BATCH = 8
"""Texts that are tried at once; the same number on any machine."""
Place = tuple[int, ...]
"""The place of an edit among those of its pass: after one that helps, the search goes on there."""
Edits = Iterator[tuple[Place, str]]
"""Edited texts, each with the place of its edit, in order."""
NUMBER = re.compile(r"(?<!\d)(-?\d{1,18})(?!\d)")
"""A number; a longer row of digits is rather a row of a grid."""
SEPARATORS = " ,;|\n"
SIMPLEST = f"{digits}.{ascii_letters}"
"""Characters, the simplest first."""


def removal(pattern: str) -> Callable[[str], Edits]:
    """Return the pass that removes the matches of a pattern: many at once, then fewer."""

    def edits(text: str) -> Edits:
        """Remove runs of matches; with the last ones, also the separators before them."""
        ends = [0, *(match.end() for match in re.finditer(pattern, text))]
        for size, start in runs(len(ends) - 1):
            before, after = (
                text[: ends[start]],
                text[ends[min(start + size, len(ends) - 1)] :],
            )
            yield (-size, start), before + after if after else before.rstrip(SEPARATORS)

    return edits


def runs(count: int) -> Iterator[tuple[int, int]]:
    """Yield the size and the start of runs of so many units, the longest first."""
    size = 1 << count.bit_length() >> 1
    while size:
        yield from ((size, start) for start in range(0, count, size))
        size //= 2


def without_columns(text: str) -> Edits:
    """Remove columns of lines that are equally wide, from one block of such lines at a time."""
    lines = text.split("\n")
    starts = [
        at for at in range(len(lines)) if not at or len(lines[at]) != len(lines[at - 1])
    ]
    for first, last in pairwise([*starts, len(lines)]):
        if last - first > 1:
            for size, start in runs(len(lines[first])):
                rows = [
                    line[:start] + line[start + size :] for line in lines[first:last]
                ]
                yield (
                    (first, -size, start),
                    "\n".join([*lines[:first], *rows, *lines[last:]]),
                )


def smaller_numbers(text: str) -> Edits:
    """Make one number smaller."""
    for match in NUMBER.finditer(text):
        for value in smaller(match[0]):
            yield (
                (match.start(),),
                f"{text[: match.start()]}{value}{text[match.end() :]}",
            )


def smaller(number: str) -> list[str]:
    """Return numbers to try in place of one, the simplest first; the last is smaller by 1."""
    value = int(number)
    sign, size = (-1 if value < 0 else 1), abs(value)
    near = (
        sign * (size - (size >> shift)) for shift in range(1, size.bit_length() + 1)
    )
    texts = [*map(str, (0, 1, sign, *near, size)), number[:-1]]
    return [
        one
        for one in dict.fromkeys(texts)
        if one.strip("-") and rank(one) < rank(number)
    ]


def rank(number: str) -> tuple[int, int, int]:
    """Return the key that numbers are compared by: the size, the sign, the digits."""
    return abs(int(number)), int(number) < 0, len(number)


def simpler_characters(text: str) -> Edits:
    """Replace one character by a simpler one: one of the text, or a usual one."""
    usual = sorted(set(text) & set(SIMPLEST) | set("01a"), key=SIMPLEST.index)
    for at, character in enumerate(text):
        place = SIMPLEST.find(character)
        for other in usual if not character.isspace() else ():
            if place < 0 or SIMPLEST.index(other) < place:
                yield (at,), f"{text[:at]}{other}{text[at + 1 :]}"


PASSES = (
    removal(r"(?s).*?(\n\n|\Z)"),
    removal(r".*\n?"),
    without_columns,
    removal(r"[^\s,;|]+[\s,;|]*|[\s,;|]+"),
    smaller_numbers,
    removal(r"(?s)."),
    simpler_characters,
)
"""All passes, in the order in which they make most texts smaller soonest."""


def shrink(
    text: str, shows: Callable[[Sequence[str]], Sequence[bool]], seconds: float
) -> Iterator[str]:
    """Yield smaller and smaller texts, until no edit helps or the seconds are up.

    `shows` says of each of some texts, `BATCH` at most, whether it shows the fault. No text is
    tried twice, and none without a character.
    """
    deadline = monotonic() + seconds
    tried = {text}
    before = None
    while before != text:
        before = text
        for edits in PASSES:
            place: Place | None = ()
            while place is not None:
                waiting = new_edits(edits(text), place, tried)
                place = None
                while place is None and (several := [*islice(waiting, BATCH)]):
                    if monotonic() > deadline:
                        return
                    shown = shows([edited for _, edited in several])
                    if found := next(compress(several, shown), None):
                        place, text = found
                        yield text


def new_edits(edits: Edits, start: Place, tried: set[str]) -> Edits:
    """Yield the edits from a place on whose texts are not in `tried`, and add these to it."""
    for place, edited in edits:
        edited = plain(edited)
        if place >= start and edited.strip() and edited not in tried:
            tried.add(edited)
            yield place, edited
