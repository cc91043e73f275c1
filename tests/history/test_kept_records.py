"""Which results are kept in the history, and which lines of it count as records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aoc.history.records import append_results, history_path, read_records
from aoc.results import Failure, Kind, Result, Verdict

RESULT = Result(
    *(2021, 1, "Title", "days", None, "alice", 1), answer="5", seconds=0.5, parse_seconds=0.25
)
WRONG: dict[str, Any] = {
    "year": "2021",
    "day": None,
    "part": None,
    "solver": 1,
    "verdict": None,
    "at": 5,
    "seconds": "fast",
    "parse_seconds": [],
}


def kept(root: Path, *results: Result) -> list[int]:
    """Append results to the history, and return the days of its records."""
    append_results(str(root), results, ["alice"])
    return [record.day for record in read_records(str(root))]


def test_without_a_history_there_are_no_records(tmp_path: Path) -> None:
    assert read_records(str(tmp_path)) == []


@pytest.mark.parametrize("field", WRONG)
def test_a_line_with_a_value_of_another_type_is_no_record(tmp_path: Path, field: str) -> None:
    assert kept(tmp_path, RESULT, RESULT._replace(day=2)) == [1, 2]
    path = Path(history_path(str(tmp_path)))
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    lines = [json.dumps(first | {field: WRONG[field]}), json.dumps(second)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [record.day for record in read_records(str(tmp_path))] == [2]


def test_a_record_has_the_fields_of_its_result(tmp_path: Path) -> None:
    kept(tmp_path, RESULT._replace(variant="memo", verdict=Verdict.FAIL))
    [record] = read_records(str(tmp_path))
    assert record[:9] == (2021, 1, "days", "memo", "alice", 1, "fail", 0.5, 0.25)


def test_a_result_without_times_is_a_record(tmp_path: Path) -> None:
    failure = Failure(Kind.TIMEOUT, "took longer than 1 s")
    error = RESULT._replace(seconds=None, parse_seconds=None, verdict=Verdict.ERROR, error=failure)
    assert kept(tmp_path, error) == [1]


@pytest.mark.parametrize(
    "changes",
    [
        {"part": None, "verdict": Verdict.ERROR},
        {"input": "example 1"},
        {"input": None},
        {"verdict": Verdict.SKIPPED},
    ],
    ids=str,
)
def test_what_says_nothing_about_a_part_on_a_whole_input_is_left_out(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    assert kept(tmp_path, RESULT._replace(**changes)) == []
    assert not (tmp_path / ".aoc").exists()
    assert kept(tmp_path, RESULT._replace(**changes), RESULT._replace(day=2)) == [2]
