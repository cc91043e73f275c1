"""Results come in the order of their jobs, and what cannot be loaded is reported once."""

from __future__ import annotations

from collections.abc import Iterator

from aoc.model import Failure, Kind, Result, Verdict
from aoc.running.local_executor import Update
from aoc.running.verdicts import in_order

CANNOT_LOAD = Failure(Kind.EXCEPTION, "cannot be imported")


def result(day: int, part: int | None = 1, *, solver: str = "days", label: str = "x") -> Result:
    """Return a result of a part."""
    return Result(2021, day, None, solver, None, label, part)


def unloadable(day: int, solver: str = "days") -> Result:
    """Return the result of a solver that cannot be loaded."""
    return Result(
        *(2021, day, None, solver, None, None, None), verdict=Verdict.ERROR, error=CANNOT_LOAD
    )


def test_results_come_in_the_order_of_their_jobs() -> None:
    first, second, third = (result(day) for day in (1, 2, 3))
    updates = [
        *(Update(2, third), Update(1, second), Update(2, None), Update(0, first)),
        *(Update(1, None), Update(0, None)),
    ]
    assert [*in_order(updates)] == [first, second, third]


def test_a_result_is_shown_as_soon_as_those_before_it_are_there() -> None:
    taken = []
    updates = [
        *(Update(0, result(1, 1)), Update(1, result(2, 1)), Update(0, result(1, 2))),
        *(Update(0, None), Update(1, None)),
    ]

    def watched() -> Iterator[Update]:
        for update in updates:
            taken.append(update)
            yield update

    seen = [(one.day, one.part, len(taken)) for one in in_order(watched())]
    assert seen == [(1, 1, 1), (1, 2, 3), (2, 1, 4)]


def test_jobs_without_a_result_hold_up_no_other() -> None:
    updates = [Update(2, result(3)), Update(2, None), Update(1, None), Update(0, None)]
    assert [one.day for one in in_order(updates)] == [3]


def test_a_solver_that_cannot_be_loaded_is_reported_once_for_all_its_inputs() -> None:
    updates = [
        update
        for number in range(3)
        for update in (Update(number, unloadable(1)), Update(number, None))
    ]
    assert [*in_order(updates)] == [unloadable(1)]


def test_what_follows_an_error_that_was_reported_before_is_shown() -> None:
    updates = [
        *(Update(1, unloadable(1)), Update(1, result(1)), Update(1, None)),
        *(Update(0, unloadable(1)), Update(0, None)),
    ]
    assert [*in_order(updates)] == [unloadable(1), result(1)]


def test_every_solver_and_every_day_that_cannot_be_loaded_is_reported() -> None:
    different = [unloadable(1), unloadable(2), unloadable(1, "other")]
    updates = [
        update
        for number, one in enumerate(different)
        for update in (Update(number, one), Update(number, None))
    ]
    assert [*in_order(updates)] == different


def test_errors_of_an_input_or_of_a_part_are_all_reported() -> None:
    errors = [result(1, None), result(1, None, label="y"), result(1, 1), result(1, 1)]
    updates = [Update(0, one) for one in errors]
    assert [*in_order(updates)] == errors


def shown(*jobs: list[Result]) -> list[tuple[Verdict, str | None]]:
    """Return the verdicts on the results of jobs, which come in the order of their numbers."""
    updates = [
        update
        for number, job in enumerate(jobs)
        for update in (*(Update(number, one) for one in job), Update(number, None))
    ]
    return [(one.verdict, one.reason) for one in in_order(updates)]


NOTHING = result(1)._replace(input_kind="example", expected="5", verdict=Verdict.SKIPPED)
ANSWERED = result(1)._replace(answer="1")
SKIPPED = (Verdict.SKIPPED, None)
WRONG = (Verdict.FAIL, "returned None, expected 5")
RIGHT = (Verdict.UNKNOWN, None)


def test_none_on_an_example_is_wrong_if_the_part_answers_on_another_input() -> None:
    example = ANSWERED._replace(input_kind="example")
    assert shown([NOTHING, example]) == [WRONG, RIGHT]
    assert shown([example, NOTHING]) == [RIGHT, WRONG]
    assert shown([NOTHING], [ANSWERED]) == [WRONG, RIGHT]
    assert shown([NOTHING], [result(1)], [ANSWERED]) == [SKIPPED, RIGHT, RIGHT]


def test_none_on_an_example_is_a_part_that_is_not_solved_yet_in_all_other_cases() -> None:
    assert shown([NOTHING]) == [SKIPPED]
    assert shown([NOTHING], [NOTHING._replace(input_kind="file")]) == [SKIPPED, SKIPPED]
    for other in ({"part": 2}, {"day": 2}, {"solver": "other"}, {"variant": "slow"}):
        assert shown([NOTHING], [ANSWERED._replace(**other)]) == [SKIPPED, RIGHT]
    unknown = NOTHING._replace(expected=None)
    assert shown([unknown], [ANSWERED]) == [SKIPPED, RIGHT]


def test_none_on_an_example_waits_for_no_more_than_the_next_job() -> None:
    updates = iter([Update(0, NOTHING), Update(0, None), Update(1, None)])
    assert next(in_order(updates)).verdict is Verdict.SKIPPED
    again = [Update(1, ANSWERED), Update(0, NOTHING)]
    assert next(in_order(again)).verdict is Verdict.FAIL
