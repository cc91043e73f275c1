"""What a bench measures, and how long it took: sides of a contest, and the times of each."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from aoc.model import BENCH, Job, Puzzle, Source
from aoc.registry import OWN, Solver
from aoc.worker.measure import LONG

__all__ = ["BOTH", "PARSE", "Contest", "Side", "Timing"]

PARSE, BOTH = "parse", "both parts"
"""What is timed, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""


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


class Timing(NamedTuple):
    """The times of one thing on one side, in seconds: the least of each process, in their order.

    `part` is `None` for parse; for both parts, it is the first one that was answered. `calls` says
    how many were timed in the process with the fewest. `printed` says that a call prints.
    """

    contest: Contest
    side: Side
    what: str
    part: int | None
    minima: Sequence[float]
    calls: int = 1
    printed: bool = False

    @property
    def minimum(self) -> float:
        """The least time of all processes: what the call takes where nothing disturbs it."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def name(self) -> str:
        """What was timed, with its variant."""
        return f"{self.what} {self.side.variant}" if self.side.variant else self.what

    @property
    def is_first_call(self) -> bool:
        """Whether a process made the call once only, so that its time is that of a first call."""
        return self.calls == 1

    @property
    def keeps_state(self) -> bool:
        """Whether it was called once since it keeps something: a short call is made once only then.

        A plugin is not asked: it is called once in any case.
        """
        return self.is_first_call and self.what != BOTH and not self.printed and self.is_short

    @property
    def is_short(self) -> bool:
        """Whether each process could have made more calls."""
        return max(self.minima) <= LONG

    @property
    def busy(self) -> float | None:
        """How many times the minimum the median is, if that is too much; else `None`.

        Short first calls differ anyway.
        """
        if self.is_first_call and self.is_short:
            return None
        ratio = self.median / self.minimum if self.minimum else 1.0
        return ratio if ratio > BUSY else None
