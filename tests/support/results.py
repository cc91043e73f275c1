"""Results that tests make up, as a run would have them."""

from __future__ import annotations

from typing import Any

from aoc.model.results import Result, Verdict


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
    **fields: Any,
) -> Result:
    """Return a result on the input with a label."""
    return Result(
        year=year,
        day=day,
        title=title,
        solver=solver,
        variant=variant,
        input=label,
        part=part,
        answer=answer,
        expected=expected,
        verdict=verdict,
        seconds=seconds,
        **fields,
    )
