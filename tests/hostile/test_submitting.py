"""Odd answers, records and replies: nothing odd is sent, and nothing stops submitting for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoc.answers import LONGEST, WrongAnswerTypeError, lacking, read_answer, read_plugin_answer
from aoc.commands.submit import submit
from aoc.errors import UsageError
from aoc.model import Puzzle as Day
from aoc.submitting.ledger import Ledger
from aoc.submitting.replies import Status
from tests.emulator import Puzzle, Sheet, Site
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
    "1\n2": LINE,
    "1\u20282": LINE,
    "5\0": VISIBLE,
    "\x1b[31m5": VISIBLE,
    "\x9b31m5": VISIBLE,
    "5\u200b": VISIBLE,
    "\u202e5": VISIBLE,
    "\ud800": VISIBLE,
    "\uff15": DIGITS,
    "5" * (LONGEST + 1): SHORT,
}
"""Texts that cannot be an answer, each with what it lacks."""


@pytest.mark.parametrize(("text", "needed"), NO_ANSWERS.items(), ids=lambda text: ascii(text)[:20])
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


@pytest.mark.parametrize("when", ["long ago", "9999-12-31T23:59:59-12:00", "9" * 5000])
def test_a_record_with_an_odd_time_blocks_nothing_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    (tmp_path / USER).mkdir()
    ledger = Ledger(USER, Day(2021, 21))
    wrong = "That's not the right answer.  Please wait 5 minutes before trying again."
    record = {"part": "a", "value": "7", "when": when, "message": wrong}
    Path(ledger.post_path).write_text(json.dumps([record]), encoding="utf-8")
    ledger = Ledger(USER, Day(2021, 21))
    assert ledger.wait_left(NOON) in (0, 300)
    assert ledger.wait_left(NOON + 300) == 0
    assert ledger.fault(1, "7") == (Status.TRIED, "wrong")
