"""What is no answer is refused, wherever it comes from, and never sent."""

from __future__ import annotations

import pytest

from aoc.answers import LONGEST, WrongAnswerTypeError, lacking, read_answer, read_plugin_answer
from aoc.commands.submit import submit
from aoc.errors import UsageError
from tests.aoc import Aoc
from tests.emulator import Account, Puzzle, Sheet, Site
from tests.program import Project

WORD, LINE, VISIBLE = "a number or a word", "one line", "visible characters only"
NO_ANSWERS = {
    **dict.fromkeys(("", " "), WORD),
    "None": "an answer, not a word for none",
    **dict.fromkeys(("1\n2", "1\u20282"), LINE),
    **dict.fromkeys(("5\0", "\x1b[31m5", "\x9b31m5", "5\u200b", "\u202e5", "\ud800"), VISIBLE),
    "\uff15": "digits from 0 to 9",
    "5" * (LONGEST + 1): f"at most {LONGEST} characters",
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


def test_a_run_sends_only_what_can_be_an_answer(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    values = ["921585 ", *("None", " ", "5\0", "1\n2", "\ud800", "\uff15", "5" * 999, "\x1b[2J")]
    for day, value in enumerate(values, 1):
        site.put(Puzzle(2021, day, "Made up", "x", "921585", "z"))
        account.give(2021, day, Sheet("x\n", "921585", "6"))
        project.day(day, f"def part1(text): return {value!a}\n")
        project.remember("x\n", day=day, user=account.id)
    done = aoc("run", f"1-{len(values)}", "--part", "1", "--submit", "--json")
    answers = [(r["answer"], r["error"] and r["error"]["kind"]) for r in done.results if r["part"]]
    assert answers == [("921585", None), *[(None, "answer")] * (len(values) - 1)]
    look = "GET /2021/day/1"
    assert site.asked() == [look, f"POST {look[4:]}/answer level=1 answer=921585", look]
