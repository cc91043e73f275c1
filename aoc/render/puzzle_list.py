"""Several puzzles in words, as in `days 1 to 5 and 7 of 2021`."""

from __future__ import annotations

from collections.abc import Iterable

from aoc.model import Puzzle

MIN_RANGE = 3
"""How many days in a row are written as a range."""


def puzzles_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of puzzles in order, with several days in a row as a range."""
    years: dict[int, list[int]] = {}
    for year, day in sorted(set(puzzles)):
        years.setdefault(year, []).append(day)
    return and_list([f"{days_text(days)} of {year}" for year, days in years.items()])


def days_text(days: list[int]) -> str:
    """Return the days of one year, which have to be in order."""
    ranges: list[list[int]] = []
    for day in days:
        if ranges and ranges[-1][-1] == day - 1:
            ranges[-1].append(day)
        else:
            ranges.append([day])
    words: list[str] = []
    for days_in_a_row in ranges:
        if len(days_in_a_row) < MIN_RANGE:
            words += map(str, days_in_a_row)
        else:
            words.append(f"{days_in_a_row[0]} to {days_in_a_row[-1]}")
    return f"{'day' if len(days) == 1 else 'days'} {and_list(words)}"


def and_list(words: list[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
