"""Which times count, which are compared, and what counts as a move in a trend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aoc.history.log_reader import Record
from aoc.history.trends import series_of, steps_of
from aoc.model.puzzles import Puzzle
from aoc.model.results import Verdict
from tests.support.histories import keep_bench, keep_run, minima_of
from tests.support.kept import times

RECORD = Record(
    *(
        "1",
        "2021-12-01T05:00:00Z",
        "a" * 40,
        False,
        "3.12.1",
        "machine",
        "run",
        2021,
        1,
        1,
    ),
    *("days", None, "alice", "personal", "digest", "pass", 0.5),
)
COMMITS = "abc"


def run(commit: str | None, seconds: float, **changes: Any) -> Record:
    """Return the time of a run at a commit."""
    return RECORD._replace(commit=commit, seconds=seconds, **changes)


def bench(commit: str | None, seconds: float, **changes: Any) -> Record:
    """Return the time of a bench at a commit."""
    return run(
        commit, seconds, source="bench", **{"minima": minima_of(seconds)} | changes
    )


def test_the_fastest_time_of_a_commit_counts() -> None:
    steps = steps_of(
        [run("a", 3.0), run("a", 2.0), run("a", 2.5), run("b", 2.1)], COMMITS
    )
    assert [
        (step.commit, step.time.seconds, step.number_of_times) for step in steps
    ] == [
        ("a", 2.0, 3),
        ("b", 2.1, 1),
    ]


def test_a_commit_that_git_does_not_know_stands_where_it_was_timed() -> None:
    rows = [run(commit, 1.0) for commit in ("y", "a", "x", None, "c", "x", "b")]
    steps = steps_of(rows, COMMITS)
    assert [(step.commit, step.number_of_times) for step in steps] == [
        *(("y", 1), ("a", 1), ("x", 2), (None, 1), ("b", 1), ("c", 1)),
    ]


CHANGED = run("a", 2.0, changed=True)
MOVES: dict[str, tuple[list[Record], list[tuple[str | None, float]]]] = {
    "an old commit that is timed later": (
        [run("a", 2.0), run("b", 1.0), run("a", 2.0), run("b", 1.0)],
        [("b", 0.5)],
    ),
    "a bench of an old commit": (
        [bench("b", 1.0), bench("a", 2.0), bench("c", 1.0)],
        [("b", 0.5)],
    ),
    "the newest changes that are not committed": (
        [run("a", 1.0), CHANGED, run("a", 1.0)],
        [("a", 2.0)],
    ),
    "changes before the next commit": (
        [run("a", 1.0), CHANGED, run("b", 2.0)],
        [("b", 2.0)],
    ),
    "runs without a commit": (
        [run(None, 1.0), run(None, 9.0), run("a", 1.0), run(None, 9.0)],
        [],
    ),
    "benches without a commit": ([bench(None, 1.0), bench(None, 2.0)], [(None, 2.0)]),
    "a bench between runs": (
        [run("a", 4.0), bench("b", 1.0), run("c", 2.0)],
        [("c", 0.5)],
    ),
    "benches that contradict runs": (
        [bench("a", 1.0), run("a", 1.0), bench("b", 1.04), run("b", 2.0)],
        [],
    ),
    "a bench that is a little slower": (
        [bench("a", 1.0), bench("b", 1.1)],
        [("b", 1.1)],
    ),
    "two benches of a commit": (
        [bench("a", 1.0), bench("a", 0.5), bench("b", 0.5)],
        [],
    ),
    "benches of too few processes": (
        [
            bench(commit, time, minima=minima_of(time, 3))
            for commit, time in (("a", 2.0), ("b", 1))
        ],
        [],
    ),
    "one lucky process": (
        [bench("a", 0.5), bench("b", 0.25, minima=[0.25, *minima_of(0.5)[1:]])],
        [],
    ),
    "benches of less than a tick": ([bench("a", 1.6e-7), bench("b", 1.7e-7)], []),
    "a slower run": ([run("a", 1.0), run("b", 1.25)], [("b", 1.25)]),
    "a run that is slower by chance": ([run("a", 1.0), run("b", 1.2)], []),
    "the shortest times": ([run("a", 1e-7), run("b", 9e-7)], []),
    "short times": ([run("a", 1e-6), run("b", 3e-6)], [("b", 3)]),
}
"""Times in the order of their runs, and the commits that moved them, with their factors."""


@pytest.mark.parametrize("case", MOVES)
def test_a_commit_moves_a_time_by_more_than_chance(case: str) -> None:
    rows, expected = MOVES[case]
    steps = steps_of(rows, COMMITS)
    found = [
        (step.commit, round(step.ratio, 3)) for step in steps if step.ratio is not None
    ]
    assert found == expected


def test_each_part_variant_and_solver_has_a_series_of_its_own() -> None:
    rows = [
        RECORD._replace(day=2),
        RECORD._replace(variant="memo"),
        RECORD._replace(part=2),
        RECORD._replace(part=None),
        RECORD._replace(solver="other"),
        RECORD,
    ]
    assert [
        (one.day, one.solver, one.part, one.variant) for one, *_ in series_of(rows)
    ] == [
        (1, "days", None, None),
        (1, "days", 1, None),
        (1, "days", 1, "memo"),
        (1, "days", 2, None),
        (1, "other", 1, None),
        (2, "days", 1, None),
    ]


@pytest.mark.parametrize(
    "changes",
    [{"digest": "another"}, {"machine": "another"}, {"digest": None, "input": "bob"}],
)
def test_what_cannot_be_compared_with_the_newest_time_is_left_out(
    changes: dict[str, Any],
) -> None:
    newer = RECORD._replace(seconds=0.25)
    [series] = series_of([RECORD, RECORD._replace(**changes), newer])
    assert [time.seconds for time in series] == [0.5, 0.25]
    [series] = series_of([RECORD, newer, RECORD._replace(**changes, seconds=3)])
    assert [time.seconds for time in series] == [3]


def test_an_old_time_without_a_digest_goes_by_the_name_of_its_input() -> None:
    old = RECORD._replace(digest=None, commit=None)
    [series] = series_of([old, old])
    assert len(series) == 2


def test_benches_are_times_with_all_their_minima(tmp_path: Path) -> None:
    days = [Puzzle(2021, 1), Puzzle(2021, 7)]
    assert times(tmp_path, days) == []
    keep_run(tmp_path, None, (1, 1, 0.5), parse=None)
    keep_bench(
        tmp_path,
        "a" * 40,
        [3.0, 1.0, 2.0],
        day=7,
        part=2,
        variant="memo",
        solver="other",
    )
    part, bench = times(tmp_path, days)
    assert (part.source, part.minima, part.commit, part.changed) == (
        "run",
        (),
        None,
        None,
    )
    assert bench[1:18] == (
        *(
            "2021-12-24T06:00:00Z",
            "a" * 40,
            False,
            "3.12.1",
            "machine",
            "bench",
            2021,
            7,
            2,
        ),
        *(
            "other",
            "memo",
            "github.alice.1",
            "personal",
            "ab" * 32,
            None,
            1.0,
            [3.0, 1.0, 2.0],
        ),
    )
    assert part.run != bench.run
    assert times(tmp_path, [Puzzle(2021, 2)]) == []


def test_what_failed_has_no_time(tmp_path: Path) -> None:
    for verdict in Verdict:
        keep_run(tmp_path, None, (1, 1, 0.1), parse=None, verdict=verdict)
    found = times(tmp_path, [Puzzle(2021, 1)])
    assert [row.verdict for row in found] == ["pass", "unknown"]
