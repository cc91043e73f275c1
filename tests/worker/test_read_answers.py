"""What is made of the answer of a solver, and what was to be expected."""

from __future__ import annotations

import pytest

from aoc.answers import SHAPES
from aoc.model import Job, Kind, Outcome
from aoc.worker.job_run import (
    answer_failure,
    completed,
    expected_of_plugin,
    plugin_result,
    with_cost,
)
from aoc.worker.timing import Measured, measure

JOB = Job("", 2021, 7, None, "days", ())
H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
SQUARE = next(shape for shape, name in SHAPES.items() if name == "□")
HEART = ".#.#.\n#.#.#\n.#.#.\n..#.."


def returned(value: object) -> Measured:
    """Return the measure of a call that returned a value."""
    return Measured(value, None, 0.25, 300_000)


def part(value: object, variant: str | None = None) -> Outcome:
    """Return the result of part 1 that returned a value."""
    return completed(Outcome(part=1, variant=variant, expected="4"), returned(value))


def plugin(value: object, known: str | None = None) -> Outcome:
    """Return the result of a plugin that returned a value for part 1."""
    return plugin_result(Outcome(part=1, expected=known), value, "some_plugin:solve")


@pytest.mark.parametrize(
    ("known", "answer", "drawing", "expected"),
    [
        (None, "4", None, None),
        ("4", "5", None, "4"),
        (H, "H", None, "H"),
        (H, "X", None, "H"),
        (H, "H", H, H),
        (SQUARE, "□", None, "□"),
        (SQUARE, "O", None, None),
        (SQUARE, SQUARE, SQUARE, SQUARE),
        (HEART, "heart", None, None),
        (HEART, None, None, None),
    ],
)
def test_letters_are_expected_of_a_plugin_where_an_example_draws_them(
    known: str | None, answer: str | None, drawing: str | None, expected: str | None
) -> None:
    assert expected_of_plugin(known, answer, drawing) == expected


def test_a_result_gets_the_time_and_the_memory_of_a_call() -> None:
    result = with_cost(Outcome(part=1), returned(None))
    assert (result.seconds, result.peak_memory_bytes) == (0.25, 300_000)


def test_what_a_part_returned_is_its_answer_with_the_cost_of_the_call() -> None:
    result = part(4)
    assert (result.answer, result.expected) == ("4", "4")
    assert (result.error, result.drawing) == (None, None)
    assert (result.seconds, result.peak_memory_bytes) == (0.25, 300_000)
    assert part(None).is_unsolved


def test_a_part_that_drew_letters_has_them_as_its_answer_and_keeps_the_drawing() -> None:
    result = part(H)
    assert (result.answer, result.drawing) == ("H", H)


def test_a_part_that_raised_is_an_error_with_the_cost_of_the_call() -> None:
    error = KeyError("lost")
    result = completed(Outcome(part=1), Measured(None, error, 0.25, None))
    assert (result.answer, result.seconds) == (None, 0.25)
    assert result.error
    assert (result.error.kind, result.error.message) == (Kind.EXCEPTION, "KeyError: 'lost'")


@pytest.mark.parametrize(
    ("variant", "function"), [(None, "part1"), ("slow", "part1_slow")], ids=["part", "variant"]
)
def test_what_is_no_answer_is_an_error_that_names_the_function(
    variant: str | None, function: str
) -> None:
    result = part([1], variant)
    assert result.answer is None
    assert result.error
    assert result.error.kind is Kind.ANSWER
    assert result.error.message.startswith(f"{function} returned [1] (list)")
    assert result.error.traceback is None


class Broken:
    """What a day may return as a number, and cannot be read as one."""

    def __index__(self) -> int:
        raise RuntimeError("no number")


def test_an_answer_that_raises_when_it_is_read_is_an_error_of_the_answer() -> None:
    result = part(Broken())
    assert result.error
    assert (result.error.kind, result.error.message) == (Kind.ANSWER, "RuntimeError: no number")


def test_what_can_be_read_is_no_failure() -> None:
    assert answer_failure(returned(("4", None))) is None
    failure = answer_failure(measure(lambda: 1 // 0))
    assert failure
    assert failure.kind is Kind.ANSWER


@pytest.mark.parametrize(
    ("value", "known", "found"),
    [
        (4, "4", ("4", None, "4")),
        (None, "4", (None, None, "4")),
        ("H", H, ("H", None, "H")),
        (H, H, ("H", H, H)),
        ("□", SQUARE, ("□", None, "□")),
        ("O", SQUARE, ("O", None, None)),
    ],
)
def test_a_plugin_may_return_letters_or_the_drawing_of_them(
    value: object, known: str, found: tuple[str | None, str | None, str | None]
) -> None:
    result = plugin(value, known)
    assert (result.answer, result.drawing, result.expected) == found


def test_a_text_that_cannot_be_an_answer_is_an_error_that_names_the_plugin() -> None:
    result = plugin("two\nlines", "4")
    assert result.error
    assert result.error.kind is Kind.ANSWER
    assert result.error.message.startswith("some_plugin:solve returned ")
