"""Trends over commits: their order, what has a mark, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.benches import FASTER
from aoc.history.past_runs import read_times
from aoc.model import Puzzle
from aoc.reporting.thinning import Limits, thinned_trend
from aoc.reporting.trends import Trend, trend_of
from tests.reporting.histories import keep_bench, keep_run, minima_of

A, B, C, D = (letter * 40 for letter in "abcd")
ORDER = {A: 0, B: 1, C: 2, D: 3}
NO_LIMITS = Limits(99, 99)


def trend(
    root: Path, order: Mapping[str, int] = ORDER, limits: Limits = NO_LIMITS, part: int | None = 1
) -> Trend:
    """Return the trend of part 1 of day 1 in the history of a project."""
    rows = [row for row in read_times(str(root), [Puzzle(2021, 1)]) if row.part == part]
    found = trend_of(rows, order)
    return thinned_trend(found, limits)


def marks(found: Trend) -> dict[str | None, tuple[str, float]]:
    """Return the verdict and the factor of each mark, by commit."""
    return {
        point.commit: (point.mark.speed, round(point.mark.factor, 3))
        for point in found.points
        if point.mark
    }


def test_a_mark_is_where_two_benches_differ(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.5), (C, 0.25), (D, 1.0)):
        keep_bench(tmp_path, commit, seconds)
    found = trend(tmp_path)
    assert marks(found) == {C: ("faster", 2.0), D: ("slower", 4.0)}
    mark = found.points[2].mark
    assert mark is not None
    assert (mark.since, mark.before, mark.seconds, mark.speed) == (B, 0.5, 0.25, FASTER)


def test_runs_alone_have_no_mark_however_much_they_differ(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.001), (C, 3.0)):
        keep_run(tmp_path, commit, (1, 1, seconds))
    found = trend(tmp_path)
    assert [point.seconds for point in found.points] == [0.5, 0.001, 3.0]
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
    assert [(point.commit, point.changed) for point in found.points] == [
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
    assert [point.commit for point in found.points] == [A, B, C]
    assert marks(found) == {B: ("faster", 2.0)}


def test_what_git_does_not_know_stands_where_it_was_measured(tmp_path: Path) -> None:
    for commit in (A, "x" * 40, None, C, "x" * 40, B):
        keep_run(tmp_path, commit, (1, 1, 0.5))
    found = trend(tmp_path)
    assert [point.commit and point.commit[0] for point in found.points] == ["a", "x", None, *"bc"]
    assert [point.times for point in found.points] == [1, 2, 1, 1, 1]


def test_without_git_the_order_is_that_of_the_first_times(tmp_path: Path) -> None:
    for commit in (B, A, B, C):
        keep_run(tmp_path, commit, (1, 1, 0.5))
    assert [point.commit for point in trend(tmp_path, {}).points] == [B, A, C]


def test_the_newest_points_stay_and_the_newest_marked_ones(
    tmp_path: Path,
) -> None:
    commits = [f"{number:040d}" for number in range(20)]
    for number, commit in enumerate(commits):
        keep_bench(tmp_path, commit, 0.5 if number % 10 < 5 else 0.25)
    order = {commit: place for place, commit in enumerate(commits)}
    found = trend(tmp_path, order, Limits(points=3, marks=2))
    numbers = [int(point.commit or "") for point in found.points]
    assert numbers == [9, 10, 14, 15, 17, 18, 19]
    assert [*map(int, map(str, marks(found)))] == [10, 15]
    assert [point.gap for point in found.points] == [True, False, True, False, True, False, False]
    assert found.left_out == 13


def test_the_commit_that_a_mark_compares_with_stays(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.25), (C, 0.25), (D, 0.25)):
        keep_run(tmp_path, commit, (1, 1, seconds))
        if commit in (A, C):
            keep_bench(tmp_path, commit, seconds)
    found = trend(tmp_path, limits=Limits(points=1, marks=1))
    assert [point.commit for point in found.points] == [A, C, D]
    assert [point.gap for point in found.points] == [False, True, False]


def test_where_marks_are_left_out_what_they_are_about_is_too(tmp_path: Path) -> None:
    commits = [f"{number:040d}" for number in range(10)]
    for number, commit in enumerate(commits):
        keep_bench(tmp_path, commit, 0.5 if number % 2 else 0.25)
    order = {commit: place for place, commit in enumerate(commits)}
    found = trend(tmp_path, order, Limits(points=8, marks=2))
    assert [int(point.commit or "") for point in found.points] == [7, 8, 9]
    assert found.marks == len(found.points)


def test_a_mark_at_the_start_of_what_stays_has_the_point_before_it(tmp_path: Path) -> None:
    for commit, seconds in ((A, 0.5), (B, 0.25)):
        keep_bench(tmp_path, commit, seconds)
    found = trend(tmp_path, limits=Limits(points=1, marks=1))
    assert [point.commit for point in found.points] == [A, B]


def test_parse_has_a_trend_too(tmp_path: Path) -> None:
    keep_bench(tmp_path, A, 0.5, part=None)
    keep_bench(tmp_path, B, 0.25, part=None)
    assert marks(trend(tmp_path, part=None)) == {B: ("faster", 2.0)}
