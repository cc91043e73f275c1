"""The jobs of a run, and their results in the order of the jobs, though these may end in another.

A run consists of every chosen solver on every chosen puzzle and its inputs. There may be a hundred
thousand jobs, so they are made one by one, as they are started.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from aoc.model import Job, Puzzle, Result, Source, Verdict
from aoc.project import Project, shown_path
from aoc.registry import Solver, has_module, title_of
from aoc.running.local_executor import Update

__all__ = ["JobOptions", "Pairs", "half_of_memory", "in_order", "make_jobs", "pair_up"]

Pairs = Sequence[tuple[Puzzle, Solver]]
"""Each puzzle with a solver of it, in the order in which they run."""


class JobOptions(NamedTuple):
    """What all jobs of a run have in common; the fields are those of `aoc.model.Job`."""

    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    repeat: int | None = None
    effort: str = "steady"
    memory: int | None = None
    verbose: bool = False
    params: tuple[tuple[str, str], ...] = ()
    keeps_bytecode: bool = True
    debugs: bool = False


def pair_up(project: Project, puzzles: Iterable[Puzzle], solvers: Sequence[Solver]) -> Pairs:
    """Return puzzles with their solvers; the project's own one solves what has a module."""
    return [
        (puzzle, solver)
        for puzzle in puzzles
        for solver in solvers
        if solver.entry or has_module(project.root, puzzle)
    ]


def make_jobs(
    project: Project,
    pairs: Pairs,
    sources_of: Callable[[Puzzle], Iterable[Source]],
    options: JobOptions,
) -> Iterator[Job]:
    """Yield the jobs of a run, in the order in which their results are shown.

    The first job of a pair has the examples, and every input is a job of its own: what has run on
    one cannot change the answers on another. An input is read for the job that has it. Raises what
    `sources_of` raises, such as `aoc.inputs.Inputs.sources`.
    """
    shown = shown_path(project.root)
    seen_as = "" if shown == os.curdir else shown
    for puzzle, solver in pairs:
        about = (project.root, *puzzle, title_of(project.root, puzzle), solver.name)
        special = {"entry": solver.entry, "seen_as": seen_as, **options._asdict()}
        for source in sources_of(puzzle):
            yield Job(*about, (source,), **special)


if sys.platform == "win32":
    from aoc.worker.windows import machine_memory
else:
    from aoc.worker.posix import machine_memory


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    return memory and memory // 2


PartKey = tuple[int, int, str, int | None, str | None]
"""What tells a part or a variant of a solver from all others."""


def in_order(updates: Iterable[Update]) -> Iterator[Result]:
    """Yield results in the order of their jobs, each as soon as those before it are there.

    A solver that cannot be loaded is reported once, not with every input. A part that returned
    `None` on an example with a known answer is wrong if it answers on another input: on another
    example, or on the input of the next job.
    """
    order = ResultOrder()
    for update in updates:
        order.take(update)
        yield from order.results()
    yield from order.results(is_over=True)


class ResultOrder:
    """Holds results until those before them are there, and until they can be judged."""

    def __init__(self) -> None:
        self.waiting: dict[int, deque[Result]] = defaultdict(deque)
        self.done: set[int] = set()
        self.current = 0
        self.answered: set[PartKey] = set()
        self.unloadable: set[tuple[object, ...]] = set()

    def take(self, update: Update) -> None:
        """Take a result of a job, or its end."""
        number, result = update
        if result is None:
            self.done.add(number)
            return
        self.waiting[number].append(result)
        if result.answer is not None:
            self.answered.add(key_of(result))

    def results(self, *, is_over: bool = False) -> Iterator[Result]:
        """Yield the results that are next; no other will come if the run is over."""
        while True:
            queue = self.waiting[self.current]
            while queue:
                result = self.judged(queue[0], is_over=is_over)
                if result is None:
                    return
                queue.popleft()
                if self.is_news(result):
                    yield result
            if self.current not in self.done:
                return
            self.done.remove(self.current)
            del self.waiting[self.current]
            self.current += 1

    def judged(self, result: Result, *, is_over: bool) -> Result | None:
        """Return a result with its verdict; `None` if that depends on what is still to come."""
        is_example = result.input_kind == "example" and result.expected is not None
        if result.verdict is not Verdict.SKIPPED or not is_example:
            return result
        if key_of(result) in self.answered:
            reason = f"returned None, expected {result.expected}"
            return result._replace(verdict=Verdict.FAIL, reason=reason)
        others = self.waiting.get(self.current + 1, ())
        is_last = any(one.input_kind == "example" for one in others)
        is_known = is_last or self.current + 1 in self.done or is_over
        return result if self.current in self.done and is_known else None

    def is_news(self, result: Result) -> bool:
        """Return whether a result was not reported with another input already."""
        if result.input is not None or result.part is not None:
            return True
        about = (result.year, result.day, result.solver, result.error and result.error.message)
        is_known = about in self.unloadable
        self.unloadable.add(about)
        return not is_known


def key_of(result: Result) -> PartKey:
    """Return what tells a part or a variant of a solver from all others."""
    return result.year, result.day, result.solver, result.part, result.variant
