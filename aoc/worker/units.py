"""The units of a job on one input: the parts and variants that run, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aoc.job import Job
from aoc.worker.cases import Case
from aoc.worker.day_module import Day, Part

__all__ = ["Unit", "plugin_units", "units_of"]


class Unit(NamedTuple):
    """One part, or a variant of it, to run on one case; without a function the day has none.

    The parts of a plugin have no functions either: one call answers both.
    """

    part: int
    variant: str | None
    function: Part | None


def units_of(job: Job, day: Day, case: Case) -> Iterator[Unit]:
    """Yield the functions of a day to run on a case.

    A part that is missing is not solved yet, unless it is part 2 of the last day of an event.
    """
    for part in job.parts:
        if part not in case.parts:
            continue
        functions = day.parts[part]
        exists = None in functions or not (part == 2 and job.puzzle.is_last)
        if exists and (not job.variants or not {"", "all"}.isdisjoint(job.variants)):
            yield Unit(part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(part, variant, function)


def plugin_units(job: Job, case: Case) -> Iterator[Unit]:
    """Yield the parts of a plugin to show for a case.

    There are none for an example with `params`: a plugin cannot get them, as their names are
    those of our own functions. What it returns for part 2 of the last day is not looked at.
    """
    for part in job.parts if not case.params else ():
        if part in case.parts and not (part == 2 and job.puzzle.is_last):
            yield Unit(part, None, None)
