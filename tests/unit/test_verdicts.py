"""Results come in the order of their jobs, and what cannot be loaded is reported once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aoc.model.inputs import InputKind
from aoc.model.results import ErrorKind, Failure, Outcome, Verdict
from aoc.running.verdicts import Judge, Update
from tests.support.results import made_job

X = Outcome(input="x", part=1)
ANSWERED = X._replace(answer="1")
NOTHING = X._replace(input_kind=InputKind.EXAMPLE, expected="5")


def comes(
    number: int, outcome: Outcome | None = None, day: int = 1, solver: str = "days"
) -> Update:
    """Return that an outcome of a job has come, or the end of the job."""
    job = made_job("", 2021, day, solver=solver)
    return Update(number, job, outcome, is_done=outcome is None)


def test_a_result_is_shown_as_soon_as_those_before_it_are_there() -> None:
    updates = [comes(0, X), comes(1, X), comes(0, X._replace(part=2)), comes(0)]
    taken: list[Update] = []

    def watched() -> Iterator[Update]:
        for update in [*updates, comes(1)]:
            taken.append(update)
            yield update._replace(job=made_job(day=update.number + 1))

    shown = [(each.puzzle.day, len(taken)) for each in Judge().judged(watched())]
    assert shown == [(1, 1), (1, 3), (2, 4)]


def test_a_solver_that_cannot_be_loaded_is_reported_once_and_its_day_goes_on() -> None:
    cannot_load = Outcome(error=Failure(ErrorKind.EXCEPTION, "cannot be imported"))
    updates: list[Update] = []
    for number, solver in enumerate(("days", "days", "other")):
        for outcome in (cannot_load, ANSWERED, None):
            updates.append(comes(number, outcome, solver=solver))
    shown = [(each.solver, each.answer) for each in Judge().judged(updates)]
    days = [("days", None), ("days", "1"), ("days", "1")]
    assert shown == [*days, ("other", None), ("other", "1")]


def verdicts(*jobs: list[Outcome], **of_last: Any) -> list[str]:
    """Return the verdicts on the outcomes of jobs; something differs `of_last` one."""
    updates: list[Update] = []
    for number, outcomes in enumerate(jobs):
        fields = of_last if number == len(jobs) - 1 else {}
        for outcome in (*outcomes, None):
            updates.append(comes(number, outcome, **fields))
    return [result.verdict.value for result in Judge().judged(updates)]


def test_none_on_an_example_is_wrong_if_the_part_answers_on_another_input() -> None:
    example = ANSWERED._replace(input_kind=InputKind.EXAMPLE)
    assert verdicts([NOTHING, example]) == ["fail", "unknown"]
    assert verdicts([example, NOTHING]) == ["unknown", "fail"]
    assert verdicts([NOTHING], [ANSWERED]) == ["fail", "unknown"]
    # It waits for no more than the next job.
    assert verdicts([NOTHING], [X], [ANSWERED]) == ["skipped", "skipped", "unknown"]
    # Another part, variant, day or solver says nothing of this one.
    for other in (ANSWERED._replace(part=2), ANSWERED._replace(variant="slow")):
        assert verdicts([NOTHING], [other]) == ["skipped", "unknown"]
    assert verdicts([NOTHING], [ANSWERED], day=2) == ["skipped", "unknown"]
    assert verdicts([NOTHING], [ANSWERED], solver="other") == ["skipped", "unknown"]
    whole = NOTHING._replace(input_kind=InputKind.FILE)
    for outcome in (NOTHING._replace(expected=None), whole):
        assert verdicts([outcome], [ANSWERED]) == ["skipped", "unknown"]


def test_what_the_site_has_ruled_out_is_wrong_though_a_variant_agrees_with_its_part() -> None:
    variant = ANSWERED._replace(variant="slow", expected="1")
    known = ANSWERED._replace(part=2, expected="1")
    updates = [comes(0, outcome) for outcome in (ANSWERED, variant, known)]
    results = Judge(lambda *_: "too low").judged(updates)
    wrong = (Verdict.FAIL, "too low")
    shown = [(result.verdict, result.reason) for result in results]
    assert shown == [wrong, wrong, (Verdict.PASS, None)]
