"""What a job runs: its inputs, and the parts and variants that run on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.model import DayTests, Job, Source, UnitKey, tests_name
from aoc.worker.day_module import Day

if TYPE_CHECKING:
    from random import Random

__all__ = ["PARSE", "Case", "Unit", "cases_of", "plugin_units", "units_of"]


class Case(NamedTuple):
    """An input to run on: how to read its text, or why there is none; the expected answers.

    `kind` is that of its results, and `made` says that it is made up. Where there is a `valid`, it
    says of the text whether the puzzle allows it.
    """

    kind: str
    label: str
    read: Callable[[], str] = str
    expected: tuple[str | None, str | None] = (None, None)
    parts: tuple[int, ...] = (1, 2)
    params: Mapping[str, Any] = {}
    refused: str | None = None
    made: bool = False
    valid: Callable[[str], bool] | None = None


def cases_of(job: Job, source: Source, tests: DayTests) -> Iterator[Case]:
    """Yield the cases that a source stands for: several for examples, otherwise at most one."""
    about = (source.kind, source.label)
    text = source.text
    if source.problem:
        yield Case(*about, refused=source.problem)
    elif text is not None:
        valid = tests.valid if source.kind == "candidate" else None
        yield Case(*about, lambda: text, source.expected, valid=valid)
    elif source.kind in ("sample", "small"):
        make = tests.sample if source.kind == "sample" else tests.small
        if make is not None:
            read = partial(make_text, make, source.seed)
            yield Case(*about, read, made=True)
        elif not source.optional:
            path = job.shown(tests_name(job.year, job.day))
            yield Case(
                *about,
                refused=f"{path} has no {source.kind}(rng), which makes up the input: write one",
            )
    else:
        for number, example in enumerate(tests.examples, 1):
            expected = (example.expected(1), example.expected(2))
            read = partial(str, example.text)
            parts, params = example.parts, example.params
            yield Case("example", example.label(number), read, expected, parts, params)


def make_text(make: Callable[[Random], str], seed: int) -> str:
    """Return a made-up input."""
    from random import Random

    return make(Random(seed))


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
