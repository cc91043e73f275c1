"""Odd answers, records and replies: nothing odd is sent, and nothing stops submitting for ever."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aoc.answers import LONGEST, WrongAnswerTypeError, lacking, read_answer, read_plugin_answer
from aoc.commands.submit import submit
from aoc.errors import SiteError, UsageError
from aoc.model import Puzzle as Day
from aoc.model import Result
from aoc.render.messages import outcome_text
from aoc.submitting.ledger import Attempt, Ledger
from aoc.submitting.precheck import Candidate, Precheck
from aoc.submitting.replies import Status, read_reply
from tests.results import made_result
from tests.site import Puzzle, Sheet, Site
from tests.submitting.player import Player

pytestmark = pytest.mark.slow

USER = "github.alice.1001"
NOON = 1640105999.25
WORD, LINE, VISIBLE = "a number or a word", "one line", "visible characters only"
DIGITS, SHORT = "digits from 0 to 9", f"at most {LONGEST} characters"
NO_ANSWERS = {
    "": WORD,
    " ": WORD,
    "None": "an answer, not a word for none",
    " None\n": "an answer, not a word for none",
    "1\n2": LINE,
    "1\r2": LINE,
    "1\x852": LINE,
    "1\u20282": LINE,
    "5\0": VISIBLE,
    "\x1b[31m5": VISIBLE,
    "\x1b]52;c;eA==\x07": VISIBLE,
    "\x9b31m5": VISIBLE,
    "5\x7f": VISIBLE,
    "a\tb": VISIBLE,
    "5\u200b": VISIBLE,
    "1\xa02": VISIBLE,
    "\u202e5": VISIBLE,
    "\ud800": VISIBLE,
    "\ue000": VISIBLE,
    "\uff15": DIGITS,
    "\u0665": DIGITS,
    "5\xb2": DIGITS,
    "5" * (LONGEST + 1): SHORT,
}
"""Texts that cannot be an answer, each with what it lacks."""
UNLIKELY = ("two words", "<b>&amp;", "#..#", "□", "5+", "'5'", "5;6")
"""Texts that can be an answer, but look like none that is known."""
BROKEN = {
    "nothing": "",
    "a NUL": "\0",
    "a page": "<html>",
    "half of it": '[{"part": "a", "va',
    "an object": "{}",
    "a number": "5",
    "nested": "[" * 10_000 + "]" * 10_000,
    "nested inside": '[{"part": "a", "x": ' + "[" * 10_000 + "]" * 10_000 + "}]",
    "many digits": "[" + "5" * 5_000 + "]",
    "numbers": "[5]",
    "no fields": '[{"part": "a"}]',
    "no text": '[{"part": "a", "value": 5, "when": "x", "message": "x"}]',
    "no part": '[{"part": "c", "value": "5", "when": "x", "message": "x"}]',
    "a list as part": '[{"part": ["a"], "value": "5", "when": "x", "message": "x"}]',
}
"""Texts of a record that cannot be understood."""
TIMES = (
    *("", "long ago", "\0", "0001-01-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"),
    *("2021-12-21T12:00:00+23:59:59.999999", "9" * 5000),
)
SOON = "You gave an answer too recently.  You have {} left to wait."
WRONG = "That's not the right answer.  Please wait {} minutes before trying again."
WAITS = {
    SOON.format("0s"): 5,
    SOON.format("0h 0m 0s"): 5,
    SOON.format("-5s"): 5,
    SOON.format("\u0665s"): 60,
    WRONG.format("0"): 5,
    WRONG.format("\u0665"): 60,
    WRONG.format("\xb2"): 60,
    WRONG.format("eleventy"): 60,
}
"""What the site may say about waiting, each with the seconds that are waited."""


def shown(text: str) -> str:
    """Return a short name of a case."""
    return ascii(text)[:20]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    (tmp_path / USER).mkdir()
    return tmp_path / USER


@pytest.fixture
def ledger(folder: Path) -> Ledger:
    return Ledger(USER, DAY_21)


DAY_21 = Day(2021, 21)


def candidate_of(result: Result) -> Candidate:
    return Precheck(DAY_21, [result], USER, lambda *_: (), print).candidates[1]


@pytest.mark.parametrize(("text", "needed"), NO_ANSWERS.items(), ids=map(shown, NO_ANSWERS))
def test_no_answer_is_refused_wherever_it_comes_from(text: str, needed: str) -> None:
    assert lacking(text) == needed
    with pytest.raises(WrongAnswerTypeError, match=r"^part1 returned .*: return "):
        read_answer(text, "part1")
    if needed == WORD or text.strip() == "None":
        assert read_plugin_answer(text, "guest:solve") == (None, None)
    else:
        with pytest.raises(WrongAnswerTypeError, match=rf"^guest:solve .*: return {needed}"):
            read_plugin_answer(text, "guest:solve")
    with pytest.raises(UsageError, match=rf"^--answer .* cannot be an answer: write {needed}$"):
        submit.main(["21", f"--answer={text}"], standalone_mode=False)


@pytest.mark.parametrize("text", UNLIKELY, ids=shown)
def test_an_answer_unlike_all_known_ones_is_doubted(text: str) -> None:
    assert lacking(text) is None
    assert read_answer(text, "part1") == (text, None)
    result = made_result(2021, 21, None, "days", None, USER, 1, text, input_kind="personal")
    answer, (status, why) = candidate_of(result).answer, candidate_of(result).objection or ("", "")
    assert (answer, status) == (text, Status.UNLIKELY)
    assert "looks like no answer" in why


def test_every_message_about_an_answer_is_one_printable_line() -> None:
    for text in NO_ANSWERS:
        with pytest.raises(WrongAnswerTypeError) as raised:
            read_answer(text, "part1")
        assert str(raised.value).isprintable()
        assert len(str(raised.value)) < 150
        with pytest.raises(UsageError) as refused:
            submit.main(["21", f"--answer={text}"], standalone_mode=False)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 150


def test_a_run_sends_only_what_can_be_an_answer(site: Site, tmp_path: Path) -> None:
    alice = Player(site, tmp_path)
    values = ["921585 ", *("None", " ", "5\0", "1\n2", "\ud800", "\uff15", "5" * 999, "\x1b[2J")]
    for day, value in enumerate(values, 1):
        site.put(Puzzle(2021, day, "Made up", "x", "921585", "z"))
        alice.account.give(2021, day, Sheet("x\n", "921585", "6"))
        module = alice.project / "days" / "year2021" / f"day{day:02d}.py"
        body = f"def parse(text): return text\n\ndef part1(text): return {value!a}\n"
        module.write_text(body, encoding="utf-8")
        (alice.files / f"2021_{day:02d}_input.txt").write_text("x\n", encoding="utf-8")
    out = alice.run("run", f"1-{len(values)}", "--part", "1", "--submit", "--json")
    results = [json.loads(line) for line in out.splitlines()]
    assert [(r["answer"], r["error"] and r["error"]["kind"]) for r in results if r["part"]] == [
        ("921585", None),
        *[(None, "answer")] * (len(values) - 1),
    ]
    posts = [request for request in alice.asked if request.startswith("POST")]
    assert posts == ["POST /2021/day/1/answer level=1 answer=921585"]


@pytest.mark.parametrize("name", ["post", "sent"])
@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_named_and_left_alone(folder: Path, name: str, text: str) -> None:
    path = folder / f"2021_21_{name}.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SiteError, match=rf"^{re.escape(str(path))} is not the list"):
        Ledger(USER, DAY_21)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("when", TIMES, ids=map(shown, TIMES))
def test_a_record_with_an_odd_time_blocks_nothing_for_long(ledger: Ledger, when: str) -> None:
    record = {"part": "a", "value": "7", "when": when, "message": WRONG.format("5")}
    Path(ledger.post_path).write_text(json.dumps([record]), encoding="utf-8")
    Path(ledger.sent_path).write_text(json.dumps([record | {"value": "8"}]), encoding="utf-8")
    ledger = Ledger(USER, DAY_21)
    assert ledger.wait_left(NOON) in (0, 300)
    assert ledger.wait_left(NOON + 300) == 0
    assert ledger.lost_answers(1) == {"8"}
    assert ledger.fault(1, "7") == (Status.TRIED, "wrong")


@pytest.mark.parametrize(("message", "seconds"), WAITS.items(), ids=map(shown, WAITS))
def test_an_odd_wait_is_one_that_ends(ledger: Ledger, message: str, seconds: int) -> None:
    assert read_reply(message)[1] == seconds
    ledger.record_verdict(1, "5", NOON, message)
    assert ledger.wait_left(NOON) == seconds
    assert ledger.wait_left(NOON + seconds) == 0


def test_a_long_verdict_is_cut_on_the_screen() -> None:
    text = "lunch " * 1000
    outcome = Attempt(Day(2021, 21), 1, "5", Status.UNKNOWN, text)
    assert len(outcome_text(outcome)) < 400
