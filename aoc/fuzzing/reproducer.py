"""Showing a disagreement again: on its text alone, and on smaller ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from aoc.fuzzing.shrinker import shrink
from aoc.fuzzing.ways import Disagreement, Finding, Outcomes, Way, manner_of, outcomes_of
from aoc.model import Job, Kind, Result, Source
from aoc.running.local_executor import LocalExecutor

__all__ = ["KEPT", "Bundle", "Reproducer"]

SECONDS = 30.0
"""How long a text is made smaller, at most."""
PATIENCE = 4
"""How many times the time that it may take a way gets alone, after it took longer among others."""
SHORT = 1.0
"""Seconds that a way may take where a smaller text that takes too long is looked for."""
KEPT = "candidate"
"""The kind of inputs whose text is known: they may be no inputs of the puzzle any more."""
REFUSAL = "parse "
"""How the manner begins in which parse raises an error; it may do so on any smaller text."""


Bundle = tuple[Sequence[Job], Sequence[Source]]
"""What one process runs of each solver: jobs, one for each of these, and the inputs of all."""


@dataclass
class Reproducer:
    """Runs ways on texts, in fresh processes: `workers` at once.

    `timeout` is how many seconds a way may take, `None` for no limit.
    """

    executor: LocalExecutor
    timeout: float | None
    workers: int

    def __post_init__(self) -> None:
        self.patience = self.timeout and PATIENCE * self.timeout

    def results_of(
        self, bundles: Iterable[Bundle], timeout: float | None = None
    ) -> list[list[Result]]:
        """Run bundles, and return the results of each, in the order of its jobs.

        `timeout` is one in place of the usual one.
        """
        found: list[list[list[Result]]] = []
        of_jobs: list[list[Result]] = []

        def jobs() -> Iterator[Job]:
            """Yield the jobs, each with room for its results."""
            for several, sources in bundles:
                found.append([[] for _ in several])
                of_jobs.extend(found[-1])
                yield from (job._replace(sources=tuple(sources)) for job in several)

        self.executor.timeout = timeout or self.timeout
        for number, result in self.executor.run(jobs()):
            if result is not None:
                of_jobs[number].append(result)
        return [[*chain(*of_bundle)] for of_bundle in found]

    def reproduce(
        self,
        jobs: Sequence[Job],
        texts: Sequence[str],
        ways: Sequence[Way],
        timeout: float | None = None,
    ) -> list[Outcomes]:
        """Return what some ways make of each text.

        It is nothing for a text that `valid` in the tests does not allow. `jobs` are like those to
        run, one for each solver. `timeout` is one in place of the usual one.
        """
        sources = [Source(KEPT, f"{KEPT} {number}", text) for number, text in enumerate(texts)]
        size = -(-len(sources) // self.workers)
        needed = [job for job in (with_ways(job, ways) for job in jobs) if job.variants]
        bundles = [(needed, sources[at : at + size]) for at in range(0, len(sources), size)]
        results = [*chain(*self.results_of(bundles, timeout))]
        return [outcomes_of(results, source.label) for source in sources]

    def investigate(self, finding: Finding, jobs: Sequence[Job]) -> Iterator[Finding]:
        """Show a finding again, then on smaller texts, and yield what is known of it by then.

        A text was found by a process that had run others, or runs them at the same time. So the
        smallest one is run once more, alone.
        """
        ways = finding.ways
        is_over_time = finding.disagreement.manner == Kind.TIMEOUT
        patience = self.patience if is_over_time else None
        [outcomes] = self.reproduce(jobs, [finding.text], ways, patience)
        way, other, _ = finding.disagreement
        manner = manner_of(outcomes, way, other)
        if manner is None:
            text = "valid(text) in the tests does not allow this input: fix it, or what made it"
            yield finding._replace(repeats=False, note=None if outcomes else text)
            return
        first = finding._replace(disagreement=Disagreement(way, other, manner), outcomes=outcomes)
        if manner.startswith(REFUSAL):
            text = "parse may rightly refuse a smaller text, so this one was left as it is"
            first = first._replace(note=text)
        yield first
        if first.is_kept or first.note:
            return
        limit = SHORT if is_over_time else None

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            tried = self.reproduce(jobs, texts, ways, limit)
            return [manner_of(outcomes, way, other) == manner for outcomes in tried]

        smallest = first.text
        for smallest in shrink(first.text, shows, SECONDS):
            yield first._replace(text=smallest)
        [outcomes] = self.reproduce(jobs, [smallest], ways)
        is_same = manner_of(outcomes, way, other) == manner
        yield first._replace(text=smallest, outcomes=outcomes) if is_same else first


def with_ways(job: Job, ways: Sequence[Way]) -> Job:
    """Return a job with those of some ways of one part that are of its solver, or without any."""
    own = tuple(way.variant or "" for way in ways if way.solver == job.solver)
    return job._replace(parts=(ways[0].part or 1,), variants=own)
