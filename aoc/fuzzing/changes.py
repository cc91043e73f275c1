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
"""Characters of a text from which on a piece of it is changed, and seldom all of it."""
WHOLE = 0.05
"""How often all of a long text is changed."""
COUNTS = (1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to one text."""
NUMBER = re.compile(r"(?<![\w.])-\d{1,18}|\d{1,18}")
"""A number, with the sign before it unless that is a dash between two numbers."""
WORD = re.compile(r"\w+")
SEPARATED = re.compile(r"\w+\W*|\W+")
"""A word with what separates it from the next one."""

Unit = TypeVar("Unit")
"""A unit of a text: a block, a line, a column, a word or a character."""
Change = Callable[[Random, str], str]
"""Returns a changed text; the same one where there is nothing that it could change."""


def changed_text(rng: Random, texts: Sequence[str], *, is_short: bool = False) -> str:
    """Return one of some texts, at least one, after a few random changes.

    `is_short` says that none of a long text may be left whole.
    """
    text = rng.choice(texts)
    if is_short or rng.random() >= WHOLE:
        text = cut_short(rng, text)
    for _ in range(rng.choice(COUNTS)):
        change = rng.choice(CHANGES)
        text = change(rng, text)
    return text


def cut_short(rng: Random, text: str) -> str:
    """Return a piece of a text if that is long: some blocks, lines or characters of it."""
    while len(text) >= LONG_TEXT:
        if "\n" in text:
            separator = "\n\n" if "\n\n" in text else "\n"
            text = separator.join(keep(rng, text.split(separator)))
        else:
            text = "".join(keep(rng, list(text)))
    return text


def random_span(rng: Random, length: int) -> slice:
    """Return a piece of what has a length above 0: a short one rather than a long one."""
    size = rng.randint(1, rng.randint(1, length))
    start = rng.randint(0, length - size)
    return slice(start, start + size)


def keep(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Keep some units that follow each other, often the first ones."""
    span = random_span(rng, len(units))
    start = rng.choice((0, span.start))
    return list(units[start : span.stop])


def drop(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Leave out some units."""
    span = random_span(rng, len(units))
    return [*units[: span.start], *units[span.stop :]]


def double(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Write some units twice: again at once, or anywhere else."""
    span = random_span(rng, len(units))
    at = rng.choice((span.stop, rng.randint(0, len(units))))
    return [*units[:at], *units[span], *units[at:]]


def swap(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Swap two units."""
    swapped = list(units)
    first = rng.randrange(len(units))
    second = rng.randrange(len(units))
    swapped[first] = units[second]
    swapped[second] = units[first]
    return swapped


def move(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Move a unit."""
    moved = list(units)
    unit = moved.pop(rng.randrange(len(moved)))
    moved.insert(rng.randint(0, len(moved)), unit)
    return moved


def repeat(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Write a unit over some others."""
    repeated = list(units)
    span = random_span(rng, len(units))
    repeated[span] = [rng.choice(units)] * (span.stop - span.start)
    return repeated


def rearranged(rng: Random, units: Sequence[Unit]) -> list[Unit]:
    """Return units, at least one, after a random change of which there are, and in what order."""
    rearrange = rng.choice((keep, drop, double, swap, move, repeat))
    return rearrange(rng, units)


def change_blocks(rng: Random, text: str) -> str:
    """Change the blocks, between which empty lines stand."""
    return "\n\n".join(rearranged(rng, text.split("\n\n")))


def change_lines(rng: Random, block: str) -> str:
    """Change the lines of a block."""
    return "\n".join(rearranged(rng, block.split("\n")))


def change_columns(rng: Random, block: str) -> str:
    """Change the columns of a block."""
    columns = list(zip_longest(*block.split("\n"), fillvalue=""))
    if not columns:
        return block
    rows = zip(*rearranged(rng, columns), strict=True)
    return "\n".join(map("".join, rows))


def crop(rng: Random, block: str) -> str:
    """Keep the first columns of the first lines of a block: often a square."""
    lines = block.split("\n")
    height = rng.randint(1, len(lines))
    width = rng.choice((height, rng.randint(1, len(lines[0]) or 1)))
    return "\n".join(line[:width] for line in lines[:height])


def change_words(rng: Random, line: str) -> str:
    """Change the words of a line, with what separates them."""
    words = SEPARATED.findall(line)
    if not words:
        return line
    # What separates the last word from nothing is left out.
    return "".join(rearranged(rng, words)).rstrip(" ,")


def swap_words(rng: Random, text: str) -> str:
    """Swap two words, or write one over the other, without what separates them."""
    words = list(WORD.finditer(text))
    if len(words) < 2:
        return text
    first, second = sorted(rng.sample(words, 2), key=re.Match.start)
    pieces = [text[: first.start()], second[0], text[first.end() : second.start()]]
    pieces += [rng.choice((first[0], second[0])), text[second.end() :]]
    return "".join(pieces)


def change_characters(rng: Random, line: str) -> str:
    """Change the characters of a line."""
    return "".join(rearranged(rng, line)) if line else line


def replace_character(rng: Random, text: str) -> str:
    """Write a character of the text over another one."""
    at = rng.randrange(len(text) or 1)
    return text[:at] + rng.choice(text or " ") + text[at + 1 :]


def exchange_characters(rng: Random, text: str) -> str:
    """Exchange two characters wherever they stand, but no ends of lines."""
    characters = text.replace("\n", "")
    if not characters:
        return text
    one = rng.choice(characters)
    other = rng.choice(characters)
    return text.translate(str.maketrans(one + other, other + one))


def replace_number(rng: Random, text: str) -> str:
    """Write another number over one: one that occurs, or one at the edge of those that do."""
    matches = list(NUMBER.finditer(text))
    if not matches:
        return text
    replaced = rng.choice(matches)
    numbers = [int(match[0]) for match in matches]
    number = int(replaced[0])
    least = min(numbers)
    largest = max(numbers)
    others = [0, 1, number + 1, number - 1, 2 * number, least, largest, largest + 1]
    others += rng.choices(numbers, k=len(others))
    if least < 0:
        others += [-number, least - 1]
    other = rng.choice(others)
    if least >= 0:
        other = abs(other)
    return f"{text[: replaced.start()]}{other}{text[replaced.end() :]}"


def in_one(separator: str, change: Change) -> Change:
    """Return a change that is made to one piece of a text between these separators."""

    def change_one(rng: Random, text: str) -> str:
        """Change one piece."""
        pieces = text.split(separator)
        at = rng.randrange(len(pieces))
        pieces[at] = change(rng, pieces[at])
        return separator.join(pieces)

    return change_one


CHANGES: Sequence[Change] = (
    change_blocks,
    in_one("\n\n", change_lines),
    in_one("\n\n", change_lines),
    in_one("\n\n", change_columns),
    in_one("\n\n", crop),
    in_one("\n", change_words),
    in_one("\n", change_characters),
    in_one("\n", swap_words),
    swap_words,
    replace_character,
    exchange_characters,
    in_one("\n\n", exchange_characters),
    replace_number,
    in_one("\n\n", replace_number),
    replace_number,
    in_one("\n", replace_number),
)
"""All changes; those that make most inputs stand twice."""
