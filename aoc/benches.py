"""Benches: the sides of a puzzle, measured in turn, and which differences of times are no chance.

A side is the project's day, a variant of it, a solver of others, or the day at another commit,
which is checked out as long as it is needed. In each round, every side runs in a process of its
own.

H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
larger than the other", 1947; S. Holm, "A simple sequentially rejective multiple test procedure",
1979.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import comb
from statistics import median
from typing import NamedTuple

from aoc.errors import AocError
from aoc.files import git_output, run_git
from aoc.model import BENCH, Input, Job, Puzzle, Result, Verdict
from aoc.project import OWN, Solver
from aoc.worker.timing import LONG

PARSE, BOTH = "parse", "both parts"
"""What is timed, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""
FASTER, SLOWER, SAME = "faster", "slower", "no difference"
"""The verdicts of a comparison."""
CHANCE = 0.01
"""How likely at most any verdict of a bench but `no difference` may be chance."""
TINY = 1e-12
"""Seconds that stand for no time at all."""


class Side(NamedTuple):
    """A way to solve a puzzle: the days of the project, a variant, or what they are compared with.

    `root` is the folder of the project, which is another one for another commit. `name` is what
    people call it: `days`, a solver, or a commit as it was typed, whose full id is in `commit`.
    With `is_first_call`, every call is made once, to compare it with a solver plugin, which is
    called once, too.
    """

    root: str
    solver: Solver = Solver(OWN)
    name: str = OWN
    variant: str | None = None
    commit: str | None = None
    is_first_call: bool = False

    @property
    def is_own(self) -> bool:
        """Whether this is the project's own day as it is now, or a variant of it."""
        return self.name == OWN and not self.is_first_call

    def job(self, contest: Contest, source: Input) -> Job:
        """Return the job of one process."""
        about = (self.root, *contest.puzzle, contest.title, self.solver.name, (source,))
        variants = (self.variant,) if self.variant else ()
        repeat = 1 if self.is_first_call else None
        measured = (self.solver.entry, repeat, BENCH, contest.memory)
        return Job(*about, contest.parts, variants, *measured)


class Contest(NamedTuple):
    """A puzzle with its input, and the sides that are measured on it.

    `memory` limits what a solver may take, in bytes.
    """

    puzzle: Puzzle
    title: str | None
    source: Input
    sides: tuple[Side, ...]
    parts: tuple[int, ...] = (1, 2)
    memory: int | None = None


