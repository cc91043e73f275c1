"""Which jobs a run consists of: every chosen solver on every chosen puzzle and its inputs.

There may be a hundred thousand, so they are made one by one, as they are started.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import DayLayout, Job, JobOptions, Solver
from aoc.model.puzzles import Puzzle
from aoc.project.project import Project

Pairs = Sequence[tuple[Puzzle, Solver]]
"""Each puzzle with a solver of it, in the order in which they run."""
InputsOf = Callable[[Puzzle], Iterable[Input]]


def pair_up(
    project: Project, puzzles: Iterable[Puzzle], solvers: Sequence[Solver]
) -> Pairs:
    """Return puzzles with their solvers; the project's own one solves those with a module."""
    pairs = []
    for puzzle in puzzles:
        for solver in solvers:
            if not solver.is_own or project.has_day(puzzle):
                pairs.append((puzzle, solver))
    return pairs


class JobBatch(NamedTuple):
    """Some jobs, and how many there are, as far as that is known before they are made."""

    job_count: int | None
    jobs: Iterable[Job]


class JobQueue:
    """Jobs that are made one by one, as they are started.

    They come in `batches`. Where the count of a batch is not known, its jobs are all made when it
    is their turn.
    """

    def __init__(self, batches: Iterable[JobBatch]) -> None:
        self.batches = deque(batches)
        self.left_of_batch = 0
        """The jobs of the current batch that are left."""

    def __add__(self, other: JobQueue) -> JobQueue:
        return JobQueue([*self.batches, *other.batches])

    def __iter__(self) -> Iterator[Job]:
        while self.batches:
            count, jobs = self.batches.popleft()
            if count is None:
                # Made at once, so that the progress can say how many are left.
                jobs = list(jobs)
                count = len(jobs)
            self.left_of_batch = count
            for job in jobs:
                self.left_of_batch -= 1
                yield job
            # An input may be missing, so that there were fewer.
            self.left_of_batch = 0

    @property
    def left(self) -> int | None:
        """How many jobs are left; `None` if that is not known yet."""
        # An account may have become known meanwhile, so that there were more.
        left = max(0, self.left_of_batch)
        for count, _ in self.batches:
            if count is None:
                return None
            left += count
        return left


def make_jobs(
    project: Project,
    pairs: Pairs,
    inputs_of: InputsOf,
    options: JobOptions,
    count_of: Callable[[Puzzle], int] | None = None,
) -> JobQueue:
    """Return the jobs of a run, in the order in which their results are shown.

    Every input is a job of its own, the examples of a day are another: a run on one input cannot
    change the answers on another. An input is read for the job that has it; `count_of` returns how
    many there are. Iterating raises the errors of `inputs_of`, such as
    `aoc.running.inputs.Inputs.of`.
    """
    seen_as = shown_path(project.root)
    if seen_as == os.curdir:
        # Paths are then shown as they are in the project, without a `./`.
        seen_as = ""
    batches = []
    for puzzle, solver in pairs:
        layouts: Sequence[DayLayout | None] = [None]
        try:
            layouts = project.layouts_of(puzzle, options.parts, solver)
        except UsageError as error:
            # It is a row of its day, and the other days run.
            problem = Input(InputKind.FILE, problem=str(error))
            jobs = jobs_of(project, seen_as, puzzle, solver, [None], [problem], options)
            batches.append(JobBatch(1, jobs))
            continue
        count = None
        if count_of:
            count = count_of(puzzle) * len(layouts)
        inputs = inputs_when_asked(inputs_of, puzzle)
        jobs = jobs_of(project, seen_as, puzzle, solver, layouts, inputs, options)
        batches.append(JobBatch(count, jobs))
    return JobQueue(batches)


def inputs_when_asked(inputs_of: InputsOf, puzzle: Puzzle) -> Iterator[Input]:
    """Yield the inputs of a puzzle, which are looked for only when the first is asked for."""
    yield from inputs_of(puzzle)


def jobs_of(
    project: Project,
    seen_as: str,
    puzzle: Puzzle,
    solver: Solver,
    layouts: Sequence[DayLayout | None],
    inputs: Iterable[Input],
    options: JobOptions,
) -> Iterator[Job]:
    """Yield the jobs of a solver on a puzzle: each layout of the day on each input.

    `seen_as` is the path of the project, as `aoc.model.jobs.Job` has it.
    """
    title = project.title_of(puzzle)
    # The inputs outside, as they can be read only once.
    for puzzle_input in inputs:
        for layout in layouts:
            yield Job(
                root=project.root,
                puzzle=puzzle,
                title=title,
                solver=solver,
                inputs=(puzzle_input,),
                options=options,
                layout=layout,
                seen_as=seen_as,
            )
