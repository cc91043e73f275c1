"""Making the texts of a case smaller while two ways disagree on it in the same manner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from aoc.fuzzing.passes import BATCH, PASSES, remove_units
from aoc.fuzzing.trials import Case
from aoc.input_check import plain

__all__ = ["Shrinker"]

Shows = Callable[[Sequence[Case]], Sequence[bool]]
"""Says of each of some cases whether the ways disagree on it in the manner that is looked for."""


class TimeIsUpError(Exception):
    """There is no time for another test."""


class Shrinker:
    """Makes a case smaller, for some seconds at most.

    `shows` tests cases, `batch` of them at once; `show` is called with each smaller case. `found`
    are the cases that passed, each smaller than the one before; the first is the one to begin with.
    """

    def __init__(
        self,
        case: Case,
        shows: Shows,
        show: Callable[[Case], None],
        seconds: float,
        batch: int = BATCH,
    ) -> None:
        self.found = [case]
        self.shows = shows
        self.show = show
        self.seconds = seconds
        self.batch = batch
        self.seen: set[Case] = set()

    def run(self) -> None:
        """Make the case smaller until nothing helps, or the time is up."""
        self.deadline = monotonic() + self.seconds
        try:
            self.remove_texts()
            before = None
            while before != self.found[-1]:
                before = self.found[-1]
                for place in range(len(before)):
                    for shrink in PASSES:
                        shrink(self.found[-1][place], partial(self.test, place))
        except TimeIsUpError:
            return

    def remove_texts(self) -> None:
        """Remove texts before the last one."""
        *before, last = self.found[-1]

        def join(texts: Sequence[str]) -> Case:
            """Return the case with these texts before the last one."""
            return (*texts, last)

        remove_units(before, join, self.first)

    def test(self, place: int, texts: Sequence[str]) -> int | None:
        """Test the case with other texts in one place; return the first that passes, if any."""
        case = self.found[-1]
        return self.first([(*case[:place], plain(text), *case[place + 1 :]) for text in texts])

    def first(self, cases: Sequence[Case]) -> int | None:
        """Return which case is the first that passes, and note that it is the smallest so far."""
        for start in range(0, len(cases), self.batch):
            batch = [
                number
                for number, case in enumerate(cases[start : start + self.batch], start)
                if case not in self.seen and all(text.strip() for text in case)
            ]
            if monotonic() > self.deadline:
                raise TimeIsUpError
            self.seen.update(cases[number] for number in batch)
            shown = self.shows([cases[number] for number in batch]) if batch else ()
            for number, shows in zip(batch, shown, strict=True):
                if shows:
                    self.found.append(cases[number])
                    self.show(cases[number])
                    return number
        return None
