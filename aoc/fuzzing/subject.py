"""A day that is fuzzed, and the inputs that run together in one process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aoc.fuzzing.trials import Case
from aoc.fuzzing.ways import Outcome, Way
from aoc.job import Job, Source
from aoc.puzzles import Puzzle
from aoc.registry import OWN
from aoc.results import Result

__all__ = ["Bundle", "Kept", "Subject", "kept_bundles"]


class Kept(NamedTuple):
    """A case that an earlier finding has left, and its label."""

    label: str
    case: Case


class Bundle(NamedTuple):
    """Inputs that run one after the other in the same process."""

    subject: Subject
    sources: tuple[Source, ...]
    kept: Kept | None = None

    @property
    def jobs(self) -> list[Job]:
        """The jobs that run all ways on the inputs, one for each solver."""
        return [
            job._replace(
                sources=self.sources,
                variants=("all",) if job.solver == OWN else (),
                tells_text=True,
            )
            for job in self.subject.jobs
        ]


class Subject:
    """A day that is fuzzed: its jobs, one for each solver, and what is known by now.

    `kinds` are the kinds of inputs that its tests make. So many `inputs` were tried. The ways in
    `solved` count; `waiting` are others, with the first input on which they returned `None`.
    `found` are the disagreements so far. `is_slow` says that one is a timeout; `late` counts those
    that did not show again. `problem` is why nothing, or nothing more, can be tried.
    """

    def __init__(self, jobs: Sequence[Job], kept: Sequence[Kept] = ()) -> None:
        self.jobs = jobs
        self.kept = kept
        self.kinds: list[str] = []
        self.inputs = 0
        self.solved: set[Way] = set()
        self.found: set[tuple[Way, str]] = set()
        self.problem: str | None = None
        self.is_slow = False
        self.late = 0
        self.waiting: dict[Way, tuple[Bundle, str, dict[Way, Outcome], list[Result]]] = {}

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.jobs[0].puzzle


def kept_bundles(subject: Subject) -> Iterator[Bundle]:
    """Yield the cases that were kept, each as a bundle."""
    for kept in subject.kept:
        sources = tuple(
            Source("candidate", f"{kept.label} {number}", text)
            for number, text in enumerate(kept.case, 1)
        )
        yield Bundle(subject, sources, kept)
