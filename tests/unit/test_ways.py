"""Which time of a way counts, and what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from aoc.history.past_runs import read_times, series_of
from aoc.model import Puzzle
from aoc.year.page import MOST, Way, by_own_input, ways_of
from tests.histories import USER, keep_bench, keep_run

A, B = "a" * 40, "b" * 40


def ways(
    root: Path, day: int = 1, user: str | None = USER, commits: Sequence[str] = (A, B)
) -> dict[str, Way]:
    """Return the ways of a day by their names."""
    rows = by_own_input(read_times(str(root), [Puzzle(2021, day)]), user)
    found = ways_of(series_of(rows), user, dict.fromkeys(commits, ""))
    return {way.name: way for way in found}


def test_the_newest_time_on_the_own_input_counts(tmp_path: Path) -> None:
    keep_run(tmp_path, A, (1, 1, 3.0))
    keep_run(tmp_path, A, (1, 1, 2.0))
    keep_run(tmp_path, A, (1, 1, 1.0), user="sample 0", digest="cd" * 32)
    assert ways(tmp_path)["part 1"].seconds == 2.0
    assert ways(tmp_path, user=None)["part 1"].seconds == 1.0
    keep_bench(tmp_path, A, 0.5)
    assert ways(tmp_path)["part 1"].seconds == 0.5


@pytest.mark.parametrize(
    "other", [{"digest": "cd" * 32}, {"user": "sample 0", "digest": "ef" * 32}]
)
def test_on_another_input_it_is_not_compared(tmp_path: Path, other: dict[str, Any]) -> None:
    keep_run(tmp_path, A, (1, 1, 2.0))
    keep_run(tmp_path, A, (1, 1, 6.0), variant="slow", **other)
    assert ways(tmp_path)["part 1 slow"].ratio == ""


def test_another_solver_is_compared_with_parse_and_both_parts(tmp_path: Path) -> None:
    keep_run(tmp_path, A, (1, 1, 1.0), (1, 2, 2.0), parse=1.0)
    keep_run(tmp_path, A, (1, 1, 8.0), solver="another", parse=None)
    assert ways(tmp_path)["another"].ratio == "2\u00a0×"


def test_the_newest_commits_are_shown(tmp_path: Path) -> None:
    commits = [f"{number:040d}" for number in range(MOST + 5)]
    for commit in commits:
        keep_run(tmp_path, commit, (1, 1, 0.5))
    found = ways(tmp_path, commits=commits)["part 1"]
    assert [step.commit for step in found.steps] == commits[5:]