class Timing(NamedTuple):
    """The times of one thing on one side, in seconds: the least of each process, in their order.

    `part` is `None` for parse; for both parts, it is the first one that was answered. `calls` says
    how many were timed in the process with the fewest. `printed` says that a call prints.
    """

    contest: Contest
    side: Side
    what: str
    part: int | None
    minima: Sequence[float]
    calls: int = 1
    printed: bool = False

    @property
    def minimum(self) -> float:
        """The least time of all processes: what the call takes where nothing disturbs it."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def name(self) -> str:
        """What was timed, with its variant."""
        return f"{self.what} {self.side.variant}" if self.side.variant else self.what

    @property
    def is_first_call(self) -> bool:
        """Whether a process made the call once only, so that its time is that of a first call."""
        return self.calls == 1

    @property
    def keeps_state(self) -> bool:
        """Whether it was called once since it keeps something: a short call is made once only then.

        A plugin is not asked: it is called once in any case.
        """
        is_short = max(self.minima) <= LONG
        return self.is_first_call and self.what != BOTH and not self.printed and is_short

    @property
    def busy(self) -> float | None:
        """How many times the minimum the median is, if that is too much; else `None`.

        First calls differ anyway.
        """
        ratio = ratio_of(self.median, self.minimum)
        return ratio if ratio > BUSY and not self.is_first_call else None


class Rounds:
    """Makes the jobs of a bench, one after the other, and takes their results.

    Sides take turns, A B A B, so that whatever changes on the machine meanwhile changes for all of
    them. A side with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has the first result of each that failed. Where no answer is known, that of the first
    process is expected of all others.
    """

    def __init__(self, contests: Sequence[Contest], processes: int) -> None:
        self.contests = contests
        self.processes = processes
        self.failures: dict[tuple[Contest, Side, int | None], Result] = {}
        self.failed: set[tuple[Contest, Side]] = set()
        self.expected = {contest: [*contest.source.expected] for contest in contests}
        """The answers that are known by now to each contest."""
        self.started: list[tuple[Contest, Side]] = []
        """The contest and the side of each job, in the order of the jobs."""
        self.results: dict[tuple[Contest, Side], list[list[Result]]] = defaultdict(list)
        """The results of each process of a side."""

    @property
    def count(self) -> int:
        """How many jobs there are, if no side fails."""
        return self.processes * sum(len(contest.sides) for contest in self.contests)

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs; each has to be done before the next is asked for."""
        for contest in self.contests:
            for _ in range(self.processes):
                for side in contest.sides:
                    if (contest, side) not in self.failed:
                        self.started.append((contest, side))
                        self.results[contest, side].append([])
                        part1, part2 = self.expected[contest]
                        yield side.job(contest, contest.source._replace(expected=(part1, part2)))

    def take(self, number: int, result: Result) -> None:
        """Take a result of the job with a number, which counts from 0."""
        key = contest, side = self.started[number]
        if result.bad:
            self.failures.setdefault((*key, result.part), self.explained(contest, result))
            if result.verdict is Verdict.ERROR:
                self.failed.add(key)
        self.results[key][-1].append(result)
        if side.is_own and not side.variant and result.part and not result.bad:
            known = self.expected[contest]
            known[result.part - 1] = known[result.part - 1] or result.drawing or result.answer

    def explained(self, contest: Contest, result: Result) -> Result:
        """Return a failure that says so if only this bench has found the expected answer."""
        part = result.part or 0
        if result.verdict is not Verdict.FAIL or contest.source.expected[part - 1]:
            return result
        answer = self.expected[contest][part - 1]
        return result._replace(reason=f"part {part} answered {answer} in the first process")

    def timings(self) -> list[Timing]:
        """Return the times of all that did not fail, contest by contest."""
        found: list[Timing] = []
        for (contest, side), processes in self.results.items():
            if (contest, side) not in self.failed:
                times = timings_of(contest, side, processes)
                found += [one for one in times if (contest, side, one.part) not in self.failures]
        return found


def timings_of(contest: Contest, side: Side, runs: Sequence[Sequence[Result]]) -> Iterator[Timing]:
    """Yield the times of a side from the results of its processes."""
    if side.is_first_call or side.solver.entry:
        # One call of a plugin answers both parts: the first answer has its time.
        totals = [sum(result.seconds or 0.0 for result in results) for results in runs]
        answered = [one for one in runs[0] if one.part and one.seconds is not None]
        if answered:
            yield Timing(contest, side, BOTH, answered[0].part, totals)
        return
    for results in zip(*runs, strict=True):
        first = results[0]
        seconds = [result.seconds for result in results if result.seconds is not None]
        if len(seconds) == len(results):
            calls = min(result.calls or 1 for result in results)
            printed = any(result.output for result in results)
            what = f"part {first.part}" if first.part else PARSE
            yield Timing(contest, side, what, first.part, seconds, calls, printed)


class Comparison(NamedTuple):
    """What is compared: `subject` is faster or slower than `other`.

    `apart` is the share by which they have to differ. A time from the history was not measured in
    turn with the new one, so `since` says when it was, and more is asked for. `p` is the p-value,
    corrected for all comparisons of the bench.
    """

    subject: Timing
    other: Timing
    apart: float = 0.01
    since: str | None = None
    p: float = 1.0

    @property
    def ratio(self) -> float:
        """How many times the least time of the other the subject's is."""
        return ratio_of(self.subject.minimum, self.other.minimum)

    @property
    def speed(self) -> str:
        """The verdict, for which three things agree.

        The p-value leaves less than 1 % for chance. The ratio of the overall minima is far enough
        from 1: this is what the code itself takes, as anything that disturbs a call only makes it
        slower. And so is the ratio of the medians, on the same side: this is what the test is
        about, and one lucky process does not move it.
        """
        ratios = (self.ratio, ratio_of(self.subject.median, self.other.median))
        if self.p < CHANCE and min(ratios) > 1 + self.apart:
            return SLOWER
        if self.p < CHANCE and max(ratios) < 1 / (1 + self.apart):
            return FASTER
        return SAME


