"""The jobs of a run: each solver on each puzzle and input; variants are chosen in the worker."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import DayLayout, Job, JobOptions, Solver
from aoc.model.puzzles import Puzzle
from aoc.project.project import Project

Pairs = Sequence[tuple[Puzzle, Solver]]
"""Each puzzle with a solver of it, in the order in which they run."""
InputsOf = Callable[[Puzzle], Iterable[Input]]


def pair_up(project: Project, puzzles: Iterable[Puzzle], solvers: Sequence[Solver]) -> Pairs:
    """Return puzzles with their solvers; the project's own one solves those with a module."""
    pairs = []
    for puzzle in puzzles:
        for solver in solvers:
            if not solver.is_own or project.has_day(puzzle):
                pairs.append((puzzle, solver))
    return pairs


def make_jobs(
    project: Project, pairs: Pairs, inputs_of: InputsOf, options: JobOptions
) -> list[Job]:
    """Return the jobs of a run, in the order in which their results are shown.

    Every input is a job of its own, the examples of a day are another: a run on one input cannot
    change the answers on another. Raises the errors of `inputs_of`, such as
    `aoc.running.inputs.Inputs.of`.
    """
    seen_as = shown_path(project.root)
    if seen_as == os.curdir:
        # Paths are then shown as they are in the project, without a `./`.
        seen_as = ""
    jobs: list[Job] = []
    for puzzle, solver in pairs:
        title = project.title_of(puzzle)
        layouts: Sequence[DayLayout | None] = [None]
        inputs = inputs_of(puzzle)
        try:
            layouts = project.layouts_of(puzzle, options.parts, solver)
        except UsageError as error:
            # It is a row of its day, and the other days run.
            inputs = [Input(InputKind.FILE, problem=str(error))]
        for puzzle_input in inputs:
            for layout in layouts:
                job = Job(
                    root=project.root,
                    puzzle=puzzle,
                    title=title,
                    solver=solver,
                    inputs=(puzzle_input,),
                    options=options,
                    layout=layout,
                    seen_as=seen_as,
                )
                jobs.append(job)
    return jobs
