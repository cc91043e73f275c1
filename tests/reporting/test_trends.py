"""Trends over commits: their order, what has a mark, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.benches import FASTER
from aoc.history.past_runs import read_times
from aoc.model import Puzzle
from aoc.year.trends import MOST, Point, points_of
from tests.reporting.histories import keep_bench, keep_run, minima_of

A, B, C, D = (letter * 40 for letter in "abcd")
ORDER = {A: 0, B: 1, C: 2, D: 3}


def trend(root: Path, order: Mapping[str, int] = ORDER, part: int | None = 1) -> list[Point]:
    """Return the trend of part 1 of day 1 in the history of a project."""
    rows = [row for row in read_times(str(root), [Puzzle(2021, 1)]) if row.part == part]
    return points_of(rows, order)


def marks(found: list[Point]) -> dict[str | None, tuple[str, float]]:
    """Return the verdict and the factor of each mark, by commit."""
    return {
        point.commit: (point.mark.speed, round(point.mark.factor, 3))
        for point in found
        if point.mark
    }


def test_a_mark_is_where_two_benches_differ(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.5), (C, 0.25), (D, 1.0)):
        keep_bench(tmp_path, commit, seconds)
    found = trend(tmp_path)
    assert marks(found) == {C: ("faster", 2.0), D: ("slower", 4.0)}
    mark = found[2].mark
    assert mark is not None
    assert (*mark, mark.speed) == (B, 0.5, 0.25, FASTER)


def test_runs_alone_have_no_mark_however_much_they_differ(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.001), (C, 3.0)):
        keep_run(tmp_path, commit, (1, 1, seconds))
    found = trend(tmp_path)
    assert [point.seconds for point in found] == [0.5, 0.001, 3.0]
    assert not marks(found)


@pytest.mark.parametrize(
    "second",
    [
        minima_of(0.52),
        minima_of(0.25, 3),
        [0.25, *minima_of(0.5)[1:]],
    ],
    ids=["less than 5 %", "too few processes", "one lucky process"],
)
def test_what_may_be_chance_has_no_mark(tmp_path: Path, second: list[float]) -> None:
    keep_bench(tmp_path, A, minima_of(0.5, len(second)))
    keep_bench(tmp_path, B, second)
    assert not marks(trend(tmp_path))


def test_two_benches_of_one_commit_have_no_mark(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5)
    keep_bench(tmp_path, A, 0.25)
    assert not marks(trend(tmp_path))


def test_the_newest_bench_of_a_commit_counts(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5)
    keep_bench(tmp_path, A, 0.25)
    keep_bench(tmp_path, B, 0.25)
    assert not marks(trend(tmp_path))


def test_files_that_differ_from_their_commit_have_no_mark_and_are_none(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5)
    keep_bench(tmp_path, A, 0.25, changed=True)
    keep_bench(tmp_path, B, 0.25, changed=True)
    found = trend(tmp_path)
    assert [(point.commit, point.changed) for point in found] == [
        *((A, False), (A, True), (B, True)),
    ]
    assert not marks(found)
    keep_bench(tmp_path, B, 0.25)
    assert marks(trend(tmp_path)) == {B: ("faster", 2.0)}


def test_a_bench_without_a_commit_has_no_mark(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5)
    keep_bench(tmp_path, None, 0.25)
    assert not marks(trend(tmp_path))


def test_an_old_commit_that_is_measured_later_stands_where_git_has_it(tmp_path: Path) -> None:
    for commit, seconds in ((B, 0.25), (A, 0.5), (C, 0.25)):
        keep_bench(tmp_path, commit, seconds)
    found = trend(tmp_path)
    assert [point.commit for point in found] == [A, B, C]
    assert marks(found) == {B: ("faster", 2.0)}


def test_what_git_does_not_know_stands_where_it_was_measured(tmp_path: Path) -> None:
    for commit in (A, "x" * 40, "x" * 40, None, C, B):
        keep_run(tmp_path, commit, (1, 1, 0.5))
    found = trend(tmp_path)
    assert [point.commit and point.commit[0] for point in found] == ["a", "x", None, *"bc"]
    assert [point.times for point in found] == [1, 2, 1, 1, 1]


def test_the_newest_commits_are_shown(tmp_path: Path) -> None:
    commits = [f"{number:040d}" for number in range(MOST + 5)]
    for commit in commits:
        keep_run(tmp_path, commit, (1, 1, 0.5))
    order = {commit: place for place, commit in enumerate(commits)}
    assert [point.commit for point in trend(tmp_path, order)] == commits[5:]


def test_parse_has_a_trend_too(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5, part=None)
    keep_bench(tmp_path, B, 0.25, part=None)
    assert marks(trend(tmp_path, part=None)) == {B: ("faster", 2.0)}