def ratio_of(seconds: float, other: float) -> float:
    """Return how many times one time is another one."""
    return max(seconds, TINY) / max(other, TINY)


def compared(pairs: Sequence[Comparison]) -> list[Comparison]:
    """Return all comparisons of a bench with their p-values.

    Each is that of the exact Mann-Whitney test over the minima of the processes, corrected for the
    number of comparisons.
    """
    chances = holm([mann_whitney(pair.subject.minima, pair.other.minima) for pair in pairs])
    return [pair._replace(p=p) for pair, p in zip(pairs, chances, strict=True)]


def can_decide(pairs: Sequence[Comparison]) -> bool:
    """Return whether there are enough processes to show a difference in any of so many pairs."""
    sizes = {(len(pair.subject.minima), len(pair.other.minima)) for pair in pairs}
    # The least p-value of all is where all values of one sample are larger.
    return any(len(pairs) * 2 / comb(one + other, one) < CHANCE for one, other in sizes)


def pairs_of(timings: Sequence[Timing]) -> Iterator[Comparison]:
    """Yield the pairs of a bench.

    A variant is compared with its part; the project's own day with another commit of it, part by
    part and variant by variant; and its first calls, all together, with those of a solver plugin.
    """
    own = {
        (one.contest, one.side.variant, one.what): one for one in timings if one.side.name == OWN
    }
    for timing in timings:
        is_own = timing.side.name == OWN
        same = own.get((timing.contest, None if is_own else timing.side.variant, timing.what))
        if same and same is not timing:
            yield Comparison(timing, same) if is_own else Comparison(same, timing)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how likely two samples of the same origin differ as much as these two, or more.

    It is the exact two-sided p-value of the U test: the share of all ways to choose as many values
    as `first` has, out of all values, whose sum of ranks is as far from its mean. Equal values have
    the mean of their ranks, which is exact too, where tables and the normal distribution are not.
    """
    values, size = sorted([*first, *second]), len(first)
    # Ranks from 1, doubled: so the mean of their sum is a whole number.
    ranks = {each: bisect_left(values, each) + bisect_right(values, each) + 1 for each in values}
    ways = ways_by_sum(tuple(ranks[each] for each in values), size)
    mean = size * (len(values) + 1)
    distance = abs(sum(ranks[each] for each in first) - mean)
    extreme = sum(number for total, number in ways.items() if abs(total - mean) >= distance)
    return extreme / comb(len(values), size)


@lru_cache(maxsize=64)
def ways_by_sum(ranks: tuple[int, ...], size: int) -> Mapping[int, int]:
    """Return, by their sum, in how many ways so many of some ranks can be chosen."""
    ways = [Counter({0: 1}), *(Counter[int]() for _ in range(size))]
    for rank in ranks:
        for count in range(size, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + rank] += number
    return ways[size]


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, by Holm's rule, in the order of `chances`.

    The chance that any of those below a limit is there by chance is below that limit.
    """
    corrected = [0.0] * len(chances)
    highest = 0.0
    for position, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, (len(chances) - position) * chances[index]))
        corrected[index] = highest
    return corrected


def find_commit(root: str, name: str) -> str | None:
    """Return the full id of the commit that a name means to git in the folder `root`, if any."""
    names = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return git_output(root, *names)


@contextmanager
def worktree(root: str, commit: str) -> Iterator[str]:
    """Check a commit out into a temporary folder for a block, and yield the project's folder there.

    `root` is the folder of the project. Raises `AocError` where git cannot do that.
    """
    inside = git_output(root, "rev-parse", "--show-prefix") or ""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="aoc-bench-"))
    try:
        # A hook of the repository could do anything, such as installing what the commit needs.
        no_hooks = ("-c", f"core.hooksPath={os.devnull}")
        done = run_git(root, *no_hooks, "worktree", "add", "--quiet", "--detach", folder, commit)
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or ["no reason"]
            raise AocError(f"git cannot check {commit[:8]} out into {folder}: {why[0]}")
        yield os.path.normpath(os.path.join(folder, inside))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        # git locks a worktree until all of it is there.
        run_git(root, "worktree", "unlock", folder)
        run_git(root, "worktree", "prune")
