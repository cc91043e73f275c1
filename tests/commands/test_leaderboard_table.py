"""Checks the table of one day of a board, on wide and narrow terminals."""

from __future__ import annotations

import pytest

from aoc.commands.leaderboard import DAY_COLUMNS
from aoc.model import Puzzle, unlock_time
from aoc.render import columns
from aoc.render.columns import terminal_table
from aoc.site.stars import Board, Member, day_standings
from aoc.text import columns_of

START = unlock_time(Puzzle(2021, 21))
ALICE = Member(1, "alice", 4, 2, None, {21: (START + 600, START + 100_000)})
NOBODY = Member(2, "日本語" * 20, 0, 0, None, {})


def shown(*members: Member) -> list[str]:
    rows = day_standings(Board(7, 2021, members), 21)
    return "".join(terminal_table(DAY_COLUMNS, rows)).splitlines()


def test_a_name_that_does_not_fit_a_terminal_is_cut_by_its_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(columns, "width_of", lambda stream: 80)
    last = shown(ALICE, NOBODY)[-1]
    assert last.endswith("…")
    assert 79 <= columns_of(last) <= 80
