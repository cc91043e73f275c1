"""Jobs: a solver of a puzzle, its inputs, and the options of the run."""

# Without `from __future__ import annotations`: a NamedTuple compiles each annotation that is text,
# which took 2 ms of a warm run.

import os
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from aoc.model.inputs import Input
from aoc.model.puzzles import Puzzle
from aoc.text import as_json

if TYPE_CHECKING:
    from aoc.model.results import Outcome

TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Unit(NamedTuple):
    """A unit of a job, which has one result: parsing an input, a part or a variant on it.

    `input_number` counts the inputs of the job from 0. Without a `part`, the input is parsed;
    without a `variant`, it is the part itself.
    """

    input_number: int
    part: int | None = None
    variant: str | None = None


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
    waits: bool = False
    """Whether calls are repeated only when no other worker looks for answers, which would disturb
    them. So a single day has its answers as soon as can be, and its times at rest."""
    is_fresh: bool = False
    """Whether the worker is a fresh interpreter, with hashes and addresses of its own."""
    tells_calls: bool = False
    """Whether results say how many calls were timed."""

    @classmethod
    def steady(cls) -> Self:
        """Return the timing of one day: two runs of the program show the same times."""
        # Somebody looks at each time, so that calls of up to half a second are made three times.
        return cls(
            seconds=1e-3,
            long=0.5,
            fewest=3,
            repeats_examples=True,
            waits=True,
        )

    @classmethod
    def quick(cls) -> Self:
        """Return the timing of many days: it gives times like a run of one day."""
        # Twice even up to 50 ms, as the first call may pay for a lazy import.
        return cls(
            seconds=1e-3,
            long=0.05,
            fewest=2,
        )

    @classmethod
    def brief(cls) -> Self:
        """Return the timing of many inputs, whose times are looked at together."""
        # There may be hundreds of runs, and nobody looks at one time alone.
        return cls.quick()._replace(seconds=2e-4)

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
            tells_calls=True,
        )


class Task(StrEnum):
    """What a worker does with the inputs of a job."""

    SOLVE = "solve"
    READ = "read"
    """Nothing but reading or making the inputs: the results have their texts."""
    SHOW = "show"
    """Make the frames of the shows of the parts, on the first input that each part has."""


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
    task: Task = Task.SOLVE
    memory: int | None = None
    params: tuple[tuple[str, str], ...] = ()
    verbose: bool = False
    """Whether the solver's log messages are shown."""
    profiles: bool = False
    """Whether parts are profiled; the times then say nothing."""
    debugs: bool = False
    """Whether the worker has the terminal, and a debugger opens where a solver fails."""
    shares_process: bool = False
    """Whether variants run one after the other in the same process, as for fuzzing; else each
    variant has a process of its own, as the parts themselves have."""
    reports_parse: bool = True
    """Whether parsing has a result of its own."""
    keeps_bytecode: bool = True
    """Whether bytecode is kept. Python takes it for current also where the file was saved again
    within a second, with the same size."""

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """Return the options that came as JSON by name. Raises as `Job.from_json`."""
        # JSON has no tuples and enums.
        typed = {
            "timing": Timing(**fields["timing"]),
            "parts": tuple(fields["parts"]),
            "variants": tuple(fields["variants"]),
            "task": Task(fields["task"]),
            "params": tuple((name, value) for name, value in fields["params"]),
        }
        return cls(**(fields | typed))


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
    owed: tuple[Unit, ...] = ()
    """The units left by an earlier worker, if there was one; without any, all are to be done."""
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
        if self.options.task is Task.SHOW:
            # Shows are functions of their own, also of a day that is a script.
            return ""
        if self.solver.command:
            return self.solver.name
        if self.layout:
            return self.layout.entry
        return self.solver.entry

    @property
    def file(self) -> str:
        """The path of the day, or of the shows beside it, as people see it."""
        day = f"days/year{self.puzzle.year}/day{self.puzzle.day:02d}.py"
        if self.layout:
            day = self.layout.file
        if self.options.task is Task.SHOW:
            # A day that is a package has its shows beside its folder.
            day = f"{day[:-3].removesuffix('/__init__')}_show.py"
        return self.shown(day)

    def shown(self, name: str) -> str:
        """Return the path of a file of the project as people see it."""
        if not self.seen_as:
            return name
        return os.path.normpath(os.path.join(self.seen_as, name))

    def input_of(self, outcome: "Outcome") -> Input | None:
        """Return the input of an outcome; `None` for an example, which only the worker has."""
        for job_input in self.inputs:
            if (job_input.kind, job_input.label) == (outcome.input_kind, outcome.input):
                return job_input
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the job as JSON by name, for a worker."""
        # What is known of an input stays here, where answers are judged: no solver shall find it.
        inputs = tuple(
            job_input._replace(expected=(None, None)) for job_input in self.inputs
        )
        fields: dict[str, Any] = as_json(self._replace(inputs=inputs))
        return fields

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """Return the job that the fields of `to_json` stand for.

        Raises `KeyError` or `TypeError` with the name of a field that is missing or unknown.
        """
        layout = None
        if fields["layout"]:
            layout = DayLayout(**fields["layout"])
        typed = {
            "puzzle": Puzzle(**fields["puzzle"]),
            "solver": Solver(**fields["solver"]),
            "inputs": tuple(Input.from_json(one) for one in fields["inputs"]),
            "options": JobOptions.from_json(fields["options"]),
            "layout": layout,
            "owed": tuple(Unit(**unit) for unit in fields["owed"]),
        }
        return cls(**(fields | typed))
