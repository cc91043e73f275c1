"""What is made of the answer of a solver, and what was to be expected."""

from __future__ import annotations

from functools import partial

import pytest

from aoc.answers import SHAPES, read_answer
from aoc.model import Job, Kind, Outcome
from aoc.worker.job_run import JobRun, expected_of_plugin
from aoc.worker.reports import Output
from aoc.worker.timing import Measured

JOB_RUN = JobRun(Job("", 2021, 7, None, "days", ()), Output())
H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
SQUARE = next(shape for shape, name in SHAPES.items() if name == "□")
HEART = ".#.#.\n#.#.#\n.#.#.\n..#.."


def part(value: object, function: str = "part1") -> Outcome:
    """Return the result of a part that returned a value."""
    measured = Measured()
    measured.value = value
    return JOB_RUN.answered(Outcome(part=1), measured, partial(read_answer, function=function))


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


def test_what_a_part_returned_is_its_answer() -> None:
    result = part(4)
    assert result.answer == "4"
    assert (result.error, result.drawing) == (None, None)
    assert part(None).is_unsolved


def test_a_part_that_drew_letters_has_them_as_its_answer_and_keeps_the_drawing() -> None:
    result = part(H)
    assert (result.answer, result.drawing) == ("H", H)


def test_what_is_no_answer_is_an_error_that_names_the_function() -> None:
    result = part([1], "part1_slow")
    assert result.answer is None
    assert result.error
    assert result.error.kind is Kind.ANSWER
    assert result.error.message.startswith("part1_slow returned [1] (list)")
    assert result.error.traceback is None


class Broken:
    """What a day may return as a number, and cannot be read as one."""

    def __index__(self) -> int:
        raise RuntimeError("no number")


def test_an_answer_that_raises_when_it_is_read_is_an_error_of_the_answer() -> None:
    result = part(Broken())
    assert result.error
    assert (result.error.kind, result.error.message) == (Kind.ANSWER, "RuntimeError: no number")
