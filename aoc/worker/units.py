"""The units of a job: what it runs on each input, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from aoc.job import Job, UnitKey
from aoc.worker.cases import Case
from aoc.worker.day_module import Day

__all__ = ["PARSE", "Unit", "plugin_units", "units_of"]

PARSE = None
"""Stands for `parse` where others have the number of a part."""


class Unit(NamedTuple):
    """What runs on one case of a job: parse, a part, or a variant of it.

    `case` is the number of the case in the job. Without a function the day has no such part; the
    parts of a plugin have none either, as one call answers both.
    """

    case: int
    part: int | None
    variant: str | None
    function: Any

    @property
    def key(self) -> UnitKey:
        """What tells the unit from the others of its job."""
        return self.case, self.part, self.variant


def units_of(job: Job, day: Day, number: int, case: Case) -> Iterator[Unit]:
    """Yield the functions of a day to run on a case.

    A part that is missing is not solved yet, unless it is part 2 of the last day of an event.
    """
    for part in job.parts:
        if part not in case.parts:
            continue
        functions = day.parts[part]
        exists = None in functions or not (part == 2 and job.puzzle.is_last)
        if exists and (not job.variants or not {"", "all"}.isdisjoint(job.variants)):
            yield Unit(number, part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(number, part, variant, function)


def plugin_units(job: Job, number: int, case: Case) -> Iterator[Unit]:
    """Yield the parts of a plugin to show for a case.

    There are none for an example with `params`: a plugin cannot get them, as their names are
    those of our own functions. What it returns for part 2 of the last day is not looked at.
    """
    for part in job.parts if not case.params else ():
        if part in case.parts and not (part == 2 and job.puzzle.is_last):
            yield Unit(number, part, None, None)
