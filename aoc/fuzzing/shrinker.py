"""Making a text smaller, in several passes, as long as it still shows what is looked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, islice
from string import ascii_letters, digits
from time import monotonic

from aoc.text import plain

__all__ = ["BATCH", "PASSES", "Test", "shrink"]

Test = Callable[[Sequence[str]], int | None]
"""Returns which of some texts is the first that still shows what is looked for, if one does."""
Pass = Callable[[str, Test], str]
"""Makes a text smaller by a test."""
BATCH = 16
"""Texts that are tested at once."""
NUMBER = re.compile(r"(?<!\d)-?\d{1,18}(?!\d)")
"""What may be a number; a longer row of digits is rather a row of a grid."""
SIMPLEST = f"{digits}.{ascii_letters}"
"""Characters, the simplest first."""


def remove_units(units: Sequence[str], join: Callable[[Sequence[str]], str], test: Test) -> str:
    """Remove units of a text, half of them at once, then fewer and fewer, down to one by one."""
    units = list(units)
    size = len(units) // 2
    while size:
        at = 0
        while at < len(units):
            starts = [*islice(range(at, len(units), size), BATCH)]
            hit = test([join(units[:start] + units[start + size :]) for start in starts])
            if hit is None:
                at = starts[-1] + size
            else:
                at = starts[hit]
                del units[at : at + size]
        size = min(size // 2, max(1, len(units) // 2)) if size > 1 else 0
    return join(units)


def remove_between(separator: str) -> Pass:
    """Return the pass that removes what stands between separators."""
    return lambda text, test: remove_units(text.split(separator), separator.join, test)


def remove_found(pattern: str) -> Pass:
    """Return the pass that removes what a pattern finds, where all of a text is found."""
    return lambda text, test: remove_units(re.findall(pattern, text), "".join, test)


def remove_columns(text: str, test: Test) -> str:
    """Remove columns of each block of lines that are equally wide."""
    at = 0
    while at < len(blocks := [[*lines] for _, lines in groupby(text.split("\n"), key=len)]):
        if len(blocks[at]) > 1 and blocks[at][0]:
            join = partial(with_columns, blocks, at)
            columns = ["".join(column) for column in zip(*blocks[at], strict=True)]
            text = remove_units(columns, join, test)
        at += 1
    return text


def with_columns(blocks: Sequence[list[str]], at: int, columns: Sequence[str]) -> str:
    """Return the text of blocks of lines, with these columns in one of them."""
    rows = ["".join(row) for row in zip(*columns, strict=True)] or [""] * len(blocks[at])
    return "\n".join([*chain(*blocks[:at]), *rows, *chain(*blocks[at + 1 :])])


def simplify(candidates: Callable[[str], Iterator[tuple[int, str]]]) -> Pass:
    """Return the pass that replaces a text by its first candidate that passes, again and again.

    Each candidate has the place of its change. The search goes on there, and ends after the last.
    """

    def simplified(text: str, test: Test) -> str:
        """Return the text with all changes."""
        at = 0
        hit: int | None = 0
        while hit is not None:
            waiting = (one for one in candidates(text) if one[0] >= at)
            hit = None
            while hit is None and (batch := [*islice(waiting, BATCH)]):
                hit = test([candidate for _, candidate in batch])
                if hit is not None:
                    at, text = batch[hit]
        return text

    return simplified


def smaller_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one number smaller."""
    for match in NUMBER.finditer(text):
        for value in smaller(match[0]):
            yield match.start(), f"{text[: match.start()]}{value}{text[match.end() :]}"


def smaller(number: str) -> list[str]:
    """Return numbers to try in place of one, the simplest first; the last is smaller by 1."""
    value = int(number)
    sign, size = (-1 if value < 0 else 1), abs(value)
    near = (sign * (size - (size >> shift)) for shift in range(1, size.bit_length() + 1))
    texts = [*map(str, (0, 1, sign, *near, size)), number[:-1]]
    return [one for one in dict.fromkeys(texts) if one.strip("-") and rank(one) < rank(number)]


def rank(number: str) -> tuple[int, int, int]:
    """Return by what numbers are compared: the size, the sign, the digits."""
    return abs(int(number)), int(number) < 0, len(number)


def simpler_characters(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one character replaced by a simpler one: of the text, or a usual one."""
    usual = sorted(set(text) & set(SIMPLEST) | set("01a"), key=SIMPLEST.index)
    for at, character in enumerate(text):
        if character.isspace():
            continue
        place = SIMPLEST.find(character)
        for other in usual:
            if place < 0 or SIMPLEST.index(other) < place:
                yield at, f"{text[:at]}{other}{text[at + 1 :]}"


PASSES: tuple[Pass, ...] = (
    remove_between("\n\n"),
    remove_between("\n"),
    remove_columns,
    remove_found(r"[^\s,;|]+[\s,;|]*|[\s,;|]+"),
    simplify(smaller_numbers),
    remove_found(r"(?s)."),
    simplify(simpler_characters),
)
"""All passes, in the order in which they make most texts smaller soonest."""


class TimeIsUpError(Exception):
    """There is no time for another test."""


def shrink(
    text: str,
    shows: Callable[[Sequence[str]], Sequence[bool]],
    seconds: float,
    note: Callable[[str], None] = lambda text: None,
    batch: int = BATCH,
) -> str:
    """Make a text smaller until nothing helps, or the seconds are up, and return it.

    `shows` says of each of some texts, a `batch` at most, whether it shows what is looked for; no
    text is tested twice, and none without a character.
    `note` is called with each smaller text that does.
    """
    deadline = monotonic() + seconds
    smallest = text
    seen: set[str] = set()

    def test(candidates: Sequence[str]) -> int | None:
        """Return which text is the first that passes, and note that it is the smallest so far."""
        nonlocal smallest
        for start in range(0, len(candidates), batch):
            if monotonic() > deadline:
                raise TimeIsUpError
            texts = dict(enumerate(map(plain, candidates[start : start + batch]), start))
            new = [number for number, one in texts.items() if one.strip() and one not in seen]
            seen.update(texts.values())
            shown = shows([texts[number] for number in new]) if new else ()
            for number, is_shown in zip(new, shown, strict=True):
                if is_shown:
                    smallest = texts[number]
                    note(smallest)
                    return number
        return None

    before = None
    try:
        while before != smallest:
            before = smallest
            for one in PASSES:
                one(smallest, test)
    except TimeIsUpError:
        pass
    return smallest
