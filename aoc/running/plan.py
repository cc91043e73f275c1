"""Which jobs a run consists of: every chosen solver on every chosen puzzle and its inputs.

There may be a hundred thousand, so they are made one by one, as they are started.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from aoc.errors import UsageError
from aoc.model import Input, Job, Puzzle, Value
from aoc.project import Project, Solver, shown_path

Pairs = Sequence[tuple[Puzzle, Solver]]
"""Each puzzle with a solver of it, in the order in which they run."""


class JobOptions(Value):
    """The options that all jobs of a run share; the fields are those of `aoc.model.Job`."""

    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    repeat: int | None = None
    effort: str = "steady"
    memory: int | None = None
    verbose: bool = False
    params: tuple[tuple[str, str], ...] = ()
    keeps_bytecode: bool = True
    debugs: bool = False


def pair_up(project: Project, puzzles: Iterable[Puzzle], solvers: Sequence[Solver]) -> Pairs:
    """Return puzzles with their solvers; the project's own one solves those with a module."""
    return [
        (puzzle, solver)
        for puzzle in puzzles
        for solver in solvers
        if solver.entry or project.has_day(puzzle)
    ]


def make_jobs(
    project: Project,
    pairs: Pairs,
    inputs_of: Callable[[Puzzle], Iterable[Input]],
    options: JobOptions,
) -> Iterator[Job]:
    """Yield the jobs of a run, in the order in which their results are shown.

    The first job of a pair has the examples, and every input is a job of its own: a run on one
    cannot change the answers on another. An input is read for the job that has it. Raises the
    errors of `inputs_of`, such as `aoc.inputs.Inputs.of`.
    """
    shown = shown_path(project.root)
    seen_as = "" if shown == os.curdir else shown
    for puzzle, solver in pairs:
        about = (project.root, *puzzle, project.title_of(puzzle), solver.name)
        special = {"entry": solver.entry, "seen_as": seen_as, **options._asdict()}
        try:
            ways = [None] if solver.entry else project.sources(puzzle, options.parts)
        except UsageError as error:  # the other days run
            yield Job(*about, (Input("file", "", problem=str(error)),), **special)
            continue
        for source in inputs_of(puzzle):
            yield from map(Job(*about, (source,), **special).of_source, ways)


if sys.platform == "win32":
    from aoc.worker.windows_memory import machine_memory
else:
    from aoc.worker.posix_memory import machine_memory


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    return memory and memory // 2
