"""Checks the record of what was submitted, and the rules that follow from it, on real files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from aoc.errors import SiteError
from aoc.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.ledger import Ledger, boot_id
from aoc.submitting.outcome import Status
from aoc.submitting.precheck import Offer
from aoc.submitting.replies import SiteVerdict
from aoc.submitting.rules import Rules

USER = "github.alice.1001"
NOON = 1640105999.25
RIGHT = "That's the right answer!  You are one gold star closer to finding the sleigh keys."
WAIT = "  If you're stuck, ...  Please wait one minute before trying again."
WRONG = f"That's not the right answer.{WAIT}"
HIGH = f"That's not the right answer; your answer is too high.{WAIT}"
LOW = f"That's not the right answer; your answer is too low.{WAIT}"
SOON = "You gave an answer too recently.  You have 2m 34s left to wait."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / USER


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    monkeypatch.delenv("AOCD_CONFIG_DIR", raising=False)
    return Ledger(Cache(), USER, Puzzle(2021, 21))


def send(ledger: Ledger, part: int, answer: str, when: float) -> None:
    ledger.record_plan(part, answer, when)
    ledger.record_sending()


def refused(
    ledger: Ledger,
    answer: str | None,
    *,
    part: int = 1,
    later: float = 3600,
    problem: str = "",
    seen: bool = False,
    force: bool = False,
) -> Status | None:
    offers = {part: Offer(answer, problem)}
    outcome = Rules(ledger, offers, NOON + later, seen, force).refusal(part)
    return outcome and outcome.status


def test_a_verdict_is_kept_in_the_format_of_aocd(ledger: Ledger, folder: Path) -> None:
    assert ledger.record_verdict(1, "299", NOON, LOW).verdict is SiteVerdict.TOO_LOW
    when = "2021-12-21 11:59:59.250000-05:00"
    record = {"part": "a", "value": "299", "when": when, "message": LOW}
    assert json.loads((folder / "2021_21_post.json").read_text()) == [record]
    assert [path.name for path in folder.iterdir()] == ["2021_21_post.json"]


def test_a_right_answer_is_kept_as_such(ledger: Ledger, folder: Path) -> None:
    ledger.record_verdict(2, "ABC", NOON, RIGHT)
    assert (folder / "2021_21b_answer.txt").read_text() == "ABC"
    assert ledger.accepted_answers() == (None, "ABC")


def test_aocd_reads_what_we_record(ledger: Ledger, tmp_path: Path) -> None:
    ledger.record_verdict(1, "300", NOON, HIGH)
    (tmp_path / "token2id.json").write_text(json.dumps({"f00": USER}))
    code = (
        "from aocd.models import Puzzle, User; puzzle = Puzzle(2021, 21, User('f00'))\n"
        "puzzle._submit('301', 'a')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert "It is certain that '301' is incorrect, because '300' was too high." in done.stdout


def test_what_aocd_recorded_is_remembered(ledger: Ledger, folder: Path) -> None:
    when = "2021-12-21 12:00:00.5-05:00"
    records = [
        {"part": "a", "value": "300", "when": when, "message": HIGH},
        {"part": "a", "value": "ABC", "when": "2021-12-21T12:01:00", "message": WRONG, "new": 1},
        {"part": "a", "value": "7", "when": "long ago", "message": WRONG},
    ]
    folder.mkdir()
    (folder / "2021_21_post.json").write_text(json.dumps(records))
    times = [submission.when for submission in ledger.submissions()]
    assert times == [1640106000.5, 1640106060.0, 0.0]
    ledger.record_verdict(1, "8", NOON, WRONG)
    assert json.loads((folder / "2021_21_post.json").read_text())[:3] == records


def test_a_new_puzzle_may_be_answered(ledger: Ledger) -> None:
    assert refused(ledger, "5") is None
    assert refused(ledger, None) is Status.NO_ANSWER


def test_a_wrong_answer_is_not_sent_again_by_anybody(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, WRONG)
    assert refused(ledger, "5", force=True) is Status.TRIED
    assert refused(ledger, "6") is None
    assert refused(ledger, "5", part=2) is None


def test_an_answer_that_was_not_looked_at_may_be_sent_again(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, SOON)
    ledger.record_verdict(1, "6", NOON, "You don't seem to be solving the right level.")
    assert refused(ledger, "5") is None
    assert refused(ledger, "6") is None


def test_answers_have_to_lie_inside_the_bounds(ledger: Ledger) -> None:
    for answer, message in [("100", LOW), ("7", LOW), ("200", HIGH), ("1000", HIGH)]:
        ledger.record_verdict(1, answer, NOON, message)
    assert ledger.bounds(1) == (100, 200)
    kept = [n for n in (-5, 7, 99, 100, 101, 199, 200, 300) if not refused(ledger, str(n))]
    assert kept == [101, 199]
    assert refused(ledger, "0100") is Status.OUT_OF_BOUNDS
    assert refused(ledger, "ABC", force=True) is Status.OUT_OF_BOUNDS
    assert refused(ledger, "99", part=2) is None


def test_a_solved_part_takes_no_answer(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, RIGHT)
    assert refused(ledger, "5") is Status.SOLVED
    assert refused(ledger, "6", force=True) is Status.SOLVED_OTHERWISE


def test_part_2_has_an_answer_of_its_own(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, RIGHT)
    assert refused(ledger, "5", part=2) is Status.PART_1_AGAIN
    assert refused(ledger, "5", part=2, force=True) is None
    assert refused(ledger, "6", part=2) is None


def test_part_2_comes_after_part_1(ledger: Ledger) -> None:
    assert refused(ledger, "6", part=2, seen=True) is Status.CLOSED


@pytest.mark.parametrize(("year", "last"), [(2021, 25), (2025, 12)])
def test_the_last_star_is_no_answer(ledger: Ledger, year: int, last: int) -> None:
    final = Ledger(ledger.cache, USER, Puzzle(year, last))
    assert refused(final, "5", part=2) is Status.NO_PUZZLE
    assert refused(final, "5") is None


def test_an_answer_with_a_problem_is_sent_by_force_only(ledger: Ledger) -> None:
    assert refused(ledger, "5", problem="an example of part 1 fails") is Status.EXAMPLES
    assert refused(ledger, "5", problem="an example of part 1 fails", force=True) is None


def test_what_the_site_never_said_before_is_neither_right_nor_wrong(ledger: Ledger) -> None:
    reply = ledger.record_verdict(1, "5", NOON, "The elves are having lunch.")
    assert reply.verdict is SiteVerdict.UNKNOWN
    assert refused(ledger, "5", seen=True) is Status.UNCLEAR
    assert refused(ledger, "5", seen=True, force=True) is None
    assert ledger.accepted_answers() == (None, None)


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        (WRONG, 60),
        (HIGH, 60),
        (f"{WRONG} please wait 5 minutes before trying again.".replace(WAIT, ""), 300),
        (SOON, 154),
    ],
)
def test_a_wait_is_over_when_the_site_said(ledger: Ledger, message: str, seconds: int) -> None:
    ledger.record_verdict(1, "5", NOON, message)
    assert ledger.wait_left(NOON) == seconds
    assert ledger.wait_left(NOON + 0.5) == seconds - 0.5
    assert refused(ledger, "4", later=seconds - 1, force=True) is Status.WAIT
    assert refused(ledger, "4", later=seconds) is None


@pytest.mark.parametrize("ahead", [0.25, 30, 86400])
def test_the_wait_of_an_answer_from_the_future_begins_when_it_is_seen(
    ledger: Ledger, folder: Path, ahead: float
) -> None:
    """The clock was set back while a wait ran, or was wrong when the answer was sent."""
    ledger.record_verdict(1, "4", NOON - 3600, WRONG)
    ledger.record_verdict(1, "5", NOON + ahead, WRONG)
    before = json.loads((folder / "2021_21_post.json").read_text())
    assert refused(ledger, "6", later=0) is Status.WAIT
    assert ledger.wait_left(NOON + 1) == 59
    assert refused(ledger, "6", later=60) is None
    after = json.loads((folder / "2021_21_post.json").read_text())
    assert after == [before[0], before[1] | {"when": "2021-12-21 11:59:59.250000-05:00"}]


def test_an_answer_whose_verdict_was_lost_is_not_sent_again(ledger: Ledger) -> None:
    send(ledger, 1, "5", NOON)
    send(ledger, 1, "7", NOON)
    assert ledger.lost_answers(1) == ["5", "7"]
    assert refused(ledger, "5", seen=True) is Status.UNCLEAR
    assert refused(ledger, "5", seen=True, force=True) is None
    assert refused(ledger, "6", seen=True) is None
    assert refused(ledger, "5", part=2, seen=True) is Status.CLOSED


def test_an_answer_is_not_lost_before_it_leaves(ledger: Ledger) -> None:
    if not boot_id():
        pytest.skip("without a boot id, an answer counts as sent before it leaves")
    ledger.record_plan(1, "5", NOON)
    assert ledger.lost_answers(1) == []
    ledger.record_sending()
    ledger.record_plan(1, "5", NOON)
    ledger.record_plan(1, "6", NOON)
    assert ledger.lost_answers(1) == ["5"]


@pytest.mark.parametrize("boot", ["another boot", ""])
def test_an_answer_may_have_left_before_the_machine_broke_down(
    ledger: Ledger, folder: Path, boot: str
) -> None:
    ledger.record_plan(1, "5", NOON)
    [record] = json.loads((folder / "2021_21_sent.json").read_text())
    (folder / "2021_21_sent.json").write_text(json.dumps([record | {"stays": boot}]))
    assert ledger.lost_answers(1) == ["5"]


def test_an_answer_is_not_lost_once_its_verdict_is_there(ledger: Ledger, folder: Path) -> None:
    send(ledger, 1, "5", NOON)
    send(ledger, 1, "6", NOON)
    ledger.record_verdict(1, "5", NOON, WRONG)
    assert ledger.lost_answers(1) == ["6"]
    ledger.remove_sent(1, "6")
    assert not (folder / "2021_21_sent.json").exists()


def test_a_doubt_stays_if_the_answer_is_not_judged_again(ledger: Ledger) -> None:
    send(ledger, 1, "5", NOON)
    send(ledger, 1, "5", NOON + 60)
    ledger.remove_plan(1, "5")
    assert ledger.lost_answers(1) == ["5"]
    send(ledger, 1, "5", NOON + 120)
    ledger.record_verdict(1, "5", NOON + 120, SOON)
    assert ledger.lost_answers(1) == ["5"]
    ledger.record_verdict(1, "5", NOON + 180, WRONG)
    assert ledger.lost_answers(1) == []


def test_a_program_killed_between_two_files_has_lost_nothing(ledger: Ledger, folder: Path) -> None:
    send(ledger, 1, "5", NOON)
    sent = (folder / "2021_21_sent.json").read_text()
    ledger.record_verdict(1, "5", NOON, WRONG)
    (folder / "2021_21_sent.json").write_text(sent)
    assert ledger.lost_answers(1) == []
    send(ledger, 1, "5", NOON + 60)
    assert ledger.lost_answers(1) == ["5"]


def test_the_page_settles_what_was_lost(ledger: Ledger, folder: Path) -> None:
    send(ledger, 1, "5", NOON)
    send(ledger, 1, "6", NOON)
    send(ledger, 2, "7", NOON)
    (folder / "2021_21a_answer.txt").write_text("6")
    ledger.resolve_lost_answers(NOON)
    assert (ledger.lost_answers(1), ledger.lost_answers(2)) == ([], ["7"])
    [submission] = ledger.submissions()
    assert (submission.answer, submission.reply.verdict) == ("6", SiteVerdict.RIGHT)


@pytest.mark.parametrize("name", ["post", "sent"])
@pytest.mark.parametrize("text", ["[{", "<html>", "{}", "[5]", '[{"part": "a"}]', "\x00", ""])
def test_a_broken_record_is_named_and_left_alone(
    ledger: Ledger, folder: Path, name: str, text: str
) -> None:
    folder.mkdir()
    path = folder / f"2021_21_{name}.json"
    path.write_text(text)
    message = rf"{re.escape(str(path))} is not the list .*: fix it, or run this again"
    with pytest.raises(SiteError, match=message):
        ledger.record_verdict(1, "5", NOON, WRONG)
    assert path.read_text() == text


def test_a_record_that_cannot_be_written_is_named(ledger: Ledger, folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    with pytest.raises(SiteError, match=r"2021_21_sent.json.* cannot be (read|written)"):
        ledger.record_plan(1, "5", NOON)
    assert list(folder.parent.iterdir()) == [folder]


def test_a_right_answer_is_known_from_the_cache_or_from_the_record(
    ledger: Ledger, folder: Path
) -> None:
    assert ledger.accepted_answers() == (None, None)
    ledger.record_verdict(1, "5", NOON, RIGHT)
    ledger.record_verdict(2, "7", NOON, RIGHT)
    ledger.record_verdict(2, "8", NOON, WRONG)
    files = [folder / f"2021_21{letter}_answer.txt" for letter in "ab"]
    for file in files:
        file.unlink()
    assert ledger.accepted_answers() == ("5", "7")
    (folder / "2021_21_post.json").unlink()
    for file, answer in zip(files, "57", strict=True):
        file.write_text(answer)
    assert ledger.accepted_answers() == ("5", "7")


def test_each_submission_has_its_part_its_time_and_what_the_site_said(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, LOW)
    ledger.record_verdict(2, "ABC", NOON + 60, WRONG)
    assert [(s.part, s.answer, s.when, s.message) for s in ledger.submissions()] == [
        (1, "5", NOON, LOW),
        (2, "ABC", NOON + 60, WRONG),
    ]


def test_the_last_judged_submission_is_the_newest_of_that_answer_to_that_part(
    ledger: Ledger,
) -> None:
    assert ledger.last_judged(1, "5") is None
    for later in range(4):
        ledger.record_verdict(1, "5", NOON + later, WRONG)
    ledger.record_verdict(1, "5", NOON + 10, SOON)
    ledger.record_verdict(1, "6", NOON + 11, WRONG)
    ledger.record_verdict(2, "5", NOON + 12, WRONG)
    last = ledger.last_judged(1, "5")
    assert last
    assert last.when == NOON + 3


def test_bounds_are_those_of_one_part_and_of_numbers(ledger: Ledger) -> None:
    assert ledger.bounds(1) == (None, None)
    ledger.record_verdict(1, "ABC", NOON, LOW)
    ledger.record_verdict(1, "100", NOON, LOW)
    ledger.record_verdict(2, "300", NOON, HIGH)
    ledger.record_verdict(2, "50", NOON, WRONG)
    assert ledger.bounds(1) == (100, None)
    assert ledger.bounds(2) == (None, 300)


def test_the_longest_wait_counts_to_its_last_moment(ledger: Ledger) -> None:
    assert ledger.wait_left(NOON) == 0
    ledger.record_verdict(1, "5", NOON, SOON)
    ledger.record_verdict(1, "6", NOON, WRONG)
    assert ledger.wait_left(NOON + 10) == 144
    assert ledger.wait_left(NOON + 153.75) == 0.25
    assert ledger.wait_left(NOON + 154) == 0


def test_a_lost_answer_is_settled_only_by_a_later_verdict_on_it_and_on_its_part(
    ledger: Ledger, folder: Path
) -> None:
    ledger.record_verdict(1, "5", NOON - 60, WRONG)
    send(ledger, 1, "5", NOON)
    sent = (folder / "2021_21_sent.json").read_text()
    ledger.record_verdict(2, "5", NOON + 60, WRONG)
    ledger.record_verdict(1, "6", NOON + 60, WRONG)
    ledger.record_verdict(1, "5", NOON + 60, SOON)
    (folder / "2021_21_sent.json").write_text(sent)
    assert (ledger.lost_answers(1), ledger.lost_answers(2)) == (["5"], [])


def test_a_planned_answer_is_on_the_disk_before_it_is_sent(ledger: Ledger, folder: Path) -> None:
    send(ledger, 1, "5", NOON)
    ledger.record_plan(2, "7", NOON)
    records = json.loads((folder / "2021_21_sent.json").read_text())
    assert [(record["part"], record["value"]) for record in records] == [("a", "5"), ("b", "7")]
    assert records[-1]["when"] == "2021-12-21 11:59:59.250000-05:00"


def test_an_answer_that_was_not_planned_cannot_be_sent(ledger: Ledger) -> None:
    with pytest.raises(SiteError, match=r"2021_21_sent\.json cannot be written \("):
        ledger.record_sending()


def test_only_the_last_plan_is_taken_back(ledger: Ledger) -> None:
    for answer in ("5", "6", "7"):
        send(ledger, 1, answer, NOON)
    ledger.remove_plan(1, "6")
    ledger.remove_plan(2, "7")
    assert ledger.lost_answers(1) == ["5", "6", "7"]
    ledger.remove_plan(1, "7")
    assert ledger.lost_answers(1) == ["5", "6"]


def test_nothing_is_left_of_a_plan_that_was_taken_back(ledger: Ledger, folder: Path) -> None:
    ledger.record_plan(1, "5", NOON)
    ledger.remove_plan(1, "5")
    assert list(folder.iterdir()) == []


def test_the_page_settles_each_part_by_itself(ledger: Ledger, folder: Path) -> None:
    send(ledger, 1, "5", NOON)
    send(ledger, 2, "7", NOON)
    send(ledger, 2, "8", NOON)
    (folder / "2021_21b_answer.txt").write_text("8")
    ledger.resolve_lost_answers(NOON)
    assert (ledger.lost_answers(1), ledger.lost_answers(2)) == (["5"], [])
    [submission] = ledger.submissions()
    assert (submission.part, submission.answer) == (2, "8")


def test_both_broken_files_are_set_aside_and_named_at_once(ledger: Ledger, folder: Path) -> None:
    ledger.set_aside_broken()
    folder.mkdir()
    paths = [folder / "2021_21_post.json", folder / "2021_21_sent.json"]
    for path in paths:
        path.write_text("<html>")
    with pytest.raises(SiteError) as caught:
        ledger.set_aside_broken()
    named = ", and ".join(f"{p} could not be understood and is now {p}.broken" for p in paths)
    assert str(caught.value).startswith(f"{named}, so nothing is submitted this time")
    ledger.set_aside_broken()


def test_without_an_id_of_the_systems_start_a_planned_answer_counts_as_sent(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise FileNotFoundError

    with monkeypatch.context() as patch:
        patch.setattr("aoc.submitting.ledger.open", fail, raising=False)
        assert boot_id() == ""
        ledger.record_plan(1, "5", NOON)
    assert ledger.lost_answers(1) == ["5"]
