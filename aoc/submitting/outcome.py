"""The `Outcome` of submitting an answer, and its `Status`."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from aoc.puzzles import Puzzle

__all__ = ["Outcome", "Status"]


class Status(StrEnum):
    """What happened to an answer: the verdict of the site, or else the reason why there is none.

    The values up to `UNKNOWN` are those of `aoc.submitting.replies.SiteVerdict`.
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
    NO_EXAMPLES = "no examples"
    DISAGREES = "disagrees"
    OTHER_INPUT = "other input"
    UNLIKELY = "unlikely"
    PART_1_AGAIN = "part 1 again"
    UNCLEAR = "unclear"
    WAIT = "wait"

    @property
    def sent(self) -> bool:
        """Whether the answer was sent."""
        return self in SENT

    @property
    def waits(self) -> bool:
        """Whether the answer can be sent after a wait."""
        return self in (Status.WAIT, Status.TOO_SOON)

    @property
    def exit_code(self) -> int:
        """0 if the part is solved, 1 if the answer is not good, 3 if the site accepts none now."""
        if self in (Status.RIGHT, Status.SOLVED, Status.NO_PUZZLE):
            return 0
        return 1 if self in WORTHLESS else 3


SENT = tuple(Status)[: tuple(Status).index(Status.LOST) + 1]
WORTHLESS = (
    Status.WRONG,
    Status.TOO_HIGH,
    Status.TOO_LOW,
    Status.SOMEONE_ELSES,
    Status.SOLVED_OTHERWISE,
    Status.NO_ANSWER,
    Status.TRIED,
    Status.OUT_OF_BOUNDS,
    Status.EXAMPLES,
    Status.DISAGREES,
    Status.OTHER_INPUT,
    Status.UNLIKELY,
)


class Outcome(NamedTuple):
    """What happened to an answer.

    `message` is the site's text with single blanks between words, or the reason why nothing was
    sent. `wait_seconds` is how long the site accepts no other answer, `None` if that is not known.
    `tries` is how often the answer was sent, because the site said that it was too soon.
    """

    puzzle: Puzzle
    part: int
    answer: str | None
    status: Status
    message: str
    wait_seconds: int | None = None
    tries: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the object that `aoc submit --json` prints."""
        return {
            "year": self.puzzle.year,
            "day": self.puzzle.day,
            "part": self.part,
            "answer": self.answer,
            "outcome": str(self.status),
            "message": self.message,
            "wait_seconds": self.wait_seconds,
        }
