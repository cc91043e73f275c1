"""Changing texts: new inputs of a puzzle from its examples and from somebody's own input.

A few random changes of lines, blocks, columns, words, numbers and characters make a text that still
looks like an input: what replaces something occurs elsewhere in the text, at the same place of
another line if there is one, or is at the edge of what occurs. The same generator of random
numbers makes the same texts on any machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

FEW_LINES = 12
"""Lines of a text that is cut short, at most."""
LONG_TEXT = 1000
"""Characters of a text from which on a piece of it is changed, and seldom all of it."""
WHOLE = 0.05
"""How often all of a long text is changed."""
COUNTS = (1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to one text."""
NUMBER = re.compile(r"(?<![\w.])-\d{1,18}|\d{1,18}")
"""A number, with the sign before it if that is no dash between two numbers."""
WORD = re.compile(r"\w+")
SEPARATED = re.compile(r"\w+\W*|\W+")
"""A word with what separates it from the next one."""

Lines = list[str]
Change = Callable[[Random, Lines], Lines]
"""Returns changed lines; the same ones where there is nothing that it could change."""


class Span(NamedTuple):
    """A piece of a list or a text, from its `start` until before its `end`."""

    start: int
    end: int


def changed_text(rng: Random, texts: Sequence[str]) -> str:
    """Return one of some texts, at least one, after a few random changes."""
    text = rng.choice(texts)
    lines = text.split("\n")
    if len(text) >= LONG_TEXT and rng.random() >= WHOLE:
        lines = cut_short(rng, lines)
    for _ in range(rng.choice(COUNTS)):
        lines = rng.choice(CHANGES)(rng, lines)
    return "\n".join(lines)


def cut_short(rng: Random, lines: Lines) -> Lines:
    """Return a piece of a long text."""
    for cut in rng.sample(CUTS, len(CUTS)):
        lines = cut(rng, lines)
        # What is cut once may be long still: a line, or a block.
        if sum(map(len, lines)) < LONG_TEXT:
            break
    return lines


def random_span(rng: Random, length: int, most: int) -> Span:
    """Return a piece of what has a length above 0: a short one rather than a long one."""
    size = rng.randint(1, rng.randint(1, min(length, most)))
    start = rng.randint(0, length - size)
    return Span(start, start + size)


def drop_lines(rng: Random, lines: Lines) -> Lines:
    """Leave out some lines."""
    span = random_span(rng, len(lines), len(lines))
    return lines[: span.start] + lines[span.end :] or lines


def double_lines(rng: Random, lines: Lines) -> Lines:
    """Insert a copy of some lines."""
    span = random_span(rng, len(lines), 3)
    at = rng.choice((span.end, rng.randint(0, len(lines))))
    return lines[:at] + lines[span.start : span.end] + lines[at:]


def swap_lines(rng: Random, lines: Lines) -> Lines:
    """Swap two lines."""
    first = rng.randrange(len(lines))
    second = rng.randrange(len(lines))
    swapped = list(lines)
    swapped[first] = lines[second]
    swapped[second] = lines[first]
    return swapped


def move_line(rng: Random, lines: Lines) -> Lines:
    """Move a line."""
    moved = list(lines)
    line = moved.pop(rng.randrange(len(moved)))
    moved.insert(rng.randint(0, len(moved)), line)
    return moved


def repeat_line(rng: Random, lines: Lines) -> Lines:
    """Write a line over another one."""
    repeated = list(lines)
    repeated[rng.randrange(len(lines))] = rng.choice(lines)
    return repeated


def keep_first_lines(rng: Random, lines: Lines) -> Lines:
    """Keep the first few lines."""
    return lines[: rng.randint(1, min(len(lines), FEW_LINES))]


def keep_some_lines(rng: Random, lines: Lines) -> Lines:
    """Keep a few lines that follow each other."""
    span = random_span(rng, len(lines), FEW_LINES)
    return lines[span.start : span.end]


