"""One day of a private board: the points, the places and the order of its members."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from aoc.model import Puzzle, unlock_time
from aoc.site.stars import Board, Member, board_from_json, day_standings
from tests.emulator import Site, boards

START = unlock_time(Puzzle(2021, 21))


def member(number: int, *stars: int) -> Member:
    """A member with stars of day 21, so many seconds after the unlock."""
    first, second, *_ = [*(START + after for after in stars), None, None]
    return Member(number, f"m{number}", 0, 0, None, {21: (first, second)})


def standings(*members: Member) -> list[dict[str, Any]]:
    return day_standings(Board(1, 2021, members), 21)


def facts(row: dict[str, Any]) -> tuple[Any, ...]:
    """Return the id, the rank, the points, and of both parts the time and the place."""
    parts = (f"part{part}_{name}" for part in (1, 2) for name in ("after_seconds", "place"))
    return tuple(row[key] for key in ("id", "rank", "points", *parts))


def test_the_first_of_three_members_has_three_points_for_each_star() -> None:
    fast, slow, none = standings(member(3), member(2, 600), member(1, 300, 900))
    assert facts(fast) == (1, 1, 6, 300, 1, 900, 1)
    assert facts(slow) == (2, 2, 2, 600, 2, None, None)
    assert facts(none) == (3, 3, 0, None, None, None, None)


def test_stars_of_the_same_second_share_a_place_and_a_rank() -> None:
    first, second, third = standings(member(1, 60), member(2, 60), member(3, 61))
    assert [one["part1_place"] for one in (first, second, third)] == [1, 1, 3]
    assert [one["rank"] for one in (first, second, third)] == [1, 1, 3]


def test_of_the_same_points_whoever_was_done_first_stands_first() -> None:
    late_start, early_start = member(1, 90, 100), member(2, 10, 110)
    found = standings(early_start, late_start)
    assert [(one["id"], one["points"]) for one in found] == [(1, 3), (2, 3)]
    found = standings(member(1), member(2))
    assert [(one["rank"], one["points"]) for one in found] == [(1, 0), (1, 0)]


def test_the_points_of_all_days_are_the_score_that_the_site_shows(site: Site) -> None:
    rng = Random(1)
    members = [site.account(name) for name in ("alice", "bob", "eve", "dan")]
    for day in range(1, 26):
        moments = rng.sample(range(9), 6)
        for one, first, second in zip(
            rng.sample(members, 3), moments[:3], moments[3:], strict=True
        ):
            one.award(2021, day, 1, site.clock.now() + timedelta(seconds=first))
            if rng.random() < 0.5:
                one.award(2021, day, 2, site.clock.now() + timedelta(seconds=9 + second))
    shown = boards.private_board(site.event(2021), members[0], members)
    board = board_from_json(shown, 2021)
    points = {one.id: 0 for one in board.members}
    for day in range(1, 26):
        for standing in day_standings(board, day):
            points[standing["id"]] += standing["points"]
    assert points == {one.id: one.score for one in board.members}
