"""The rounds of a bench: in each, every side of a puzzle runs in a process of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from aoc.bench.timing import BOTH, PARSE, Contest, Side, Timing
from aoc.model import Job, Result, Verdict
from aoc.running.local_executor import Update

__all__ = ["Rounds"]

Key = tuple[Contest, Side]


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
        self.failed: set[Key] = set()
        self.wrong: set[tuple[Contest, Side, int | None]] = set()
        self.expected = {contest: [*contest.source.expected] for contest in contests}
        """The answers that are known by now to each contest."""
        self.started: list[Key] = []
        """The contest and the side of each job, in the order of the jobs."""
        self.results: dict[Key, list[list[Result]]] = defaultdict(list)
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
        result = update.result
        if result is None:
            return
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
        return job.with_input(job.result(input=source.label, input_kind=source.kind))

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
