"""Samples of what a thread does, taken by pyinstrument."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyinstrument.session import Session

__all__ = ["Sample", "Sampler"]

PAUSE = 4
"""How many times as long as a sample took no other is taken: with deep recursion, it takes long."""
TAKE = "_sample"
"""The method of pyinstrument that takes a sample."""
SETS_PROFILER = "the solver sets a profiler itself, and there can be only one"

Sample = tuple[list[str], float]
"""The frames at a moment, the outermost first, as pyinstrument writes them, and its seconds."""


class Sampler:
    """Takes samples of what this thread does in `with` blocks, until there is a `problem`.

    They are `interval` seconds apart, or more. `session` is the last one of pyinstrument.
    """

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.samples: list[Sample] = []
        self.session: Session | None = None
        self.problem: str | None = None
        self.pause_ends = 0.0

    def __enter__(self) -> Sampler:
        from pyinstrument import Profiler
        from pyinstrument.stack_sampler import get_stack_sampler

        self.profiler = Profiler(interval=self.interval, async_mode="disabled")
        sampler = get_stack_sampler()
        self.take = getattr(type(sampler), TAKE).__get__(sampler)
        setattr(sampler, TAKE, self.take_or_pause)
        if sys.getprofile() is not None:
            self.problem = SETS_PROFILER
        else:
            self.profiler.start()
            self.hook = sys.getprofile()
        return self

    def __exit__(self, *exception: object) -> None:
        if self.problem is None:
            if sys.getprofile() is not self.hook:
                self.problem = SETS_PROFILER
            self.session = self.profiler.stop()
            self.samples += self.session.frame_records

    def take_or_pause(self, *arguments: Any) -> None:
        """Take a sample, unless the last one took so long that the solver would stand still."""
        start = perf_counter()
        if start < self.pause_ends:
            return
        try:
            self.take(*arguments)
        except RecursionError:  # the solver has left too little room for it
            return
        end = perf_counter()
        self.pause_ends = end + PAUSE * (end - start)
