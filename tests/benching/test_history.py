"""Benches in the history: kept with all minima, and found again on the same machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.benches import PARSE, Contest, Side, Timing
from aoc.commands.bench_history import BenchHistory
from aoc.errors import UsageError
from aoc.history.past_runs import read_times
from aoc.model import Input, Place, Puzzle
from aoc.project import Project

CONTEST = Contest(Puzzle(2021, 1), "Title", Input("file", "alice", "x"), ())
MINIMA = [2.0, 1.0, 3.0]


def timings(root: Path, contest: Contest = CONTEST) -> list[Timing]:
    """Return the times of parse, of a part and of its variant."""
    own = Side(str(root))
    memo = own._replace(variant="memo")
    return [
        Timing(contest, own, PARSE, None, MINIMA),
        Timing(contest, own, "part 1", 1, MINIMA),
        Timing(contest, memo, "part 1", 1, [4.0, 5.0, 6.0]),
    ]


def history(root: Path, said: list[str], baseline: str | None = "last") -> BenchHistory:
    """Return the history of a project, which says something in a list."""
    return BenchHistory(Project(str(root), {}), baseline, said.append)


def test_what_was_kept_is_found_for_each_part_and_variant(tmp_path: Path) -> None:
    said: list[str] = []
    earlier = history(tmp_path, said)
    earlier.append([timing._replace(minima=[9.0, 9.0]) for timing in timings(tmp_path)])
    earlier.append(timings(tmp_path))
    pairs = history(tmp_path, said).pairs(timings(tmp_path))
    assert [pair.other.minima for pair in pairs] == [MINIMA, MINIMA, [4.0, 5.0, 6.0]]
    assert [pair.subject.name for pair in pairs] == ["parse", "part 1", "part 1 memo"]
    assert {pair.apart for pair in pairs} == {0.05}
    assert all(pair.since and pair.other.side.name == "no commit" for pair in pairs)
    assert not said


@pytest.mark.parametrize(
    "other",
    [
        CONTEST._replace(source=Input("file", "alice", "y")),
        CONTEST._replace(puzzle=Puzzle(2021, 2)),
        CONTEST._replace(puzzle=Puzzle(2020, 1)),
    ],
    ids=["input", "day", "year"],
)
def test_another_input_or_day_is_not_compared(tmp_path: Path, other: Contest) -> None:
    said: list[str] = []
    history(tmp_path, said).append(timings(tmp_path))
    assert not history(tmp_path, said).pairs(timings(tmp_path, other))
    assert said == [
        "for 3 of 3 times, the history has no bench on this input, machine and version of Python, "
        "so they are not compared"
    ]


def test_another_machine_is_not_compared(tmp_path: Path) -> None:
    said: list[str] = []
    history(tmp_path, said).append(timings(tmp_path))
    elsewhere = history(tmp_path, said)
    elsewhere.log.here = Place("3.12.1", "another one")
    assert not elsewhere.pairs(timings(tmp_path))
    assert len(said) == 1


def test_first_calls_that_were_measured_to_compare_them_are_not_kept(tmp_path: Path) -> None:
    first = Side(str(tmp_path), is_first_call=True)
    history(tmp_path, []).append([Timing(CONTEST, first, "both parts", 1, MINIMA)])
    assert not (tmp_path / ".aoc").exists()


def test_a_commit_that_was_checked_out_is_a_run_of_its_own(tmp_path: Path) -> None:
    said: list[str] = []
    other = Side(str(tmp_path), name="v1", commit="a" * 40)
    own = timings(tmp_path)
    history(tmp_path, said).append([Timing(CONTEST, other, PARSE, None, [7.0, 8.0]), *own])
    benches = read_times(str(tmp_path), [CONTEST.puzzle])
    assert [(bench.commit, bench.changed) for bench in benches] == [
        ("a" * 40, False),
        *[(None, None)] * 3,
    ]
    assert history(tmp_path, said).pairs(own)[0].other.minima == MINIMA
    earlier = history(tmp_path, said)
    earlier.baseline = earlier.baseline_commit = "a" * 40
    assert [pair.other.minima for pair in earlier.pairs(own)] == [[7.0, 8.0]]


def test_a_baseline_that_git_does_not_know_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^--baseline v9: git knows no such commit in this"):
        history(tmp_path, [], "v9")


def test_a_history_that_cannot_be_used_is_said_and_fails_nothing(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / ".aoc").mkdir()
    (tmp_path / ".aoc" / "runs.jsonl").mkdir()
    own = history(tmp_path, said)
    own.append(timings(tmp_path))
    assert own.pairs(timings(tmp_path)) == []
    assert len(said) == 2
