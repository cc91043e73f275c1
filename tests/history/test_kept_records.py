"""Which results are kept in the history, and which lines of it count as records."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from aoc.history.records import (
    Record,
    append_results,
    append_text,
    history_path,
    latest_records,
    read_records,
)
from aoc.puzzle import Puzzle
from aoc.results import Failure, Kind, Result, Verdict
from tests.marks import needs_posix_permissions

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


def test_lines_are_added_behind_those_that_exist(tmp_path: Path) -> None:
    path = tmp_path / ".aoc" / "lines"
    append_text(str(path), "one\n")
    append_text(str(path), "two\nthree\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"
    path.write_bytes(b"one\ntw")
    append_text(str(path), "three\n")
    assert path.read_bytes() == b"one\ntw\nthree\n"


def test_every_writing_closes_the_file(tmp_path: Path) -> None:
    def lowest_free() -> int:
        descriptor = os.open(os.devnull, os.O_RDONLY)
        os.close(descriptor)
        return descriptor

    before = lowest_free()
    for _ in range(3):
        append_text(str(tmp_path / "lines"), "line\n")
    assert lowest_free() == before


def test_nothing_is_written_to_a_folder(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        append_text(str(tmp_path), "line\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_nothing_is_written_to_a_fifo(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lines")
    with pytest.raises(OSError, match="not a regular file"):
        append_text(str(tmp_path / "lines"), "line\n")


@needs_posix_permissions
def test_everybody_may_read_the_history_and_only_its_owner_may_write(tmp_path: Path) -> None:
    usual = os.umask(0)
    try:
        for name in ("in a new folder", "in an existing folder"):
            append_text(str(tmp_path / ".aoc" / name), "line\n")
            assert (tmp_path / ".aoc" / name).stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(usual)


def test_a_gitignore_of_the_user_stays(tmp_path: Path) -> None:
    folder = tmp_path / ".aoc"
    folder.mkdir()
    (folder / ".gitignore").write_text("mine\n", encoding="utf-8")
    assert kept(tmp_path, RESULT) == [1]
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "mine\n"


def test_a_name_that_is_not_ascii_can_be_read_in_the_file(tmp_path: Path) -> None:
    kept(tmp_path, RESULT._replace(solver="L\u00f6ser"))
    assert "L\u00f6ser" in Path(history_path(str(tmp_path))).read_text(encoding="utf-8")


def test_only_a_part_with_a_time_and_without_a_variant_has_a_latest_record() -> None:
    good = Record(2021, 1, "days", None, "alice", 1, "pass", 0.5, 0.25, "")
    others = [
        good._replace(part=None),
        good._replace(seconds=None),
        good._replace(seconds=None, verdict="unknown"),
        good._replace(variant="memo"),
        good._replace(verdict="skipped"),
    ]
    for other in others:
        assert latest_records([other], "days") == {}
        assert latest_records([other, good], "days") == {(Puzzle(2021, 1), 1): good}
        assert latest_records([good, other], "days") == {(Puzzle(2021, 1), 1): good}


def test_a_later_record_on_the_own_input_counts_whatever_came_in_between() -> None:
    first = Record(2021, 1, "days", None, "alice", 1, "pass", 0.5, 0.25, "")
    other, last = first._replace(input="sample 0"), first._replace(seconds=0.75)
    assert latest_records([first, other, last], "days", "alice") == {(Puzzle(2021, 1), 1): last}


def test_without_an_account_the_last_record_counts_whatever_its_input_is() -> None:
    first = Record(2021, 1, "days", None, None, 1, "pass", 0.5, 0.25, "")
    last = first._replace(input="sample 0", seconds=0.75)
    assert latest_records([first, last], "days") == {(Puzzle(2021, 1), 1): last}


def test_each_part_and_each_day_has_its_own_latest_record() -> None:
    first = Record(2021, 1, "days", None, "alice", 1, "pass", 0.5, 0.25, "")
    records = [first, first._replace(part=2), first._replace(day=2), first._replace(year=2022)]
    assert [*latest_records(records, "days").values()] == records
