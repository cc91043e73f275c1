"""The history of a bench: earlier times to compare with, and where the new ones are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aoc.bench.comparison import Pair
from aoc.bench.timing import Timing
from aoc.bench.worktree import find_commit
from aoc.errors import AocError, UsageError
from aoc.history.benches import BenchedRun, StoredBench, append_benches, find_benches
from aoc.history.commits import Commit, CommitQuestion
from aoc.history.machine import machine_key
from aoc.interrupts import held_back
from aoc.project import Project
from aoc.project_python import python_version

__all__ = ["BenchHistory"]

LAST = "last"
WEAKER = 0.05
"""By what share a time has to differ from an earlier one, which was not measured in turn with it:
the machine may be in another state, and Python of another patch version."""
PATIENCE = 10.0
"""Seconds to wait for git: a bench takes longer than that."""
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
        self.python = python_version()
        self.machine = machine_key(self.python)
        self.commit = CommitQuestion(project.root).answer(PATIENCE)
        self.baseline_commit: str | None = None
        if baseline not in (None, LAST):
            self.baseline_commit = find_commit(project.root, baseline or "")
            if self.baseline_commit is None:
                raise UsageError(
                    f"--baseline {baseline}: git knows no such commit in this project; name one, "
                    f"or write --baseline {LAST}"
                )

    def pairs(self, timings: Sequence[Timing]) -> list[Pair]:
        """Return the project's own times, each with that of the baseline, as far as there is one.

        A history that cannot be read is reported, and there are no pairs.
        """
        if self.baseline is None:
            return []
        own = [timing for timing in timings if timing.side.is_own]
        try:
            found = find_benches(self.root, own, self.machine, self.baseline_commit, self.notify)
        except AocError as error:
            self.notify(str(error))
            return []
        pairs = [
            Pair(timing, as_timing(timing, stored), WEAKER, stored.at)
            for timing, stored in zip(own, found, strict=True)
            if stored
        ]
        if len(pairs) < len(own):
            self.notify(self.missing_text(len(own) - len(pairs), len(own)))
        return pairs

    def missing_text(self, missing: int, count: int) -> str:
        """Return the sentence about times for which the history has no bench to compare with."""
        which = "bench" if self.baseline == LAST else f"bench of {self.baseline}"
        return (
            f"for {missing} of {count} times, the history has no {which} on this input, machine "
            "and version of Python, so they are not compared"
        )

    def append(self, timings: Sequence[Timing]) -> None:
        """Keep new times; a bench does not fail because of the history."""
        runs = []
        for commit in dict.fromkeys(filter(None, (timing.side.commit for timing in timings))):
            same = [timing for timing in timings if timing.side.commit == commit]
            runs.append(BenchedRun(Commit(commit, changed=False), same))
        # Last, so that these are the newest times.
        runs.append(BenchedRun(self.commit, [t for t in timings if is_of_project(t)]))
        try:
            with held_back():
                append_benches(self.root, self.python, self.machine, runs, self.notify)
        except AocError as error:
            self.notify(f"this bench is not in the history: {error}")


def is_of_project(timing: Timing) -> bool:
    """Return whether a time is kept with the commit that the project is at."""
    return not timing.side.commit and not timing.side.is_first_call


def as_timing(timing: Timing, stored: StoredBench) -> Timing:
    """Return a bench of the history as the time of the same."""
    name = stored.commit[:SHORT] + "+" * stored.changed if stored.commit else NO_COMMIT
    side = timing.side._replace(name=name, commit=stored.commit)
    return timing._replace(side=side, minima=stored.minima)
