"""Jobs: a solver of a puzzle, its inputs, and the options of the run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple, Self

from aoc.model.inputs import Input, InputKind
from aoc.model.puzzles import Puzzle

TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Step(NamedTuple):
    """A step of a job, which has one result: parsing an input, or a part or a variant on it.

    The input is known by its label and its kind. Without a `part`, it is parsed; without a
    `variant`, it is the part itself. Without any field, the solver is being loaded.
    """

    input: str | None = None
    input_kind: InputKind | None = None
    part: int | None = None
    variant: str | None = None
    is_guess: bool = False
    """Whether the answer that is expected on an example is a guess."""

    def is_after(self, other: Step) -> bool:
        """Return whether this is another step on the same input."""
        return self[:2] == other[:2] and self.part is not None


class Solver(NamedTuple):
    """A solver by its name.

    For a plugin, `entry` is its entry point, `module:function`; for a program of the settings,
    `command` is its command line. The project's own solver has neither.
    """

    name: str
    entry: str = ""
    command: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is the project's own solver."""
        return not self.entry and not self.command


SCRIPT = "script"
"""The way to run a day that is no command line."""


class DayLayout(NamedTuple):
    """How a day is run that lies in a layout of its own, in a `file` of the project.

    To `run` it is a `script`, with arguments as in `args`, or the command line of a program; else
    `solver` is called, a function of the project as `module:function`, or else the functions with
    the names `part1` and `part2`. `part` is the only one that it is run for, or 0.
    """

    file: str
    part: int = 0
    run: str = ""
    args: str = ""
    input: str = ""
    """The file of the project that a program reads its input from, if it is known."""
    solver: str = ""
    part1: str = "part1"
    part2: str = "part2"
    path: Sequence[str] = ()
    """Folders of the project that are searched for modules before all others."""
    parser: str = ""
    """The file of the day whose `parse` it takes, as it has none; empty if it takes the text."""

    @property
    def entry(self) -> str:
        """The name of a solver that answers both parts in one call; empty for functions."""
        if self.run:
            return self.solver or self.file
        return self.solver

    @property
    def is_program(self) -> bool:
        """Whether a command line runs it."""
        return self.run not in ("", SCRIPT)


class Timing(NamedTuple):
    """How the times of a job are taken: how often a call is repeated.

    A call is repeated for some `seconds`, or until it was made `fewest` times; but one that takes
    longer than `long` seconds is made once, and so is each where one is the `fewest`.
    """

    seconds: float
    long: float
    fewest: int
    repeats_examples: bool = False
    """Whether examples are timed as well; where many days run, they are only counted."""
    is_fresh: bool = False
    """Whether the worker is a fresh interpreter, with hashes and addresses of its own."""

    @classmethod
    def steady(cls) -> Self:
        """Return the timing of one day: two runs of the program show the same times."""
        # Somebody looks at each time, so that calls of up to half a second are made three times.
        return cls(seconds=1e-3, long=0.5, fewest=3, repeats_examples=True)

    @classmethod
    def quick(cls) -> Self:
        """Return the timing of many days: it gives times like a run of one day."""
        # Twice even up to 50 ms, as the first call may pay for a lazy import.
        return cls(seconds=1e-3, long=0.05, fewest=2)

    @classmethod
    def brief(cls) -> Self:
        """Return the timing of many inputs, whose times are looked at together."""
        # There may be hundreds of runs, and nobody looks at one time alone.
        return cls.quick()._replace(seconds=1e-4)

    @classmethod
    def once(cls) -> Self:
        """Return the timing of calls whose times nobody looks at."""
        return cls(seconds=0.0, long=0.0, fewest=1)

    @classmethod
    def bench(cls) -> Self:
        """Return the timing of a bench, which sees a difference of a few percent."""
        return cls(
            seconds=0.25,
            long=1.0,
            fewest=3,
            # Workers that are forks of one process have the same hashes and addresses, which may
            # be lucky ones for one of the solvers.
            is_fresh=True,
        )


SOLVES = "aoc.worker.job_run:JobRun"
READS = "aoc.worker.job_run:ReadRun"
"""The classes that do a job in its worker: run its solver, or only read or make its inputs."""


class JobOptions(NamedTuple):
    """The options that all jobs of a run share: made once, by the command.

    `memory` is the bytes that the solver may take, and `params` are values for keyword-only
    parameters of the parts, by name, as they were typed.
    """

    timing: Timing
    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    """The variants to run: `all` means every variant besides the parts themselves, an empty name
    the part itself. Without `variants`, only the parts themselves run."""
    runner: str = SOLVES
    """The class that does the job in its worker, as `module:class`: a room may have one."""
    memory: int | None = None
    params: tuple[tuple[str, str], ...] = ()
    verbose: bool = False
    """Whether the solver's log messages, and all of its output, are shown."""
    profiles: bool = False
    """Whether parts are profiled; the times then say nothing."""
    debugs: bool = False
    """Whether the worker has the terminal, and a debugger opens where a solver fails."""
    reports_parse: bool = True
    """Whether parsing has a result of its own."""
    keeps_bytecode: bool = True
    """Whether bytecode is kept. Python takes it for current also where the file was saved again
    within a second, with the same size."""


class Job(NamedTuple):
    """A solver's parts on inputs of one puzzle, done one after the other in one process.

    `root` is the folder of the project. `layout` says how the day runs, if it does not lie in
    `days/`.
    """

    root: str
    puzzle: Puzzle
    title: str | None
    solver: Solver
    inputs: tuple[Input, ...]
    options: JobOptions
    layout: DayLayout | None = None
    turn: int = 0
    """Which of the chosen variants it is for, in the order of the day; the part itself is first."""
    done: int = 0
    """How many of its steps an earlier worker has done."""
    timeout: float | None = None
    """Seconds that each step may take; without, there is no limit."""
    seen_as: str = ""
    """The path of the project from the user's current folder; empty if it is that folder."""

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts to run: a file that is for one part answers no other."""
        if self.layout and self.layout.part:
            # It is among the chosen parts, or the file would not run.
            return (self.layout.part,)
        return self.options.parts

    @property
    def entry(self) -> str:
        """The entry point of a plugin, `module:function`, or the name of a script or a program.

        Empty for days whose parts are called one by one.
        """
        if self.solver.command:
            return self.solver.name
        if self.layout:
            return self.layout.entry
        return self.solver.entry

    @property
    def file(self) -> str:
        """The path of the day as people see it."""
        day = f"days/year{self.puzzle.year}/day{self.puzzle.day:02d}.py"
        if self.layout:
            day = self.layout.file
        return self.shown(day)

    def shown(self, name: str) -> str:
        """Return the path of a file of the project as people see it."""
        if not self.seen_as:
            return name
        return os.path.normpath(os.path.join(self.seen_as, name))

    def input_of(self, step: Step) -> Input | None:
        """Return the input of a step; `None` for an example, which only the worker has."""
        for job_input in self.inputs:
            if (job_input.kind, job_input.label) == (step.input_kind, step.input):
                return job_input
        return None

    def without_answers(self) -> Self:
        """Return the job without what is known of its inputs: no solver shall find it.

        Answers are judged by who has made the job.
        """
        inputs = [job_input._replace(expected=(None, None)) for job_input in self.inputs]
        return self._replace(inputs=tuple(inputs))
