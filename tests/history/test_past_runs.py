"""What is read of the history: benches, and which record of a part counts as its latest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aoc.history.past_runs import Record, latest_records, read_times
from aoc.model import Puzzle, Verdict
from tests.history.kept import RESULT, keep
from tests.reporting.histories import keep_bench

GOOD = Record(
    *(2021, 1, 1, "days", None, "alice", "personal", None, "pass", None, 0.5, 0.25, None, None),
    *("", "3.12.1"),
)
KEY = Puzzle(2021, 1), 1


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
    assert latest_records(records, "alice")[KEY].seconds == 3
    assert latest_records(records, "bob")[KEY].seconds == 4
    assert latest_records(records)[KEY].seconds == 4
    assert latest_records(records[5:6]) == {}


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
    assert latest_records([other]) == {}
    assert latest_records([other, GOOD]) == {KEY: GOOD}
    assert latest_records([GOOD, other]) == {KEY: GOOD}


def test_a_later_record_on_the_own_input_counts_whatever_came_in_between() -> None:
    other, last = GOOD._replace(input="sample 0"), GOOD._replace(seconds=0.75)
    assert latest_records([GOOD, other, last], "alice") == {KEY: last}


def test_without_an_account_the_last_record_counts_whatever_its_input_is() -> None:
    first = GOOD._replace(input=None)
    last = first._replace(input="sample 0", seconds=0.75)
    assert latest_records([first, last]) == {KEY: last}


def test_each_part_and_each_day_has_its_own_latest_record() -> None:
    records = [GOOD, GOOD._replace(part=2), GOOD._replace(day=2), GOOD._replace(year=2022)]
    assert [*latest_records(records).values()] == records


def test_benches_are_times_with_all_their_minima(tmp_path: Path) -> None:
    days = [Puzzle(2021, 1), Puzzle(2021, 7)]
    assert read_times(str(tmp_path), days) == []
    keep(tmp_path, RESULT)
    keep_bench(tmp_path, "a" * 40, [3.0, 1.0, 2.0], day=7, part=2, variant="memo", solver="other")
    keep_bench(tmp_path, None, [5.0], part=None)
    part, parse, first, second = read_times(str(tmp_path), days)
    assert (part.source, part.minima, parse.source, parse.minima) == ("run", [], "run", [])
    assert first[1:] == (
        *("2021-12-24T06:00:00Z", "a" * 40, False, "3.12.1", "machine", "bench", 2021, 7, 2),
        *("other", "memo", "github.alice.1", "personal", "ab" * 32, None, 1.0, [3.0, 1.0, 2.0]),
    )
    assert part.run == parse.run != first.run != second.run
    assert (second.commit, second.changed, second.part, second.variant) == (None,) * 4
    assert second.minima == [5.0]
    assert read_times(str(tmp_path), [Puzzle(2021, 2)]) == []


def test_what_failed_has_no_time(tmp_path: Path) -> None:
    for verdict in Verdict:
        keep(tmp_path, RESULT._replace(verdict=verdict, part=1, seconds=0.1))
    found = read_times(str(tmp_path), [Puzzle(2021, 1)])
    assert [row.verdict for row in found if row.part] == ["pass", "unknown"]
