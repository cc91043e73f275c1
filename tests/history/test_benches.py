"""Reading all benches of years, with what they are the benches of."""

from __future__ import annotations

from pathlib import Path

from aoc.history.benches import read_benches
from tests.history.kept import RESULT, keep
from tests.reporting.histories import keep_bench


def test_a_project_without_a_history_has_none(tmp_path: Path) -> None:
    assert read_benches(str(tmp_path), [2021]) == []
    assert not (tmp_path / ".aoc").exists()


def test_they_are_read_in_order_with_all_their_minima(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    keep_bench(tmp_path, "a" * 40, [3.0, 1.0, 2.0], day=7, part=2, variant="memo", solver="other")
    keep_bench(tmp_path, None, [5.0], part=None)
    first, second = read_benches(str(tmp_path), [2021])
    assert first == (
        *("2021-12-24T06:00:00Z", "a" * 40, False, "machine", 2021, 7, 2, "other", "memo"),
        *("ab" * 32, [3.0, 1.0, 2.0]),
    )
    assert (second.commit, second.changed, second.part, second.variant) == (None,) * 4
    assert second.minima == [5.0]


def test_whether_files_had_changed_is_a_truth_value(tmp_path: Path) -> None:
    keep_bench(tmp_path, "a" * 40, 1.0, changed=True)
    [bench] = read_benches(str(tmp_path), [2021])
    assert bench.changed is True


def test_other_years_are_left_out(tmp_path: Path) -> None:
    keep_bench(tmp_path, "a" * 40, 1.0)
    assert read_benches(str(tmp_path), [2020, 2022]) == []
    assert read_benches(str(tmp_path), []) == []
