"""What all campaigns of attacks share: their arguments, their rounds, and what they print."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence

__all__ = ["Tally", "run_campaign"]


class Tally:
    """What came of the rounds so far: how each ended, and what went wrong."""

    def __init__(self) -> None:
        self.ends: Counter[str] = Counter()
        self.wrong: list[str] = []

    def add_wrong(self, text: str) -> None:
        """Print and remember what went wrong in a round."""
        self.wrong.append(text)
        print(text, flush=True)

    def finish(self, rounds: str, seed: int) -> list[str]:
        """Print the summary of so many `rounds`, and return what went wrong."""
        ends = ", ".join(f"{number} {end}" for end, number in sorted(self.ends.items()))
        summary = f"{rounds}, seed {seed}: {len(self.wrong)} wrong ({ends})"
        print(summary, *self.wrong, sep="\n")
        return self.wrong


def run_campaign(campaign: Callable[[int, int], Sequence[str]], rounds: int) -> int:
    """Run a campaign with the arguments `[ROUNDS [SEED]]` of the program; return the exit code."""
    arguments = [*map(int, sys.argv[1:]), *(rounds, 0)[len(sys.argv) - 1 :]]
    return int(bool(campaign(*arguments)))
