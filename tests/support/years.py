"""Years made up for tests: whole ones, begun ones, and such as nobody has."""

from __future__ import annotations

from aoc.model.puzzles import Puzzle, days_in
from aoc.model.results import Time
from aoc.text import printable
from aoc.year.overview import Day, Year

HOSTILE = (
    "</text><script>alert(1)</script>",
    "]]>&lt;&#0;<!-- -->",
    "\" onload='x' \\",
    "\x1b[31mred\x00\ud800\u202e",
    "W" * 48,
    "日本語の題名は幅が広いので長いとはみ出すかもしれない",
    "🎄" * 48,
)
"""Titles that must not get out of their place."""


def solved(year: int, day: int, title: str | None = None, stars: int = 0) -> Day:
    """Return a day that is solved, with times from some µs to a second."""
    name = f"The Puzzle of Day {day}" if title is None else printable(title, kept="")
    second = None if day == days_in(year) else Time(3e-6 * 1.6 ** ((day * 7) % 26))
    times = (Time(2e-6 * 1.4**day), Time(5e-6 * 1.5**day), second)
    return Day(Puzzle(year, day), name, True, True, stars, times, is_sample=True)


Seconds = float | str | None


def begun(year: int, stars: dict[int, int], *times: tuple[Seconds, Seconds, Seconds]) -> Year:
    """Return a year with stars, and with times of the days from 3 on."""
    days = [
        Day(Puzzle(year, number), is_here=False, stars=stars.get(number, 0))
        for number in range(1, days_in(year) + 1)
    ]
    for place, seconds in enumerate(times, 2):
        parse, one, two = (Time(s) if isinstance(s, float) else s for s in seconds)
        day = days[place]._replace(title=f"The Title {place + 1}", is_here=True)
        days[place] = day._replace(times=(parse, one, two))
    return Year(year, days)


WHOLE = Year(2021, [solved(2021, day, stars=2) for day in range(1, 26)])
WORDS: list[tuple[Seconds, Seconds, Seconds]] = [
    (1e-4, 1e-3, "not solved"),
    (1e-4, 100.0, "wrong"),
    (None, "failed", "failed"),
    (None, "not run", "not run"),
    (1e-4, "not solved", 1e-2),
]
YEARS = {
    "a whole year": WHOLE,
    "without an account": Year(2021, [solved(2021, day) for day in range(1, 26)]),
    "a begun year": begun(2024, {1: 2, 2: 2, 3: 1, 9: 1}, *WORDS),
    "a short year": Year(2025, [solved(2025, day) for day in range(1, 13)]),
    "extreme times": begun(2018, {}, *((s, s, s) for s in (0.0, 1e-9, 1e6))),
    "hostile titles": Year(
        2021, [solved(2021, day, HOSTILE[day % len(HOSTILE)], 2) for day in range(1, 26)]
    ),
}
"""By what is special about them."""
