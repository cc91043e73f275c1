"""The verdict on an answer: how it compares with the one that is known."""

from __future__ import annotations

from aoc.results import Verdict

__all__ = ["expected_of", "judge"]


def judge(answer: str | None, expected: str | None, drawing: str | None = None) -> Verdict:
    """Compare an answer, or the drawing that it was read from, with the known one, if any."""
    if answer is None:
        return Verdict.SKIPPED
    if expected is None:
        return Verdict.UNKNOWN
    return Verdict.PASS if expected in (answer, drawing) else Verdict.FAIL


def expected_of(variant: str | None, known: str | None, own: str | None) -> str | None:
    """Return what to expect of a part or a variant: the `known` answer, if there is one.

    A variant is another way to the same answer: without a known answer, the part's `own` is
    expected of it.
    """
    return known if variant is None else known or own
