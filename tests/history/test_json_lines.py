"""Taking over the history that the first versions of aoc wrote as lines of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aoc.history.folder import make_folder
from aoc.history.reader import read_records
from aoc.history.records import Record
from tests.history.kept import RESULT, keep, query

OLD = Record(2021, 1, "days", None, "sample 3", 1, "pass", 0.5, 0.25, "2021-12-01T05:00:01Z")
WRONG: dict[str, Any] = {
    "year": "2021",
    "day": None,
    "part": None,
    "solver": 1,
    "verdict": None,
    "at": 5,
    "seconds": "fast",
    "parse_seconds": [],
    "variant": 1,
    "input": 1,
}


def write_lines(root: Path, *lines: bytes) -> None:
    """Write the old file."""
    make_folder(str(root / ".aoc"))
    (root / ".aoc" / "history.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def line_of(record: Record) -> bytes:
    """Return the line that a record was written as."""
    return json.dumps(record._asdict()).encode()


def test_all_records_are_there_before_the_first_new_one(tmp_path: Path) -> None:
    later = OLD._replace(at="2021-12-02T05:00:01Z", input="alice", variant="memo")
    write_lines(tmp_path, line_of(OLD), line_of(OLD._replace(part=2, seconds=None)), line_of(later))
    keep(tmp_path, RESULT._replace(day=25))
    records = read_records(str(tmp_path))
    assert records[:3] == [OLD, OLD._replace(part=2, seconds=None), later]
    assert [record.day for record in records] == [1, 1, 1, 25]
    rows = query(tmp_path, "SELECT run, kind, digest FROM results ORDER BY id")
    assert rows == [
        *((1, "sample", None), (1, "sample", None), (2, "account", None)),
        (3, "account", RESULT.digest),
    ]
    assert query(tmp_path, 'SELECT "commit", machine FROM runs WHERE id = 1') == [(None, None)]


def test_they_are_taken_over_once_and_the_file_stays(tmp_path: Path) -> None:
    write_lines(tmp_path, line_of(OLD))
    assert read_records(str(tmp_path)) == [OLD]
    assert read_records(str(tmp_path)) == [OLD]
    keep(tmp_path, RESULT)
    assert len(read_records(str(tmp_path))) == 2
    assert (tmp_path / ".aoc" / "history.jsonl").read_bytes() == line_of(OLD) + b"\n"


@pytest.mark.parametrize("field", WRONG)
def test_a_line_with_a_value_of_another_type_is_left_out(tmp_path: Path, field: str) -> None:
    wrong = json.dumps(OLD._asdict() | {field: WRONG[field]}).encode()
    write_lines(tmp_path, wrong, line_of(OLD._replace(day=2)))
    assert [record.day for record in read_records(str(tmp_path))] == [2]


def test_broken_lines_are_left_out(tmp_path: Path) -> None:
    whole = line_of(OLD)
    broken = [b"\xff\xfe", b"[]", b"{}", b"null", b'{"year": "2021"}', whole[:40], b"[" * 100_000]
    write_lines(tmp_path, *broken, whole, b"", whole[:-5])
    assert read_records(str(tmp_path)) == [OLD]


def test_what_is_no_file_is_no_history(tmp_path: Path) -> None:
    (tmp_path / ".aoc" / "history.jsonl").mkdir(parents=True)
    assert read_records(str(tmp_path)) == []
    keep(tmp_path, RESULT)
    assert len(read_records(str(tmp_path))) == 1
