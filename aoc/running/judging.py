"""The verdict on an answer: whether it is the one that is known."""

from __future__ import annotations

from aoc.answers import is_same
from aoc.results import Result, Verdict

__all__ = ["judged"]


def judged(result: Result, own: str | None = None) -> Result:
    """Return a result of a worker with its verdict.

    A variant is another way to the same answer: where that is not known, the part's `own` answer
    on the same input is expected of it.
    """
    expected = result.expected or (own if result.variant else None)
    if result.verdict is not Verdict.UNKNOWN or expected is None or result.answer is None:
        return result._replace(expected=expected)
    is_right = is_same(result.drawing or result.answer, expected)
    return result._replace(expected=expected, verdict=Verdict.PASS if is_right else Verdict.FAIL)
