"""The sides of a bench: the ways to solve a puzzle that are measured in turn."""

from __future__ import annotations

from typing import NamedTuple

from aoc.job import BENCH, Job, Source
from aoc.puzzles import Puzzle
from aoc.registry import OWN, Solver

__all__ = ["Contest", "Side"]


class Side(NamedTuple):
    """A way to solve a puzzle: the days of the project, a variant, or what they are compared with.

    `root` is the folder of the project, which is another one for another commit. `name` is what
    people call it: `days`, a solver, or a commit as it was typed, whose full id is in `commit`.
    With `is_first_call`, every call is made once, to compare it with a solver plugin, which is
    called once, too.
    """

    root: str
    solver: Solver = Solver(OWN)
    name: str = OWN
    variant: str | None = None
    commit: str | None = None
    is_first_call: bool = False

    @property
    def is_own(self) -> bool:
        """Whether this is the project's own day as it is now, or a variant of it."""
        return self.name == OWN and not self.is_first_call

    def job(self, contest: Contest, source: Source) -> Job:
        """Return the job of one process."""
        solver = self.solver
        return Job(
            self.root,
            *contest.puzzle,
            contest.title,
            solver.name,
            (source,),
            contest.parts,
            (self.variant,) if self.variant else (),
            solver.entry,
            repeat=1 if self.is_first_call else None,
            effort=BENCH,
            memory=contest.memory,
        )


class Contest(NamedTuple):
    """A puzzle with its input, and the sides that are measured on it.

    `digest` is that of the input's text. `memory` limits what a solver may take, in bytes.
    """

    puzzle: Puzzle
    title: str | None
    source: Source
    digest: str
    sides: tuple[Side, ...]
    parts: tuple[int, ...] = (1, 2)
    memory: int | None = None
