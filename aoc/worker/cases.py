"""The cases of a job: each input that its solver runs on, with what is known about the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.examples import DayTests, tests_name
from aoc.job import Job, Source

if TYPE_CHECKING:
    from random import Random

__all__ = ["Case", "cases_of"]


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
