"""Checks what speaks against an answer: its run, the examples of the page, part 2 alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aoc import Example
from aoc.model import Failure, Input, Kind, Puzzle, Result, Verdict
from aoc.submitting.precheck import Candidate, Precheck
from aoc.submitting.replies import Status
from tests.results import made_result
from tests.site.puzzles import Puzzle as Published
from tests.site.puzzles import make_puzzle
from tests.site.test_published_examples import page

ME, BOB = "github.alice.1001", "github.bob.1002"
FAILURE = Failure(Kind.TIMEOUT, "took too long")
FILE = "file inputs/2021/21.txt"
DAY = Puzzle(2021, 21)


def result(answer: str | None, label: str | None = ME, part: int | None = 1) -> Result:
    kind = {ME: "personal", BOB: "personal", FILE: "file"}.get(label or "", "example")
    return made_result(2021, 21, None, "days", None, label, part, answer, input_kind=label and kind)


def candidate(*results: Result, part: int = 1) -> Candidate:
    return Precheck(DAY, results, ME, lambda *_: (), print).candidates[part]


def status(found: Candidate) -> Status | None:
    return found.objection and found.objection[0]


def why(found: Candidate) -> str:
    return found.objection[1] if found.objection else ""


def test_the_answer_for_the_account_is_a_candidate() -> None:
    assert candidate(result("5"), result("6", BOB), result("7", part=2)) == Candidate("5")


def test_examples_of_the_part_speak_against_it() -> None:
    failed = result("1", "example 1")._replace(verdict=Verdict.FAIL)
    known = (Status.EXAMPLES, "an example of part 1 fails: example 1 returned 1")
    assert candidate(result("5"), failed) == Candidate("5", known)
    assert candidate(result("5"), failed._replace(part=None)).objection
    assert candidate(result("5"), failed._replace(part=2)) == Candidate("5")
    assert candidate(result("5"), failed._replace(variant="memo")) == Candidate("5")
    assert candidate(result("5"), failed._replace(verdict=Verdict.PASS)) == Candidate("5")


def test_a_wrong_answer_for_somebody_else_does_not_speak_against_it() -> None:
    assert candidate(result("5"), result("6", BOB)._replace(verdict=Verdict.FAIL)) == Candidate("5")


@pytest.mark.parametrize(
    ("results", "problem"),
    [
        ((), ""),
        ((result(None),), ""),
        ((result(None)._replace(error=FAILURE),), "part 1 fails"),
        ((result(None, None, None)._replace(error=FAILURE),), "part 1 fails"),
        ((result("5"), result("6")), "the solvers disagree: 5, 6"),
        (
            (result("##\n  "),),
            "its letters cannot be read: send them with `aoc submit --answer`",
        ),
    ],
)
def test_there_may_be_no_answer(results: tuple[Result, ...], problem: str) -> None:
    none = (Status.NO_ANSWER, problem) if problem else None
    assert candidate(*results) == Candidate(None, none)


def test_solvers_may_agree() -> None:
    assert candidate(result("5"), result("5")._replace(solver="wim")) == Candidate("5")


@pytest.mark.parametrize("verdict", [Verdict.SKIPPED, Verdict.FAIL])
def test_none_on_an_example_with_an_answer_is_no_pass(verdict: Verdict) -> None:
    none = result(None, "example 1")._replace(expected="739785", verdict=verdict)
    known = "an example of part 1 fails: example 1 returned None, expected 739785"
    assert candidate(result("5"), none) == Candidate("5", (Status.EXAMPLES, known))
    assert candidate(
        result("5"), none._replace(expected=None, verdict=Verdict.SKIPPED)
    ) == Candidate("5")


def test_a_variant_that_disagrees_speaks_against_it() -> None:
    memo = result("6")._replace(variant="memo")
    known = (Status.DISAGREES, "its variant disagrees: part1_memo answers 6")
    assert candidate(result("5"), memo) == Candidate("5", known)
    assert candidate(result("5"), memo._replace(answer="5")) == Candidate("5")
    assert candidate(result("5"), memo._replace(input=BOB)) == Candidate("5")


def test_an_example_with_the_name_of_an_account_is_an_example() -> None:
    named = result("739785", ME)._replace(input_kind="example", verdict=Verdict.PASS)
    assert candidate(named) == Candidate(None)
    assert candidate(named, result("5")) == Candidate("5")
    bad = named._replace(verdict=Verdict.FAIL)
    assert status(candidate(bad, result("5"))) is Status.EXAMPLES


def test_each_part_has_a_candidate_of_its_own() -> None:
    assert [candidate(result("5"), result("6", part=2), part=part).answer for part in (1, 2)] == [
        "5",
        "6",
    ]


def test_an_error_on_the_input_of_somebody_else_does_not_speak_against_it() -> None:
    failed = result(None, BOB)._replace(verdict=Verdict.ERROR, error=FAILURE)
    assert candidate(result("5"), failed) == Candidate("5")


def test_an_answer_on_no_input_in_particular_is_a_candidate() -> None:
    assert candidate(result("5", None)) == Candidate("5")


def test_tests_that_cannot_be_read_speak_against_it() -> None:
    broken = result(None, None, None)._replace(error=Failure(Kind.TESTS, "no"))
    assert why(candidate(result("5"), broken)).endswith("test_day21.py cannot be read")
    failed = result("1", "example 1")._replace(verdict=Verdict.FAIL)
    assert why(candidate(result("5"), broken, failed)).startswith("an example of part 1 fails")


def test_the_answers_to_a_file_of_the_project_are_doubtful() -> None:
    answers = [result("5", FILE), result("7", BOB), result(None, FILE, part=2)]
    found = candidate(*answers)
    assert found.answer == "5"
    assert status(found) is Status.OTHER_INPUT
    assert "`aoc fetch 2021/21`" in why(found)
    assert why(found).startswith("inputs/2021/21.txt may be")
    assert candidate(*answers, part=2) == Candidate(None)


def test_one_answer_to_a_file_alone_is_doubtful_too() -> None:
    assert status(candidate(result("5", FILE))) is Status.OTHER_INPUT


def test_a_variant_on_a_file_makes_no_answer_doubtful() -> None:
    assert candidate(result("5"), result("5", FILE)._replace(variant="memo")) == Candidate("5")


class Run:
    """A run of day 21, and what runs that are made for it return, on each source they get."""

    def __init__(self, *results: Result, **answers: str | None) -> None:
        self.answers = answers
        self.ran: list[tuple[int, str, str | None]] = []
        self.said: list[str] = []
        self.precheck = Precheck(DAY, results, ME, self.rerun, self.said.append)

    def rerun(self, puzzle: Puzzle, part: int, sources: Sequence[Input]) -> list[Result]:
        assert puzzle == DAY
        self.ran += [(part, source.kind, source.expected[part - 1]) for source in sources]
        found = []
        for source in sources:
            answer, expected = self.answers[source.kind], source.expected[part - 1]
            verdict = Verdict.PASS if answer == expected else Verdict.FAIL
            verdict = verdict if answer else Verdict.SKIPPED
            about = result(answer, source.label, part)._replace(input_kind=source.kind)
            found.append(about._replace(expected=expected, verdict=verdict))
        return found

    def objection(self, part: int, html: str = "") -> tuple[Status, str] | None:
        return self.precheck.objection(part, html)


PASSED = result("739785", "example 1")._replace(expected="739785", verdict=Verdict.PASS)
FULL = page(make_puzzle(2021, 21), solved=1)


def test_what_passed_in_the_tests_needs_no_page() -> None:
    run = Run(PASSED, result("5"))
    assert run.objection(1) is None
    assert run.ran == []


def test_an_example_without_an_answer_has_not_passed() -> None:
    unknown = result("1", "example 1")._replace(verdict=Verdict.UNKNOWN)
    run = Run(unknown, result("5"), example="739785")
    assert run.objection(1, FULL) is None
    assert run.ran == [(1, "example", "739785")]


def test_the_examples_of_the_page_are_run_where_the_tests_have_none() -> None:
    right = Run(PASSED, result("5"), result("6", part=2), example="444356092776315", personal="6")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aoc.submitting.precheck.Cache.usable_input", lambda *_: "text")
        assert right.objection(2, FULL) is None
    assert right.ran == [(2, "example", "444356092776315"), (2, "personal", None)]
    for answer, returned in (("5", "5"), (None, "None")):
        assert Run(result("5"), example=answer).objection(1, FULL) == (
            Status.EXAMPLES,
            f"an example of part 1 fails: example 1 of its page returned {returned}, "
            "expected 739785",
        )


def test_a_page_that_cannot_be_read_speaks_against_it() -> None:
    found = Candidate("5", Run(result("5")).objection(1, "<p>nothing"))
    assert (status(found), "cannot be run" in why(found)) == (Status.NO_EXAMPLES, True)


def test_examples_with_other_parameters_cannot_be_run() -> None:
    run = Run(result("5"))
    with pytest.MonkeyPatch.context() as patch:
        example = Example("x", part1=1, params={"n": 2})
        patch.setattr("aoc.site.pages.read_examples", lambda *_: [example])
        found = Candidate("5", run.objection(1, FULL))
    assert (status(found), "cannot be run" in why(found)) == (Status.NO_EXAMPLES, True)


def test_a_page_without_an_example_is_said() -> None:
    run = Run(result("5", part=2))
    html = page(Published(2030, 5, "Made Up", "x", "7", None), solved=1)
    assert run.objection(2, html) is None
    assert run.said == ["2021/21 part 2: its page has no example to check it with"]


@pytest.mark.parametrize(("alone", "words"), [("7", "returned 7"), (None, "returned None")])
def test_part_2_alone_may_disagree(alone: str | None, words: str) -> None:
    passed = PASSED._replace(part=2)
    run = Run(passed, result("5"), result("6", part=2), personal=alone)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aoc.submitting.precheck.Cache.usable_input", lambda *_: "text")
        assert run.objection(2) == (
            Status.DISAGREES,
            f"part 2 returned 6 after part 1, but alone it {words}",
        )
    assert Run(passed, result("6", part=2)).objection(2) is None  # part 1 has not run before


def test_a_plugin_has_no_part_2_alone() -> None:
    answers = [result("5"), result("6", part=2), PASSED._replace(part=2)]
    run = Run(*(one._replace(solver="wim") for one in answers))
    assert run.objection(2) is None
