"""The verdict on an outcome."""

from __future__ import annotations

from typing import Any

import pytest

from aoc.model import Failure, Job, Kind, Outcome, Verdict
from aoc.running.verdicts import judge

H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
HEART = ".#.#.\n#.#.#\n.#.#.\n..#.."


def verdict_of(answer: str | None, expected: str | None = None, **fields: Any) -> Verdict:
    """Return the verdict on what came of part 1."""
    outcome = Outcome(part=1, answer=answer, expected=expected, **fields)
    return judge(Job("", 2021, 7, None, "days", ()), outcome).verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        (None, None, Verdict.SKIPPED),
        (None, "4", Verdict.SKIPPED),
        ("4", None, Verdict.UNKNOWN),
        ("4", "4", Verdict.PASS),
        ("4", "5", Verdict.FAIL),
        ("H", H, Verdict.PASS),
    ],
)
def test_an_answer_is_compared_with_what_is_known(
    answer: str | None, expected: str | None, verdict: Verdict
) -> None:
    assert verdict_of(answer, expected) is verdict


def test_a_drawing_is_compared_rather_than_what_was_read_from_it() -> None:
    assert verdict_of("H", HEART, drawing=HEART) is Verdict.PASS
    assert verdict_of("H", "H", drawing=HEART) is Verdict.FAIL
    assert verdict_of("H", "H", drawing=H) is Verdict.PASS


def test_an_error_stays_one() -> None:
    failure = Failure(Kind.EXCEPTION, "KeyError: 1")
    assert verdict_of(None, "4", error=failure) is Verdict.ERROR


def test_an_answer_with_a_fault_is_wrong_though_the_right_one_is_not_known() -> None:
    result = judge(Job("", 2021, 7, None, "days", ()), Outcome(part=1, answer="4"), "too low")
    assert (result.verdict, result.reason) == (Verdict.FAIL, "too low")
