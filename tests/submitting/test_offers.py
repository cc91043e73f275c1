"""Checks which answers the results of a run offer to submit."""

from __future__ import annotations

import pytest

from aoc.results import Failure, Kind, Result, Verdict
from aoc.submitting.offers import Offer, read_offers
from aoc.submitting.outcome import Status

ME, BOB = "github.alice.1001", "github.bob.1002"
FAILURE = Failure(Kind.TIMEOUT, "took too long")
FILE = "file inputs/2021/21.txt"


def result(answer: str | None, label: str | None = ME, part: int | None = 1) -> Result:
    whole = label in (ME, BOB, FILE)
    return Result(2021, 21, None, "days", None, label, part, answer, whole=whole)


def offer(*results: Result, problem: str = "") -> Offer:
    return read_offers(results, ME, problem)[1]


def test_the_answer_for_the_account_is_offered() -> None:
    assert offer(result("5"), result("6", BOB), result("7", part=2)) == Offer("5")


def test_examples_of_the_part_speak_against_it() -> None:
    failed = result("1", "example 1")._replace(verdict=Verdict.FAIL)
    assert offer(result("5"), failed) == Offer("5", "an example of part 1 fails")
    assert offer(result("5"), failed._replace(part=None)).problem
    assert offer(result("5"), failed._replace(part=2)) == Offer("5")
    assert offer(result("5"), failed._replace(variant="memo")) == Offer("5")
    assert offer(result("5"), failed._replace(verdict=Verdict.PASS)) == Offer("5")


def test_a_wrong_answer_for_somebody_else_does_not_speak_against_it() -> None:
    assert offer(result("5"), result("6", BOB)._replace(verdict=Verdict.FAIL)) == Offer("5")


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
    assert offer(*results) == Offer(None, problem)


def test_solvers_may_agree() -> None:
    assert offer(result("5"), result("5")._replace(solver="wim"), problem="so so") == Offer(
        "5", "so so"
    )


def test_each_part_has_an_offer_of_its_own() -> None:
    offers = read_offers([result("5"), result("6", part=2)], ME)
    assert offers == {1: Offer("5"), 2: Offer("6")}
    assert read_offers([], ME) == {1: Offer(None), 2: Offer(None)}


def test_an_error_on_the_input_of_somebody_else_does_not_speak_against_it() -> None:
    failed = result(None, BOB)._replace(verdict=Verdict.ERROR, error=FAILURE)
    assert offer(result("5"), failed) == Offer("5")


def test_an_answer_on_no_input_in_particular_is_offered() -> None:
    assert offer(result("5", None)) == Offer("5")


def test_blanks_around_an_answer_are_not_sent() -> None:
    assert offer(result(" 5\n")) == Offer("5")


def test_what_the_site_would_not_take_is_not_offered() -> None:
    assert offer(result("None")) == Offer(None, "part 1 has to return a number or a word")
    assert offer(result("x" * 300)).answer is None


def test_an_example_that_fails_is_the_reason_that_is_shown() -> None:
    failed = result("1", "example 1")._replace(verdict=Verdict.FAIL)
    found = offer(result("5"), failed, problem="so so")
    assert found == Offer("5", "an example of part 1 fails")
    assert found.doubt is Status.EXAMPLES


def test_the_answers_to_a_file_of_the_project_are_doubtful() -> None:
    answers = [result("5", FILE), result("7", BOB), result(None, FILE, part=2)]
    offers = read_offers(answers, ME)
    assert offers[1].answer == "5"
    assert offers[1].doubt is Status.OTHER_INPUT
    assert "`aoc fetch 2021/21`" in offers[1].problem
    assert offers[1].problem.startswith("inputs/2021/21.txt may be")
    assert offers[2] == Offer(None)


def test_one_answer_to_a_file_alone_is_doubtful_too() -> None:
    assert offer(result("5", FILE)).doubt is Status.OTHER_INPUT


def test_a_variant_on_a_file_makes_no_answer_doubtful() -> None:
    assert offer(result("5"), result("5", FILE)._replace(variant="memo")) == Offer("5")
