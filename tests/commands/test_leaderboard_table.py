"""Checks the table of one day of a board, on wide and narrow terminals."""

from __future__ import annotations

import pytest

from aoc.commands import leaderboard
from aoc.commands.leaderboard import DAY_HEADINGS, day_cells, day_rows, write_table
from aoc.model import Puzzle, unlock_time
from aoc.site.stars import Board, Member
from aoc.text import columns_of

START = unlock_time(Puzzle(2021, 21))
ALICE = Member(1, "alice", 4, 2, None, {21: (START + 600, START + 100_000)})
NOBODY = Member(2, "日本語" * 20, 0, 0, None, {})


def shown(capsys: pytest.CaptureFixture[str], *members: Member) -> list[str]:
    write_table("heading", [DAY_HEADINGS, *map(day_cells, day_rows(Board(7, 2021, members), 21))])
    return capsys.readouterr().out.splitlines()


def test_a_name_that_does_not_fit_a_terminal_is_cut_by_its_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for width, columns in ((80, 80), (40, 67)):
        monkeypatch.setattr(leaderboard, "width_of", lambda stream, width=width: width)
        last = shown(capsys, ALICE, NOBODY)[-1]
        assert last.endswith("…")
        assert columns - 1 <= columns_of(last) <= columns
