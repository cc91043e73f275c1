"""Checks what speaks against an answer, where no run of the program shows it easily."""

from __future__ import annotations

import pytest

from aoc import Example
from aoc.model import Failure, Kind, Puzzle, Result, Verdict
from aoc.submitting.precheck import Candidate, Precheck
from aoc.submitting.replies import Status
from tests.emulator.puzzles import make_puzzle
from tests.results import made_result
from tests.unit.test_published_examples import page

ME, BOB = "github.alice.1001", "github.bob.1002"
FAILURE = Failure(Kind.TIMEOUT, "took too long")
DAY = Puzzle(2021, 21)


def result(answer: str | None, label: str | None = ME, part: int | None = 1) -> Result:
    kind = "personal" if label in (ME, BOB) else "example"
    return made_result(2021, 21, None, "days", None, label, part, answer, input_kind=label and kind)


def checked(*results: Result) -> Precheck:
    return Precheck(DAY, results, ME, lambda *_: (), print)


def test_what_failed_for_somebody_else_does_not_speak_against_it() -> None:
    failed = result("6", BOB)._replace(error=FAILURE, verdict=Verdict.FAIL)
    assert checked(result("5"), failed).candidates[1] == Candidate("5")


@pytest.mark.parametrize(
    ("results", "problem"),
    [
        ((), ""),
        ((result(None),), ""),
        ((result(None)._replace(error=FAILURE),), "part 1 fails"),
        ((result(None, None, None)._replace(error=FAILURE),), "part 1 fails"),
        ((result("5"), result("6")), "the solvers disagree: 5, 6"),
        ((result("##\n  "),), "its letters cannot be read: send them with `aoc submit --answer`"),
    ],
)
def test_there_may_be_no_answer(results: tuple[Result, ...], problem: str) -> None:
    none = (Status.NO_ANSWER, problem) if problem else None
    assert checked(*results).candidates[1] == Candidate(None, none)


def test_examples_that_cannot_be_run_speak_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (checked(result("5")).objection(1, "<p>nothing") or "")[0] == Status.NO_EXAMPLES
    example = Example("x", part1=1, params={"n": 2})
    monkeypatch.setattr("aoc.site.pages.read_examples", lambda *_: [example])
    html = page(make_puzzle(2021, 21), solved=1)
    assert (checked(result("5")).objection(1, html) or "")[0] == Status.NO_EXAMPLES


def test_a_plugin_has_no_part_2_alone() -> None:
    passed = result("739785", "example 1", 2)._replace(expected="739785", verdict=Verdict.PASS)
    answers = [result("5"), result("6", part=2), passed]
    assert checked(*(one._replace(solver="wim") for one in answers)).objection(2, "") is None
