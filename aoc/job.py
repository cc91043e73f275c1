"""What one worker process runs: a `Job`, with a `Source` for each of its inputs."""

from __future__ import annotations

from typing import Any, NamedTuple

from aoc.puzzles import Puzzle
from aoc.results import Result

__all__ = ["BENCH", "TESTS", "Job", "Showing", "Source"]

BENCH = "bench"
"""The effort of jobs that are measured for a bench."""
TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Source(NamedTuple):
    """Where an input of a job comes from.

    `kind` is `examples`; `sample` or `small`, made up from `seed`; `text`, an input that is in
    `text`, with the answers that are known; `candidate`, a text that may be no input at all; or
    `refused`, where no solver may see the input, with the reason in `text`. What is made up may be
    missing if it is `optional`.
    """

    kind: str
    label: str = ""
    text: str = ""
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if self.kind != "text":
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
    packages: tuple[str, ...] = ()
    """The packages that the plugin consists of."""
    repeat: int | None = None
    """How often each call is timed, of which the fastest counts; `None` leaves it to the `effort`.
    A plugin is called once."""
    effort: str = "steady"
    """How times are taken: `brief`, `quick` or `steady`; or `BENCH`, in a worker that is a fresh
    interpreter, where parse has a result of its own."""
    memory: int | None = None
    """The bytes that the solver may take."""
    verbose: bool = False
    """Whether what the solver logs is shown."""
    params: tuple[tuple[str, str], ...] = ()
    """Values for keyword-only parameters of the parts, by name, as they were typed."""
    skip: int = 0
    """How many of the first parts are left out: they ran before."""
    tells_text: bool = False
    """Whether results have the text of their input."""
    profiles: bool = False
    """Whether parts are profiled; the times then say nothing."""
    keeps_bytecode: bool = True
    """Whether what was compiled is kept. Python takes it for current also where the file was saved
    again within a second, with the same size."""
    showing: Showing | None = None
    """If it is there, no part runs: frames are made by `show1` and `show2` of the `parts`, on the
    first of the sources that the day has. They are reports of their own, in no result."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def result(self, **fields: Any) -> Result:
        """Return a result of this job's puzzle and solver, with the other fields filled in."""
        fields = {"variant": None, "input": None, "part": None} | fields
        return Result(self.year, self.day, self.title, self.solver, **fields)

    def with_input(self, result: Result) -> Result:
        """Return a result of this job with what is known of its input."""
        for source in self.sources:
            if source.label and source.label == result.input:
                return result._replace(whole=True, digest=result.digest or source.digest)
        return result

    def without_tests(self) -> Job:
        """Return the job without what comes from the tests of the day."""
        kept = (source for source in self.sources if source.kind in ("text", "refused"))
        return self._replace(sources=tuple(kept))

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Return the job that a list from JSON stands for."""
        job = cls(*fields)
        sources = tuple(Source(*source) for source in fields[5])
        return job._replace(sources=sources, showing=job.showing and Showing(*job.showing))
