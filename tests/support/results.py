"""Jobs and results that tests make up, as a run would have them."""

from __future__ import annotations

from typing import Any

from aoc.model.inputs import Input
from aoc.model.jobs import Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Outcome, Result, Verdict

OF_RESULT = ("expected", "reason", "verdict")


def made_job(
    root: str = "",
    year: int = 2021,
    day: int = 21,
    title: str | None = None,
    solver: str = "days",
    inputs: tuple[Input, ...] = (),
    *,
    entry: str = "",
    timing: Timing | None = None,
    **options: Any,
) -> Job:
    """Return a job; `options` are those of `JobOptions`."""
    return Job(
        root=root,
        puzzle=Puzzle(year, day),
        title=title,
        solver=Solver(solver, entry),
        inputs=inputs,
        options=JobOptions(timing or Timing.steady(), **options),
    )


def made_result(
    year: int = 2021,
    day: int = 21,
    title: str | None = None,
    solver: str = "days",
    variant: str | None = None,
    label: str | None = None,
    part: int | None = None,
    answer: str | None = None,
    expected: str | None = None,
    verdict: Verdict = Verdict.UNKNOWN,
    seconds: float | None = None,
    reason: str | None = None,
    **outcome: Any,
) -> Result:
    """Return a result on the input with a label."""
    return Result(
        made_job("", year, day, title, solver),
        Outcome(input=label, part=part, variant=variant, answer=answer, seconds=seconds, **outcome),
        verdict=verdict,
        expected=expected,
        reason=reason,
    )


def changed(result: Result, **fields: Any) -> Result:
    """Return a result with other fields of its puzzle, its job or its outcome, or of its own."""
    job = result.job
    if "day" in fields:
        job = job._replace(puzzle=Puzzle(job.puzzle.year, fields.pop("day")))
    if "title" in fields:
        job = job._replace(title=fields.pop("title"))
    if "solver" in fields:
        job = job._replace(solver=Solver(fields.pop("solver")))
    own = {name: fields.pop(name) for name in OF_RESULT if name in fields}
    outcome = result.outcome._replace(**fields)
    return result._replace(job=job, outcome=outcome, **own)
