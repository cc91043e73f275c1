"""The record of what was submitted, on real files: how it is kept, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from aoc.model.puzzles import Puzzle
from aoc.site.accounts import Account
from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import AnswerCandidate
from aoc.submitting.replies import AnswerStatus, Objection
from aoc.submitting.submitter import Submitter
from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS
from tests.support.program import Project

USER = "github.alice.1001"
NOON = 1640105999.25
RIGHT = "That's the right answer!  You are one gold star closer to finding the sleigh keys."
WAIT = "  If you're stuck, ...  Please wait one minute before trying again."
WRONG = f"That's not the right answer.{WAIT}"
HIGH = f"That's not the right answer; your answer is too high.{WAIT}"
LOW = f"That's not the right answer; your answer is too low.{WAIT}"
SOON = "You gave an answer too recently.  You have 2m 34s left to wait."
STRANGE = "The elves are having lunch."


@pytest.fixture
def folder(aoc: Aoc, project: Project) -> Iterator[Path]:
    """The folder of the account, empty."""
    with aoc.here():
        yield project.account_files(USER)


@pytest.fixture
def ledger(folder: Path) -> Ledger:
    """The ledger of an account that has submitted nothing."""
    return reopened()


def reopened() -> Ledger:
    """Return the ledger as it is in the files."""
    return Ledger(USER, Puzzle(2021, 21))


def test_a_verdict_is_kept_in_the_format_of_aocd_which_reads_it(
    ledger: Ledger, folder: Path, project: Project
) -> None:
    assert ledger.record_verdict(1, "299", NOON, LOW) is AnswerStatus.TOO_LOW
    text = (folder / "2021_21_post.json").read_text()
    when = "2021-12-21 16:59:59.250000+00:00"
    assert json.loads(text) == [{"part": "a", "value": "299", "when": when, "message": LOW}]
    assert text.startswith('[\n  {\n    "part": "a",\n')
    assert [path.name for path in folder.iterdir()] == ["2021_21_post.json"]
    (project.cache / "token2id.json").write_text(json.dumps({"f00": USER}))
    code = (
        "from aocd.models import Puzzle, User; puzzle = Puzzle(2021, 21, User('f00'))\n"
        "puzzle._submit('298', 'a')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    certain = "It is certain that '298' is incorrect, because '299' was too low."
    assert certain in done.stdout


def test_what_aocd_recorded_is_remembered(folder: Path) -> None:
    when, later = "2021-12-21 12:00:00.5-05:00", "2021-12-21T12:01-05:00"
    records = [
        {"part": "a", "value": "300", "when": when, "message": HIGH},
        {"part": "b", "value": "ABC", "when": later, "message": WRONG, "x": [1]},
        {"part": "a", "value": "7", "when": "long ago", "message": WRONG},
    ]
    (folder / "2021_21_post.json").write_text(json.dumps(records))
    ledger = reopened()
    assert [(one.part, one.answer, one.when, one.status) for one in ledger.submissions()] == [
        (1, "300", 1640106000.5, AnswerStatus.TOO_HIGH),
        (2, "ABC", 1640106060.0, AnswerStatus.WRONG),
        (1, "7", 0.0, AnswerStatus.WRONG),
    ]
    ledger.record_verdict(1, "8", NOON, WRONG)
    assert json.loads((folder / "2021_21_post.json").read_text())[:3] == records


@pytest.mark.skipif(WINDOWS, reason="needs a system that writes the names in a folder to the disk")
def test_an_intention_and_the_name_of_its_file_are_on_the_disk(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: written.append(os.fstat(file).st_ino))
    ledger.record_intention(1, "5", NOON)
    path = folder / "2021_21_sent.json"
    assert written == [path.stat().st_ino, folder.stat().st_ino]
    assert json.loads(path.read_text()) == [
        {"part": "a", "value": "5", "when": "2021-12-21 16:59:59.250000+00:00"}
    ]


def test_the_longest_wait_counts_to_its_last_moment(ledger: Ledger) -> None:
    assert ledger.wait_left(NOON) == 0
    ledger.record_verdict(1, "5", NOON, SOON)
    ledger.record_verdict(2, "6", NOON, WRONG)
    assert ledger.wait_left(NOON + 10) == 144
    assert ledger.wait_left(NOON + 153.75) == 0.25
    assert ledger.wait_left(NOON + 154) == 0


def test_a_record_with_an_odd_time_blocks_nothing_for_long(folder: Path) -> None:
    year_9999 = "9999-12-31T23:59:59-12:00"
    for when in ("2021-12-22T12:00:00-05:00", "long ago", year_9999, "9" * 5000):
        record = {"part": "a", "value": "7", "when": when, "message": WRONG}
        (folder / "2021_21_post.json").write_text(json.dumps([record]))
        ledger = reopened()
        assert ledger.wait_left(NOON) in (0, 60), when
        assert ledger.wait_left(NOON + 60) == 0, when
        assert ledger.fault(1, "7") == (AnswerStatus.TRIED, "wrong"), when


def test_an_answer_is_lost_until_a_verdict_on_it_and_on_its_part_is_there(
    ledger: Ledger, folder: Path
) -> None:
    for part, answer in ((1, "5"), (1, "6"), (2, "7")):
        ledger.record_intention(part, answer, NOON)
    ledger.record_verdict(1, "5", NOON, WRONG)
    ledger.record_verdict(1, "7", NOON, WRONG)
    ledger.record_verdict(1, "6", NOON, STRANGE)
    assert ([*reopened().lost_answers(1)], [*reopened().lost_answers(2)]) == (["6"], ["7"])
    ledger.record_verdict(1, "6", NOON, WRONG)
    ledger.record_verdict(2, "7", NOON, RIGHT)
    assert not (folder / "2021_21_sent.json").exists()


def test_an_answer_that_the_site_has_not_looked_at_is_in_no_doubt(ledger: Ledger) -> None:
    for message in (SOON, "You don't seem to be solving the right level."):
        ledger.record_intention(1, "5", NOON)
        status = ledger.record_verdict(1, "5", NOON, message)
        assert (status.exit_code, reopened().lost_answers(1)) == (3, {})


def test_a_program_killed_between_two_files_has_lost_nothing(ledger: Ledger, folder: Path) -> None:
    ledger.record_intention(1, "5", NOON)
    sent = (folder / "2021_21_sent.json").read_text()
    ledger.record_verdict(1, "5", NOON, WRONG)
    (folder / "2021_21_sent.json").write_text(sent)
    assert reopened().lost_answers(1) == {}


def refused(ledger: Ledger, answer: str, part: int = 1, *, force: bool = False) -> Objection | None:
    submitter = Submitter(Account(USER, None), force=force)
    return submitter.refusal(ledger, part, AnswerCandidate(answer))


def test_answers_have_to_lie_inside_the_bounds(ledger: Ledger) -> None:
    verdicts = {"100": LOW, "7": LOW, "200": HIGH, "1000": HIGH, "x": LOW}
    for answer, message in verdicts.items():
        ledger.record_verdict(1, answer, NOON, message)
    numbers = ("-5", "7", "99", "100", "101", "199", "200", "300")
    assert [n for n in numbers if not refused(ledger, n)] == ["101", "199"]
    too_low = (AnswerStatus.OUT_OF_BOUNDS, "100 was too low already")
    assert refused(ledger, "0100") == too_low
    too_high = (AnswerStatus.OUT_OF_BOUNDS, "200 was too high already")
    assert refused(ledger, "0200") == too_high
    tried = (AnswerStatus.TRIED, "it was submitted before, and is too low")
    assert refused(ledger, "7", force=True) == tried
    why = (AnswerStatus.OUT_OF_BOUNDS, "it is not a number, and the site expects one")
    assert refused(ledger, "ABC", force=True) == why
    assert refused(ledger, "99", 2) is None


def test_the_same_number_is_sent_again_by_force_only(ledger: Ledger) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    why = "it is the number 7, which was wrong already; `aoc submit --force` sends it anyway"
    for answer in ("007", "+7", "7.0", "0_7"):
        assert refused(ledger, answer) == (AnswerStatus.TRIED, why), answer
        assert refused(ledger, answer, force=True) is None
    others = ("70", "-7", "7.5", "7e0", "seven", "7,0")
    assert not [other for other in others if refused(ledger, other)]
