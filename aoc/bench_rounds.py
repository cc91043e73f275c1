"""Benches: what is measured on a puzzle, in which order, and how times are compared.

A contender is the project's day, a variant of it, or the day at another commit. In each round,
every contender runs in a process of its own: A B A B, so that whatever changes on the machine
meanwhile changes for all of them.

H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
larger than the other", 1947; J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank
tests", 1963, for the interval that has all ratios which this test does not reject.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import comb, inf
from statistics import median
from typing import NamedTuple

from aoc.errors import AocError
from aoc.git import git_output, run_git
from aoc.model.inputs import Input
from aoc.model.jobs import DayLayout, Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.project.project import OWN
from aoc.render.format import part_name
from aoc.running.verdicts import Judge
from aoc.session import Session

PROCESSES = 10
"""How many processes measure each contender: the interval of up to 900 comparisons needs no more.
"""
FASTER, SLOWER, SAME, UNCLEAR = "faster", "slower", "same", "unclear"
"""The verdicts of a comparison."""
CHANCE = 0.01
"""The largest probability that any interval of a bench does not have the true ratio."""
APART = 1.01
"""The smallest ratio of times that counts as slower or faster."""
ALIKE = 1.05
"""Times are the same if one is certainly less than this many times the other."""
TINY = 1e-12
"""Seconds that stand for no time at all."""
TICK = 1.5e-7
"""Seconds by which times have to differ: one tick of a clock is no difference, and takes 1e-7 on
Windows and less elsewhere."""


class Contender(NamedTuple):
    """A way to solve a puzzle: the project's day, a variant of it, or the day at another commit.

    `root` is the folder of the project, which is another one for another `commit`, whose name is
    as it was typed. `layout` says how a day in a layout of its own runs.
    """

    root: str
    commit: str | None = None
    variant: str | None = None
    layout: DayLayout | None = None


@contextmanager
def checkout(root: str, commit: str) -> Iterator[str]:
    """Check a commit out into a temporary folder for a block, and yield the project's folder there.

    `root` is the folder of the project. Raises `AocError` where git cannot do that.
    """
    # The project may be a folder of a larger repository.
    inside = git_output(root, "rev-parse", "--show-prefix") or ""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="aoc-bench-"))
    add_worktree = ("worktree", "add", "--quiet", "--detach", folder, commit)
    try:
        done = run_git(root, *options_without_filters(root), *add_worktree)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            why = lines[-1] if lines else "no reason"
            raise AocError(f"git cannot check {commit[:8]} out into {folder}: {why}")
        yield os.path.normpath(os.path.join(folder, inside))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        # git locks a worktree until all of it is there; Ctrl-C may have come before.
        run_git(root, "worktree", "unlock", folder)
        run_git(root, "worktree", "prune")


def options_without_filters(root: str) -> list[str]:
    """Return the options with which git runs no filter or hook that the repository itself names.

    A repository from somebody else would run its programs on a checkout. Those in the user's own
    configuration run. Raises `AocError` where the settings cannot be read.
    """
    listed = git_output(root, "config", "--list", "--show-scope", "--name-only", "-z")
    if listed is None:
        raise AocError("git cannot list the settings of the repository: install a newer git")
    # The scope of each setting stands before its name: `local\0core.bare\0`.
    words = listed.split("\0")
    options = []
    for scope, name in zip(words[::2], words[1::2], strict=False):
        is_of_repository = scope in ("local", "worktree")
        if not is_of_repository or not name.startswith(("filter.", "hook.")):
            continue
        if "=" in name:
            # `-c` would take what is before it for the name, and not set this one.
            raise AocError(f"the repository has the setting {name}: rename it without the `=`")
        owner = name.rpartition(".")[0]
        options += ["-c", f"{name}=", "-c", f"{owner}.enabled=false"]
    return options


class BenchmarkCase(NamedTuple):
    """A puzzle with its input, and the contenders that are measured on it."""

    puzzle: Puzzle
    title: str | None
    input: Input
    contenders: Sequence[Contender]
    parts: tuple[int, ...] = (1, 2)

    def job(self, contender: Contender, expected: Sequence[str | None], memory: int | None) -> Job:
        """Return the job of one process, of which these answers are expected."""
        part1, part2 = expected
        options = JobOptions(
            Timing.bench(),
            parts=self.parts,
            variants=(contender.variant,) if contender.variant else (),
            # Only what is timed is run: a variant has the parse of its part.
            reports_parse=contender.variant is None,
            memory=memory,
        )
        return Job(
            root=contender.root,
            puzzle=self.puzzle,
            title=self.title,
            # What fails at a commit is shown with its name.
            solver=Solver(contender.commit or OWN),
            inputs=(self.input._replace(expected=(part1, part2)),),
            options=options,
            layout=contender.layout,
        )


class BenchTiming(NamedTuple):
    """The times of one call of a contender, in seconds: the least of each process, in their order.

    `part` is `None` for parse. `name` is that of the call. `is_first_call` says that a process made
    the call once only, so that its time is of a first call.
    """

    case: BenchmarkCase
    contender: Contender
    part: int | None
    name: str
    minima: Sequence[float]
    is_first_call: bool = False


class Comparison(NamedTuple):
    """How the times of a `subject` differ from those of an `other`, which it is compared with.

    `ratio` is the ratio of the least times, and `medians` that of the medians. `low` and `high` are
    the ends of the interval for the ratio: 0 and infinity for too many comparisons at once.
    """

    subject: BenchTiming
    other: BenchTiming
    ratio: float
    medians: float
    low: float
    high: float

    @property
    def is_of_commits(self) -> bool:
        """Whether the other is a commit, and not the part that a variant is compared with."""
        return self.other.contender.commit is not None

    @property
    def speed(self) -> str:
        """The verdict.

        For `faster` and `slower`, the interval does not have 1, and two ratios are far enough from
        1: that of the overall minima, which are the times of the code, as anything that disturbs a
        call only makes it slower; and that of the medians, which one lucky process does not move.
        For `same`, the interval excludes a difference that matters, or that any clock can tell.
        """
        if self.subject.is_first_call != self.other.is_first_call:
            return UNCLEAR
        furthest = max(abs(self.low - 1), abs(self.high - 1))
        if furthest * median(self.other.minima) < TICK:
            return SAME
        if self.low > 1 and min(self.ratio, self.medians) > APART:
            return SLOWER
        if self.high < 1 and max(self.ratio, self.medians) < 1 / APART:
            return FASTER
        if self.low > 1 / ALIKE and self.high < ALIKE:
            return SAME
        return UNCLEAR


class Rounds:
    """Runs the rounds of a case and takes their results.

    A contender with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has the first result of each that failed. Where no answer is known, that of the first
    process is expected of all others.
    """

    def __init__(self, case: BenchmarkCase) -> None:
        self.case = case
        self.expected = list(case.input.expected)
        """The answers that are known by now."""
        self.started: list[Contender] = []
        """The contender of each job, in the order of the jobs."""
        self.results: dict[tuple[Contender, int | None], list[Result]] = {}
        self.failures: dict[tuple[Contender, int | None], Result] = {}
        self.ended: set[Contender] = set()
        """Those with an error."""

    def run(self, session: Session) -> None:
        """Run all rounds: one process at a time."""
        judge = Judge()
        with session.executor() as executor:
            # Each result is taken before the next job is made.
            for number, job, outcome, *_ in executor.run(self.jobs(session.memory)):
                if outcome:
                    self.take(self.started[number], judge.result(number, job, outcome))

    def jobs(self, memory: int | None = None) -> Iterator[Job]:
        """Yield the jobs; each has to be done before the next is asked for."""
        for _ in range(PROCESSES):
            for contender in self.case.contenders:
                if contender not in self.ended:
                    self.started.append(contender)
                    yield self.case.job(contender, self.expected, memory)

    def take(self, contender: Contender, result: Result) -> None:
        """Take a result of a contender."""
        key = (contender, result.part)
        if result.bad:
            self.failures.setdefault(key, result)
            if result.verdict is Verdict.ERROR:
                self.ended.add(contender)
            return
        self.results.setdefault(key, []).append(result)
        is_part_itself = not contender.commit and not contender.variant
        if result.part and is_part_itself and self.expected[result.part - 1] is None:
            answer = result.outcome.drawing or result.answer
            self.expected[result.part - 1] = answer

    def timings(self) -> list[BenchTiming]:
        """Return the times of parse and of each part, of all that every process has solved."""
        timings = []
        for (contender, part), results in self.results.items():
            seconds = [result.seconds for result in results if result.seconds is not None]
            if len(seconds) < PROCESSES:
                continue
            # A script answers both parts in one call.
            name = results[0].outcome.time_of or part_name(part, contender.variant)
            is_first_call = any(result.outcome.first_call for result in results)
            timings.append(BenchTiming(self.case, contender, part, name, seconds, is_first_call))
        return timings


def compare_all(timings: Sequence[BenchTiming]) -> list[Comparison]:
    """Return all comparisons of a bench.

    A variant is compared with its part, and the project's own day with another commit of it, part
    by part and variant by variant.
    """
    own_timings = {}
    for timing in timings:
        if timing.contender.commit is None:
            key = (timing.case.puzzle, timing.contender.variant, timing.part)
            own_timings[key] = timing
    pairs = []
    for timing in timings:
        variant = timing.contender.variant
        if timing.contender.commit is None:
            part = own_timings.get((timing.case.puzzle, None, timing.part))
            if part and variant:
                pairs.append((timing, part))
        else:
            own = own_timings.get((timing.case.puzzle, variant, timing.part))
            # The project may lack a variant that another commit has.
            if own:
                pairs.append((own, timing))
    # The more there are, the more likely one of them differs by chance.
    return [compare(subject, other, len(pairs)) for subject, other in pairs]


def compare(subject: BenchTiming, other: BenchTiming, together: int) -> Comparison:
    """Compare two times, which have as many processes; one of so many comparisons `together`.

    The interval has all ratios that the exact test by Mann and Whitney does not reject, and the
    ratio of the minima, which one lucky process may have moved out of it.
    """
    ratio = ratio_of(min(subject.minima), min(other.minima))
    ratios = []
    for seconds in subject.minima:
        ratios += [ratio_of(seconds, other_seconds) for other_seconds in other.minima]
    ratios.sort()
    # For too many comparisons, any ratio may be the true one.
    low = 0.0
    high = inf
    outside = ratios_outside(len(subject.minima), CHANCE / together)
    if outside:
        low = min(ratio, ratios[outside - 1])
        high = max(ratio, ratios[-outside])
    medians = ratio_of(median(subject.minima), median(other.minima))
    return Comparison(subject, other, ratio, medians, low, high)


def ratio_of(seconds: float, other: float) -> float:
    """Return how many times another time a time is."""
    return max(seconds, TINY) / max(other, TINY)


@lru_cache
def ratios_outside(size: int, chance: float) -> int:
    """Return which of all sorted ratios of two samples of a size is the end of the interval.

    Counted from either side, it is the last one for which a true ratio beyond it has at most half
    of the `chance`; 0 for none.
    """
    # In how many ways so many of all ranks can be chosen, by their sum.
    choices = [Counter[int]() for _ in range(size + 1)]
    choices[0][0] = 1
    for rank in range(2 * size):
        # From the largest choice down, so that no rank is chosen twice.
        for count in range(size, 0, -1):
            for total, number in choices[count - 1].items():
                choices[count][total + rank] += number
    least = min(choices[size])
    left = chance / 2 * comb(2 * size, size) - choices[size][least]
    place = 0
    while left >= 0:
        place += 1
        left -= choices[size][least + place]
    return place