def of_blocks(change: Change) -> Change:
    """Return a change of lines that is made to blocks, between which empty lines stand."""

    def change_blocks(rng: Random, lines: Lines) -> Lines:
        """Change the blocks as if each was a line."""
        blocks = "\n".join(lines).split("\n\n")
        if len(blocks) == 1:
            return lines
        return "\n\n".join(change(rng, blocks)).split("\n")

    return change_blocks


def in_one_block(change: Change) -> Change:
    """Return a change of lines that is made within one block, and to no other."""

    def change_block(rng: Random, lines: Lines) -> Lines:
        """Change one block."""
        blocks = "\n".join(lines).split("\n\n")
        at = rng.randrange(len(blocks))
        blocks[at] = "\n".join(change(rng, blocks[at].split("\n")))
        return "\n\n".join(blocks).split("\n")

    return change_block


def keep_columns(rng: Random, lines: Lines) -> Lines:
    """Keep a few columns that follow each other, often the first ones."""
    width = max(map(len, lines))
    if not width:
        return lines
    span = random_span(rng, width, width)
    start = rng.choice((0, span.start))
    return [line[start : span.end] for line in lines]


def keep_corner(rng: Random, lines: Lines) -> Lines:
    """Keep the first columns of the first lines: a little grid of a large one."""
    height = rng.randint(1, min(len(lines), FEW_LINES))
    width = rng.randint(1, min(max(map(len, lines)), FEW_LINES) or 1)
    if rng.random() < 0.5:
        # A square, as most grids are.
        width = height
    return [line[:width] for line in lines[:height]]


def drop_column(rng: Random, lines: Lines) -> Lines:
    """Leave out a column."""
    at = rng.randrange(max(map(len, lines)) or 1)
    return [line[:at] + line[at + 1 :] for line in lines]


def double_column(rng: Random, lines: Lines) -> Lines:
    """Write a column twice."""
    at = rng.randrange(max(map(len, lines)) or 1)
    return [line[: at + 1] + line[at:] for line in lines]


def in_one_line(change: Callable[[Random, str], str]) -> Change:
    """Return a change of a line that is made to any line."""

    def change_line(rng: Random, lines: Lines) -> Lines:
        """Change a line, if it has a character."""
        at = rng.randrange(len(lines))
        if not lines[at]:
            return lines
        return [*lines[:at], change(rng, lines[at]), *lines[at + 1 :]]

    return change_line


def swap_words(rng: Random, line: str) -> str:
    """Swap two words of a line, and leave what stands between them."""
    words = list(WORD.finditer(line))
    if len(words) < 2:
        return line
    places = sorted(rng.sample(range(len(words)), 2))
    first = words[places[0]]
    second = words[places[1]]
    between = line[first.end() : second.start()]
    before = line[: first.start()]
    after = line[second.end() :]
    return f"{before}{second[0]}{between}{first[0]}{after}"


def repeat_word(rng: Random, line: str) -> str:
    """Write a word of a line over another one."""
    words = list(WORD.finditer(line))
    if len(words) < 2:
        return line
    over, word = rng.sample(words, 2)
    return line[: over.start()] + word[0] + line[over.end() :]


def drop_words(rng: Random, line: str) -> str:
    """Leave out some words of a line, each with what separates it from the next one."""
    return "".join(drop_lines(rng, SEPARATED.findall(line))).rstrip(" ,")


def double_words(rng: Random, line: str) -> str:
    """Write some words of a line twice."""
    return "".join(double_lines(rng, SEPARATED.findall(line)))


def keep_words(rng: Random, line: str) -> str:
    """Keep a few words of a line that follow each other."""
    return "".join(keep_some_lines(rng, SEPARATED.findall(line))).rstrip(" ,")


def drop_characters(rng: Random, line: str) -> str:
    """Leave out some characters of a line."""
    span = random_span(rng, len(line), len(line))
    return line[: span.start] + line[span.end :]


def double_characters(rng: Random, line: str) -> str:
    """Write some characters of a line twice."""
    span = random_span(rng, len(line), 4)
    return line[: span.end] + line[span.start :]


