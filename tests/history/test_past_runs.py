"""The times that are read of the history."""

from __future__ import annotations

from pathlib import Path

from aoc.history.past_runs import read_times
from aoc.model import Puzzle, Verdict
from tests.histories import keep_bench
from tests.history.kept import RESULT, keep


def test_benches_are_times_with_all_their_minima(tmp_path: Path) -> None:
    days = [Puzzle(2021, 1), Puzzle(2021, 7)]
    assert read_times(str(tmp_path), days) == []
    keep(tmp_path, RESULT)
    keep_bench(tmp_path, "a" * 40, [3.0, 1.0, 2.0], day=7, part=2, variant="memo", solver="other")
    keep_bench(tmp_path, None, [5.0], part=None)
    part, first, second = read_times(str(tmp_path), days)
    assert (part.source, part.minima) == ("run", [])
    assert first[1:18] == (
        *("2021-12-24T06:00:00Z", "a" * 40, False, "3.12.1", "machine", "bench", 2021, 7, 2),
        *("other", "memo", "github.alice.1", "personal", "ab" * 32, None, 1.0, [3.0, 1.0, 2.0]),
    )
    assert part.run != first.run != second.run
    assert (second.commit, second.changed, second.part, second.variant) == (None,) * 4
    assert second.minima == [5.0]
    assert read_times(str(tmp_path), [Puzzle(2021, 2)]) == []


def test_what_failed_has_no_time(tmp_path: Path) -> None:
    for verdict in Verdict:
        keep(tmp_path, RESULT._replace(verdict=verdict, part=1, seconds=0.1))
    found = read_times(str(tmp_path), [Puzzle(2021, 1)])
    assert [row.verdict for row in found if row.part] == ["pass", "unknown"]
