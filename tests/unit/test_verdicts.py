"""Results come in the order of their jobs, and what cannot be loaded is reported once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Failure, Outcome, Verdict
from aoc.running.verdicts import Judge, Update
from tests.support.results import made_job

CANNOT_LOAD = Failure(ErrorKind.EXCEPTION, "cannot be imported")
X = Outcome(input="x", part=1)
H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
HEART = ".#.#.\n#.#.#\n.#.#.\n..#.."
UNLOADABLE = Outcome(error=CANNOT_LOAD)


def job(number: int, day: int | None = None, solver: str = "days") -> Job:
    """Return the job with a number, which is that of a day of its own."""
    return made_job("", 2021, number + 1 if day is None else day, solver=solver)


def comes(number: int, outcome: Outcome | None = None, **about: Any) -> Update:
    """Return that an outcome of a job has come, or the end of the job."""
    return Update(number, job(number, **about), outcome, is_done=outcome is None)


def test_a_result_is_shown_as_soon_as_those_before_it_are_there() -> None:
    taken: list[Update] = []
    updates = [
        comes(0, X),
        comes(1, X),
        comes(0, X._replace(part=2)),
        comes(0),
        comes(1),
    ]

    def watched() -> Iterator[Update]:
        for update in updates:
            taken.append(update)
            yield update

    seen = [(one.puzzle.day, one.part, len(taken)) for one in Judge().judged(watched())]
    assert seen == [(1, 1, 1), (1, 2, 3), (2, 1, 4)]


def test_a_solver_that_cannot_be_loaded_is_reported_once_and_what_follows_is_shown() -> (
    None
):
    puzzles = ((1, "days"), (1, "days"), (2, "days"), (1, "other"))
    updates = []
    for number, (day, solver) in reversed([*enumerate(puzzles)]):
        about: dict[str, Any] = {"day": day, "solver": solver}
        updates += [
            comes(number, UNLOADABLE, **about),
            comes(number, X._replace(answer="1"), **about),
        ]
        updates += [comes(number, **about)]
    assert [
        (one.puzzle.day, one.solver, one.answer) for one in Judge().judged(updates)
    ] == [
        *((1, "days", None), (1, "days", "1"), (1, "days", "1")),
        *((2, "days", None), (2, "days", "1"), (1, "other", None), (1, "other", "1")),
    ]


@pytest.mark.parametrize(
    ("about", "verdict"),
    [
        ({}, Verdict.SKIPPED),
        ({"expected": "4"}, Verdict.SKIPPED),
        ({"answer": "4"}, Verdict.UNKNOWN),
        ({"answer": "4", "expected": "4"}, Verdict.PASS),
        ({"answer": "4", "expected": "5"}, Verdict.FAIL),
        ({"answer": "H", "expected": H}, Verdict.PASS),
        ({"answer": "H", "expected": "H", "drawing": H}, Verdict.PASS),
        ({"answer": "H", "expected": "H", "drawing": HEART}, Verdict.UNKNOWN),
        ({"answer": "H", "expected": HEART, "drawing": HEART}, Verdict.PASS),
        ({"answer": HEART, "expected": f"{HEART}\n#####"}, Verdict.FAIL),
        ({"expected": "4", "error": Failure(ErrorKind.EXCEPTION, "no")}, Verdict.ERROR),
    ],
)
def test_an_answer_is_compared_with_what_is_known(
    about: dict[str, Any], verdict: Verdict
) -> None:
    assert Judge().result(0, job(0), X._replace(**about)).verdict is verdict


def shown(
    *outcomes: list[Outcome], about: Mapping[int, dict[str, Any]] = {}
) -> list[tuple[Verdict, str | None]]:
    """Return the verdicts on the outcomes of jobs, which come in the order of their numbers.

    The jobs are of the same day and solver, but for what is known `about` some.
    """
    updates = []
    for number, of_job in enumerate(outcomes):
        jobs = {"day": 1} | about.get(number, {})
        updates += [comes(number, one, **jobs) for one in of_job] + [
            comes(number, **jobs)
        ]
    return [(one.verdict, one.reason) for one in Judge().judged(updates)]


NOTHING = X._replace(input_kind=InputKind.EXAMPLE, expected="5")
ANSWERED = X._replace(answer="1")
SKIPPED = (Verdict.SKIPPED, None)
WRONG = (Verdict.FAIL, "returned None, expected 5")
RIGHT = (Verdict.UNKNOWN, None)


def test_none_on_an_example_is_wrong_if_the_part_answers_on_another_input() -> None:
    example = ANSWERED._replace(input_kind=InputKind.EXAMPLE)
    assert shown([NOTHING, example]) == [WRONG, RIGHT]
    assert shown([example, NOTHING]) == [RIGHT, WRONG]
    assert shown([NOTHING], [ANSWERED]) == [WRONG, RIGHT]
    assert shown([NOTHING], [X], [ANSWERED]) == [SKIPPED, SKIPPED, RIGHT]


def test_none_on_an_example_is_a_part_that_is_not_solved_yet_in_all_other_cases() -> (
    None
):
    assert shown([NOTHING]) == [SKIPPED]
    assert shown([NOTHING], [NOTHING._replace(input_kind=InputKind.FILE)]) == [
        SKIPPED,
        SKIPPED,
    ]
    for other in ({"part": 2}, {"variant": "slow"}):
        assert shown([NOTHING], [ANSWERED._replace(**other)]) == [SKIPPED, RIGHT]
    for of_job in ({"day": 2}, {"solver": "other"}):
        assert shown([NOTHING], [ANSWERED], about={1: of_job}) == [SKIPPED, RIGHT]
    unknown = NOTHING._replace(expected=None)
    assert shown([unknown], [ANSWERED]) == [SKIPPED, RIGHT]


def test_none_on_an_example_waits_for_no_more_than_the_next_job() -> None:
    updates = iter([comes(0, NOTHING), comes(0), comes(1)])
    assert next(Judge().judged(updates)).verdict is Verdict.SKIPPED
    again = [comes(1, ANSWERED, day=1), comes(0, NOTHING)]
    assert next(Judge().judged(again)).verdict is Verdict.FAIL


def test_what_the_site_has_ruled_out_is_wrong_also_where_a_variant_agrees_with_its_part() -> (
    None
):
    variant = ANSWERED._replace(variant="slow", expected="1")
    known = ANSWERED._replace(part=2, expected="1")
    updates = [comes(0, one) for one in (ANSWERED, variant, known)]
    found = [
        (one.verdict, one.reason) for one in Judge(lambda *_: "too low").judged(updates)
    ]
    assert found == [
        (Verdict.FAIL, "too low"),
        (Verdict.FAIL, "too low"),
        (Verdict.PASS, None),
    ]
