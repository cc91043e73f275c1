"""Which jobs a run consists of: every chosen solver on every chosen puzzle and its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from aoc.job import Job, Source
from aoc.project import Project
from aoc.puzzle import Puzzle
from aoc.registry import Solver, has_module, title_of

__all__ = ["JobOptions", "labels_of", "make_jobs"]


class JobOptions(NamedTuple):
    """What all jobs of a run have in common; the fields are those of `aoc.job.Job`."""

    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    repeat: int | None = None
    steady: bool = True
    memory: int | None = None
    verbose: bool = False
    params: tuple[tuple[str, str], ...] = ()


def make_jobs(
    project: Project,
    puzzles: Iterable[Puzzle],
    solvers: Sequence[Solver],
    sources_of: Callable[[Puzzle], Sequence[Source]],
    options: JobOptions,
) -> list[Job]:
    """Return the jobs of a run, in the order in which their results are shown.

    The project's own solver runs where a puzzle has a module. The first job of a puzzle has the
    examples and the first input; every further input is a job of its own, so that they can run at
    the same time. Raises what `sources_of` raises, such as `aoc.inputs.Inputs.sources`.
    """
    jobs: list[Job] = []
    for puzzle in puzzles:
        sources = tuple(sources_of(puzzle))
        first = 2 if sources[0].kind == "examples" else 1
        bundles = [sources[:first], *((source,) for source in sources[first:])]
        about = (project.root, *puzzle, title_of(project.root, puzzle))
        own = has_module(project.root, puzzle)
        for name, entry, packages in (solver for solver in solvers if solver.entry or own):
            special = {"entry": entry, "packages": packages, **options._asdict()}
            jobs += [Job(*about, name, bundle, **special) for bundle in bundles]
    return jobs


def labels_of(jobs: Iterable[Job]) -> set[str]:
    """Return the labels of a run's inputs that are not examples."""
    return {source.label for job in jobs for source in job.sources if source.label}
