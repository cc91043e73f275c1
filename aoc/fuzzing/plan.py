"""Which made-up inputs are tried: a number for each, and a bundle of numbers for each process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from aoc.job import Source

__all__ = ["bundles", "sources_of"]

SMALL = 40
"""Inputs that are small before the first one of full size."""
FIRST = 2
"""Inputs of the first bundle: what every input shows is found soon."""
BUNDLE = 5
SEEDS = 1_000_000
"""How far apart the seeds of `--seed 1` are from those of `--seed 2`."""


def bundles(runs: int | None) -> Iterator[range]:
    """Yield the numbers of inputs, bundled: all that one process runs, one after the other.

    There are `runs` of them, or with `None` no end. They depend on nothing else, so that the same
    inputs share a process on any machine.
    """
    end = 0
    for start in count():
        begin, end = end, FIRST + start * BUNDLE
        numbers = range(begin, end if runs is None else min(end, runs))
        if not numbers:
            return
        yield numbers


def sources_of(kinds: Sequence[str], seed: int, numbers: Sequence[int]) -> tuple[Source, ...]:
    """Return the sources of the inputs with these numbers.

    `kinds` are those that the tests can make, `small` before `sample`; `seed` is that of the whole.
    """
    found = []
    for number in numbers:
        large = number >= SMALL and number % 2 == 0
        kind = kinds[-1 if large else 0]
        its_seed = seed * SEEDS + number
        found.append(Source(kind, f"{kind} {its_seed}", seed=its_seed))
    return tuple(found)
