"""The inputs of a job as a worker finds them: given with it, or in the tests of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol

from aoc.examples import Examples, examples_name, read_examples
from aoc.job import TESTS, Job, Source
from aoc.results import Result
from aoc.worker.failures import describe
from aoc.worker.measure import measure

__all__ = ["Input", "Listener", "inputs", "read_tests"]


class Listener(Protocol):
    """Who is told how the work goes; `aoc.worker.main` says what each call means."""

    def start(self, label: str | None, part: int | None, variant: str | None, skip: int) -> None:
        """Hear what runs next, and how many parts to skip if it never returns."""

    def result(self, result: Result) -> None:
        """Hear how a part went."""

    def note(self, text: str) -> None:
        """Hear a sentence for people."""


class Input(NamedTuple):
    """One input of a job: how to get its text, or why there is none, and what is known about it."""

    label: str
    read: Callable[[], str] = str
    expected: tuple[str | None, str | None] = (None, None)
    parts: tuple[int, ...] = (1, 2)
    params: Mapping[str, Any] = {}
    refused: str | None = None


def read_tests(job: Job, listener: Listener) -> Examples:
    """Read the day's examples and its sample; tests that cannot be imported are a note."""
    if job == job.without_tests():
        return Examples()
    listener.start(TESTS, None, None, 0)
    read = measure(lambda: read_examples(job.root, job.year, job.day), job.memory)
    if read.error:
        path = examples_name(job.year, job.day)
        listener.note(f"{path} cannot be imported, so no examples: {describe(read.error)}")
        return Examples()
    found: Examples = read.value
    return found


def inputs(job: Job, source: Source, tests: Examples) -> Iterator[Input]:
    """Give the inputs that a source stands for."""
    if source.kind == "refused":
        yield Input(source.label, refused=source.text)
    elif source.kind == "text":
        yield Input(source.label, lambda: source.text, source.expected)
    elif source.kind == "sample":
        sample = tests.sample
        if sample is not None:
            yield Input(source.label, lambda: sample(Random(source.seed)))
        elif not source.optional:
            path = examples_name(job.year, job.day)
            yield Input(source.label, refused=f"{path} has no sample(rng) to make an input with")
    else:
        for number, example in enumerate(tests.examples, 1):
            expected = (example.expected(1), example.expected(2))
            read = partial(str, example.text)
            yield Input(example.label(number), read, expected, example.parts, example.params)
