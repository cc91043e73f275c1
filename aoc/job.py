"""What the runner hands to a worker: a `Job`, and the `Source` of each of its inputs."""

from __future__ import annotations

from typing import Any, NamedTuple

from aoc.puzzle import Puzzle
from aoc.results import Result

__all__ = ["TESTS", "Job", "Source"]

TESTS = "the tests"
"""What a worker says that it is busy with while it reads the tests of a day."""


class Source(NamedTuple):
    """Where an input of a job comes from.

    `kind` is `examples`; `sample`, made up from `seed`; `text`, given here with the answers
    that are known; or `refused`, for text that no solver is to see, with the reason in `text`.
    An `optional` sample may be missing.
    """

    kind: str
    label: str = ""
    text: str = ""
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False


class Job(NamedTuple):
    """What one worker does in one go: a solver's parts on the inputs of one puzzle.

    `entry` is empty for the project's own days, else the `module:function` of a plugin. No
    `variants` means the parts themselves, `all` means every variant besides, and names mean
    those variants. `memory` limits what the solver may take, in bytes; `repeat` is how often
    each call is timed, for the best to count (`None`: as
    `aoc.worker.parts` thinks fit). The first `skip` parts are left out: they ran before.
    """

    root: str
    year: int
    day: int
    title: str | None
    solver: str
    sources: tuple[Source, ...]
    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    entry: str = ""
    repeat: int | None = None
    memory: int | None = None
    verbose: bool = False
    skip: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def result(self, **fields: Any) -> Result:
        """Start a result of this job's puzzle and solver."""
        given = {"variant": None, "input": None, "part": None} | fields
        return Result(self.year, self.day, self.title, self.solver, **given)

    def without_tests(self) -> Job:
        """Leave out what comes from the tests of the day."""
        kept = (s for s in self.sources if s.kind not in ("examples", "sample"))
        return self._replace(sources=tuple(kept))

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Take a job back from the list that JSON made of it."""
        job = cls(*fields)
        return job._replace(sources=tuple(Source(*source) for source in fields[5]))
