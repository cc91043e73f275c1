"""Checks how many answers were sent for each part, by aocd's record on real files."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.model import Puzzle
from aoc.submitting.ledger import Ledger, attempts_of
from tests.submitting.player import RIGHT, Player
from tests.submitting.test_ledger import HIGH, SOON, USER, WRONG
from tests.submitting.test_ledger import RIGHT as IS_RIGHT

NOON = 1640105999.25
TODAY = Puzzle(2021, 21)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    monkeypatch.delenv("AOCD_CONFIG_DIR", raising=False)
    folder = tmp_path / USER
    folder.mkdir()
    return folder


def test_right_and_wrong_answers_count_for_their_part(folder: Path) -> None:
    ledger = Ledger(USER, TODAY)
    for part, answer, message in ((1, "1", WRONG), (1, "2", HIGH), (1, "3", IS_RIGHT)):
        ledger.record_intention(part, answer, NOON)
        ledger.record_verdict(part, answer, NOON, message)
    assert attempts_of(USER, TODAY) == (3, 0)
    ledger.record_intention(2, "4", NOON)
    ledger.record_verdict(2, "4", NOON, IS_RIGHT)
    assert attempts_of(USER, TODAY) == (3, 1)
    assert attempts_of(USER, Puzzle(2021, 20)) == (0, 0)


def test_an_answer_that_the_site_did_not_look_at_is_no_attempt(folder: Path) -> None:
    ledger = Ledger(USER, TODAY)
    ledger.record_intention(1, "1", NOON)
    ledger.record_verdict(1, "1", NOON, SOON)
    assert attempts_of(USER, TODAY) == (0, 0)


@pytest.mark.slow
def test_the_programs_own_submissions_are_counted(alice: Player, folder: Path) -> None:
    alice.submit("1")
    alice.site.clock.advance(3600)
    alice.submit(RIGHT, "--part", "1", later=3600)
    (folder / "2021_21_post.json").write_bytes((alice.files / "2021_21_post.json").read_bytes())
    assert attempts_of(USER, TODAY) == (2, 0)


@pytest.mark.parametrize("text", ["", "{}", "null", "[7]", "[" * 100_000, "\x00\xff"])
def test_what_is_no_record_has_no_attempts(folder: Path, text: str) -> None:
    (folder / "2021_21_post.json").write_text(text, encoding="utf-8")
    assert attempts_of(USER, TODAY) == (0, 0)


def test_a_record_that_cannot_be_read_has_none(folder: Path) -> None:
    (folder / "2021_21_post.json").mkdir()
    assert attempts_of(USER, TODAY) == (0, 0)
    assert attempts_of("..", TODAY) == (0, 0)
