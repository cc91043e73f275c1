"""Showing a disagreement again: on its text alone, and on smaller ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from aoc.fuzzing.shrinker import BATCH, shrink
from aoc.fuzzing.ways import Finding, Outcome, Way, manner_of, outcomes_of
from aoc.model import Job, Kind, Result, Source
from aoc.registry import OWN
from aoc.running.local_executor import LocalExecutor

__all__ = ["PATIENCE", "Reproducer"]

SECONDS = 30.0
"""How long a text is made smaller, at most."""
PATIENCE = 4
"""How many times the time that it may take a way gets alone, after it took longer among others."""
SHORT = 1.0
"""Seconds that a way may take where a smaller text that takes too long is looked for."""
FEW = 4
"""Texts that are tried at once where each takes long; the same number on any machine."""
REFUSAL = "parse "
"""How the manner begins in which parse raises an error; it may do so on any smaller text."""

Outcomes = Mapping[Way, Outcome]


class Reproducer:
    """Runs ways on texts, in fresh processes: `workers` at once.

    `timeout` is how many seconds a way may take, `None` for no limit.
    """

    def __init__(self, executor: LocalExecutor, timeout: float | None, workers: int) -> None:
        self.executor = executor
        self.timeout = timeout
        self.workers = workers

    def reproduce(
        self,
        jobs: Sequence[Job],
        texts: Sequence[str],
        ways: Sequence[Way] = (),
        timeout: float | None = None,
    ) -> list[Outcomes | None]:
        """Return what some ways make of each text; by default, all ways.

        It is `None` for a text that `valid` in the tests does not allow. `jobs` are like those to
        run, one for each solver. `timeout` is one besides the usual one.
        """
        solvers = {way.solver for way in ways}
        needed = [with_ways(job, ways) for job in jobs if not ways or job.solver in solvers]
        sources = [Source("candidate", f"candidate {place}", t) for place, t in enumerate(texts)]
        count = -(-len(sources) // self.workers)
        found: list[list[Result]] = [[] for _ in needed]
        before, self.executor.timeout = self.executor.timeout, timeout or self.executor.timeout
        try:
            bundles = [
                job._replace(sources=tuple(sources[start : start + count]))
                for start in range(0, len(sources), count)
                for job in needed
            ]
            for number, result in self.executor.run(bundles):
                if result:
                    found[number % len(needed)].append(result)
        finally:
            self.executor.timeout = before
        # In the order of the solvers, whichever was the first to end.
        results = [result for of_solver in found for result in of_solver]
        return [outcomes_on(source, results) for source in sources]

    def investigate(
        self, finding: Finding, jobs: Sequence[Job], note: Callable[[Finding], None]
    ) -> Finding:
        """Show a finding again, make its text smaller, and return what is known of it then.

        `note` is called with what is known by now, which may be the last of it after Ctrl-C.
        """
        is_over_time = finding.disagreement.manner == Kind.TIMEOUT
        ways = finding.ways
        patience = PATIENCE * (self.timeout or 0.0) if is_over_time else None
        [outcomes] = self.reproduce(jobs, [finding.text], ways, patience)
        if outcomes is None:
            text = "valid(text) in the tests does not allow this input: fix it, or what made it"
            return finding._replace(repeats=False, note=text)
        first = shown_again(finding, outcomes)
        if first is None:
            return finding._replace(repeats=False)
        note(first)
        if first.is_kept:
            return first
        if first.disagreement.manner.startswith(REFUSAL):
            text = "parse may rightly refuse a smaller text, so this one was left as it is"
            return first._replace(note=text)
        limit = SHORT if is_over_time else None

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            found = self.reproduce(jobs, texts, ways, limit)
            return [bool(one and is_same(first, shown_again(first, one))) for one in found]

        def note_smaller(text: str) -> None:
            """Note a smaller text."""
            note(first._replace(text=text))

        batch = FEW if is_over_time else BATCH
        smallest = shrink(first.text, shows, SECONDS, note_smaller, batch)
        [outcomes] = self.reproduce(jobs, [smallest], ways)
        again = shown_again(first._replace(text=smallest), outcomes or {})
        return again if again and is_same(first, again) else first


def with_ways(job: Job, ways: Sequence[Way]) -> Job:
    """Return a job that runs those of some ways that are of its solver; without ways, all."""
    if job.solver != OWN:
        return job
    if not ways:
        return job._replace(variants=("all",))
    own = [way for way in ways if way.solver == OWN]
    parts = tuple(sorted({way.part or 1 for way in own}))
    return job._replace(parts=parts, variants=tuple(way.variant or "" for way in own))


def outcomes_on(source: Source, results: Sequence[Result]) -> Outcomes | None:
    """Return what came of a text, from the results of all; `None` if it is no input."""
    about = [result for result in results if result.input == source.label]
    if any(result.error and result.error.kind is Kind.INPUT for result in about):
        return None
    return outcomes_of(about)


def shown_again(finding: Finding, outcomes: Outcomes) -> Finding | None:
    """Return a finding with what its ways make of its text now, if they still disagree."""
    way, other, _ = finding.disagreement
    manner = manner_of(outcomes, way, other)
    if manner is None:
        return None
    return finding._replace(
        disagreement=finding.disagreement._replace(manner=manner),
        outcomes={one: outcomes[one] for one in finding.ways},
    )


def is_same(finding: Finding, other: Finding | None) -> bool:
    """Return whether ways disagree in the same manner."""
    return other is not None and other.disagreement == finding.disagreement
