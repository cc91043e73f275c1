"""Benches: the candidates of a puzzle, measured in turn, and the comparisons of their times.

A candidate is the project's day, a variant of it, a solver of others, or the day at another commit,
which is checked out as long as it is needed. In each round, every candidate runs in a process of
its own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import comb
from statistics import median
from typing import NamedTuple

from aoc.errors import AocError
from aoc.git import git_output, run_git
from aoc.history.differences import (
    CHANCE,
    UNCLEAR,
    Difference,
    difference,
    ratio_of,
)
from aoc.model.inputs import Input
from aoc.model.jobs import DayLayout, Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.project.solvers import OWN

PARSE, BOTH = "parse", "both parts"
"""The timed calls, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""
LONGER = 3
"""How many times the usual rounds there are, at most, while the machine is busy."""
LONG = 1.0
"""Seconds from which on a first call takes hardly longer than another one."""


class Candidate(NamedTuple):
    """A way to solve a puzzle: the project's days, a variant, another solver or another commit.

    `root` is the folder of the project, which is another one for another commit. `name` is for
    people: `days`, a solver, or a commit as it was typed, whose full id is in `commit`.
    With `is_first_call`, every call is made once, to compare it with a solver plugin, which is
    called once, too. `layout` says how a day in a layout of its own runs.
    """

    root: str
    solver: Solver = Solver(OWN)
    name: str = OWN
    variant: str | None = None
    commit: str | None = None
    is_first_call: bool = False
    layout: DayLayout | None = None

    @property
    def answers_both(self) -> bool:
        """Whether one call answers both parts, or is compared with one that does."""
        entry = self.layout.entry if self.layout else self.solver.entry
        return bool(entry) or self.is_first_call

    @property
    def is_own(self) -> bool:
        """Whether this is the project's own day as it is now, or a variant of it."""
        return self.name == OWN and not self.is_first_call


class BenchmarkCase(NamedTuple):
    """A puzzle with its input, and the candidates that are measured on it.

    `memory` is the most that a solver may take, in bytes.
    """

    puzzle: Puzzle
    title: str | None
    input: Input
    candidates: tuple[Candidate, ...]
    parts: tuple[int, ...] = (1, 2)
    memory: int | None = None

    @property
    def most_comparisons(self) -> int:
        """How many comparisons there are, if no part or time is missing."""
        count = 0
        for candidate in self.candidates:
            if candidate.name == OWN and not candidate.variant:
                continue  # the one that others are compared with
            if candidate.answers_both:
                count += 1
            else:
                has_parse = not candidate.variant
                count += len(self.parts) + has_parse
        return count

    def job(self, candidate: Candidate, expected: Sequence[str | None]) -> Job:
        """Return the job of one process, of which these answers are expected."""
        part1, part2 = expected
        source = self.input._replace(expected=(part1, part2))
        repeat = 1 if candidate.answers_both else None
        options = JobOptions(
            Timing.bench(repeat),
            parts=self.parts,
            variants=(candidate.variant,) if candidate.variant else (),
            # Only what is timed is run: a variant has the parse of its part.
            reports_parse=candidate.variant is None,
            memory=self.memory,
        )
        return Job(
            root=candidate.root,
            puzzle=self.puzzle,
            title=self.title,
            solver=candidate.solver,
            inputs=(source,),
            options=options,
            layout=candidate.layout,
        )


