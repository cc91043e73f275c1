"""Making a text smaller, edit by edit, as long as the caller says that it still shows the fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from time import monotonic
from typing import TypeVar

from aoc.model.inputs import plain

BATCH = 8
"""Texts that are tried at once; the same number on any machine."""
NUMBER = re.compile(r"(?<!\d)-?\d{1,18}(?!\d)")
"""A number; a longer row of digits is rather a row of a grid."""
SEPARATORS = " ,;|\n"

Shown = TypeVar("Shown")
"""What a text shows, if that is the fault."""
Pass = Callable[[str], Iterator[str]]
"""Yields edited texts, those first that are much smaller."""


def removal(pattern: str) -> Pass:
    """Return the pass that removes the matches of a pattern: many at once, then fewer."""

    def edited(text: str) -> Iterator[str]:
        """Remove runs of matches; with the last ones, also the separators before them."""
        ends = [0]
        for match in re.finditer(pattern, text):
            ends.append(match.end())
        for start, stop in runs(len(ends) - 1):
            before = text[: ends[start]]
            after = text[ends[stop] :]
            if not after:
                before = before.rstrip(SEPARATORS)
            yield before + after

    return edited


def runs(count: int) -> Iterator[tuple[int, int]]:
    """Yield the start and the stop of runs of so many units, the longest first."""
    # Half of the units or more, rounded to a power of two.
    size = 1 << count.bit_length() >> 1
    while size:
        for start in range(0, count, size):
            yield start, min(start + size, count)
        size //= 2


def without_columns(text: str) -> Iterator[str]:
    """Remove columns of lines that are equally wide, from one block of such lines at a time."""
    lines = text.split("\n")
    edges = [0]
    for number, (before, line) in enumerate(pairwise(lines), 1):
        if len(before) != len(line):
            edges.append(number)
    edges.append(len(lines))
    for first, last in pairwise(edges):
        for start, stop in runs(len(lines[first])):
            rows = [line[:start] + line[stop:] for line in lines[first:last]]
            yield "\n".join(lines[:first] + rows + lines[last:])


def with_smaller_number(text: str) -> Iterator[str]:
    """Make one number smaller."""
    for match in NUMBER.finditer(text):
        number = int(match[0])
        # 0, then nearer and nearer to the number: half of it, three quarters of it ...
        for shift in range(abs(number).bit_length() + 1):
            smaller = number - (number >> shift)
            yield f"{text[: match.start()]}{smaller}{text[match.end() :]}"


PASSES: Sequence[Pass] = (
    removal(r"(?s).*?(\n\n|\Z)"),
    removal(r".*\n?"),
    without_columns,
    removal(r"[^\s,;|]+[\s,;|]*|[\s,;|]+"),
    with_smaller_number,
    removal(r"(?s)."),
)
"""All passes, in the order in which they make most texts smaller soonest: sections, lines,
columns, words, numbers and characters."""

Try = Callable[[Sequence[str]], Sequence[Shown | None]]
"""Returns what each of some texts shows, `BATCH` at most; `None` if that is not the fault."""


def shrink(text: str, try_texts: Try[Shown], seconds: float) -> Iterator[Shown]:
    """Yield what smaller and smaller texts show, until no edit helps or the seconds are up.

    No text is tried twice, and none without a character.
    """
    deadline = monotonic() + seconds
    # Each try takes a process.
    tried = {text}
    before = None
    # What one pass has removed may let another one remove more.
    while before != text:
        before = text
        for edited in PASSES:
            place = 0
            edits = edited(text)
            while batch := list(islice(edits, BATCH)):
                if monotonic() > deadline:
                    return
                # As files with these texts would be read.
                texts = dict.fromkeys(plain(edit) for edit in batch)
                untried = [each for each in texts if each.strip() and each not in tried]
                tried.update(untried)
                place += BATCH
                for edit, shown in zip(untried, try_texts(untried), strict=True):
                    if shown is not None:
                        yield shown
                        text = edit
                        # What did not help before this batch hardly helps now.
                        place -= BATCH
                        edits = islice(edited(text), place, None)
                        break
