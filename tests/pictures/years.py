"""Years made up for tests: whole ones, begun ones, and such as nobody has."""

from __future__ import annotations

from aoc.pictures.year_facts import Basis, DayFacts, YearFacts

HOSTILE = (
    "</text><script>alert(1)</script>",
    "]]>&lt;&#0;<!-- -->",
    "\" onload='x' \\",
    "\x1b[31mred\x00\ud800\ufffe\u202e",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "日本語の題名は幅が広いので長いとはみ出すかもしれない",
    "🎄" * 48,
    "e" + "\u0301" * 40 + "nd",
    "&" * 48,
    "",
    " \t\n ",
)
"""Titles that must not get out of their place."""


def times_of(day: int) -> tuple[float, float, float]:
    """Return times that differ from day to day, from some µs to a second."""
    return 2e-6 * 1.4**day, 5e-6 * 1.5**day, 3e-6 * 1.6 ** ((day * 7) % 26)


def solved(day: int, title: str | None = None, *, last: int = 25) -> DayFacts:
    """Return a day that is solved."""
    parse, part1, part2 = times_of(day)
    name = f"The Puzzle of Day {day}" if title is None else title
    return DayFacts(day, name, parse, part1, None if day == last else part2)


WHOLE = YearFacts(
    2021, Basis(7, "made-up"), dict.fromkeys(range(1, 26), 2), [*map(solved, range(1, 26))]
)
WORDS = [
    DayFacts(3, "Half", 1e-4, 1e-3, "not solved"),
    DayFacts(4, "The Longest of All Titles of All", 1e-4, 100.0, "wrong"),
    DayFacts(5, "Failed", None, "failed", "failed"),
    DayFacts(6, "Later", None, "not run", "not run"),
    DayFacts(7, "Odd", 1e-4, "not solved", 1e-2),
]
YEARS = {
    "a whole year": WHOLE,
    "a whole year without an account": WHOLE._replace(stars=None),
    "a begun year": YearFacts(2024, Basis(0, "own"), {1: 2, 2: 2, 3: 1, 9: 1}, WORDS),
    "a begun year without an account": YearFacts(2023, Basis(1, "both"), None, WORDS),
    "a short year": YearFacts(
        2025, Basis(7, "own"), None, [solved(day, last=12) for day in range(1, 13)]
    ),
    "one day": YearFacts(2015, Basis(7, "made-up"), None, [solved(25)]),
    "no time": YearFacts(2020, Basis(7, ""), {2: 1}, WORDS[3:4]),
    "the shortest and the longest times": YearFacts(
        2018,
        Basis(1_000_000, "both"),
        None,
        [
            DayFacts(1, "Zero", 0.0, 0.0, 0.0),
            DayFacts(2, "Little", 1e-9, 1e-9, 1e-9),
            DayFacts(3, "Weeks", 1e6, 1e6, 1e6),
            DayFacts(4, "Weeks, and wrong", 1e6, 1e6, "not solved"),
        ],
    ),
}
"""By what is special about them."""
