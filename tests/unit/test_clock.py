"""The clock of one's own, by the moments in a log."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from aoc.history.clock import OwnTimes, PartClock, own_times
from aoc.history.log import append_text, log_path
from aoc.history.log_reader import read_log
from aoc.model.puzzles import Puzzle, unlock_time
from aoc.site.stars import LATE
from tests.support.histories import keep_run

PUZZLE = Puzzle(2021, 5)
UNLOCK = datetime.fromtimestamp(unlock_time(PUZZLE), UTC)
HOUR = 3600


class Evening:
    """The log of a project, to which moments are added at minutes after the unlock."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def add(self, minutes: float, kind: str, **facts: object) -> None:
        """Add a moment."""
        fields = {"moment": kind, "at": at(minutes), "year": 2021, "day": 5}
        append_text(log_path(str(self.root)), json.dumps(fields | facts) + "\n")

    def answer(
        self, minutes: float, part: int, reply: str, user: str | None = None
    ) -> None:
        """Add an answer."""
        self.add(minutes, "answer", part=part, answer="7", reply=reply, user=user)

    def run(self, minutes: float) -> None:
        """Add a run that left a result."""
        keep_run(self.root, None, (5, 1, 0.1), at=at(minutes))

    def times(
        self,
        user: str | None = None,
        stars: tuple[float | None, float | None] = (None, None),
    ) -> OwnTimes:
        """Return the times of one's own."""
        log = read_log(str(self.root))
        assert log.note is None
        return own_times(log, PUZZLE, user, stars)


def at(minutes: float) -> str:
    moment = UNLOCK + timedelta(minutes=minutes)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_time_to_each_part_with_what_was_done_on_the_way(evening: Evening) -> None:
    evening.add(2, "look")
    evening.run(5)
    evening.add(8, "run")
    evening.answer(9, 1, "too low")
    evening.add(10, "look")
    evening.run(14)
    evening.answer(14.5, 1, "right")
    evening.run(20)
    evening.answer(24.5, 2, "right")
    evening.run(30)
    times = evening.times()
    assert times.look == UNLOCK.timestamp() + 120
    assert times.part1 == (870, 750, 3, 1, [])
    assert times.part2 == (1470, 600, 1, 0, [])


def test_a_break_does_not_count(evening: Evening) -> None:
    evening.add(0, "look")
    evening.run(29)
    evening.run(59)
    evening.answer(60, 1, "right")
    evening.add(600, "look")
    evening.answer(610, 2, "right")
    times = evening.times()
    assert times.part1 == (HOUR, 1800, 2, 0, [1800])
    assert times.part2 == (610 * 60, 600, 0, 0, [9 * HOUR])


def test_a_gap_that_ends_with_an_answer_was_work_elsewhere(evening: Evening) -> None:
    evening.add(0, "look")
    evening.answer(50, 1, "wrong")
    evening.answer(95, 1, "right")
    assert evening.times(stars=(None, 8000.0)).part1 == (5700, 5700, 0, 1, [])


def test_what_was_solved_without_the_program_has_no_time_of_its_own(
    evening: Evening,
) -> None:
    evening.run(200)
    times = evening.times(stars=(600.0, 4200.0))
    assert times.part1 == (600, None, 0, 0, ())
    assert times.part2 == (4200, None, 0, 0, ())


def test_without_a_look_nothing_is_known_of_part_1_but_what_was_done(
    evening: Evening,
) -> None:
    evening.run(-20)
    evening.run(10)
    evening.answer(11, 1, "right")
    evening.answer(21, 2, "right")
    evening.add(30, "look")
    times = evening.times()
    assert times.look is None
    assert times.part1 == (660, None, 1, 0, ())
    assert times.part2 == (1260, 600, 0, 0, [])


def test_a_part_that_is_not_solved_has_no_time(evening: Evening) -> None:
    evening.add(1, "look")
    evening.run(2)
    evening.answer(3, 1, "wrong")
    times = evening.times()
    assert times.look == UNLOCK.timestamp() + 60
    assert [answer.reply for answer in times.answers] == ["wrong"]
    assert times.part1 == times.part2 == PartClock()


def test_a_star_of_the_site_stands_for_an_answer_that_was_typed_there(
    evening: Evening,
) -> None:
    evening.add(1, "look")
    evening.answer(7, 1, "right")
    assert evening.times(stars=(360.0, LATE)).part1.seconds == 300
    assert evening.times(stars=(-5.0, LATE)).part1.seconds == 360
    assert evening.times(stars=(LATE, LATE)).part2.after_unlock is None
    assert evening.times(stars=(None, 1e7)).part2.after_unlock == 1e7


def test_each_account_has_its_own_times(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    evening.add(1, "look")
    evening.answer(3, 1, "right", "github.alice.1")
    evening.answer(6, 1, "right", "github.bob.2")
    assert evening.times("github.bob.2").part1.after_unlock == 360
    assert evening.times("github.carol.3").part1.after_unlock is None
    assert evening.times().part1.after_unlock == 180


def test_the_records_of_an_account_count_with_the_log(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    user = "github.alice.1"
    evening.add(1, "look")
    evening.answer(3, 1, "too high", user)
    sent = {"part": "a", "message": "That's not the right answer."}
    records = [
        sent | {"value": "7", "when": str(UNLOCK + timedelta(minutes=2))},
        sent | {"value": "8", "when": str(UNLOCK + timedelta(minutes=4))},
    ]
    (tmp_path / user).mkdir()
    path = tmp_path / user / "2021_05_post.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    stars = (300.0, LATE)
    assert evening.times(user, stars).part1.wrong == 2
    path.write_text("torn", encoding="utf-8")
    assert evening.times(user, stars).part1.wrong == 1
