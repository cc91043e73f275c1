"""How much of the trends a page shows, so that it stays small however long the history is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aoc.reporting.overview import Overview, Year
from aoc.reporting.trends import Trend

MOST = 24
"""Points of a trend that are shown because they are the newest."""


class Limits(NamedTuple):
    """How many points and marks there are at most, of a year or of one of its trends."""

    points: int
    marks: int


def thinned(overview: Overview, limits: Limits) -> Overview:
    """Return an overview with less of the trends, so that each year has about so many points."""
    return overview._replace(years=[thinned_year(year, limits) for year in overview.years])


def thinned_year(year: Year, limits: Limits) -> Year:
    """Return a year whose trends all have the same limits."""
    trends = [way.trend for day in year.days for way in day.ways]
    if not trends:
        return year
    each = Limits(
        max(2, min(MOST, limits.points // len(trends))),
        most_marks([trend.marks for trend in trends], limits.marks),
    )
    return year._replace(
        days=[
            day._replace(
                ways=[way._replace(trend=thinned_trend(way.trend, each)) for way in day.ways]
            )
            for day in year.days
        ]
    )


def most_marks(counts: Sequence[int], budget: int) -> int:
    """Return how many marks each trend may have, at most, for all to have no more than `budget`."""
    most = MOST
    while most > 1 and sum(min(count, most) for count in counts) > budget:
        most -= 1
    return most


def thinned_trend(trend: Trend, limits: Limits) -> Trend:
    """Return the newest points of a trend, and of those before the newest marked ones.

    The point that a mark compares its own with stays too, so that the line shows what the mark
    says. Where there are too many marks, nothing older than those that stay is shown: no move is
    without its mark.
    """
    points = trend.points
    count = len(points)
    places = {point.commit: number for number, point in enumerate(points) if not point.changed}
    marked = {
        number: places.get(point.mark.since, number)
        for number, point in enumerate(points)
        if point.mark
    }
    shown = [*marked][-limits.marks :]
    newest = count - limits.points
    if len(shown) < len(marked):
        newest = max(newest, marked[shown[0]])
    kept = {*range(max(0, newest), count), *shown, *(marked[number] for number in shown)}
    found = [
        points[number]._replace(gap=number > 0 and number - 1 not in kept)
        for number in sorted(kept)
    ]
    return Trend(found, count - len(found))
