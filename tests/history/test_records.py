"""Which record of a part counts as its latest."""

from __future__ import annotations

from typing import Any

import pytest

from aoc.history.records import Record, kind_of, latest_records
from aoc.puzzles import Puzzle

GOOD = Record(2021, 1, "days", None, "alice", 1, "pass", 0.5, 0.25, "")
KEY = Puzzle(2021, 1), 1


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("sample 3", "sample"),
        ("file input.txt", "file"),
        ("stdin", "stdin"),
        ("github.alice.1", "account"),
        ("sample", "account"),
        (None, "account"),
    ],
)
def test_the_kind_of_an_input_is_known_by_its_label(label: str | None, kind: str) -> None:
    assert kind_of(label) == kind


def test_the_last_time_on_the_own_input_counts() -> None:
    def run(time: float, **changes: Any) -> Record:
        return GOOD._replace(seconds=time)._replace(**changes)

    records = [
        run(1, input="sample 0"),
        run(2),
        run(3, verdict="unknown"),
        run(4, input="sample 0"),
        run(5, variant="slow"),
        run(6, solver="other"),
        run(7, verdict="fail"),
        run(8, verdict="error", seconds=None),
    ]
    assert latest_records(records, "days", "alice")[KEY].seconds == 3
    assert latest_records(records, "days", "bob")[KEY].seconds == 4
    assert latest_records(records, "days")[KEY].seconds == 4
    assert latest_records(records[5:6], "days") == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"seconds": None},
        {"seconds": None, "verdict": "unknown"},
        {"variant": "memo"},
        {"verdict": "skipped"},
    ],
    ids=str,
)
def test_only_a_good_part_with_a_time_has_a_latest_record(changes: dict[str, Any]) -> None:
    other = GOOD._replace(**changes)
    assert latest_records([other], "days") == {}
    assert latest_records([other, GOOD], "days") == {KEY: GOOD}
    assert latest_records([GOOD, other], "days") == {KEY: GOOD}


def test_a_later_record_on_the_own_input_counts_whatever_came_in_between() -> None:
    other, last = GOOD._replace(input="sample 0"), GOOD._replace(seconds=0.75)
    assert latest_records([GOOD, other, last], "days", "alice") == {KEY: last}


def test_without_an_account_the_last_record_counts_whatever_its_input_is() -> None:
    first = GOOD._replace(input=None)
    last = first._replace(input="sample 0", seconds=0.75)
    assert latest_records([first, last], "days") == {KEY: last}


def test_each_part_and_each_day_has_its_own_latest_record() -> None:
    records = [GOOD, GOOD._replace(part=2), GOOD._replace(day=2), GOOD._replace(year=2022)]
    assert [*latest_records(records, "days").values()] == records
