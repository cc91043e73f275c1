"""Trying texts: what several ways make of each of them, in fresh processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from aoc.fuzzing.ways import Outcome, Way, outcomes_of
from aoc.job import Job, Source
from aoc.registry import OWN
from aoc.results import Kind, Result
from aoc.running.local_executor import LocalExecutor

__all__ = ["Case", "Trials", "Tried"]

Case = tuple[str, ...]
"""Texts that are run one after the other in the same process; what counts is the last one."""


class Tried(NamedTuple):
    """What came of the last text of a case; `refused` is why it is no input, if it is none."""

    outcomes: Mapping[Way, Outcome]
    refused: str | None = None


class Trials:
    """Tries cases of one puzzle, whose jobs, one for each solver, are like those in `jobs`."""

    def __init__(self, executor: LocalExecutor, jobs: Sequence[Job], workers: int) -> None:
        self.executor = executor
        self.jobs = jobs
        self.workers = workers

    def run(self, cases: Sequence[Case], ways: Sequence[Way], timeout: float | None) -> list[Tried]:
        """Try cases with some ways. Cases of one text may share a process."""
        singles = all(len(case) == 1 for case in cases)
        bundles = [list(case) for case in cases]
        if singles:
            count = -(-len(cases) // self.workers)
            texts = [text for [text] in cases]
            bundles = [texts[start : start + count] for start in range(0, len(texts), count)]
        jobs = [self.job(job, ways, texts) for texts in bundles for job in self.needed(ways)]
        found: list[list[Result]] = [[] for _ in jobs]
        before, self.executor.timeout = self.executor.timeout, timeout
        try:
            for number, result in self.executor.run(jobs):
                if result:
                    found[number].append(result)
        finally:
            self.executor.timeout = before
        each = len(jobs) // len(bundles)
        tried = []
        for number, texts in enumerate(bundles):
            results = [*chain(*found[number * each : (number + 1) * each])]
            whole = [tried_from(results, label_of(place)) for place in range(len(texts))]
            tried += whole if singles else whole[-1:]
        return tried

    def needed(self, ways: Sequence[Way]) -> Iterator[Job]:
        """Yield the jobs of the solvers that the ways belong to."""
        solvers = {way.solver for way in ways}
        return (job for job in self.jobs if job.solver in solvers)

    def job(self, job: Job, ways: Sequence[Way], texts: Sequence[str]) -> Job:
        """Return a job that runs the ways of one solver on texts."""
        own = [way for way in ways if way.solver == job.solver]
        return job._replace(
            sources=tuple(
                Source("candidate", label_of(place), text) for place, text in enumerate(texts)
            ),
            parts=tuple(sorted({way.part or 1 for way in own})) if job.solver == OWN else job.parts,
            variants=tuple(way.variant or "" for way in own) if job.solver == OWN else (),
        )


def label_of(place: int) -> str:
    """Return the label of a text in a job."""
    return f"candidate {place}"


def tried_from(results: Sequence[Result], label: str) -> Tried:
    """Return what came of the text with a label, from the results of its jobs."""
    about = [result for result in results if result.input == label]
    failures = (result.error for result in about if result.error)
    refused = next((error.message for error in failures if error.kind is Kind.INPUT), None)
    return Tried(outcomes_of(about), refused)
