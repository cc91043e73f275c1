"""Which jobs a run consists of: every chosen solver on every chosen puzzle and its inputs.

There may be a hundred thousand, so they are made one by one, as they are started.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.inputs import Input
from aoc.model.jobs import Job, Source
from aoc.model.puzzles import Puzzle
from aoc.model.values import Value
from aoc.project.project import Project
from aoc.project.solvers import Solver

Pairs = Sequence[tuple[Puzzle, Solver]]
"""Each puzzle with a solver of it, in the order in which they run."""


class JobOptions(Value):
    """The options that all jobs of a run share; the fields are those of `aoc.model.jobs.Job`."""

    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    repeat: int | None = None
    effort: str = "steady"
    memory: int | None = None
    verbose: bool = False
    params: tuple[tuple[str, str], ...] = ()
    keeps_bytecode: bool = True
    debugs: bool = False


def pair_up(
    project: Project, puzzles: Iterable[Puzzle], solvers: Sequence[Solver]
) -> Pairs:
    """Return puzzles with their solvers; the project's own one solves those with a module."""
    return [
        (puzzle, solver)
        for puzzle in puzzles
        for solver in solvers
        if solver.entry or project.has_day(puzzle)
    ]


class JobQueue:
    """Jobs that are made one by one, as they are started.

    They come in `stages`, each with the number of its jobs, as far as that is known before they are
    made. Those of a stage with `None` are all made when it is their turn.
    """

    def __init__(self, stages: Iterable[tuple[int | None, Iterable[Job]]]) -> None:
        self.stages = deque(stages)
        self.rest = 0
        """The jobs of the current stage that are left."""

    def __add__(self, other: JobQueue) -> JobQueue:
        return JobQueue([*self.stages, *other.stages])

    def __iter__(self) -> Iterator[Job]:
        while self.stages:
            count, jobs = self.stages.popleft()
            if count is None:
                jobs = [*jobs]
                count = len(jobs)
            self.rest = count
            for job in jobs:
                self.rest -= 1
                yield job
            self.rest = 0  # an input may be missing

    @property
    def left(self) -> int | None:
        """How many jobs are left; `None` if that is not known yet."""
        left = max(0, self.rest)
        for count, _ in self.stages:
            if count is None:
                return None
            left += count
        return left


def make_jobs(
    project: Project,
    pairs: Pairs,
    inputs_of: Callable[[Puzzle], Iterable[Input]],
    options: JobOptions,
    count_of: Callable[[Puzzle], int] | None = None,
) -> JobQueue:
    """Return the jobs of a run, in the order in which their results are shown.

    The first job of a pair has the examples, and every input is a job of its own: a run on one
    cannot change the answers on another. An input is read for the job that has it; `count_of`
    returns how many there are. Iterating raises the errors of `inputs_of`, such as
    `aoc.running.inputs.Inputs.of`.
    """
    shown = shown_path(project.root)
    seen_as = "" if shown == os.curdir else shown

    def stage_of(puzzle: Puzzle, solver: Solver) -> tuple[int | None, Iterator[Job]]:
        problem = None
        ways: Sequence[Source | None] = [None]
        try:
            if not solver.entry:
                ways = project.sources(puzzle, options.parts)
        except UsageError as error:  # the other days run
            problem = Input("file", "", problem=str(error))

        def jobs() -> Iterator[Job]:
            about = (project.root, *puzzle, project.title_of(puzzle), solver.name)
            special = {"entry": solver.entry, "seen_as": seen_as, **options._asdict()}
            for source in [problem] if problem else inputs_of(puzzle):
                yield from map(Job(*about, (source,), **special).of_source, ways)

        if problem:
            return 1, jobs()
        return count_of and count_of(puzzle) * len(ways), jobs()

    return JobQueue(stage_of(*pair) for pair in pairs)


if sys.platform == "win32":
    from aoc.worker.windows_memory import machine_memory
else:
    from aoc.worker.posix_memory import machine_memory


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    return memory and memory // 2
