"""The history of a bench: earlier times to compare with, and where the new ones are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from aoc.benches import Comparison, Timing, find_commit
from aoc.errors import AocError, UsageError
from aoc.history.log import RunLog
from aoc.history.past_runs import Row, read_times
from aoc.program import python_version
from aoc.project import Project
from aoc.render.bench_json import bench_lines

LAST = "last"
WEAKER = 0.05
"""By what share a time has to differ from an earlier one, which was not measured in turn with it:
the machine may be in another state, and Python of another patch version."""
NO_COMMIT = "no commit"
SHORT = 8
"""Hex digits of a commit that are shown."""


class BenchHistory:
    """The benches in the history of a project, before and after this one.

    Made before anything is measured, so that the commit is that of the code that is measured.
    `notify` gets sentences for people. Raises `UsageError` for a `baseline` that is no commit.
    """

    def __init__(
        self, project: Project, baseline: str | None, notify: Callable[[str], None]
    ) -> None:
        self.root = project.root
        self.baseline = baseline
        self.notify = notify
        self.log = RunLog(project.root, python_version(), time.time())
        self.baseline_commit: str | None = None
        if baseline not in (None, LAST):
            self.baseline_commit = find_commit(project.root, baseline or "")
            if self.baseline_commit is None:
                raise UsageError(
                    f"--baseline {baseline}: git knows no such commit in this project; name one, "
                    f"or write --baseline {LAST}"
                )

    def pairs(self, timings: Sequence[Timing]) -> list[Comparison]:
        """Return the project's own times, each with that of the baseline, as far as there is one.

        A history that cannot be read is reported, and there are no pairs.
        """
        if self.baseline is None:
            return []
        own = [timing for timing in timings if timing.side.is_own]
        try:
            times = read_times(self.root, {timing.contest.puzzle for timing in own})
        except AocError as error:
            self.notify(str(error))
            return []
        newest = {about(bench): bench for bench in times if self.is_baseline(bench)}
        found = [(timing, newest.get(about_timing(timing))) for timing in own]
        pairs = [
            Comparison(timing, as_timing(timing, bench), WEAKER, bench.at)
            for timing, bench in found
            if bench
        ]
        if len(pairs) < len(own):
            self.notify(self.missing_text(len(own) - len(pairs), len(own)))
        return pairs

    def is_baseline(self, bench: Row) -> bool:
        """Return whether a time is that of a bench to compare with.

        Of a commit, exactly its files count.
        """
        is_right = self.baseline_commit is None or (
            bench.commit == self.baseline_commit and bench.changed is False
        )
        is_here = bench.machine == self.log.here.machine
        return bench.source == "bench" and is_here and is_right

    def missing_text(self, missing: int, count: int) -> str:
        """Return the sentence about times for which the history has no bench to compare with."""
        which = "bench" if self.baseline == LAST else f"bench of {self.baseline}"
        return (
            f"for {missing} of {count} times, the history has no {which} on this input, machine "
            "and version of Python, so they are not compared"
        )

    def append(self, timings: Sequence[Timing]) -> None:
        """Keep new times; a bench does not fail because of the history.

        First calls that another commit does not have were made to compare them, and are left out.
        """
        kept = [each for each in timings if each.side.commit or not each.side.is_first_call]
        try:
            lines = zip(bench_lines(kept, ()), kept, strict=True)
            self.log.add_benches(
                [line | {"kind": timing.contest.source.kind} for line, timing in lines]
            )
        except AocError as error:
            self.notify(f"this bench is not in the history: {error}")


def about(bench: Row) -> tuple[object, ...]:
    """Return what a bench is the bench of."""
    return bench.year, bench.day, bench.part, bench.solver, bench.variant, bench.digest


def about_timing(timing: Timing) -> tuple[object, ...]:
    """Return what a time is the time of."""
    contest, side = timing.contest, timing.side
    return (*contest.puzzle, timing.part, side.solver.name, side.variant, contest.source.digest)


def as_timing(timing: Timing, bench: Row) -> Timing:
    """Return a bench of the history as the time of the same."""
    name = bench.commit[:SHORT] + "+" * bool(bench.changed) if bench.commit else NO_COMMIT
    side = timing.side._replace(name=name, commit=bench.commit)
    return timing._replace(side=side, minima=bench.minima)
