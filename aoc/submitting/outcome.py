"""What came of handing an answer in: an `Outcome`; and what a run offers to hand in: an `Offer`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from aoc.puzzle import Puzzle

__all__ = ["Offer", "Offers", "Outcome", "What"]


class What(StrEnum):
    """What became of an answer: the verdict of the site, or else why there is none.

    The values up to `UNKNOWN` are those of `aoc.submitting.replies.Said`.
    """

    RIGHT = "right"
    WRONG = "wrong"
    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SOMEONE_ELSES = "someone else's"
    TOO_SOON = "too soon"
    WRONG_PART = "wrong part"
    UNKNOWN = "unknown"
    LOST = "lost"
    SOLVED = "solved"
    SOLVED_OTHERWISE = "solved otherwise"
    NO_PUZZLE = "no puzzle"
    CLOSED = "closed"
    NO_ANSWER = "no answer"
    TRIED = "tried"
    OUT_OF_BOUNDS = "out of bounds"
    EXAMPLES = "examples"
    PART_1_AGAIN = "part 1 again"
    UNCLEAR = "unclear"
    WAIT = "wait"

    @property
    def sent(self) -> bool:
        """Whether the answer was sent just now."""
        return self in SENT

    @property
    def waits(self) -> bool:
        """Whether all that is in the way of the answer is a wait."""
        return self in (What.WAIT, What.TOO_SOON)

    @property
    def exit_code(self) -> int:
        """0 where the star is there, 1 where the answer is no good, 3 where the site decides."""
        if self in (What.RIGHT, What.SOLVED, What.NO_PUZZLE):
            return 0
        return 1 if self in WORTHLESS else 3


SENT = tuple(What)[: tuple(What).index(What.LOST) + 1]
WORTHLESS = (
    What.WRONG,
    What.TOO_HIGH,
    What.TOO_LOW,
    What.SOMEONE_ELSES,
    What.SOLVED_OTHERWISE,
    What.NO_ANSWER,
    What.TRIED,
    What.OUT_OF_BOUNDS,
    What.EXAMPLES,
)


class Offer(NamedTuple):
    """An answer to hand in, if there is one; `problem` says what speaks against it, or why not."""

    answer: str | None
    problem: str = ""


Offers = Mapping[int, Offer]
"""The offers of a puzzle, by part."""


class Outcome(NamedTuple):
    """What became of an answer.

    `message` is what the site said, white space made plain, or the reason why it was not asked.
    `wait_seconds` is how long the site takes no further answer, `None` where nothing is known.
    """

    puzzle: Puzzle
    part: int
    answer: str | None
    what: What
    message: str
    wait_seconds: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Give the object that `aoc submit --json` prints."""
        return {
            "year": self.puzzle.year,
            "day": self.puzzle.day,
            "part": self.part,
            "answer": self.answer,
            "outcome": str(self.what),
            "message": self.message,
            "wait_seconds": self.wait_seconds,
        }
