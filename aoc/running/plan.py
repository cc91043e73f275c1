"""Which jobs a run consists of: every chosen solver on every chosen puzzle and its inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aoc.inputs import Inputs
from aoc.job import Job
from aoc.project import Project
from aoc.puzzle import Puzzle
from aoc.registry import Solver, title_of

__all__ = ["Wanted", "labels_of", "make_jobs"]


class Wanted(NamedTuple):
    """What to do with each puzzle; the fields are those of `aoc.job.Job`."""

    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    repeat: int | None = None
    memory: int | None = None
    verbose: bool = False


def make_jobs(
    project: Project,
    puzzles: Iterable[Puzzle],
    solvers: Sequence[Solver],
    inputs: Inputs,
    wanted: Wanted,
) -> list[Job]:
    """Make the jobs of a run, in the order in which their results are to be shown.

    The first job of a puzzle has the examples and the first input; further inputs are jobs of
    their own, so that they can run at the same time. Raises what `Inputs.sources` raises.
    """
    jobs: list[Job] = []
    for puzzle in puzzles:
        sources = inputs.sources(puzzle)
        first = 2 if sources[0].kind == "examples" else 1
        bundles = [sources[:first], *((source,) for source in sources[first:])]
        title = title_of(project.root, puzzle)
        for solver in solvers:
            about = (project.root, *puzzle, title, solver.name)
            jobs += [
                Job(*about, bundle, entry=solver.entry, **wanted._asdict()) for bundle in bundles
            ]
    return jobs


def labels_of(jobs: Iterable[Job]) -> set[str]:
    """Give the names of a run's inputs that are no examples."""
    return {source.label for job in jobs for source in job.sources if source.label}