def swap_characters(rng: Random, line: str) -> str:
    """Swap two characters of a line."""
    return "".join(swap_lines(rng, list(line)))


def keep_characters(rng: Random, line: str) -> str:
    """Keep some characters of a line that follow each other."""
    span = random_span(rng, len(line), len(line))
    return line[span.start : span.end]


def replace_word(rng: Random, lines: Lines) -> Lines:
    """Write a word of another line over one, of the same place if the lines are alike."""
    at = rng.randrange(len(lines))
    words = list(WORD.finditer(lines[at]))
    others = WORD.findall(rng.choice(lines))
    if not words or not others:
        return lines
    number = rng.randrange(len(words))
    other = rng.choice(others)
    if len(words) == len(others):
        other = others[number]
    return with_piece(lines, at, words[number], other)


def replace_character(rng: Random, lines: Lines) -> Lines:
    """Write a character of the text over another one."""
    at = rng.randrange(len(lines))
    other_line = rng.choice(lines)
    if not lines[at] or not other_line:
        return lines
    column = rng.randrange(len(lines[at]))
    other = rng.choice(other_line)
    line = lines[at]
    changed_line = f"{line[:column]}{other}{line[column + 1 :]}"
    return [*lines[:at], changed_line, *lines[at + 1 :]]


def fill_line(rng: Random, lines: Lines) -> Lines:
    """Write one character over a row of others."""
    at = rng.randrange(len(lines))
    line = lines[at]
    if not line:
        return lines
    span = random_span(rng, len(line), len(line))
    filled = rng.choice(line) * (span.end - span.start)
    return [
        *lines[:at],
        line[: span.start] + filled + line[span.end :],
        *lines[at + 1 :],
    ]


def replace_number(rng: Random, lines: Lines) -> Lines:
    """Write another number over one: one that occurs, or one at the edge of those that do."""
    at = rng.randrange(len(lines))
    numbers = list(NUMBER.finditer(lines[at]))
    if not numbers:
        return lines
    number = rng.choice(numbers)
    all_numbers = [int(text) for text in NUMBER.findall("\n".join(lines))]
    value = int(number[0])
    least = min(all_numbers)
    largest = max(all_numbers)
    values = [0, 1, value + 1, value - 1, 2 * value, least, largest, largest + 1]
    values += rng.choices(all_numbers, k=len(values))
    if least < 0:
        values += [-value, least - 1]
    values = [each for each in values if each >= 0 or least < 0]
    return with_piece(lines, at, number, str(rng.choice(values)))


def with_piece(lines: Lines, at: int, piece: re.Match[str], text: str) -> Lines:
    """Return lines with a text in place of a piece of the line at an index."""
    line = lines[at][: piece.start()] + text + lines[at][piece.end() :]
    return [*lines[:at], line, *lines[at + 1 :]]


CUTS: Sequence[Change] = (
    keep_first_lines,
    keep_some_lines,
    keep_corner,
    of_blocks(keep_first_lines),
    in_one_line(keep_words),
)
"""The changes that make a long text short."""
CHANGES: Sequence[Change] = (
    drop_lines,
    double_lines,
    swap_lines,
    move_line,
    repeat_line,
    keep_first_lines,
    keep_some_lines,
    of_blocks(drop_lines),
    of_blocks(double_lines),
    of_blocks(swap_lines),
    of_blocks(keep_first_lines),
    in_one_block(drop_lines),
    in_one_block(double_lines),
    in_one_block(keep_columns),
    in_one_block(keep_corner),
    in_one_block(drop_column),
    in_one_block(double_column),
    in_one_line(swap_words),
    in_one_line(repeat_word),
    in_one_line(drop_words),
    in_one_line(double_words),
    in_one_line(keep_words),
    in_one_line(drop_characters),
    in_one_line(double_characters),
    in_one_line(swap_characters),
    in_one_line(keep_characters),
    replace_word,
    replace_character,
    replace_character,
    fill_line,
    replace_number,
    replace_number,
    replace_number,
)
"""All changes; those that make most of the new inputs stand more than once."""
