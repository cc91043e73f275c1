"""The verdict on an answer: how it compares with the one that is known."""

from __future__ import annotations

from aoc.answers import SHAPES, is_drawing, read_letters
from aoc.results import Verdict

__all__ = ["expected_of", "expected_of_plugin", "judge"]


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


def expected_of_plugin(
    known: str | None, answer: str | None, drawing: str | None = None
) -> str | None:
    """Return what to expect of a plugin that returned `answer`, perhaps read from a `drawing`.

    An example may know an answer as it is drawn, where a plugin returns letters, as it does for
    aocd. A shape that is no letter has a name in aocd's examples; a plugin that calls it something
    else may be right as well, so nothing is expected of it.
    """
    if known is None or drawing is not None or not is_drawing(known):
        return known
    if known in SHAPES:
        return answer if answer == SHAPES[known] else None
    letters = read_letters(known)
    return None if is_drawing(letters) else letters
