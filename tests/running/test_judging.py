"""The verdict on an answer, once its worker has told it."""

from __future__ import annotations

from typing import Any

import pytest

from aoc.model import Failure, Job, Kind, Result, Verdict
from aoc.running.verdicts import judged

H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
HEART = ".#.#.\n#.#.#\n.#.#.\n..#.."


def told(answer: str | None, expected: str | None = None, **fields: Any) -> Result:
    """Return the result of a part as a worker tells it."""
    verdict = Verdict.SKIPPED if answer is None else Verdict.UNKNOWN
    fields = {"part": 1, "answer": answer, "expected": expected, "verdict": verdict} | fields
    return Job("", 2021, 7, None, "days", ()).result(**fields)


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
    assert judged(told(answer, expected)).verdict is verdict


def test_a_drawing_is_compared_rather_than_what_was_read_from_it() -> None:
    assert judged(told("H", HEART, drawing=HEART)).verdict is Verdict.PASS
    assert judged(told("H", "H", drawing=HEART)).verdict is Verdict.FAIL
    assert judged(told("H", "H", drawing=H)).verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("variant", "known", "own", "expected", "verdict"),
    [
        (None, "4", None, "4", Verdict.PASS),
        (None, None, "5", None, Verdict.UNKNOWN),  # a part is not compared with itself
        ("slow", "4", "5", "4", Verdict.PASS),
        ("slow", None, "5", "5", Verdict.FAIL),
        ("slow", None, "4", "4", Verdict.PASS),
        ("slow", None, None, None, Verdict.UNKNOWN),
    ],
)
def test_a_variant_is_compared_with_the_part_where_nothing_is_known(
    variant: str | None, known: str | None, own: str | None, expected: str | None, verdict: Verdict
) -> None:
    result = judged(told("4", known, variant=variant), own)
    assert (result.expected, result.verdict) == (expected, verdict)


def test_an_error_stays_one() -> None:
    failure = Failure(Kind.EXCEPTION, "KeyError: 1")
    result = judged(told(None, "4", verdict=Verdict.ERROR, error=failure))
    assert (result.verdict, result.error) == (Verdict.ERROR, failure)
