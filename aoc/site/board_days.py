"""One day of a private board: when each member got both stars, the places, and the points.

A board of N members has N points for whoever gets a star first, N - 1 for the next one, and so on,
for each star on its own, as https://adventofcode.com/leaderboard/private says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aoc.clock import unlock_time
from aoc.puzzles import Puzzle
from aoc.site.leaderboards import Board, Member
from aoc.site.star_times import time_between

__all__ = ["DayStanding", "day_standings", "places_of"]


class DayStanding(NamedTuple):
    """What a member did on one day.

    For each part, `after` is when its star came, in seconds from the unlock, and `places` which
    place that is; `None` stands for no star. `rank` is that of the `points` of this day.
    """

    rank: int
    member: Member
    points: int
    after: tuple[float | None, float | None]
    places: tuple[int | None, int | None]

    @property
    def between(self) -> float | None:
        """The seconds from the first star to the second one, if both are there."""
        return time_between(*self.after)


def day_standings(board: Board, day: int) -> list[DayStanding]:
    """Return what each member of a board did on a day, the one with the most points first.

    Of members with the same points, the one who was done first stands first.
    """
    unlocked = unlock_time(Puzzle(board.year, day))
    places = [places_of(board, day, part) for part in (1, 2)]
    found = []
    for member in board.members:
        first, second = (
            None if at is None else float(at - unlocked)
            for at in member.stars_at.get(day, (None, None))
        )
        place1, place2 = (known.get(member.id) for known in places)
        points = sum(len(board.members) + 1 - place for place in (place1, place2) if place)
        found.append(DayStanding(0, member, points, (first, second), (place1, place2)))
    found.sort(key=order_of)
    points_in_order = [standing.points for standing in found]
    return [
        standing._replace(rank=points_in_order.index(standing.points) + 1) for standing in found
    ]


def order_of(standing: DayStanding) -> tuple[float, ...]:
    """Return what standings are sorted by; the board itself has the best member first."""
    first, second = (float("inf") if time is None else time for time in standing.after)
    return -standing.points, second, first


def places_of(board: Board, day: int, part: int) -> Mapping[int, int]:
    """Return the places of the members who have a star, by their ids.

    The site numbers all stars, so that two of the same second have an order, too.
    """
    stars = {}
    for member in board.members:
        at = member.stars_at.get(day, (None, None))[part - 1]
        index = member.star_indexes.get(day, (None, None))[part - 1]
        if at is not None:
            stars[member.id] = (at, index or 0)
    in_order = sorted(stars.values())
    return {number: in_order.index(star) + 1 for number, star in stars.items()}
