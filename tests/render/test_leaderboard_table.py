"""Checks the table of one day of a board, on wide and narrow terminals."""

from __future__ import annotations

import io

import pytest

from aoc.model import Puzzle, unlock_time
from aoc.render.leaderboard_table import show_day
from aoc.site.stars import Board, Member

START = unlock_time(Puzzle(2021, 21))
ALICE = Member(1, "alice", 4, 2, None, {21: (START + 600, START + 100_000)})
NOBODY = Member(2, "日本語", 0, 0, None, {})


def shown(width: int, *members: Member) -> list[str]:
    out = io.StringIO()
    show_day(Board(7, 2021, members), 21, out, width=width)
    return out.getvalue().splitlines()


def test_a_member_has_times_places_and_points() -> None:
    assert shown(80, ALICE, NOBODY) == [
        "Leaderboard 7, Advent of Code 2021, day 21",
        "   points    part 1  place    part 2  place   between  member",
        "1       4  00:10:00      1  1d 03:46      1  1d 03:36  alice",
        "2       0         -                -                   日本語",
    ]


@pytest.mark.parametrize("width", [69, 50, 44])
def test_a_narrow_terminal_has_every_name_and_time(width: int) -> None:
    lines = shown(width, ALICE, NOBODY)
    assert lines[1:3] == [
        "  points   part 1   part 2  between member",
        "1      4 00:10:00 1d 03:46 1d 03:36 alice",
    ]
    assert max(map(len, lines)) <= width


def test_a_board_without_members_is_an_empty_table() -> None:
    assert len(shown(80)) == 2


def test_a_long_name_is_broken_and_not_cut() -> None:
    name = "x" * 100
    lines = shown(80, ALICE._replace(name=name))
    assert sum(line.count("x") for line in lines) == 100
