"""The units of a job: which results it owes, by input, part and variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import Job, Task, Unit
from aoc.project.day_tests import DayTests, tests_name
from aoc.worker.day_module import Day


def examples_in(tests: DayTests) -> Iterator[Input]:
    """Yield the examples of a day as inputs."""
    for number, example in enumerate(tests.examples, 1):
        yield Input(
            InputKind.EXAMPLE,
            example.label(number),
            str(example.text),
            expected=(example.expected(1), example.expected(2)),
            parts=example.parts,
            params=tuple(example.params.items()),
            guesses=tests.guesses.get(number, (None, None)),
        )


def cannot_make(job: Job, job_input: Input, tests: DayTests) -> str | None:
    """Return why the tests of a day cannot make an input; `None` if they can."""
    if maker_of(job_input, tests):
        return None
    path = job.shown(tests_name(*job.puzzle))
    function = f"def {job_input.kind}(rng): return str(rng.randint(1, 99))"
    return f"{path} has no function that returns a made-up input: write one, such as {function}"


def made_text(job_input: Input, tests: DayTests) -> str:
    """Return the text of a made-up input. Raises the errors of the tests' function."""
    from random import Random

    make = maker_of(job_input, tests)
    return plain(make(Random(job_input.seed)))


def maker_of(job_input: Input, tests: DayTests) -> Any:
    """Return the function of the tests that makes an input of a kind; `None` if there is none."""
    if job_input.kind is InputKind.SAMPLE:
        return tests.sample
    return tests.small


def units_of(job: Job, solver: Any, number: int, job_input: Input) -> dict[Unit, Any]:
    """Return the units of the input with a number: parse, parts and variants; and their functions.

    An input that is only read, or refused, has the unit of `parse` alone. The parts of a plugin
    have no functions, as one call answers both.
    """
    if job.options.task is Task.READ or job_input.problem:
        return {Unit(number): None}
    parts = [part for part in job.parts if part in job_input.parts]
    if not job.entry:
        return units_of_day(job, solver, number, parts)
    if job_input.params:
        # Their names are those of our own functions, so a plugin cannot take them.
        return {}
    return {Unit(number, part): None for part in parts if has_part(job, part)}


def units_of_day(
    job: Job, day: Day, number: int, parts: Sequence[int]
) -> dict[Unit, Any]:
    """Return the units of a day on the input with a number, and their functions.

    Without a function the day has no such part, which is not solved yet.
    """
    units: dict[Unit, Any] = {}
    for part in parts:
        # The part itself comes first, also where it is not there.
        functions = {None: None, **day.parts[part]}
        for variant, function in functions.items():
            # Nobody has to write part 2 of the last day of an event.
            is_owed = function is not None or has_part(job, part)
            if is_owed and is_chosen(variant, job.options.variants):
                units[Unit(number, part, variant)] = function
    # An example without an answer to a chosen part is not even parsed.
    if units and job.options.reports_parse:
        return {Unit(number): day.parse, **units}
    return units


def has_part(job: Job, part: int) -> bool:
    """Return whether a puzzle has a part: the last one of an event has no part 2."""
    return not (part == 2 and job.puzzle.is_last)


def is_chosen(variant: str | None, variants: Sequence[str]) -> bool:
    """Return whether a variant of a part is to run, or the part itself."""
    if not variants:
        return variant is None
    return "all" in variants or (variant or "") in variants
