"""Checks which answers the results of a run offer to submit."""

from __future__ import annotations

import pytest

from aoc.results import Failure, Kind, Result, Verdict
from aoc.submitting.offers import Offer, read_offers

ME, BOB = "github.alice.1001", "github.bob.1002"
FAILURE = Failure(Kind.TIMEOUT, "took too long")


def result(answer: str | None, label: str | None = ME, part: int | None = 1) -> Result:
    return Result(2021, 21, None, "days", None, label, part, answer)


def offer(*results: Result, problem: str = "") -> Offer:
    return read_offers(results, ME, {ME, BOB}, problem)[1]


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
