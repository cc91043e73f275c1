"""Verdicts: outcomes are judged here, once, in the order of their jobs, whichever ends first."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator

from aoc.answers import is_same
from aoc.model import Job, Outcome, Result, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.running.local_executor import Update

__all__ = ["Fault", "in_order", "judge"]

PartKey = tuple[int, int, str, int | None, str | None]
"""What tells a part or a variant of a solver from all others."""
Fault = Callable[[Job, Outcome], str | None]
"""Returns why an answer is known to be wrong though the right one is not, or `None`."""


def judge(job: Job, outcome: Outcome, fault: str | None = None) -> Result:
    """Return the result of an outcome; with a `fault`, it is known to be wrong."""
    expected = outcome.expected
    verdict = Verdict.UNKNOWN
    if outcome.error:
        verdict = Verdict.ERROR
    elif fault is not None:
        verdict = Verdict.FAIL
    elif outcome.is_unsolved:
        verdict = Verdict.SKIPPED
    elif outcome.answer is not None and expected is not None:
        is_right = is_same(outcome.drawing or outcome.answer, expected)
        verdict = Verdict.PASS if is_right else Verdict.FAIL
    about = {"year": job.year, "day": job.day, "title": job.title, "solver": job.solver}
    digest = outcome.digest or job.digest_of(outcome)
    judged = {"digest": digest, "verdict": verdict, "reason": fault}
    return Result(**{**outcome._asdict(), **about, **judged})


def in_order(updates: Iterable[Update], fault: Fault | None = None) -> Iterator[Result]:
    """Yield results in the order of their jobs, each as soon as those before it are there.

    A solver that cannot be loaded is reported once, not with every input. A part that returned
    `None` on an example with a known answer is wrong if it answers on another input: on another
    example, or on the input of the next job. `fault` may know of other answers that are wrong.
    """
    order = ResultOrder(fault)
    for update in updates:
        order.take(update)
        yield from order.results()
    yield from order.results(is_over=True)


class ResultOrder:
    """Holds outcomes until those before them are there, and until they can be judged."""

    def __init__(self, fault: Fault | None) -> None:
        self.fault = fault
        self.waiting: dict[int, deque[tuple[Job, Outcome]]] = defaultdict(deque)
        self.done: set[int] = set()
        self.current = 0
        self.answered: set[PartKey] = set()
        self.unloadable: set[tuple[object, ...]] = set()

    def take(self, update: Update) -> None:
        """Take an outcome of a job, or its end."""
        number, job, outcome = update
        if outcome is None:
            self.done.add(number)
            return
        self.waiting[number].append((job, outcome))
        if outcome.answer is not None:
            self.answered.add(key_of(job, outcome))

    def results(self, *, is_over: bool = False) -> Iterator[Result]:
        """Yield the results that are next; no other will come if the run is over."""
        while True:
            queue = self.waiting[self.current]
            while queue:
                job, outcome = queue[0]
                if self.is_undecided(outcome, is_over=is_over) and not self.answers(*queue[0]):
                    return
                queue.popleft()
                if self.is_news(job, outcome):
                    yield judge(job, outcome, self.fault_of(job, outcome))
            if self.current not in self.done:
                return
            self.done.remove(self.current)
            del self.waiting[self.current]
            self.current += 1

    def is_undecided(self, outcome: Outcome, *, is_over: bool) -> bool:
        """Return whether what is still to come may show that an outcome is wrong."""
        if not is_missing(outcome) or is_over:
            return False
        others = self.waiting.get(self.current + 1, ())
        is_last = any(one.input_kind == "example" for _, one in others)
        return self.current not in self.done or not (is_last or self.current + 1 in self.done)

    def answers(self, job: Job, outcome: Outcome) -> bool:
        """Return whether a part has answered on some input."""
        return key_of(job, outcome) in self.answered

    def fault_of(self, job: Job, outcome: Outcome) -> str | None:
        """Return why an outcome is known to be wrong, if it is though no answer says so."""
        if is_missing(outcome) and self.answers(job, outcome):
            return f"returned None, expected {outcome.expected}"
        is_known = outcome.expected is not None and outcome.variant is None
        return None if is_known or self.fault is None else self.fault(job, outcome)

    def is_news(self, job: Job, outcome: Outcome) -> bool:
        """Return whether an outcome was not reported with another input already."""
        if outcome.input is not None or outcome.part is not None:
            return True
        about = (job.year, job.day, job.solver, outcome.error and outcome.error.message)
        is_known = about in self.unloadable
        self.unloadable.add(about)
        return not is_known


def is_missing(outcome: Outcome) -> bool:
    """Return whether a part has no answer to an example whose answer is known."""
    is_of_example = outcome.input_kind == "example" and outcome.expected is not None
    return is_of_example and outcome.is_unsolved


def key_of(job: Job, outcome: Outcome) -> PartKey:
    """Return what tells a part or a variant of a solver from all others."""
    return job.year, job.day, job.solver, outcome.part, outcome.variant
