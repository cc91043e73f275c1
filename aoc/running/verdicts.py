"""The verdicts of results, and their order: that of their jobs, though these may end in another."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

from aoc.answers import is_same
from aoc.model import Result, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.running.local_executor import Update

__all__ = ["in_order", "judged"]

PartKey = tuple[int, int, str, int | None, str | None]
"""What tells a part or a variant of a solver from all others."""


def judged(result: Result, own: str | None = None) -> Result:
    """Return a result of a worker with its verdict.

    A variant is another way to the same answer: where that is not known, the part's `own` answer
    on the same input is expected of it.
    """
    expected = result.expected or (own if result.variant else None)
    if result.verdict is not Verdict.UNKNOWN or expected is None or result.answer is None:
        return result._replace(expected=expected)
    is_right = is_same(result.drawing or result.answer, expected)
    return result._replace(expected=expected, verdict=Verdict.PASS if is_right else Verdict.FAIL)


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
