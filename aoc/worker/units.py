"""The units of a job: which results it owes, by input, part and variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aoc.model.input_text import plain
from aoc.model.inputs import Input
from aoc.model.jobs import BENCH, Job, UnitKey
from aoc.project.day_tests import (
    DayTests,
    tests_name,
)


def inputs_of(job: Job, source: Input, tests: DayTests) -> Iterator[Input]:
    """Yield the inputs that a source stands for: several for examples, otherwise at most one."""
    is_made = (
        source.kind in ("sample", "small")
        and source.text is None
        and not source.problem
    )
    if source.kind == "examples":
        for number, example in enumerate(tests.examples, 1):
            about = ("example", example.label(number), str(example.text))
            yield Input(
                *about,
                expected=(example.expected(1), example.expected(2)),
                parts=example.parts,
                params=tuple(example.params.items()),
                guesses=tests.guesses.get(number, (None, None)),
            )
    elif not is_made or getattr(tests, source.kind):
        yield source
    elif not source.optional:
        path = job.shown(tests_name(job.year, job.day))
        function = f"def {source.kind}(rng): return str(rng.randint(1, 99))"
        why = f"{path} has no function that returns a made-up input: write one, such as {function}"
        yield source._replace(problem=why)


def read_text(source: Input, tests: DayTests) -> str:
    """Return the text of an input, which the tests may have to make up."""
    if source.text is not None:
        return plain(source.text)
    from random import Random

    return plain(getattr(tests, source.kind)(Random(source.seed)))


def units_of(
    job: Job, solver: Any, number: int, source: Input
) -> Iterator[tuple[UnitKey, Any]]:
    """Yield the units of the input of a number: parse, parts and variants, with their functions.

    Without a function the day has no such part, which is not solved yet, unless it is part 2 of the
    last day of an event. The parts of a plugin have none, as one call answers both. It gets no
    example with `params`, whose names are those of our own functions. An input that is only read,
    or refused, has the unit of `parse` alone.
    """
    parse: UnitKey = (number, None, None)
    if not job.parts or source.problem:
        yield parse, None
        return
    found: list[tuple[UnitKey, Any]] = []
    variants = "" if job.entry else job.variants
    for part in job.parts:
        if part not in source.parts or (job.entry and source.params):
            continue
        # The part itself comes first, also where it is not there.
        for variant, function in {
            None: None,
            **({} if job.entry else solver.parts[part]),
        }.items():
            is_nothing = not function and part == 2 and job.puzzle.is_last
            if not is_nothing and not {"all", variant or ""}.isdisjoint(
                variants or [""]
            ):
                found.append(((number, part, variant), function))
    if found and not job.entry and not (job.effort == BENCH and job.variants):
        yield parse, solver.parse
    yield from found
