"""Verdicts: outcomes are judged here, once, in the order of their jobs, whichever ends first."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from aoc.model.answers import is_same, is_unreadable
from aoc.model.jobs import Job
from aoc.model.results import Outcome, Result, Verdict
from aoc.running.local_executor import Update

PartKey = tuple[int, int, str, int | None, str | None]
"""The key of a part or a variant: its year, day, solver, part and variant."""
Fault = Callable[[Job, Outcome], str | None]
"""Returns why an answer is known to be wrong though the right one is not, or `None`."""


def judge(job: Job, outcome: Outcome, fault: str | None = None) -> Result:
    """Return the result of an outcome; with a `fault`, it is known to be wrong."""
    expected = outcome.expected
    verdict = Verdict.UNKNOWN
    reason = fault or outcome.reason
    if outcome.error:
        verdict = Verdict.ERROR
    elif fault is not None:
        verdict = Verdict.FAIL
    elif outcome.is_unsolved:
        verdict = Verdict.SKIPPED
    elif outcome.answer is not None and expected is not None:
        answer = outcome.drawing or outcome.answer
        if is_same(answer, expected):
            verdict = Verdict.PASS
        elif is_unreadable(answer, expected):
            reason = f"its letters cannot be read, expected {expected}"
        else:
            verdict = Verdict.FAIL
    about = {"year": job.year, "day": job.day, "title": job.title, "solver": job.solver}
    known = {"digest": outcome.digest or job.digest_of(outcome), "reason": reason}
    return Result(**{**outcome._asdict(), **about, **known}, verdict=verdict)


def in_order(updates: Iterable[Update], fault: Fault | None = None) -> Iterator[Result]:
    """Yield results in the order of their jobs, each as soon as those before it are there.

    A solver that cannot be loaded is reported once, not with every input. A part that returned
    `None` on an example with a known answer is wrong if it answers on another input: on another
    example, or on the input of the next job. `fault` may know of other answers that are wrong.
    """
    waiting: defaultdict[int, deque[Update]] = defaultdict(deque)
    current = 0
    answered: set[PartKey] = set()
    unloadable: set[tuple[object, ...]] = set()

    def is_done(number: int) -> bool:
        return bool(waiting[number]) and waiting[number][-1].outcome is None

    for update in chain(updates, [None]):
        if update:
            waiting[update.number].append(update)
            if update.outcome and update.outcome.answer is not None:
                answered.add(key_of(update.job, update.outcome))
        while queue := waiting[current]:
            _, job, outcome = queue[0]
            if outcome is None:
                del waiting[current]
                current += 1
                continue
            reason = None
            is_known = outcome.input_kind == "example" and outcome.expected is not None
            if is_known and outcome.is_unsolved:
                if key_of(job, outcome) in answered:
                    reason = f"returned None, expected {outcome.expected}"
                elif update and not (is_done(current) and is_done(current + 1)):
                    break
            elif fault and (outcome.expected is None or outcome.variant):
                reason = fault(job, outcome)
            queue.popleft()
            if outcome.input is None and outcome.part is None:
                about = (
                    job.year,
                    job.day,
                    job.solver,
                    outcome.error and outcome.error.message,
                )
                if about in unloadable:
                    continue
                unloadable.add(about)
            yield judge(job, outcome, reason)


def key_of(job: Job, outcome: Outcome) -> PartKey:
    """Return the key of the part or variant that an outcome is of."""
    return job.year, job.day, job.solver, outcome.part, outcome.variant
