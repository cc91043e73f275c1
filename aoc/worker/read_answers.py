"""What a solver returned, as an answer in the result of its part."""

from __future__ import annotations

from aoc.answers import (
    SHAPES,
    WrongAnswerTypeError,
    is_drawing,
    read_answer,
    read_letters,
    read_plugin_answer,
)
from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.failures import explain
from aoc.worker.measure import Measured, measure

__all__ = [
    "answer_failure",
    "completed",
    "expected_of_plugin",
    "plugin_result",
    "with_cost",
]


def expected_of_plugin(
    known: str | None, answer: str | None, drawing: str | None = None
) -> str | None:
    """Return what to expect of a plugin that returned `answer`, perhaps read from a `drawing`.

    An example may know an answer as it is drawn, where a plugin returns letters, as it does for
    aocd. A shape that is not a letter has a name in aocd's examples; a plugin with another name for
    it may be right as well, so nothing is expected of it.
    """
    if known is None or drawing is not None or not is_drawing(known):
        return known
    if known in SHAPES:
        return answer if answer == SHAPES[known] else None
    letters = read_letters(known)
    return None if is_drawing(letters) else letters


def with_cost(result: Result, measured: Measured) -> Result:
    """Return a result with the time and the memory of a call, and its profile if there is one."""
    return result._replace(
        seconds=measured.seconds,
        peak_memory_bytes=measured.peak,
        calls=measured.calls,
        profile=measured.profile,
    )


def plugin_result(result: Result, value: object, entry: str) -> Result:
    """Complete a result, which has the known answer, with what a plugin returned for the part."""
    read = measure(lambda: read_plugin_answer(value, entry))
    expected = expected_of_plugin(result.expected, *(read.value or (None, None)))
    return with_answer(result._replace(expected=expected), read)


def completed(result: Result, measured: Measured) -> Result:
    """Complete a result with what a part returned or raised."""
    result = with_cost(result, measured)
    if measured.error:
        failure = explain(measured.error, Kind.EXCEPTION)
        return result._replace(verdict=Verdict.ERROR, error=failure)
    name = f"part{result.part}" + (f"_{result.variant}" if result.variant else "")
    # The value may be of a class of the day, whose methods may do anything.
    return with_answer(result, measure(lambda: read_answer(measured.value, name)))


def with_answer(result: Result, read: Measured) -> Result:
    """Complete a result with an answer and its drawing, or with the error that reading raised."""
    failure = answer_failure(read)
    if failure:
        return result._replace(verdict=Verdict.ERROR, error=failure)
    answer, drawing = read.value
    verdict = Verdict.SKIPPED if answer is None else Verdict.UNKNOWN
    return result._replace(answer=answer, drawing=drawing, verdict=verdict)


def answer_failure(read: Measured) -> Failure | None:
    """Return why what a solver returned cannot be read as an answer, if it cannot."""
    if isinstance(read.error, WrongAnswerTypeError):
        return Failure(Kind.ANSWER, str(read.error))
    return explain(read.error, Kind.ANSWER) if read.error else None
