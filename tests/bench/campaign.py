"""What all campaigns of attacks share: their arguments, their rounds, and what they print."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from tests.program import processes_with

PATIENCE = 30.0
"""Seconds in which a program has to end, with all that it started."""
POLL = 0.005
SHOWN = 200
"""Rounds between two lines of progress."""

Round = TypeVar("Round")


class Tally:
    """What came of the rounds so far: how each ended, and what went wrong."""

    def __init__(self) -> None:
        self.ends: Counter[str] = Counter()
        self.wrong: list[str] = []

    def add(self, about: str, fault: str) -> None:
        """Print and remember what went wrong in a round, if anything."""
        if fault:
            self.wrong.append(f"{about}: {fault}")
            print(self.wrong[-1], flush=True)

    def finish(self, rounds: str, seed: int) -> list[str]:
        """Print the summary of so many `rounds`, and return what went wrong."""
        ends = ", ".join(f"{number} {end}" for end, number in sorted(self.ends.items()))
        summary = f"{rounds}, seed {seed}: {len(self.wrong)} wrong ({ends})"
        print(summary, *self.wrong, sep="\n")
        return self.wrong


def with_progress(rounds: Sequence[Round]) -> Iterator[Round]:
    """Yield rounds, and print now and then how many are done."""
    for number, each in enumerate(rounds):
        if number % SHOWN == 0:
            print(f"{number} of {len(rounds)}", flush=True)
        yield each


def left_over(variable: str) -> str:
    """Wait until no process has a variable, as `NAME=value`; return which do not end, if any.

    Those are killed.
    """
    deadline = time.monotonic() + PATIENCE
    while left := processes_with(variable):
        if time.monotonic() > deadline:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            return f"left {left}"
        time.sleep(POLL)
    return ""


def run_campaign(campaign: Callable[[int, int], Sequence[str]], rounds: int) -> int:
    """Run a campaign with the arguments `[ROUNDS [SEED]]` of the program; return the exit code."""
    arguments = [*map(int, sys.argv[1:]), *(rounds, 0)[len(sys.argv) - 1 :]]
    return int(bool(campaign(*arguments)))
