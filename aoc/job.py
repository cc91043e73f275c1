"""What one worker process runs: a `Job`, with a `Source` for each of its inputs."""

from __future__ import annotations

from typing import Any, NamedTuple

from aoc.puzzle import Puzzle
from aoc.results import Result

__all__ = ["TESTS", "Job", "Source"]

TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Source(NamedTuple):
    """Where an input of a job comes from.

    `kind` is `examples`; `sample`, made up from `seed`; `text`, an input that is in `text`, with
    the answers that are known; or `refused`, where no solver may see the input, with the reason
    in `text`. An `optional` sample may be missing.
    """

    kind: str
    label: str = ""
    text: str = ""
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False


class Job(NamedTuple):
    """A solver's parts on inputs of one puzzle, done one after the other in one process.

    `root` is the folder of the project. `entry` is empty for the project's own days, else the
    entry point of a plugin, `module:function`, and `packages` are those that the plugin consists
    of. Without `variants`, only the parts themselves run; `all` means every variant besides, and
    names mean those variants. `memory` limits what the solver may take, in bytes. Each call is
    timed `repeat` times and the fastest counts (`None`: as often as `aoc.worker.measure` decides,
    more often if times are to be `steady`); a plugin is called once. `params` are values for
    keyword-only parameters of the parts, by name, as they were typed. The first `skip` parts are
    left out: they ran before.
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
    packages: tuple[str, ...] = ()
    repeat: int | None = None
    steady: bool = True
    memory: int | None = None
    verbose: bool = False
    params: tuple[tuple[str, str], ...] = ()
    skip: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def result(self, **fields: Any) -> Result:
        """Return a result of this job's puzzle and solver, with the other fields filled in."""
        fields = {"variant": None, "input": None, "part": None} | fields
        return Result(self.year, self.day, self.title, self.solver, **fields)

    def without_tests(self) -> Job:
        """Return the job without what comes from the tests of the day."""
        kept = (s for s in self.sources if s.kind not in ("examples", "sample"))
        return self._replace(sources=tuple(kept))

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Return the job that a list from JSON stands for."""
        job = cls(*fields)
        return job._replace(sources=tuple(Source(*source) for source in fields[5]))
