"""Changing texts: new inputs of a puzzle from its examples and from somebody's own input.

A few random changes of blocks, lines, columns, words, characters and numbers make a text that still
looks like an input: they move what is there, or write something that occurs over something else,
or go to the edge of what occurs. The same generator of random numbers makes the same texts on any
machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from random import Random
from typing import TypeVar

LONG_TEXT = 1000
"""Characters of a text from which on a piece of it is changed: on all of it, a way may be slow."""
COUNTS = (1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to one text."""
NUMBER = re.compile(r"(?<![\w.])-\d{1,18}|\d{1,18}")
"""A number, with the sign before it unless that is a dash between two numbers."""
SEPARATOR = re.compile(r"(\W+)")
SEPARATED = re.compile(r"\w+\W*|\W+")
"""A word with what separates it from the next one."""

Unit = TypeVar("Unit")
"""A unit of a text: a block, a line, a column or a word."""
Change = Callable[[Random, str], str]
"""Returns a changed text; the same one where there is nothing that it could change."""


def changed_text(rng: Random, texts: Sequence[str]) -> str:
    """Return one of some texts, at least one, after a few random changes."""
    text = cut_short(rng, rng.choice(texts))
    for _ in range(rng.choice(COUNTS)):
        change = rng.choice(CHANGES)
        # All of the text is changed, which has no such character, or a block of it, or a line.
        separator = rng.choice(("\0", "\n\n", "\n"))
        pieces = text.split(separator)
        at = rng.randrange(len(pieces))
        pieces[at] = change(rng, pieces[at])
        text = separator.join(pieces)
    return text


def cut_short(rng: Random, text: str) -> str:
    """Return a piece of a text if that is long: some blocks, lines or characters of it."""
    while len(text) >= LONG_TEXT:
        separator = "\n\n" if "\n\n" in text else "\n"
        units = text.split(separator)
        if len(units) == 1:
            separator = ""
            units = list(text)
        span = random_span(rng, len(units))
        start = rng.choice((0, span.start))
        text = separator.join(units[start : span.stop])
    return text


def random_span(rng: Random, length: int) -> slice:
    """Return a piece of what has a length above 0: a short one rather than a long one."""
    size = rng.randint(1, rng.randint(1, length))
    start = rng.randint(0, length - size)
    return slice(start, start + size)


def rearranged(rng: Random, units: list[Unit], most: int = 9) -> list[Unit]:
    """Return units after a random change of which there are, and in what order.

    None is there more than `most` times as often as before.
    """
    if not units:
        return units
    span = random_span(rng, len(units))
    piece = units[span]
    before = units[: span.start]
    after = units[span.stop :]
    without = before + after
    place = rng.randint(0, len(without))
    moved = without[:place] + piece + without[place:]
    multiplied = before + piece * rng.choice((2, most)) + after
    copied = units[:place] + piece + units[place:]
    repeated = before + [rng.choice(units)] * len(piece) + after
    return rng.choice((piece, before + piece, without, moved, multiplied, copied, repeated))


def change_blocks(rng: Random, text: str) -> str:
    """Change the blocks, between which empty lines stand."""
    return "\n\n".join(rearranged(rng, text.split("\n\n")))


def change_lines(rng: Random, text: str) -> str:
    """Change the lines."""
    return "\n".join(rearranged(rng, text.split("\n")))


def change_columns(rng: Random, text: str) -> str:
    """Change the columns of lines: of a single one, its characters."""
    columns = list(zip_longest(*text.split("\n"), fillvalue=""))
    # A number with nine times as many digits is hardly one of any puzzle.
    rows = zip(*rearranged(rng, columns, most=2), strict=True)
    return "\n".join(map("".join, rows))


def change_words(rng: Random, text: str) -> str:
    """Change the words, with what separates them."""
    words = SEPARATED.findall(text)
    # What separates the last word from nothing is left out.
    return "".join(rearranged(rng, words)).rstrip(" ,")


def swap_words(rng: Random, text: str) -> str:
    """Swap two words, without what separates them."""
    pieces = SEPARATOR.split(text)
    # Every second piece is a separator.
    one = rng.randrange(0, len(pieces), 2)
    other = rng.randrange(0, len(pieces), 2)
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return "".join(pieces)


def exchange_characters(rng: Random, text: str) -> str:
    """Exchange two characters wherever they stand, but no ends of lines."""
    characters = text.replace("\n", "") or " "
    one = rng.choice(characters)
    other = rng.choice(characters)
    return text.translate(str.maketrans(one + other, other + one))


def replace_number(rng: Random, text: str) -> str:
    """Write another number over one: one that occurs, or one at the edge of those that do."""
    matches = list(NUMBER.finditer(text))
    if not matches:
        return text
    replaced = rng.choice(matches)
    number = int(replaced[0])
    numbers = [int(match[0]) for match in matches]
    least = min(numbers)
    largest = max(numbers)
    edges = (0, 1, number + 1, number - 1, 2 * number, least, largest, largest + 1)
    other = rng.choice((*edges, -number, least - 1, *rng.choices(numbers, k=8)))
    if least >= 0:
        other = abs(other)
    return f"{text[: replaced.start()]}{other}{text[replaced.end() :]}"


CHANGES: Sequence[Change] = (
    change_blocks,
    change_lines,
    change_columns,
    change_words,
    swap_words,
    exchange_characters,
    replace_number,
    replace_number,
)
"""All changes; the one that makes most inputs stands twice."""
