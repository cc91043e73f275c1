"""Which times are compared in a trend, and what counts as a move."""

from __future__ import annotations

from typing import Any

import pytest

from aoc.history.past_runs import Row, series_of, steps_of

ROW = Row(
    run="1",
    at="2021-12-01T05:00:00Z",
    commit="a" * 40,
    changed=False,
    python="3.12.1",
    machine="machine",
    source="run",
    year=2021,
    day=1,
    part=1,
    solver="days",
    variant=None,
    input="alice",
    kind="personal",
    digest="digest",
    verdict="pass",
    seconds=0.5,
)


def times(*measured: tuple[str | None, float]) -> list[Row]:
    """Return the times at commits, in this order."""
    return [ROW._replace(commit=commit, seconds=seconds) for commit, seconds in measured]


def test_the_fastest_time_of_a_commit_counts() -> None:
    steps = steps_of(times(("a", 3.0), ("a", 2.0), ("a", 2.5), ("b", 2.1)))
    assert [(step.commit, step.seconds, step.times) for step in steps] == [
        ("a", 2.0, 3),
        ("b", 2.1, 1),
    ]


def test_a_tree_that_was_changed_is_not_its_commit() -> None:
    clean, changed = ROW, ROW._replace(changed=True)
    assert [step.changed for step in steps_of([clean, clean, changed, changed, clean])] == [
        *(False, True, False)
    ]


def test_times_of_no_known_commit_are_a_step_each() -> None:
    assert len(steps_of(times((None, 1.0), (None, 1.0), ("a", 1.0), ("a", 1.0)))) == 3


@pytest.mark.parametrize(
    ("before", "after", "ratio"),
    [
        (1.0, 1.5, 1.5),
        (1.5, 1.0, pytest.approx(2 / 3)),
        (1.0, 1.2, None),
        (1.2, 1.0, None),
        (1e-7, 9e-7, None),
        (1e-6, 3e-6, pytest.approx(3)),
    ],
)
def test_a_time_moves_only_by_more_than_chance(before: float, after: float, ratio: Any) -> None:
    first, second = steps_of(times(("a", before), ("b", after)))
    assert first.ratio is None
    assert second.ratio == ratio


def test_each_part_variant_and_solver_has_a_series_of_its_own() -> None:
    rows = [
        ROW._replace(day=2),
        ROW._replace(variant="memo"),
        ROW._replace(part=2),
        ROW._replace(part=None),
        ROW._replace(solver="other"),
        ROW,
    ]
    assert [(one.day, one.solver, one.part, one.variant) for one, *_ in series_of(rows)] == [
        (1, "days", None, None),
        (1, "days", 1, None),
        (1, "days", 1, "memo"),
        (1, "days", 2, None),
        (1, "other", 1, None),
        (2, "days", 1, None),
    ]


@pytest.mark.parametrize(
    "changes", [{"digest": "another"}, {"machine": "another"}, {"digest": None, "input": "bob"}]
)
def test_what_cannot_be_compared_with_the_newest_time_is_left_out(changes: dict[str, Any]) -> None:
    newer = ROW._replace(seconds=0.25)
    [series] = series_of([ROW, ROW._replace(**changes), newer])
    assert [time.seconds for time in series] == [0.5, 0.25]
    [series] = series_of([ROW, newer, ROW._replace(**changes, seconds=3)])
    assert [time.seconds for time in series] == [3]


def test_the_time_of_a_wrong_answer_does_not_count() -> None:
    [series] = series_of([ROW, ROW._replace(verdict="fail", seconds=0.1)])
    assert [time.seconds for time in series] == [0.5]
    assert series_of([ROW._replace(verdict="fail")]) == []


def test_an_old_time_without_a_digest_goes_by_the_name_of_its_input() -> None:
    old = ROW._replace(digest=None, machine=None, commit=None)
    [series] = series_of([old, old])
    assert len(series) == 2
