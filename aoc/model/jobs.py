"""Jobs: a solver of a puzzle, its inputs, and how it is to be run and timed."""

from __future__ import annotations

import os
from typing import (
    Any,
)

from aoc.model.inputs import Input
from aoc.model.puzzles import (
    Puzzle,
)
from aoc.model.results import (
    Outcome,
)
from aoc.model.values import Value

UnitKey = tuple[int, int | None, str | None]
"""The key of a result in its job: the number of the input, the part (`None` for parse) and the
variant."""


BENCH = "bench"
"""The effort of jobs that are measured for a bench."""


STEADY = "steady"
"""The effort of jobs whose times are looked at one by one."""


TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Source(Value):
    """How a day is run that lies in a layout of its own, in a `file` of the project.

    It runs as a `script`, else `solver` is called, a function of the project as `module:function`,
    or else the functions with the names `part1` and `part2`. `part` is the only one that the file
    is for, or 0.
    """

    file: str
    part: int = 0
    run: str = ""
    solver: str = ""
    part1: str = "part1"
    part2: str = "part2"

    @property
    def name(self) -> str:
        """The name of a solver that answers both parts in one call; empty for functions."""
        return self.solver or (self.file if self.run else "")


class Job(Value):
    """A solver's parts on inputs of one puzzle, done one after the other in one process."""

    root: str
    """The folder of the project."""
    year: int
    day: int
    title: str | None
    solver: str
    inputs: tuple[Input, ...]
    parts: tuple[int, ...] = (1, 2)
    """The parts to run; without any, the inputs are only read."""
    variants: tuple[str, ...] = ()
    """The variants to run: `all` means every variant besides the parts themselves, an empty name
    the part itself. Without `variants`, only the parts themselves run."""
    entry: str = ""
    """The entry point of a plugin, `module:function`, or the name of a script; empty for days
    whose parts are called one by one."""
    repeat: int | None = None
    """How often each call is timed, of which the fastest counts; `None` leaves it to the `effort`.
    A plugin is called once."""
    effort: str = STEADY
    """How times are taken: `brief`, `quick` or `steady`; or `BENCH`, in a worker that is a fresh
    interpreter, where parse has a result of its own."""
    memory: int | None = None
    """The bytes that the solver may take."""
    verbose: bool = False
    """Whether the solver's log messages are shown."""
    params: tuple[tuple[str, str], ...] = ()
    """Values for keyword-only parameters of the parts, by name, as they were typed."""
    owed: tuple[UnitKey, ...] = ()
    """The units left by an earlier worker, if there was one; without any, all are to be done."""
    shares_process: bool = False
    """Whether variants run one after the other in the same process, as for fuzzing; else each
    variant has a process of its own, as the parts themselves have."""
    debugs: bool = False
    """Whether the worker has the terminal, and a debugger opens where a solver fails."""
    tells_text: bool = False
    """Whether results have the text of their input."""
    profiles: bool = False
    """Whether parts are profiled; the times then say nothing."""
    keeps_bytecode: bool = True
    """Whether bytecode is kept. Python takes it for current also where the file was saved again
    within a second, with the same size."""
    seen_as: str = ""
    """The path of the project from the user's current folder; empty if it is that folder."""
    showing: tuple[int, float | None] | None = None
    """If it is there, no part runs: frames are made by the shows of the `parts`, on the first of
    the inputs that the day has. They are reports of their own, in no result. The frames
    and the seconds are limits of each part; the frames beyond them are cut off."""

    source: Source | None = None
    """How the day runs, if it lies in a layout of its own."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def of_source(self, source: Source | None) -> Job:
        """Return the job of a day in a layout of its own; one with `None` lies in `days/`.

        The file of a part is for that part alone.
        """
        if source is None:
            return self
        parts = (source.part,) if source.part else self.parts
        return self._replace(source=source, entry=source.name, parts=parts)

    @property
    def file(self) -> str:
        """The path of the day, or of the shows beside it, as people see it."""
        day = (
            self.source.file
            if self.source
            else f"days/year{self.year}/day{self.day:02d}.py"
        )
        return self.shown(
            f"{day[:-3].removesuffix('/__init__')}_show.py" if self.showing else day
        )

    def shown(self, name: str) -> str:
        """Return the path of a file of the project as people see it."""
        return (
            os.path.normpath(os.path.join(self.seen_as, name)) if self.seen_as else name
        )

    def digest_of(self, outcome: Outcome) -> str | None:
        """Return the digest of the input of an outcome, if that is known here."""
        about = outcome.input_kind, outcome.input
        return next(
            (one.digest for one in self.inputs if (one.kind, one.label) == about), None
        )

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Return the job that a list from JSON stands for."""
        job = cls(*fields)
        return job._replace(
            inputs=tuple(Input(*one) for one in job.inputs),
            source=job.source and Source(*job.source),
            owed=tuple((case, part, variant) for case, part, variant in job.owed),
        )
