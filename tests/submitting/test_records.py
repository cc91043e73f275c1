"""Checks the files of a ledger: what is read from them, how they are written, and their times."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from aoc.errors import SiteError
from aoc.submitting.records import (
    BrokenRecordsError,
    read_records,
    read_time,
    set_aside,
    write_records,
    write_time,
)
from tests.marks import WINDOWS

FIELDS = ("part", "value")
GOOD = {"part": "a", "value": "5"}
LARGE = (64 << 20) + 1
NOON = 1640105999.25

syncs_folders = pytest.mark.skipif(
    WINDOWS, reason="needs a system that can write the names in a folder to the disk"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.json"


def broken(path: Path) -> BrokenRecordsError:
    """Return the error with which the records of a file cannot be understood."""
    with pytest.raises(BrokenRecordsError) as caught:
        read_records(str(path), FIELDS)
    return caught.value


def test_a_missing_file_has_no_records(path: Path) -> None:
    assert read_records(str(path), FIELDS) == []


def test_what_is_written_is_read_again(path: Path) -> None:
    records: list[dict[str, Any]] = [GOOD, {"part": "b", "value": "ABC", "more": "x"}]
    write_records(str(path), records)
    assert read_records(str(path), FIELDS) == records


def test_records_are_laid_out_as_aocd_does(path: Path) -> None:
    write_records(str(path), [GOOD])
    assert path.read_text() == '[\n  {\n    "part": "a",\n    "value": "5"\n  }\n]'


@pytest.mark.parametrize("more", ["x", 5, 0.5, True, None])
def test_a_record_may_have_more_than_its_fields(path: Path, more: object) -> None:
    path.write_text(json.dumps([GOOD | {"more": more}]))
    assert read_records(str(path), FIELDS) == [GOOD | {"more": more}]


@pytest.mark.parametrize(
    "other",
    [
        {"part": "c", "value": "5"},
        {"part": 3, "value": "5"},
        {"part": "a", "value": 5},
        {"part": "a", "value": None},
        {"part": "a"},
        {"value": "5"},
        {"part": "a", "value": "5", "more": [1]},
        {"part": "a", "value": "5", "more": {"x": 1}},
        {},
        [],
        "part",
        5,
        None,
    ],
    ids=str,
)
def test_what_is_no_record_makes_the_file_a_broken_one(path: Path, other: object) -> None:
    path.write_text(json.dumps([GOOD, other, GOOD]))
    error = broken(path)
    assert (error.path, error.whole) == (str(path), [GOOD, GOOD])
    assert str(error).startswith(f"{path} is not the list of submissions that belongs there: fix")


@pytest.mark.parametrize("text", ["", "[", "{}", "5", '"part"', "null", json.dumps(GOOD)])
def test_a_file_that_is_no_list_has_nothing_to_keep(path: Path, text: str) -> None:
    path.write_text(text)
    assert not broken(path).whole


def test_a_file_that_is_too_large_is_a_broken_one(path: Path) -> None:
    path.touch()
    os.truncate(path, LARGE)
    assert broken(path).path == str(path)
    aside = Path(set_aside(broken(path)))
    assert (aside.stat().st_size, path.exists()) == (LARGE, False)


def test_a_file_that_cannot_be_read_is_not_set_aside_but_named(path: Path) -> None:
    path.mkdir()
    with pytest.raises(SiteError) as caught:
        read_records(str(path), FIELDS)
    assert not isinstance(caught.value, BrokenRecordsError)
    assert str(caught.value).startswith(f"{path} cannot be read (")
    assert str(caught.value).endswith("), so nothing is submitted: fix this first")


def test_what_can_be_understood_stays_in_place_of_a_broken_file(path: Path) -> None:
    text = json.dumps([GOOD, 5])
    path.write_text(text)
    assert set_aside(broken(path)) == f"{path}.broken"
    assert Path(f"{path}.broken").read_text() == text
    assert read_records(str(path), FIELDS) == [GOOD]


def test_each_broken_file_gets_a_name_of_its_own(path: Path) -> None:
    for text in ("<1>", "<2>", "<3>", "<4>"):
        path.write_text(text)
        set_aside(broken(path))
        assert not path.exists()
    names = [f"{path}.broken", *(f"{path}.broken{number}" for number in (2, 3, 4))]
    assert [Path(name).read_text() for name in names] == ["<1>", "<2>", "<3>", "<4>"]


@pytest.mark.parametrize("whole", [[], [GOOD]], ids=["nothing to keep", "something to keep"])
def test_a_file_that_cannot_be_set_aside_is_named(path: Path, whole: list[Any]) -> None:
    with pytest.raises(SiteError) as caught:
        set_aside(BrokenRecordsError(str(path), whole))
    assert str(caught.value).startswith(f"{path}.broken cannot be written (")


@syncs_folders
def test_the_name_of_a_new_file_is_written_to_the_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fsync", lambda file: written.append((file, os.fstat(file).st_ino)))
    write_records(str(path), [GOOD])
    assert [inode for _, inode in written] == [path.stat().st_ino, path.parent.stat().st_ino]
    with pytest.raises(OSError, match=r"\[Errno"):
        os.fstat(written[-1][0])


@syncs_folders
def test_a_folder_that_cannot_be_written_to_the_disk_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(5, "broken disk")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(SiteError) as caught:
        write_records(str(path), [GOOD])
    assert str(caught.value).startswith(f"{path} cannot be written (broken disk)")


def test_a_time_without_a_zone_is_that_of_the_site() -> None:
    assert read_time("2021-12-21T12:00:00") == 1640106000
    assert read_time("2021-07-01 12:00:00") == 1625155200
    assert read_time("2021-12-21 12:00:00+00:00") == 1640088000
    assert read_time("2021-12-21 12:00:00-08:00") == 1640116800


@pytest.mark.parametrize("text", ["", "long ago", "25:00", "2021-13-01"])
def test_what_is_no_time_is_long_ago(text: str) -> None:
    assert read_time(text) == 0


def test_a_time_is_written_as_aocd_does() -> None:
    assert write_time(NOON) == "2021-12-21 11:59:59.250000-05:00"
    assert read_time(write_time(NOON)) == NOON
