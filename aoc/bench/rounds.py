"""The rounds of a bench: in each, every side of a puzzle runs in a process of its own.

A side is the project's day, a variant of it, a solver of others, or the day at another commit,
which is checked out as long as it is needed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from aoc.errors import AocError
from aoc.files import git_output, run_git
from aoc.model import BENCH, Job, Outcome, Puzzle, Result, Source, Verdict
from aoc.project import OWN, Solver
from aoc.running.verdicts import judge
from aoc.worker.timing import LONG

if TYPE_CHECKING:
    from aoc.running.local_executor import Update

__all__ = ["BOTH", "PARSE", "Contest", "Rounds", "Side", "Timing", "find_commit", "worktree"]

PARSE, BOTH = "parse", "both parts"
"""What is timed, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""


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

    def job(self, contest: Contest, source: Source) -> Job:
        """Return the job of one process."""
        solver = self.solver
        return Job(
            self.root,
            *contest.puzzle,
            contest.title,
            solver.name,
            (source,),
            contest.parts,
            (self.variant,) if self.variant else (),
            solver.entry,
            repeat=1 if self.is_first_call else None,
            effort=BENCH,
            memory=contest.memory,
        )


class Contest(NamedTuple):
    """A puzzle with its input, and the sides that are measured on it.

    `memory` limits what a solver may take, in bytes.
    """

    puzzle: Puzzle
    title: str | None
    source: Source
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
        return self.is_first_call and self.what != BOTH and not self.printed and self.is_short

    @property
    def is_short(self) -> bool:
        """Whether each process could have made more calls."""
        return max(self.minima) <= LONG

    @property
    def busy(self) -> float | None:
        """How many times the minimum the median is, if that is too much; else `None`.

        Short first calls differ anyway.
        """
        if self.is_first_call and self.is_short:
            return None
        ratio = self.median / self.minimum if self.minimum else 1.0
        return ratio if ratio > BUSY else None


class Rounds:
    """Makes the jobs of a bench, one after the other, and takes their results.

    Sides take turns, A B A B, so that whatever changes on the machine meanwhile changes for all of
    them. A side with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has what came of them. Where no answer is known, that of the first process is
    expected of all others.
    """

    def __init__(self, contests: Sequence[Contest], processes: int) -> None:
        self.contests = contests
        self.processes = processes
        self.failures: list[Result] = []
        self.failed: set[tuple[Contest, Side]] = set()
        self.wrong: set[tuple[Contest, Side, int | None]] = set()
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

    def take(self, update: Update) -> None:
        """Take a result of a job."""
        if update.outcome is None:
            return
        result = judge(update.job, update.outcome)
        key = contest, side = self.started[update.number]
        if result.bad:
            if (*key, result.part) not in self.wrong:
                self.failures.append(self.explained(contest, result))
            self.wrong.add((*key, result.part))
            if result.verdict is Verdict.ERROR:
                self.failed.add(key)
        self.results[key][-1].append(result)
        if side.is_own and not side.variant and result.part and not result.bad:
            known = self.expected[contest]
            known[result.part - 1] = known[result.part - 1] or result.drawing or result.answer

    def placeholder(self, contest: Contest) -> Result:
        """Return a result that says no more than what a puzzle ran on."""
        source = contest.source
        job = contest.sides[0].job(contest, source)
        return judge(job, Outcome(input=source.label, input_kind=source.kind))

    def explained(self, contest: Contest, result: Result) -> Result:
        """Return a failure that says so if only this bench has found the expected answer."""
        part = result.part or 0
        if result.verdict is not Verdict.FAIL or contest.source.expected[part - 1]:
            return result
        answer = self.expected[contest][part - 1]
        return result._replace(reason=f"part {part} answered {answer} in the first process")

    def timings(self) -> list[Timing]:
        """Return the times of all that did not fail, contest by contest."""
        return [
            timing
            for contest in self.contests
            for side in contest.sides
            if (contest, side) not in self.failed
            for timing in timings_of(contest, side, self.results[contest, side])
            if (contest, side, timing.part) not in self.wrong
        ]


def timings_of(
    contest: Contest, side: Side, processes: Sequence[Sequence[Result]]
) -> Iterator[Timing]:
    """Yield the times of a side from the results of its processes."""
    if side.is_first_call or side.solver.entry:
        # One call of a plugin answers both parts: the first answer has its time.
        totals = [sum(result.seconds or 0.0 for result in results) for results in processes]
        answered = [one for one in processes[0] if one.part and one.seconds is not None]
        if answered:
            yield Timing(contest, side, BOTH, answered[0].part, totals)
        return
    for results in zip(*processes, strict=True):
        first = results[0]
        seconds = [result.seconds for result in results if result.seconds is not None]
        if len(seconds) == len(results):
            calls = min(result.calls or 1 for result in results)
            printed = any(result.output for result in results)
            what = f"part {first.part}" if first.part else PARSE
            yield Timing(contest, side, what, first.part, seconds, calls, printed)


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
