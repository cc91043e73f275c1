"""A run that goes on where it was cut off: without the parts that the history has already."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from aoc.commands.variant_names import variants_of
from aoc.digest import digest_of
from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.history.commits import CommitQuestion
from aoc.history.finished import FinishedPart, FinishedParts, finished_parts
from aoc.job import Job, Source
from aoc.project import Project
from aoc.project_python import python_version
from aoc.puzzles import Puzzle
from aoc.registry import Solver, day_path
from aoc.render.screen import Screen
from aoc.results import Result, Verdict

__all__ = ["ResumedRun"]

PATIENCE = 10.0
"""Seconds to wait until git says at which commit a project is."""
JUDGED = (Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN)
Unit = tuple[int, str | None]
"""A part, with the name of a variant of it."""


class ResumedRun:
    """Leaves out of the jobs of a run what has run at the same commit on the same input.

    `takers` get the results of what is left out, as far as the history has them, with the digests
    of the answers; `count` is their number. What ran on another version of Python counts only with
    `any_python`, as on a cluster. Raises `UsageError` where the history cannot know that nothing
    has changed.
    """

    def __init__(
        self,
        project: Project,
        solvers: Iterable[Solver],
        screen: Screen,
        takers: Sequence[Callable[[Result, str | None], None]],
        *,
        any_python: bool,
    ) -> None:
        self.project = project
        self.solvers = {solver.name: solver for solver in solvers}
        self.screen = screen
        self.takers = takers
        self.count = 0
        self.commit = commit_of(project)
        self.python = None if any_python else python_version()

    def remaining(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Yield what is left of jobs; their examples are run again."""
        about: tuple[Puzzle, str] | None = None
        finished: FinishedParts = {}
        wanted: Collection[Unit] = ()
        for job in jobs:
            if about != (job.puzzle, job.solver):
                about = job.puzzle, job.solver
                solver = self.solvers[job.solver]
                notify = self.screen.problem
                known = (self.commit, self.python, notify)
                finished = finished_parts(self.project.root, job.puzzle, solver, *known)
                wanted = wanted_units(job)
            sources = [
                source for source in job.sources if not self.has(finished, job, source, wanted)
            ]
            if sources:
                yield job._replace(sources=tuple(sources))

    def note(self) -> str:
        """Return the sentence about what was left out."""
        if not self.count:
            return f"nothing had run at {self.commit[:7]} yet, so nothing was left out"
        return f"{self.count} parts had run at {self.commit[:7]}, and were left out"

    def has(
        self, finished: FinishedParts, job: Job, source: Source, wanted: Collection[Unit]
    ) -> bool:
        """Return whether a job has run on an input; if so, its results are taken."""
        key = source.label if source.kind == "sample" else source.digest
        parts = {(part.part, part.variant): part for part in finished.get(key or "", ())}
        if not wanted or not parts.keys() >= {*wanted}:
            return False
        parsing = max((part.parse_seconds or 0.0 for part in parts.values()), default=0.0)
        for take in self.takers:
            take(parsed_result(job, source, parsing), None)
        for unit in wanted:
            self.count += 1
            result = result_of(job, source, parts[unit])
            for take in self.takers:
                take(result, parts[unit].answer)
        return True


def commit_of(project: Project) -> str:
    """Return the commit that a project is at. Raises `UsageError` if its files differ from one."""
    commit = CommitQuestion(project.root).answer(PATIENCE)
    if commit is None:
        raise UsageError(
            "--resume goes by the commit of your project, and it has none: commit it with git, "
            "and what runs from now on can be resumed"
        )
    if commit.changed is not False:
        raise UsageError(
            f"--resume goes by the commit, and your files differ from {commit.commit[:7]}: commit "
            "or undo the changes, or leave out --resume"
        )
    return commit.commit


def wanted_units(job: Job) -> Collection[Unit]:
    """Return which parts and variants a job runs, read from the file of the day."""
    if job.entry:
        return {(part, None): None for part in job.parts if not (part == 2 and job.puzzle.is_last)}
    try:
        text = read_bytes(day_path(job.root, job.puzzle)).decode(errors="replace")
    except OSError:
        return ()
    found: dict[Unit, None] = {}
    for part in job.parts:
        if not re.search(rf"\bpart{part}\b", text):
            continue
        if not job.variants or not {"", "all"}.isdisjoint(job.variants):
            found[part, None] = None
        for name in variants_of(job.root, job.puzzle, (part,)):
            if "all" in job.variants or name in job.variants:
                found[part, name] = None
    return found


def parsed_result(job: Job, source: Source, seconds: float) -> Result:
    """Return the result of parsing an input that was parsed before."""
    return job.result(input=source.label, input_kind=source.kind, seconds=seconds)


def result_of(job: Job, source: Source, part: FinishedPart) -> Result:
    """Return the result of a part that ran before, judged by what is known now."""
    verdict = Verdict(part.verdict)
    expected = source.expected[part.part - 1]
    if expected is not None and part.answer is not None and verdict in JUDGED:
        verdict = Verdict.PASS if digest_of(expected) == part.answer else Verdict.FAIL
    return job.with_input(
        job.result(
            input=source.label,
            input_kind=source.kind,
            part=part.part,
            variant=part.variant,
            verdict=verdict,
            seconds=part.seconds,
        )
    )