class BenchTiming(NamedTuple):
    """The times of one thing of a candidate, in seconds: the least of each process, in their order.

    `part` is `None` for parse; for both parts, it is the first one that was answered. `calls` says
    how many were timed in the process with the fewest.
    """

    case: BenchmarkCase
    candidate: Candidate
    what: str
    part: int | None
    minima: Sequence[float]
    calls: int = 1

    @property
    def minimum(self) -> float:
        """The least time of all processes: that of a call which nothing disturbs."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def name(self) -> str:
        """The name of the timed call, with its variant."""
        variant = self.candidate.variant
        return f"{self.what} {variant}" if variant else self.what

    @property
    def is_first_call(self) -> bool:
        """Whether a process made the call once only, so that its time is that of a first call."""
        return self.calls == 1

    @property
    def is_busy(self) -> bool:
        """Whether the median is too far above the minimum; first calls differ anyway."""
        return not self.is_first_call and ratio_of(self.median, self.minimum) > BUSY


class Rounds:
    """Makes the jobs of a bench, one after the other, and takes their results.

    Candidates take turns, A B A B, so that whatever changes on the machine meanwhile changes for
    all of them. There are as many rounds as `processes`, and up to three times as many while the
    times of a puzzle show that the machine is busy; never because one candidate is faster. A
    candidate with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has the first result of each that failed. Where no answer is known, that of the first
    process is expected of all others.
    """

    def __init__(self, cases: Sequence[BenchmarkCase], processes: int) -> None:
        self.cases = cases
        self.processes = processes
        self.count = processes * sum(len(case.candidates) for case in cases)
        """How many jobs there are, as far as it is known, if nothing fails."""
        self.failures: dict[tuple[BenchmarkCase, Candidate, int | None], Result] = {}
        self.failed: set[tuple[BenchmarkCase, Candidate]] = set()
        self.expected = {case: [*case.input.expected] for case in cases}
        """The answers that are known by now to each case."""
        self.started: list[tuple[BenchmarkCase, Candidate]] = []
        """The case and the candidate of each job, in the order of the jobs."""
        self.results: dict[tuple[BenchmarkCase, Candidate], list[list[Result]]] = (
            defaultdict(list)
        )
        """The results of each process of a candidate."""

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs; each has to be done before the next is asked for."""
        for case in self.cases:
            for number in range(LONGER * self.processes):
                if number >= self.processes:
                    if not any(timing.is_busy for timing in self.timings_of(case)):
                        break
                    self.count += sum(
                        (case, one) not in self.failed for one in case.candidates
                    )
                for candidate in case.candidates:
                    if (case, candidate) not in self.failed:
                        self.started.append((case, candidate))
                        self.results[case, candidate].append([])
                        yield case.job(candidate, self.expected[case])

    def take(self, number: int, result: Result) -> None:
        """Take a result of the job with a number, which counts from 0."""
        key = case, candidate = self.started[number]
        if result.bad:
            self.failures.setdefault((*key, result.part), result)
            if result.verdict is Verdict.ERROR and key not in self.failed:
                self.failed.add(key)
                self.count -= max(0, self.processes - len(self.results[key]))
        self.results[key][-1].append(result)
        if (
            candidate.is_own
            and not candidate.variant
            and result.part
            and not result.bad
        ):
            known = self.expected[case]
            known[result.part - 1] = (
                known[result.part - 1] or result.outcome.drawing or result.answer
            )

    def timings(self) -> list[BenchTiming]:
        """Return the times of all that did not fail, case by case."""
        return [timing for case in self.cases for timing in self.timings_of(case)]

    def timings_of(self, case: BenchmarkCase) -> Iterator[BenchTiming]:
        """Yield the times on a case of all that did not fail."""
        for candidate in case.candidates:
            if (case, candidate) not in self.failed:
                for one in timings_of(case, candidate, self.results[case, candidate]):
                    if (case, candidate, one.part) not in self.failures:
                        yield one


def timings_of(
    case: BenchmarkCase, candidate: Candidate, runs: Sequence[Sequence[Result]]
) -> Iterator[BenchTiming]:
    """Yield the times of a candidate from the results of its processes."""
    if candidate.answers_both:
        # One call of a plugin answers both parts: the first answer has its time.
        totals = [sum(result.seconds or 0.0 for result in results) for results in runs]
        answered = [one for one in runs[0] if one.part and one.seconds is not None]
        if answered:
            yield BenchTiming(case, candidate, BOTH, answered[0].part, totals)
        return
    for results in zip(*runs, strict=True):
        first = results[0]
        seconds = [result.seconds for result in results if result.seconds is not None]
        if len(seconds) == len(results):
            calls = min(result.outcome.calls or 1 for result in results)
            what = f"part {first.part}" if first.part else PARSE
            yield BenchTiming(case, candidate, what, first.part, seconds, calls)


