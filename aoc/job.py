"""What one worker process runs: a `Job`, with a `Source` for each of its inputs."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from aoc.puzzles import Puzzle
from aoc.results import Result

__all__ = ["BENCH", "STEADY", "TESTS", "Job", "Showing", "Source", "UnitKey"]

UnitKey = tuple[int, int | None, str | None]
"""What tells a result of a job from the others: the number of the input, the part (`None` for
parse) and the variant."""
BENCH = "bench"
"""The effort of jobs that are measured for a bench."""
STEADY = "steady"
"""The effort of jobs whose times are looked at one by one."""
TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Source(NamedTuple):
    """Where an input of a job comes from.

    `kind` is `personal`, `file` or `stdin`, with the answers that are known; `examples`; `sample`
    or `small`, made up from `seed`, with a `text` once it is made; or `candidate`, a text that may
    be no input at all. No solver may see an input with a `problem`. What is made up may be missing
    if it is `optional`.
    """

    kind: str
    label: str = ""
    text: str | None = None
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False
    problem: str = ""

    @property
    def needs_tests(self) -> bool:
        """Whether the input, or whether it is one, depends on the tests of the day."""
        return not self.problem and (self.text is None or self.kind == "candidate")

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if self.text is None or self.kind == "candidate":
            return None
        from aoc.digest import digest_of

        return digest_of(self.text)


class Showing(NamedTuple):
    """How much of the shows of a day is made: what is beyond a limit is cut off.

    `frames` is how many frames each part may have, `every` that each Nth one is kept, and the last;
    `size` the bytes that they may take, compressed; `seconds` the time, `None` for no limit.
    """

    frames: int
    every: int = 1
    size: int = 64 << 20
    seconds: float | None = None


class Job(NamedTuple):
    """A solver's parts on inputs of one puzzle, done one after the other in one process."""

    root: str
    """The folder of the project."""
    year: int
    day: int
    title: str | None
    solver: str
    sources: tuple[Source, ...]
    parts: tuple[int, ...] = (1, 2)
    """The parts to run; without any, the inputs are only read."""
    variants: tuple[str, ...] = ()
    """The variants to run: `all` means every variant besides the parts themselves, an empty name
    the part itself. Without `variants`, only the parts themselves run."""
    entry: str = ""
    """The entry point of a plugin, `module:function`; empty for the project's own days."""
    repeat: int | None = None
    """How often each call is timed, of which the fastest counts; `None` leaves it to the `effort`.
    A plugin is called once."""
    effort: str = STEADY
    """How times are taken: `brief`, `quick` or `steady`; or `BENCH`, in a worker that is a fresh
    interpreter, where parse has a result of its own."""
    memory: int | None = None
    """The bytes that the solver may take."""
    verbose: bool = False
    """Whether what the solver logs is shown."""
    params: tuple[tuple[str, str], ...] = ()
    """Values for keyword-only parameters of the parts, by name, as they were typed."""
    owed: tuple[UnitKey, ...] = ()
    """What another worker has left to do, if one has begun; without any, all is to be done."""
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
    """Whether what was compiled is kept. Python takes it for current also where the file was saved
    again within a second, with the same size."""
    seen_as: str = ""
    """The folder of the project as people see it from where they stand; empty if they are there."""
    showing: Showing | None = None
    """If it is there, no part runs: frames are made by `show1` and `show2` of the `parts`, on the
    first of the sources that the day has. They are reports of their own, in no result."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def shown(self, name: str) -> str:
        """Return the path of a file of the project as people see it."""
        return os.path.normpath(os.path.join(self.seen_as, name)) if self.seen_as else name

    def result(self, **fields: Any) -> Result:
        """Return a result of this job's puzzle and solver, with the other fields filled in."""
        fields = {"variant": None, "input": None, "part": None} | fields
        return Result(self.year, self.day, self.title, self.solver, **fields)

    def with_input(self, result: Result) -> Result:
        """Return a result of this job with what is known of its input."""
        for source in self.sources:
            if (source.kind, source.label) == (result.input_kind, result.input):
                return result._replace(digest=result.digest or source.digest)
        return result

    def without_tests(self) -> Job:
        """Return the job without what comes from the tests of the day."""
        return self._replace(sources=tuple(one for one in self.sources if not one.needs_tests))

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Return the job that a list from JSON stands for."""
        job = cls(*fields)
        sources = tuple(Source(*source) for source in fields[5])
        return job._replace(
            sources=sources,
            showing=job.showing and Showing(*job.showing),
            owed=tuple((case, part, variant) for case, part, variant in job.owed),
        )
