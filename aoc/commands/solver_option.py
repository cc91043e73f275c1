"""What `--solver` means: which solvers run, in which project, and on which puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from aoc.commands.days_argument import select_plugin_puzzles, select_runnable_puzzles
from aoc.errors import UsageError
from aoc.model import Job, Puzzle
from aoc.project import NoProjectError, Project, find_project
from aoc.registry import OWN, Solver, find_solvers

__all__ = ["SolverChoice", "choose_solvers"]


class SolverChoice(NamedTuple):
    """The solvers to run, and their project; outside of one, it is the current folder."""

    solvers: Sequence[Solver]
    project: Project
    in_project: bool = True

    @property
    def plugins(self) -> list[str]:
        """The names of the solvers that are plugins."""
        return [solver.name for solver in self.solvers if solver.entry]

    def select_puzzles(self, words: Sequence[str], year: int | None) -> list[Puzzle]:
        """Return the puzzles that DAYS means: a plugin solves those without a module as well.

        Raises `UsageError`.
        """
        select = select_plugin_puzzles if self.plugins else select_runnable_puzzles
        return select(self.project, words, year)

    def add_titles(self, jobs: Iterable[Job]) -> Iterable[Job]:
        """Return jobs with titles from cached pages for puzzles without a module."""
        return with_titles(jobs) if self.plugins else jobs


def choose_solvers(
    names: Sequence[str], variants: Sequence[str] = (), repeat: int | None = None
) -> SolverChoice:
    """Find the solvers of these names, and the project that they run in.

    `variants` and `repeat` are the options. Raises `NoProjectError` where the project's own days
    are to run outside of one, and `UsageError` for an unknown name, for variants of a plugin, and
    for `repeat` where there are plugins alone.
    """
    try:
        project, in_project = find_project(), True
    except NoProjectError:
        if not set(names) - {OWN}:
            raise
        project, in_project = Project(os.getcwd(), {}), False
    choice = SolverChoice(find_solvers(names), project, in_project)
    if variants and choice.plugins:
        raise UsageError(
            f"{choice.plugins[0]} has no variants: leave out --variant, or choose the solver {OWN}"
        )
    if repeat is not None and len(choice.plugins) == len(choice.solvers):
        raise UsageError(
            f"{choice.plugins[0]} is called once: leave out --repeat, or choose the solver {OWN}"
        )
    return choice


def with_titles(jobs: Iterable[Job]) -> Iterator[Job]:
    """Yield jobs with titles, from cached pages where they have none."""
    from aoc.site.cache import cached_title

    titles: dict[Puzzle, str | None] = {}
    for job in jobs:
        if job.title is None:
            if job.puzzle not in titles:
                titles[job.puzzle] = cached_title(job.puzzle)
            job = job._replace(title=titles[job.puzzle])
        yield job