class Comparison(NamedTuple):
    """A `subject` that is faster or slower than `other`, or is not."""

    subject: BenchTiming
    other: BenchTiming
    difference: Difference

    @property
    def speed(self) -> str:
        """The verdict; a first call is not compared with repeated ones, unless it takes long."""
        sides = (self.subject, self.other)
        first_calls = [one.minimum for one in sides if one.is_first_call]
        if len(first_calls) == 1 and first_calls[0] < LONG:
            return UNCLEAR
        return self.difference.speed()


def compared(timings: Sequence[BenchTiming]) -> list[Comparison]:
    """Return all comparisons of a bench."""
    pairs = [*pairs_of(timings)]
    return [
        Comparison(one, other, difference(one.minima, other.minima, len(pairs)))
        for one, other in pairs
    ]


def pairs_of(
    timings: Sequence[BenchTiming],
) -> Iterator[tuple[BenchTiming, BenchTiming]]:
    """Yield the pairs of a bench.

    A variant is compared with its part; the project's own day with another commit of it, part by
    part and variant by variant; and its first calls, all together, with those of a solver plugin.
    """
    own = {
        (one.case, one.candidate.variant, one.what): one
        for one in timings
        if one.candidate.name == OWN
    }
    for timing in timings:
        is_own = timing.candidate.name == OWN
        same = own.get(
            (timing.case, None if is_own else timing.candidate.variant, timing.what)
        )
        if same and same is not timing:
            yield (timing, same) if is_own else (same, timing)


def processes_for(comparisons: int) -> int:
    """Return how many processes the test needs at least, so that it can find a difference at all.

    The least p-value is that of two samples that do not overlap. It has to be small enough for so
    many comparisons together.
    """
    processes = 1
    while comparisons * 2 / comb(2 * processes, processes) >= CHANCE:
        processes += 1
    return processes


def find_commit(root: str, name: str) -> str | None:
    """Return the full id of the commit that a name means to git in the folder `root`, if any."""
    names = (
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        f"{name}^{{commit}}",
    )
    return git_output(root, *names)


@contextmanager
def worktree(root: str, commit: str) -> Iterator[str]:
    """Check a commit out into a temporary folder for a block, and yield the project's folder there.

    `root` is the folder of the project. Raises `AocError` where git cannot do that.
    """
    inside = git_output(root, "rev-parse", "--show-prefix") or ""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="aoc-bench-"))
    try:
        options = without_filters(root)
        done = run_git(
            root, *options, "worktree", "add", "--quiet", "--detach", folder, commit
        )
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or ["no reason"]
            raise AocError(f"git cannot check {commit[:8]} out into {folder}: {why[0]}")
        yield os.path.normpath(os.path.join(folder, inside))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        # git locks a worktree until all of it is there.
        run_git(root, "worktree", "unlock", folder)
        run_git(root, "worktree", "prune")


def without_filters(root: str) -> list[str]:
    """Return the options with which git runs no filter or hook that the repository itself names.

    Those in the user's own configuration run. Raises `AocError` where the settings cannot be read.
    """
    listed = git_output(root, "config", "--list", "--show-scope", "--name-only", "-z")
    if listed is None:
        raise AocError(
            "git cannot list the settings of the repository: install a newer git"
        )
    words = iter(listed.split("\0"))
    options = []
    for scope, name in zip(words, words, strict=False):
        if scope not in ("local", "worktree") or not name.startswith(
            ("filter.", "hook.")
        ):
            continue
        if "=" in name:  # `-c` cannot set it
            raise AocError(
                f"the repository has the setting {name}: rename it without the `=`"
            )
        owner = name.rpartition(".")[0]
        options += ["-c", f"{name}=", "-c", f"{owner}.enabled=false"]
    return options
