"""Passes over a text that make it smaller, as long as each smaller text passes a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, dropwhile, groupby, islice
from string import ascii_letters, digits
from typing import TypeVar

__all__ = ["PASSES", "Test", "remove_units"]

Test = Callable[[Sequence[str]], int | None]
"""Returns which of some texts is the first that still shows what is looked for, if one does."""
Unit = TypeVar("Unit")
Whole = TypeVar("Whole")
Pass = Callable[[str, Test], str]
"""Makes a text smaller by a test."""
BATCH = 16
"""Texts that are tested at once; the same on any machine, so that the outcome is the same."""
FIELD = re.compile(r"[^\s,;|]*[\s,;|]*")
NUMBER = re.compile(r"(?<!\d)-?\d{1,18}(?!\d)")
"""What may be a number; a longer row of digits is rather a row of a grid."""
SIMPLEST = f"{digits}.{ascii_letters}"
"""Characters, the simplest first."""


def remove_units(
    units: Sequence[Unit],
    join: Callable[[Sequence[Unit]], Whole],
    test: Callable[[Sequence[Whole]], int | None],
) -> list[Unit]:
    """Remove units of a whole, half of them at once, then fewer and fewer, down to one by one."""
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
    return units


def remove_parts(text: str, test: Test, split: Callable[[str], list[str]], glue: str) -> str:
    """Remove the parts into which a text is split; `glue` stands between them."""
    return glue.join(remove_units(split(text), glue.join, test))


def remove_blocks(text: str, test: Test) -> str:
    """Remove blocks, which blank lines separate."""
    return remove_parts(text, test, lambda text: text.split("\n\n"), "\n\n")


def remove_lines(text: str, test: Test) -> str:
    """Remove lines."""
    return remove_parts(text, test, lambda text: text.split("\n"), "\n")


def remove_fields(text: str, test: Test) -> str:
    """Remove what stands between blanks and commas."""
    return remove_parts(text, test, lambda text: list(filter(None, FIELD.findall(text))), "")


def remove_columns(text: str, test: Test) -> str:
    """Remove columns of each block of lines that are equally wide."""
    at = 0
    while at < len(blocks := [[*lines] for _, lines in groupby(text.split("\n"), key=len)]):
        if len(blocks[at]) > 1 and blocks[at][0]:
            join = partial(with_columns, blocks, at)
            columns = ["".join(column) for column in zip(*blocks[at], strict=True)]
            text = join(remove_units(columns, join, test))
        at += 1
    return text


def with_columns(blocks: Sequence[list[str]], at: int, columns: Sequence[str]) -> str:
    """Return the text of blocks of lines, with these columns in one of them."""
    rows = ["".join(row) for row in zip(*columns, strict=True)] or [""] * len(blocks[at])
    return "\n".join([*chain(*blocks[:at]), *rows, *chain(*blocks[at + 1 :])])


def remove_characters(text: str, test: Test) -> str:
    """Remove characters."""
    return remove_parts(text, test, list, "")


def simplify(text: str, test: Test, candidates: Callable[[str], Iterator[tuple[int, str]]]) -> str:
    """Replace a text by the first candidate that passes, again and again.

    Each candidate has the place of its change. The search goes on there, and ends after the last.
    """
    at = 0
    hit: int | None = 0
    while hit is not None:
        waiting = dropwhile(partial(is_before, at), candidates(text))
        hit = None
        while hit is None and (batch := [*islice(waiting, BATCH)]):
            hit = test([candidate for _, candidate in batch])
            if hit is not None:
                at, text = batch[hit]
    return text


def is_before(at: int, candidate: tuple[int, str]) -> bool:
    """Return whether the change of a candidate is before a place."""
    return candidate[0] < at


def simplify_numbers(text: str, test: Test) -> str:
    """Make numbers smaller: towards 0, by halves, without digits."""
    return simplify(text, test, smaller_numbers)


def simplify_equal_numbers(text: str, test: Test) -> str:
    """Make numbers smaller, each wherever it stands in the text."""
    return simplify(text, test, smaller_equal_numbers)


def simplify_differences(text: str, test: Test) -> str:
    """Make all numbers smaller by the same."""
    return simplify(text, test, smaller_by_the_same)


def simplify_characters(text: str, test: Test) -> str:
    """Replace characters by simpler ones."""
    return simplify(text, test, simpler_characters)


def smaller_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one number smaller."""
    for match in NUMBER.finditer(text):
        for value in smaller(match[0]):
            yield match.start(), f"{text[: match.start()]}{value}{text[match.end() :]}"


def smaller_equal_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one number smaller, wherever it stands, if it does so several times."""
    found = NUMBER.findall(text)
    for number in dict.fromkeys(one for one in found if found.count(one) > 1):
        for value in smaller(number):
            yield 0, re.sub(rf"(?<!\d){number}(?!\d)", value, text)


def smaller_by_the_same(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with all numbers smaller by the same, so that none gets below 0."""
    found = [int(number) for number in NUMBER.findall(text)]
    least = min(found, default=0)
    for less in dict.fromkeys((least, least // 2, min(least, 1))):
        if less > 0:
            values = iter([value - less for value in found])
            yield 0, NUMBER.sub(lambda match: str(next(values)), text)  # noqa: B023


def smaller(number: str) -> list[str]:
    """Return numbers to try in place of one, the simplest first."""
    value = int(number)
    sign = -1 if value < 0 else 1
    near = (0, 1, sign, value // 2 if value > 0 else -(-value // 2), value - sign, abs(value))
    shorter = (number[:-1], number[: len(number) // 2])
    texts = [*map(str, near), *(part for part in shorter if part.strip("-"))]
    return [text for text in dict.fromkeys(texts) if rank(text) < rank(number)]


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
    remove_blocks,
    remove_lines,
    remove_columns,
    remove_fields,
    simplify_numbers,
    simplify_equal_numbers,
    simplify_differences,
    remove_characters,
    simplify_characters,
)
"""All passes, in the order in which they make most texts smaller soonest."""
